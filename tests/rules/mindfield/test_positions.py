"""Mindfield's options and positions as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError
from tests.rules.mindfield.by_hand import OPEN, after, position
from tests.rules.mindfield.positions import MINDFIELD, at


@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": True}, {"rounds": "0"}, {"rounds": 0.0}, {"round": 0}])
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"options\.round"):
        MINDFIELD.new(options)


WIN = {"winner": "G", "points": 1, "how": "captures"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"rows": ["......."] * 7}, "rows"),
        ({"rows": ["A......"] * 2 + ["......."] * 5}, "rows"),
        ({"rows": ["......."] * 6}, "rows"),
        ({"rows": "......."}, "rows"),
        ({"rows": None}, "rows"),
        ({"rows": ["A.....", *["......."] * 6]}, "rows[0]"),
        ({"rows": ["A......", *["......."] * 5, "g......"]}, "rows[6]"),
        ({"rows": ["A......", 7, *["......."] * 5]}, "rows[1]"),
        ({"antipode_up": "s"}, "antipode_up"),
        ({"antipode_up": None}, "antipode_up"),
        ({"to_move": "gold"}, "to_move"),
        ({"phase": "PLAY"}, "phase"),
        ({"phase": ["play"]}, "phase"),
        ({"phase": "claim"}, "phase"),
        ({"phase": "between"}, "phase"),
        ({"hand": {"G": -1, "S": 11}}, "hand.G"),
        ({"hand": {"G": True, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11.0, "S": 11}}, "hand.G"),
        ({"hand": {"G": 10, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11, "S": 12}}, "hand.S"),
        ({"hand": {"G": 10**4000, "S": 11}}, "hand.G"),
        ({"hand": {"G": 11}}, "hand.S"),
        ({"hand": {"G": 11, "S": 11, "X": 0}}, "hand.X"),
        ({"hand": [11, 11]}, "hand"),
        ({"captured": {"G": 1, "S": 0}}, "hand.S"),
        ({"captured": None}, "captured"),
        ({"last_moves": {"G": ["c3", "e4"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": ["c3", "c3"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": ["c3"], "S": None}}, "last_moves.G"),
        ({"last_moves": {"G": None, "S": ["c3", "h3"]}}, "last_moves.S"),
        ({"last_moves": {"G": None, "S": "c3-c4"}}, "last_moves.S"),
        ({"last_moves": {"G": None, "S": [1, ["c3"]]}}, "last_moves.S"),
        ({"last_moves": {"G": None}}, "last_moves.S"),
        ({"last_moves": None}, "last_moves"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "G"}}, "match"),
        ({"options": None}, "options"),
        ({"options": {"speed": 1}}, "options.speed"),
        ({"result": WIN}, "result"),
        ({"phase": "over"}, "result"),
        ({"phase": "over", "result": WIN}, "phase"),
        ({"extra": 1}, "extra"),
        ({"\ud800": 1}, "\\ud800"),
    ],
)
def test_contradictory_positions_are_refused_by_field(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(at(OPEN) | fields)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("name", list(at(OPEN)))
def test_no_field_may_be_missing(name: str) -> None:
    data = at(OPEN)
    del data[name]
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(data)
    assert refused.value.field == name


@pytest.mark.parametrize("data", [None, [], "position", 3, True])
def test_what_is_no_object_is_no_position(data: Any) -> None:
    with pytest.raises(PositionError, match="position: an object is needed"):
        MINDFIELD.parse(data)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (None, "result"),
        ({"winner": "S", "points": 1, "how": "captures"}, "result.winner"),
        ({"winner": "G", "points": -1, "how": "captures"}, "result.points"),
        ({"winner": "G", "points": 1, "how": ""}, "result.how"),
        ({"winner": "G", "points": 1}, "result.how"),
        ({"winner": "G", "points": 1, "how": "captures", "by": 1}, "result.by"),
    ],
)
def test_a_result_fits_its_position(result: Any, field: str) -> None:
    won = at(OPEN, phase="over", hand={"G": 11, "S": 4}, captured={"G": 7, "S": 0})
    assert MINDFIELD.parse(won | {"result": WIN}).result is not None
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(won | {"result": result})
    assert refused.value.field == field


def test_a_position_need_not_be_reachable() -> None:
    p = position(OPEN, phase="setup", antipode_up="G", last_moves={"G": ["a7", "a1"], "S": None})
    assert MINDFIELD.legal(p).moves
    crowded = position(
        """
        GSGSGSG
        SGSGSGS
        GSGSGSG
        SGSAS..
        .......
        .......
        .......""",
        phase="setup",
    )
    assert "d2" in MINDFIELD.legal(crowded).moves


def test_a_setting_up_with_empty_hands_is_passed_over() -> None:
    rows = """
        GGGGGGG
        SSSSSSS
        .......
        ...A...
        .......
        .......
        ......."""
    p = position(rows, phase="setup", hand={"G": 0, "S": 0}, captured={"G": 6, "S": 6})
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert after(p, "pass").phase == "play"
    p = position(rows, phase="setup", hand={"G": 0, "S": 1}, captured={"G": 5, "S": 6})
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert after(p, "pass").phase == "setup"


def test_a_setting_up_without_a_free_square_is_passed_over() -> None:
    p = position(
        """
        .......
        .G.S.G.
        .......
        .S.A.S.
        .......
        .G.S.G.
        .......""",
        phase="setup",
    )
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert MINDFIELD.hints(p).text == "Gold cannot place a stone: pass."
    assert after(p, "pass").phase == "play"
