"""Spry's positions as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import PositionError, TableError
from tests.rules.spry.positions import SEEDS, SPRY, WON, at, sample


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_positions_survive_json(seed: int) -> None:
    position = sample(seed)
    assert SPRY.parse(json.loads(json.dumps(SPRY.dump(position)))) == position


ENDED = {"winner": "B", "points": 1, "how": "connected"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    (at(game="spray"), "game"),
    (at("A6"), "stones.A6"),
    (at("a1"), "stones.a1"),
    (at(stones={"A1": "b"}), "stones.A1"),
    (at(stones={"A1": 1}), "stones.A1"),
    (at(stones={"A1": ["B"]}), "stones.A1"),
    (at(stones=[]), "stones"),
    (at(to_move="X"), "to_move"),
    (at(to_move=None), "to_move"),
    (at(to_move=["B"]), "to_move"),
    (at(phase="play"), "phase"),
    (at(phase={}), "phase"),
    (at(options=None), "options"),
    (at(options={"swop": True}), "options.swop"),
    (at(options={"swap": 1}), "options.swap"),
    (at(options={"first": "black"}), "options.first"),
    (at(turn=1), "turn"),
    (at(WON), "stones"),
    (at("", WON), "stones"),
    (at(WON, phase="over"), "result"),
    (at(WON, result=ENDED), "result"),
    (at("A1", phase="over", result=ENDED), "phase"),
    (at(WON, phase="over", to_move="W", result=ENDED), "result.winner"),
    (at("", WON, phase="over", result=ENDED), "phase"),
    (at(WON, phase="over", result=ENDED | {"points": True}), "result.points"),
    (at(WON, phase="over", result=ENDED | {"more": 1}), "result.more"),
    ({k: v for k, v in at().items() if k != "stones"}, "stones"),
]


@pytest.mark.parametrize(("data", "field"), REFUSED, ids=str)
def test_contradictions_are_refused_by_name(data: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as refused:
        SPRY.parse(data)
    assert refused.value.field == field


def test_a_finished_position_is_read() -> None:
    position = SPRY.parse(at(WON, "I5", phase="over", result=ENDED, options={"first": "B", "swap": True}))
    assert SPRY.dump(position)["options"] == {"swap": False}
    assert SPRY.status(position).due == "nothing"
    assert "Black has won" in SPRY.hints(position).text


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["B", "W", "A1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(st.sampled_from(("game", "stones", "to_move", "phase", "options", "result")), ANYTHING, st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_json_is_read_or_refused(field: str, value: Any, alone: bool) -> None:
    data = value if alone else at("A1 B2", "I5") | {field: value}
    with suppress(PositionError):
        position = SPRY.parse(data)
        assert SPRY.parse(SPRY.dump(position)) == position
    for options in (value, {"first": value}, {"swap": value}):
        with suppress(PositionError):
            assert SPRY.legal(SPRY.new(options), 5).moves
    with suppress(TableError):
        assert SPRY.match(SPRY.new(), value).partial in (True, False)
