"""The lesson of Mindfield: a short set-up, and then each kind of turn once."""

from __future__ import annotations

from companion.language import N_
from companion.rules.lesson import (
    PRESS_DONE,
    PUT_RIGHT,
    READ_RULE,
    Lesson,
    Mistake,
    Play,
    PlayAny,
    Press,
    PutRight,
    Read,
    SetUp,
)

LESSON = Lesson(
    minutes=9,
    steps=(
        Read(
            (
                N_(
                    "Welcome to Mindfield! Capture 7 stones of the other player, or have 7 of your own on the squares "
                    "around the middle."
                ),
                N_("Play both sides here, or take turns."),
            ),
        ),
        SetUp((N_("Put the Antipode on d4, in the middle, with its silver side up."),)),
        Read(
            (
                N_("At first you only place stones, one in each turn, until nobody can place one any more."),
                N_("All squares around a placed stone must be empty, also at the corners."),
            ),
        ),
        Play((N_("Gold begins: place a gold stone on b2."), PRESS_DONE), move="b2"),
        Mistake(
            (
                N_("Now Silver. Make a mistake on purpose: place the silver stone on c3, next to the others."),
                PRESS_DONE,
            ),
            rule="MF-P",
            placed=(("silver", ("c3",)),),
        ),
        PutRight((READ_RULE, PUT_RIGHT)),
        Play((N_("On f6 all squares around are empty. Place the silver stone there."), PRESS_DONE), move="f6"),
        Play((N_("Gold places a stone on b4."), PRESS_DONE), move="b4"),
        Press(
            (N_("Where may Silver place a stone? Press Hint, and the board shows it."),),
            button="hint",
        ),
        Play((N_("The free squares are marked. Silver places a stone on f2."), PRESS_DONE), move="f2"),
        Play((N_("Gold places a stone on b6."), PRESS_DONE), move="b6"),
        Play((N_("Silver places a stone on f4."), PRESS_DONE), move="f4"),
        Play((N_("Gold places a stone on d6."), PRESS_DONE), move="d6"),
        Play((N_("Silver places a stone on d2. It is the last that fits."), PRESS_DONE), move="d2"),
        Read(
            (
                N_("No more stones can be placed, so now the game really begins."),
                N_("In a turn, do one thing: move a stone by one square, jump, slide the Antipode, or place a stone."),
            ),
        ),
        Play((N_("Stones move straight, never diagonally. Gold moves from b4 to c4."), PRESS_DONE), move="b4-c4"),
        Play((N_("Silver moves from d2 to c2. Is that a good idea?"), PRESS_DONE), move="d2-c2"),
        Mistake(
            (
                N_("A stone may not go straight back in your next turn."),
                N_("Make this mistake on purpose: move the gold stone from c4 back to b4."),
                PRESS_DONE,
            ),
            rule="MF-B",
            ways=(("c4", "b4"),),
        ),
        PutRight((N_("The gold stone may go anywhere else, but not back."), PUT_RIGHT)),
        Play(
            (
                N_("The silver stone on c2 can be captured: jump over it, from b2 to d2, and take it off the board."),
                PRESS_DONE,
            ),
            move="b2xd2",
        ),
        Press(
            (N_("The first capture! To see how a turn is undone, press Undo and put the stones back as shown."),),
            button="undo",
        ),
        Play(
            (N_("Now capture it again: jump from b2 to d2, and take the silver stone off c2."), PRESS_DONE),
            move="b2xd2",
        ),
        Play(
            (
                N_("In the middle is the Antipode. It shows silver: Silver may slide it straight, as far as you like."),
                N_("Slide the Antipode from d4 to d5."),
                PRESS_DONE,
            ),
            move="d4-d5",
        ),
        Play(
            (
                N_("Everybody may jump over the Antipode. Then turn it over: it belongs to the other colour."),
                N_("Gold jumps from d6 to d4. Turn the Antipode over, so that gold is up."),
                PRESS_DONE,
            ),
            move="d6xd4",
        ),
        Play((N_("Silver moves from f6 to f5."), PRESS_DONE), move="f6-f5"),
        Play((N_("Now Gold may slide the Antipode: from d5 to b5."), PRESS_DONE), move="d5-b5"),
        Play((N_("Silver moves from f4 to e4, and does not see the danger."), PRESS_DONE), move="f4-e4"),
        Play(
            (
                N_("After a jump the same stone may jump again. Gold jumps from d4 over e4 to f4, and over f5 to f6."),
                N_("Take both silver stones off the board."),
                PRESS_DONE,
            ),
            move="d4xf4xf6",
        ),
        PlayAny((N_("Three stones are captured. Now it is Silver's turn: do what you like."), PRESS_DONE)),
        Read(
            (
                N_("Now you know how to place, move, jump and slide."),
                N_("The 24 squares around the middle are called Prime squares. 7 own stones there win, too."),
                N_("All rules are in the menu. Have fun!"),
            ),
        ),
    ),
)
