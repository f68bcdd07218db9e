"""A piece keeps its kind on its way: the referee does not ask about a kind that only a swapped piece could have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.boards import BOARDS
from companion.history.events import Started
from companion.history.state import State, fold_all
from companion.referee import MovePlayed, Uncertain, Verdict, explain
from companion.rules import GAMES
from vision.observation import EMPTY, CellReading, Content, Reading


def spaces(pieces: Mapping[str, str], roll: int) -> State:
    """A position of Spaces with White to move this roll."""
    rules = GAMES["spaces"]
    later: dict[str, Any] = {"pieces": dict(pieces), "to_move": "W", "phase": "move", "roll": roll, "opening": False}
    state = fold_all([Started("spaces", rules.dump(rules.new()) | later)])
    assert state is not None
    return state


def verdict(state: State, seen: Mapping[str, Mapping[Content, float]]) -> Verdict:
    """The verdict if these cells are seen like this and all others are surely empty."""
    layout = BOARDS["spaces"].layout()
    cells = {name: CellReading(seen.get(name, {EMPTY: 0.9999})) for name in layout.cells}
    stock = state.game.stock(state.position)
    return explain(state, Reading(cells, hand=False), {}, layout.middles, stock)


SURELY_BLACK: dict[Content, float] = {("black", 1): 0.9999}


@pytest.mark.parametrize("p", [0.15, 0.5, 0.85])
def test_a_moved_piece_has_kept_its_kind_even_if_it_looks_like_another(p: float) -> None:
    state = spaces({"B7": "W", "F6": "B"}, 2)
    found = verdict(state, {"F6": SURELY_BLACK, "B11": {("white", 1): p, ("black", 1): 0.9999 - p}})
    assert isinstance(found, MovePlayed)
    assert found.move == "B7-C10-B11"


def test_a_piece_that_looks_very_much_like_another_is_asked_about() -> None:
    state = spaces({"B7": "W", "F6": "B"}, 2)
    found = verdict(state, {"F6": SURELY_BLACK, "B11": {("white", 1): 0.04, ("black", 1): 0.94}})
    assert isinstance(found, Uncertain)
    assert found.cells == ("B11",)


def test_a_piece_of_unclear_kind_that_comes_while_none_leaves_is_asked_about() -> None:
    state = spaces({"B7": "W", "F6": "B"}, 2)
    white: dict[Content, float] = {("white", 1): 0.9999}
    found = verdict(state, {"B7": white, "F6": SURELY_BLACK, "B11": {("white", 1): 0.5, ("black", 1): 0.49}})
    assert not isinstance(found, MovePlayed)


def test_a_piece_of_unclear_kind_that_comes_while_two_leave_is_asked_about() -> None:
    """White may have moved and taken a black piece off the board, or Black's piece may have moved, and White's gone."""
    state = spaces({"B7": "W", "F6": "B", "C6": "B"}, 2)
    found = verdict(state, {"C6": SURELY_BLACK, "B11": {("white", 1): 0.5, ("black", 1): 0.49}})
    assert not isinstance(found, MovePlayed)
