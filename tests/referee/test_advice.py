"""Advice on unfinished and wrong tables: the nearest legal table, without a piece going back that nobody touched."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boards import BOARDS
from companion.history.events import Started
from companion.history.state import State, fold_all
from companion.referee import Illegal, UnderWay, Verdict, explain
from companion.rules import GAMES
from companion.rules.core import Table
from tests.evaluate.advice import examine
from tests.readings import reading


def begun(game: str, *later: Any, **fields: Any) -> State:
    rules = GAMES[game]
    state = fold_all([Started(game, rules.dump(rules.new()) | fields), *later])
    assert state is not None
    return state


def advice(state: State, changes: dict[str, tuple[str, ...]]) -> Verdict:
    """The verdict on the position's table with other contents of some cells."""
    table: Table = {**state.game.table(state.position), **changes}
    layout = BOARDS[state.game.info.id].layout()
    return explain(state, reading(table, board=tuple(layout.cells)), {}, layout.middles)


def steps(verdict: Verdict) -> list[tuple[str, str | None, str | None]]:
    assert isinstance(verdict, Illegal | UnderWay)
    return [(step.do, step.start, step.end) for step in verdict.fix]


WHITE = ("white",)
THREE_ONE = begun("backgammon", phase="move", dice=[3, 1])


def test_no_checker_that_nobody_touched_goes_back() -> None:
    # 13/10 and 8/7 touch both points. But from this table, only a checker from 8 back to 10 would give them.
    found = advice(THREE_ONE, {"13": WHITE * 4, "7": WHITE})
    assert isinstance(found, Illegal)
    assert steps(found) == [("move", "7", "13")]


def test_half_a_turn_has_many_ends_and_one_of_them_is_an_example() -> None:
    found = advice(THREE_ONE, {"8": WHITE * 2, "5": WHITE})
    assert isinstance(found, UnderWay)
    assert found.example
    assert len(found.fix) == 1


def test_the_only_end_of_a_turn_is_no_example() -> None:
    state = begun(
        "backgammon",
        phase="move",
        dice=[3, 1],
        points={"8": ["W", 1], "19": ["B", 15]},
        off={"W": 14, "B": 0},
    )
    found = advice(state, {"8": (), "5": WHITE})
    assert isinstance(found, UnderWay)
    assert not found.example
    assert steps(found) == [("move", "5", "4")]


def test_what_was_right_stays_and_only_the_wrong_checker_is_moved() -> None:
    found = advice(THREE_ONE, {"8": WHITE * 2, "5": WHITE, "6": WHITE * 4, "4": WHITE})
    assert steps(found) == [("move", "4", "5")]


def test_what_was_right_stays_although_putting_it_back_takes_no_more_steps() -> None:
    found = advice(THREE_ONE, {"8": WHITE * 2, "5": WHITE, "1": ("black",), "2": ("black",)})
    assert isinstance(found, Illegal)
    assert found.example
    assert ("move", "2", "1") in steps(found)
    assert ("move", "5", "8") not in steps(found)


def test_a_stone_too_many_is_taken_off_and_the_others_stay() -> None:
    found = advice(begun("spry"), dict.fromkeys(("A1", "B2", "B3", "B4", "B5"), ("black",)))
    assert isinstance(found, Illegal)
    assert found.example
    assert [do for do, _, _ in steps(found)] == ["take"]


def test_a_piece_that_has_no_right_place_is_put_back() -> None:
    found = advice(begun("mindfield"), {"c4": ("gold",)})
    assert isinstance(found, Illegal)
    assert steps(found) == [("take", "c4", None)]


@pytest.mark.parametrize("game", GAMES)
def test_advice_leads_to_the_nearest_legal_table(game: str) -> None:
    found = examine(game, 60, seed=7)
    assert not found.faults, found.faults[0]
