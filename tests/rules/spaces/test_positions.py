"""Positions of Spaces as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import PositionError, RollError, RulesError, TableError
from tests.rules.spaces.by_hand import START, position
from tests.rules.spaces.positions import SPACES, at

WRONG: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("game", lambda p: p.update(game="chess")),
    ("strange", lambda p: p.update(strange=1)),
    ("pieces.E10", lambda p: p["pieces"].update(E10="W")),
    ("pieces.A4", lambda p: p["pieces"].update(A4="W")),
    ("pieces.CENTRE", lambda p: p["pieces"].update(CENTRE="W")),
    ("pieces.Z9", lambda p: p["pieces"].update(Z9="W")),
    ("pieces.a1", lambda p: p["pieces"].update(a1="W")),
    ("pieces.J6", lambda p: p["pieces"].update(J6="white")),
    ("pieces", lambda p: p["pieces"].pop("J6")),
    ("pieces", lambda p: p["pieces"].update(A1="W", A2="W", A3="W")),
    ("pieces", lambda p: p.update(pieces=[])),
    ("to_move", lambda p: p.update(to_move="w")),
    ("phase", lambda p: p.update(phase="play")),
    ("roll", lambda p: p.update(roll=0)),
    ("roll", lambda p: p.update(roll=7)),
    ("roll", lambda p: p.update(roll=True)),
    ("roll", lambda p: p.update(roll=None)),
    ("roll", lambda p: p.update(roll=[5])),
    ("roll", lambda p: p.update(phase="roll")),
    ("opening", lambda p: p.update(opening=True)),
    ("opening", lambda p: p.update(opening=0)),
    ("opening", lambda p: p.update(phase="roll-off", roll=None)),
    ("extra_roll", lambda p: p.update(extra_roll="no")),
    ("extra_roll", lambda p: p.update(phase="roll", roll=None, opening=True, extra_roll=True)),
    ("extra_roll", lambda p: p.update(phase="between", roll=None, extra_roll=True, score={"W": 1, "B": 0})),
    ("score.W", lambda p: p["score"].update(W=-1)),
    ("score.B", lambda p: p["score"].update(B=6)),
    ("score.B", lambda p: p["score"].pop("B")),
    ("score", lambda p: p.update(score=[0, 0])),
    ("score.W", lambda p: p.update(phase="between", roll=None)),
    ("options.target", lambda p: p.update(options={"target": 0})),
    ("options.target", lambda p: p.update(options={"target": True})),
    ("options.aim", lambda p: p.update(options={"aim": 6})),
    ("result", lambda p: p.update(result={"winner": "W", "points": 1, "how": "capture"})),
    ("result", lambda p: p.update(phase="over", roll=None, score={"W": 6, "B": 0})),
]


@pytest.mark.parametrize(("field", "spoil"), WRONG)
def test_a_contradiction_is_refused_by_its_field(field: str, spoil: Callable[[dict[str, Any]], object]) -> None:
    data = copy.deepcopy(at(START, 5))
    spoil(data)
    with pytest.raises(PositionError) as refused:
        SPACES.parse(data)
    assert refused.value.field == field


@pytest.mark.parametrize("field", sorted(at(START, 5)))
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(PositionError, match="missing") as refused:
        SPACES.parse({name: value for name, value in at(START, 5).items() if name != field})
    assert refused.value.field == field


def test_the_loser_of_an_ended_bout_may_have_no_piece() -> None:
    over: dict[str, Any] = {
        "phase": "over",
        "score": {"W": 6, "B": 1},
        "result": {"winner": "W", "points": 1, "how": "capture"},
    }
    for fields in (over, {"phase": "between", "score": {"W": 1, "B": 0}}):
        for pieces in ({"A6": "W"}, START):
            assert SPACES.dump(position(pieces, **fields))["pieces"] == pieces
        with pytest.raises(PositionError, match="pieces"):
            position({"A6": "B"}, **fields)
    for points in (5, 7):
        with pytest.raises(PositionError, match=r"score\.W"):
            position(START, **over | {"score": {"W": points, "B": 1}})
    with pytest.raises(PositionError, match=r"result\.winner"):
        position(START, **over | {"to_move": "B", "score": {"W": 1, "B": 6}})


def test_options_default() -> None:
    assert SPACES.dump(position(START, 5, options={}))["options"] == {"target": 6}
    for options in ({"target": "6"}, {"target": 6.0}, {"rounds": 2}, {"target": None}):
        with pytest.raises(PositionError, match="options"):
            SPACES.new(options)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["W", "B", "J6"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(ANYTHING, st.sampled_from([*sorted(at(START, 5)), "result", "pieces.J6", "score.W", "options.target"]))
@settings(max_examples=300, deadline=None)
def test_anything_at_all_is_taken_or_refused(data: Any, field: str) -> None:
    spoilt: Any = copy.deepcopy(at(START, 5))
    outer, _, inner = field.partition(".")
    if inner:
        spoilt[outer][inner] = data
    else:
        spoilt[outer] = data
    for tried, refusal in (
        (lambda: SPACES.parse(spoilt), PositionError),
        (lambda: SPACES.parse(data), PositionError),
        (lambda: SPACES.new(data), PositionError),
        (lambda: SPACES.roll(position(START), data), RollError),
        (lambda: SPACES.match(position(START, 5), data), TableError),
    ):
        try:
            tried()
        except RulesError as error:
            assert isinstance(error, refusal)  # noqa: PT017 - whether it raises at all is open
