"""The lesson of Spry: a short game that Black wins along the middle row."""

from __future__ import annotations

from companion.language import N_
from companion.rules.lesson import PRESS_DONE, PUT_RIGHT, READ_RULE, Lesson, Mistake, Play, Press, PutRight, Read
from companion.rules.rulebook import Way


def _placed(cells: str) -> tuple[tuple[str, Way], ...]:
    return tuple(("black", (cell,)) for cell in cells.split())


LESSON = Lesson(
    minutes=8,
    steps=(
        Read(
            (
                N_(
                    "Welcome to Spry! Each player tries to join the yellow, the blue and the red border with one "
                    "connected group of stones."
                ),
                N_("Play both sides here, or take turns."),
            ),
        ),
        Read(
            (
                N_("The green cells form rings. In a turn you may place several stones."),
                N_(
                    "The innermost ring that you use is the limit: 5 stones on the outermost ring, then 4, 3, 2, and "
                    "only 1 in the centre."
                ),
            ),
            cells=("A1", "B2", "C3", "D4", "E5"),
        ),
        Mistake(
            (
                N_("Black begins. First make a mistake on purpose, to see what happens."),
                N_("Place three black stones around the centre: on E4, E6 and F4."),
                PRESS_DONE,
            ),
            rule="SY-2",
            placed=_placed("E4 E6 F4"),
        ),
        PutRight((READ_RULE, PUT_RIGHT)),
        Play(
            (N_("On the ring around the centre, 2 stones are the limit. Leave E4 and E6, and press Done."),),
            move="E4 E6",
        ),
        Play(
            (
                N_("Now White. The ring of C3 has 3 cells a side, so 3 stones are the limit."),
                N_("Place white stones on C3, C5 and G4."),
                PRESS_DONE,
            ),
            move="C3 C5 G4",
        ),
        Press((N_("Black's turn again. When you are not sure what you may do, press Hint."),), button="hint"),
        Read(
            (
                N_("Now the board shows where a stone may go. Tap a cell to read more about it."),
                N_("When you have seen enough, go on."),
            ),
        ),
        Mistake(
            (
                N_("Stones never move. Try it all the same: move the black stone from E4 to E5."),
                PRESS_DONE,
            ),
            rule="SY-1",
            ways=(("E4", "E5"),),
        ),
        PutRight((N_("Stones stay where they were placed. Put the stone back."),)),
        Play(
            (
                N_("In the centre, one stone is the whole turn. Place a black stone on E5."),
                PRESS_DONE,
            ),
            move="E5",
        ),
        Press(
            (N_("You can change your mind, too. Press Undo, then take the stone off again, as shown."),),
            button="undo",
        ),
        Play(
            (
                N_("Undone! But it was a good turn: place the black stone on E5 again."),
                PRESS_DONE,
            ),
            move="E5",
        ),
        Play(
            (
                N_("Three black stones are one group now: each touches the next one."),
                N_("White uses the second ring, with 4 stones: on B3, B5, H3 and H5."),
                PRESS_DONE,
            ),
            move="B3 B5 H3 H5",
        ),
        Play(
            (
                N_("Black makes the group longer, with 3 stones: E2, E3 and E7."),
                PRESS_DONE,
            ),
            move="E2 E3 E7",
        ),
        Play(
            (
                N_("White has not seen the danger, and places stones on A2, A4, I2 and I4."),
                PRESS_DONE,
            ),
            move="A2 A4 I2 I4",
        ),
        Read(
            (
                N_("Black can win now! The corner cell E1 is between two colours, so it touches yellow and red."),
                N_("E9, at the other end of the row, touches blue."),
            ),
            cells=("E1", "E9"),
        ),
        Play((N_("Place black stones on E1, E8 and E9."), PRESS_DONE), move="E1 E8 E9"),
        Read(
            (
                N_("Black has joined yellow, blue and red, and wins. Now you know Spry!"),
                N_("In your own games, watch the other player's group, and block it in time. Have fun!"),
            ),
        ),
    ),
)
