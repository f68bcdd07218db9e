"""A last move that people have taken back only in part: they can finish taking it back, or make it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.history.events import Moved, Rolled
from companion.history.state import State, fold
from companion.referee import Illegal, UnderWay, steps_back
from companion.values.views import Step
from tests.referee.test_advice import advice, begun

WHITE = ("white",)
BLACK = ("black",)

Cells = dict[str, tuple[str, ...]]
Where = tuple[str, str | None, str | None]


def then(state: State, *events: Moved | Rolled) -> State:
    for event in events:
        state = fold(state, event)
    return state


def backgammon(move: str, *, roll: list[int] | None = None, **fields: Any) -> State:
    state = then(begun("backgammon", phase="move", dice=[3, 1], **fields), Moved(move))
    return state if roll is None else then(state, Rolled(roll, "die", None))


def where(steps: tuple[Step, ...]) -> list[Where]:
    return [(step.do, step.start, step.end) for step in steps]


ONE_OF_TWO: Cells = {"5": WHITE, "8": WHITE * 3}
ON_THE_WAY: Cells = {"4": (), "5": WHITE}
HIT = {"points": {"8": ["W", 3], "6": ["W", 12], "4": ["B", 1], "24": ["B", 14]}}


@pytest.mark.parametrize(
    ("state", "table", "back", "forward"),
    [
        (backgammon("8/5 6/5"), ONE_OF_TWO, [("move", "5", "6")], [("move", "8", "5")]),
        (backgammon("8/5 6/5", roll=[6, 5]), ONE_OF_TWO, [("move", "5", "6")], [("move", "8", "5")]),
        (backgammon("8/4"), ON_THE_WAY, [("move", "5", "8")], [("move", "5", "4")]),
        (backgammon("8/4"), {"4": (), "7": WHITE}, [("move", "7", "8")], [("move", "7", "4")]),
        # The checker that was hit is still on the bar.
        (
            backgammon("8/4*", **HIT),
            {"4": (), "8": WHITE * 3},
            [("move", "bar-black", "4")],
            [("move", "8", "4")],
        ),
    ],
    ids=["one of two", "after the roll", "on the way", "on the other way", "the hit checker"],
)
def test_a_move_that_is_half_taken_back_can_go_both_ways(
    state: State, table: Cells, back: list[Where], forward: list[Where]
) -> None:
    found = advice(state, table)
    assert isinstance(found, Illegal)
    assert where(found.fix) == where(found.take_back) == back
    assert where(steps_back(found)) == forward


def attack_on_yellow(blue: int) -> tuple[State, str]:
    """Color Dice after Red has put two pawns into the yellow area; and the cell of one of them."""
    dice = {"red": 5, "yellow": 3, "green": 5, "blue": blue}
    state = then(
        begun("color-dice", phase="attack", dice=dice, throws=dict.fromkeys(dice, 1)), Moved("yellow:2@outside>yellow")
    )
    return state, next(c for c, kinds in state.game.table(state.position).items() if c[0] == "y" and "red" in kinds)


def test_one_of_two_pawns_is_put_back_into_the_box() -> None:
    state, pawn = attack_on_yellow(blue=5)
    found = advice(state, {pawn: ()})
    assert isinstance(found, Illegal)
    assert [do for do, _, _ in where(found.take_back)] == ["take"]
    assert where(found.back) == [("put", None, pawn)]


def test_a_pawn_in_a_hand_may_go_on_or_be_taken_back() -> None:
    state, pawn = attack_on_yellow(blue=4)
    found = advice(state, {pawn: ()})
    assert isinstance(found, UnderWay)
    assert [do for do, _, _ in where(found.fix)] == ["take", "put"]
    assert [do for do, _, _ in where(found.take_back)] == ["take"]


@pytest.mark.parametrize(
    ("state", "table"),
    [
        # Another checker than those of the last move
        (backgammon("8/5 6/5"), {"13": WHITE * 4, "12": WHITE}),
        # Back and forward at once
        (backgammon("8/5 6/5"), {**ONE_OF_TWO, "13": WHITE * 4, "9": WHITE}),
        # A checker of the last move, but to a point where it never was
        (backgammon("8/5 6/5"), {"5": WHITE, "3": WHITE}),
        # Nothing was put back: somebody has taken a piece that they may not take
        (backgammon("8/4"), {"4": ()}),
    ],
    ids=["another", "both", "elsewhere", "taken"],
)
def test_other_tables_are_wrong_as_before(state: State, table: Cells) -> None:
    found = advice(state, table)
    assert isinstance(found, Illegal)
    assert not found.take_back


def test_a_move_from_before_a_correction_is_not_taken_back_by_halves() -> None:
    state = backgammon("8/5 6/5")
    corrected = replace(state, part_starts=(len(state.turns),))
    found = advice(corrected, ONE_OF_TWO)
    assert isinstance(found, Illegal)
    assert not found.take_back
