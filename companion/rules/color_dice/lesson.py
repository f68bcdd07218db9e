"""The lesson of Color Dice: a turn of Red with two attacks and a counterattack, and the beginning of Yellow's turn."""

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
    Roll,
    SetUp,
)
from companion.rules.rulebook import Way


def _red(*cells: str) -> tuple[tuple[str, Way], ...]:
    """The ways of red pawns that come from outside to these cells."""
    return tuple(("red", (cell,)) for cell in cells)


LESSON = Lesson(
    minutes=8,
    steps=(
        Read(
            (
                N_("Welcome to Color Dice! Bring all your 9 pawns into the area of one other colour."),
                N_("Here Red and Yellow play. Green and Blue are dummies: they belong to nobody."),
            ),
        ),
        SetUp((N_("Set up the pawns as shown. The other pawns of Red and Yellow wait outside."),)),
        Roll(
            (
                N_("Red begins, and rolls all four dice. Press Roll."),
                N_("In the lesson the rolls are chosen for you."),
            ),
            dice={"red": 2, "yellow": 4, "green": 6, "blue": 3},
        ),
        Roll(
            (N_("Red's die is the lowest: no attack is possible. Each die may be rolled three times, so roll again."),),
            dice={"red": 5, "yellow": 3, "green": 6, "blue": 4},
        ),
        Play((N_("Much better: Red has 5, more than Yellow and Blue. Tap Keep."),), move="keep"),
        Play(
            (
                N_("Green has 6, more than Red, so Green may attack Red. You choose when."),
                N_("Let Green wait: tap After."),
            ),
            move="after",
        ),
        Mistake(
            (
                N_("Red's 5 against Yellow's 3: the difference is 2, so 2 pawns attack."),
                N_("Make a mistake on purpose: put 3 red pawns from outside on empty places of the yellow area."),
                PRESS_DONE,
            ),
            rule="CD-A",
            placed=_red("yellow4", "yellow5", "yellow6"),
        ),
        PutRight((READ_RULE, PUT_RIGHT)),
        Play(
            (N_("Two red pawns from outside are in the yellow area now. That is the attack."), PRESS_DONE),
            move="yellow:2@outside>yellow",
        ),
        Press((N_("Try Undo once: press it, then take the two red pawns out again as shown."),), button="undo"),
        Play(
            (N_("It was a good attack: put two red pawns from outside into the yellow area again."), PRESS_DONE),
            move="yellow:2@outside>yellow",
        ),
        Mistake(
            (
                N_("5 against Blue's 4: one pawn attacks Blue. But the blue area is full, so it must strike."),
                N_("Pawns from outside cannot strike. Try it: put a red pawn from outside in place of a blue one."),
                PRESS_DONE,
            ),
            rule="CD-S",
            taken=("blue1",),
            placed=_red("blue1"),
        ),
        PutRight((N_("A pawn that strikes must come from another area."), PUT_RIGHT)),
        Play(
            (
                N_("Take a blue pawn off the board, and put a red pawn from the red area in its place."),
                PRESS_DONE,
            ),
            move="blue:1@red>blue*1",
        ),
        Play((N_("No more attack is possible for Red: press Done."),), move="done"),
        Play(
            (
                N_("Now Green attacks: 6 against Red's 5, so with one pawn. Yellow decides for the dummy."),
                N_("Move a green pawn to an empty place of the red area."),
                PRESS_DONE,
            ),
            move="red:1@green>red",
        ),
        Roll((N_("It is Yellow's turn. Roll the dice."),), dice={"red": 2, "yellow": 3, "green": 3, "blue": 3}),
        Play((N_("Yellow can attack Red: tap Keep."),), move="keep"),
        PlayAny((N_("3 against 2: attack Red with one yellow pawn, as you like."), PRESS_DONE)),
        Read(
            (
                N_("Now you know how to roll, attack and strike."),
                N_("Seven pawns in one area are safe for good, and the ninth one wins. All rules are in the menu."),
                N_("Have fun!"),
            ),
        ),
    ),
)
