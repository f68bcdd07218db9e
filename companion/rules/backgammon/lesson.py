"""The lesson of Backgammon: the first turns of a game, with a hit, a pass, doubles and a checker that enters."""

from __future__ import annotations

from companion.language import N_
from companion.rules.lesson import (
    PRESS_DONE,
    PUT_RIGHT,
    READ_RULE,
    Lesson,
    Mistake,
    Play,
    Press,
    PutRight,
    Read,
    Roll,
    SetUp,
)

LESSON = Lesson(
    minutes=8,
    steps=(
        Read(
            (
                N_(
                    "Welcome to Backgammon! Bring all your checkers home, and then off the board, before the other "
                    "player."
                ),
                N_("Play both sides here, or take turns. In the lesson the rolls are chosen for you."),
            ),
        ),
        SetUp((N_("Set up the checkers. The screen ticks off what is in place."),)),
        Read(
            (
                N_("White runs from point 24 down to point 1, Black the other way round."),
                N_("Each player counts the points from their own side. The numbers at the rim turn with the turn."),
            ),
        ),
        Roll((N_("Each player rolls one die: the higher roll begins, with both numbers. Press Roll."),), dice=[3, 1]),
        Mistake(
            (
                N_("White begins with 3 and 1. First make a mistake on purpose: go backwards, from point 8 to 11."),
                PRESS_DONE,
            ),
            rule="BG-M",
            ways=(("8", "11"),),
        ),
        PutRight((READ_RULE, PUT_RIGHT)),
        Play(
            (
                N_("Play each number with one checker: 3 from point 8 to 5, and 1 from point 6 to 5."),
                N_("Two checkers on a point are safe: Black cannot land there."),
                PRESS_DONE,
            ),
            move="8/5 6/5",
        ),
        Press((N_("Good, but try Undo once: press it, then put the two checkers back as shown."),), button="undo"),
        Play((N_("Your roll has stayed. Play 8 to 5 and 6 to 5 again."), PRESS_DONE), move="8/5 6/5"),
        Roll((N_("Now Black rolls."),), dice=[6, 4]),
        Play(
            (
                N_("One checker may use both numbers, if the point between is free: 6 and 4, from Black's 24 to 14."),
                PRESS_DONE,
            ),
            move="24/14",
        ),
        Roll((N_("A checker alone on a point can be hit. Roll for White."),), dice=[4, 2]),
        Play(
            (
                N_("2 from point 13 to 11 hits the black checker: put it on the bar in the middle."),
                N_("Then play 4, from point 24 to 20."),
                PRESS_DONE,
            ),
            move="24/20 13/11*",
        ),
        Roll((N_("Black must bring the checker in from the bar first. Roll for Black."),), dice=[6, 5]),
        Play(
            (
                N_(
                    "6 and 5 lead to points that White holds with two checkers. So Black cannot move: press Done to "
                    "pass."
                ),
            ),
            move="pass",
        ),
        Roll((N_("Roll for White."),), dice=[2, 2]),
        Play(
            (
                N_("Doubles! White plays 2 four times: two checkers from point 13 to 11, two from point 8 to 6."),
                PRESS_DONE,
            ),
            move="13/11(2) 8/6(2)",
        ),
        Roll((N_("Roll for Black again."),), dice=[4, 3]),
        Mistake(
            (
                N_(
                    "Make a mistake on purpose: leave the checker on the bar, and move another one from Black's 13 to "
                    "10."
                ),
                PRESS_DONE,
            ),
            rule="BG-BAR",
            ways=(("12", "15"),),
        ),
        PutRight((N_("The checker on the bar comes first."), PUT_RIGHT)),
        Play(
            (
                N_("The checker has come in with 4, on Black's 21. Now 3 from Black's 13 to 10 is allowed, too."),
                PRESS_DONE,
            ),
            move="bar/21 13/10",
        ),
        Read(
            (
                N_("Now you know how checkers move, hit, and come in again."),
                N_("When all your checkers are in your home, on points 1 to 6, take them off with each roll."),
                N_("The first player without checkers wins. Have fun!"),
            ),
        ),
    ),
)
