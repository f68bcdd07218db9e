"""Backgammon's positions as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError
from tests.rules.backgammon.by_hand import MATCH, START, pos
from tests.rules.backgammon.positions import GAME, at, board


def test_the_start() -> None:
    start = GAME.new()
    dumped = GAME.dump(start)
    assert dumped["points"] == START
    assert (dumped["phase"], dumped["dice"]) == ("roll-off", None)
    assert start.pips("W") == start.pips("B") == 167
    assert GAME.legal(start).moves == ()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"points": START | {"24": ["W", 1]}}, "points"),
        ({"points": START | {"24": ["W", True]}}, "points.24"),
        ({"points": START | {"24": [["W", 1], ["B", 1]]}}, "points.24"),
        ({"points": START | {"24": ["W", 2, "B", 1]}}, "points.24"),
        ({"points": START | {"24": ["X", 2]}}, "points.24"),
        ({"points": START | {"06": ["W", 1]}}, "points.06"),
        ({"points": START | {"25": ["W", 1]}}, "points.25"),
        ({"points": START | {"2": ["W", 0]}}, "points.2"),
        ({"bar": {"W": -1, "B": 0}}, "bar.W"),
        ({"bar": {"W": 1, "B": 0}}, "points"),
        ({"bar": {"W": 0}}, "bar.B"),
        ({"off": {"W": 0, "B": 0, "X": 0}}, "off.X"),
        ({"to_move": "w"}, "to_move"),
        ({"phase": "setup"}, "phase"),
        ({"dice": None}, "dice"),
        ({"dice": [7, 1]}, "dice"),
        ({"dice": [True, 1]}, "dice"),
        ({"dice": [3]}, "dice"),
        ({"phase": "roll"}, "dice"),
        ({"cube": {"value": 3, "owner": None}, "options": MATCH}, "cube.value"),
        ({"cube": {"value": 2, "owner": None}, "options": MATCH}, "cube.owner"),
        ({"cube": {"value": 1, "owner": "W"}, "options": MATCH}, "cube.owner"),
        ({"cube": {"value": 2, "owner": "W"}}, "cube"),
        ({"cube": {"value": 1}}, "cube.owner"),
        ({"cube": {"value": 1, "owner": None, "crawford": True}, "options": MATCH}, "cube.crawford"),
        ({"score": {"W": 5, "B": 0}, "options": MATCH}, "score.W"),
        ({"score": {"W": 1, "B": 0}}, "score.W"),
        ({"phase": "double", "dice": None}, "phase"),
        ({"phase": "over", "dice": None}, "result"),
        ({"phase": "between", "dice": None}, "phase"),
        ({"result": {"winner": "W", "points": 1, "how": "single"}}, "result"),
        ({"options": {"cube": 1}}, "options.cube"),
        ({"options": {"match_length": 0}}, "options.match_length"),
        ({"options": {"beavers": True}}, "options.beavers"),
        ({"game": "chess"}, "game"),
        ({"turn": "W"}, "turn"),
    ],
)
def test_contradictions_are_refused_with_the_name_of_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as caught:
        pos(at(START) | change)
    assert caught.value.field == field


def test_who_has_borne_off_all_has_won() -> None:
    done = board({}, {24: 1})
    with pytest.raises(PositionError) as caught:
        pos(done)
    assert caught.value.field == "phase"
    over = done | {"phase": "over", "dice": None, "score": {"W": 1, "B": 0}}
    result = {"winner": "W", "points": 1, "how": "single"}
    assert pos(over | {"result": result}).result is not None
    with pytest.raises(PositionError, match=r"result\.winner"):
        pos(over | {"result": result | {"winner": "B"}})
