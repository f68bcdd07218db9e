"""The lesson of Spaces: a bout that White wins by a capture, and a pass through the centre in the next one."""

from __future__ import annotations

from companion.language import N_
from companion.rules.lesson import (
    PRESS_DONE,
    PUT_RIGHT,
    READ_RULE,
    GoToNextPart,
    Lesson,
    Mistake,
    Play,
    PlayAny,
    Press,
    PutRight,
    Read,
    Roll,
    SetUp,
)

LESSON = Lesson(
    minutes=7,
    steps=(
        Read(
            (
                N_("Welcome to Spaces! Capture all pieces of the other player, and you win a bout."),
                N_("Play both sides here, or take turns."),
                N_("In the lesson the rolls are chosen for you; in your own games nobody knows them before."),
            ),
        ),
        SetUp((N_("Put the white piece on J6 and the black piece on A6."),)),
        Roll((N_("First you both roll a die: the higher roll begins. Press Roll."),), dice=[5, 2]),
        Roll(
            (
                N_("White has rolled 5 and Black 2, so White begins. Roll again, for the move."),
                N_("A 1 as the very first roll would win the bout at once."),
            ),
            dice=[2],
        ),
        Mistake(
            (
                N_("A 2: count two spaces. First make a mistake on purpose: go straight on, from J6 to the green I6."),
                PRESS_DONE,
            ),
            rule="SP-M",
            ways=(("J6", "I6"),),
        ),
        PutRight((READ_RULE, PUT_RIGHT)),
        Play(
            (
                N_("Each step goes across a corner, to the next space of the same colour."),
                N_("White moves from J6 over I7 to H6."),
                PRESS_DONE,
            ),
            move="J6-I7-H6",
        ),
        Roll((N_("Now it is Black's turn. Roll the die."),), dice=[2]),
        Play(
            (
                N_("A6 has a flat edge on the rim. From there a piece may step across the whole board, to J6."),
                N_("This step counts as one space. Move the black piece from A6 over J6 to I7."),
                PRESS_DONE,
            ),
            move="A6-J6-I7",
        ),
        Roll((N_("Black has come very close. Roll for White."),), dice=[1]),
        Play(
            (
                N_("A 1 is just enough! Take the black piece off I7, and move the white piece from H6 to I7."),
                PRESS_DONE,
            ),
            move="H6-I7",
        ),
        GoToNextPart((N_("White has captured the only black piece and wins the bout. Press Done for the next one."),)),
        SetUp((N_("Set up the pieces as at the start: the white one on J6, the black one on A6."),)),
        Roll((N_("The winner of a bout begins the next one. Roll for White."),), dice=[2]),
        Play((N_("Move the white piece from J6 over I7 to H6 again."), PRESS_DONE), move="J6-I7-H6"),
        Roll((N_("Roll for Black."),), dice=[3]),
        Play((N_("Move the black piece from A6 over B7 and C6 to B3."), PRESS_DONE), move="A6-B7-C6-B3"),
        Roll((N_("Now watch the centre. Roll for White."),), dice=[5]),
        Press((N_("A 5! If you do not know where a piece can go, press Hint."),), button="hint"),
        Read(
            (
                N_("The marked piece can move. Tap it to see where, or press Hint again."),
                N_("When you have seen enough, go on."),
            ),
        ),
        Mistake(
            (
                N_("Through the centre a piece changes its colour, and a second piece comes in."),
                N_("Make a mistake on purpose: move only the white piece, from H6 to D8, without a second piece."),
                PRESS_DONE,
            ),
            rule="SP-R11",
            ways=(("H6", "D8"),),
        ),
        PutRight((N_("The second piece is missing. Add it as shown."),)),
        Play(
            (
                N_("One piece comes out on D8, the new one on D10. The space in the middle counts as a space."),
                PRESS_DONE,
            ),
            move="H6-G7-F10*E9-D8+E11-D10",
        ),
        Roll((N_("A player who gains a piece rolls once more. Roll for White."),), dice=[3]),
        PlayAny((N_("Now move either white piece by 3 spaces, as you like. Press Hint if you need it."), PRESS_DONE)),
        Read(
            (
                N_("Now you know how pieces move, capture, and pass through the centre."),
                N_("A game goes on until somebody has won 6 bouts. More special rules are in the menu, under Rules."),
                N_("Have fun!"),
            ),
        ),
    ),
)
