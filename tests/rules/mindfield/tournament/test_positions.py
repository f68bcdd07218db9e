"""Positions of Mindfield tournaments as JSON: what is read, and what is refused with the name of the field."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.mindfield.tournament.by_hand import SEVENTH
from tests.rules.mindfield.tournament.positions import in_match


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"match": None}, "match"),
        ({"match": []}, "match"),
        ({"options": {"rounds": 4}}, "match.rounds"),
        ({"options": {"rounds": 0}}, "match"),
        ({"options": {}}, "match"),
        ({"options": {"rounds": 3}}, "options.rounds"),
        ({"match": {"rounds": 2, "round": 0, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": 4, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": True, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": -1, "S": 0}, "first": "G"}}, "match.score.G"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0}, "first": "G"}}, "match.score.S"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "g"}}, "match.first"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}}}, "match.first"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "G", "to": 1}}, "match.to"),
        ({"hand": {"G": 13, "S": 13}}, "hand.G"),
        ({"hand": {"G": 15, "S": 13}}, "hand.G"),
        ({"captured": {"G": 1, "S": 0}}, "hand.S"),
        ({"phase": "claims"}, "phase"),
        ({"phase": "between", "result": {"winner": "G", "points": 1, "how": "primes"}}, "result"),
        ({"result": {"winner": "G", "points": 1, "how": "primes"}}, "result"),
        ({"phase": "between"}, "phase"),
        ({"phase": "over"}, "result"),
        ({"phase": "over", "result": {"winner": "G", "points": 1, "how": "primes"}}, "phase"),
    ],
)
def test_contradictory_positions_are_refused_by_field(fields: dict[str, Any], field: str) -> None:
    assert MINDFIELD.parse(in_match(SEVENTH))
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(in_match(SEVENTH) | fields)
    assert refused.value.field == field


def test_lost_stones_are_nowhere_in_later_rounds() -> None:
    later = in_match(SEVENTH, match={"round": 2}, hand={"G": 3, "S": 0})
    assert MINDFIELD.dump(MINDFIELD.parse(later)) == later
    with pytest.raises(PositionError, match=r"hand\.G: Gold has at most 16 stones in a match of 2 rounds"):
        MINDFIELD.parse(in_match(SEVENTH, match={"round": 2}, hand={"G": 15, "S": 0}))
    with pytest.raises(PositionError, match=r"hand\.G: Gold has at most 25 stones"):
        MINDFIELD.parse(in_match(SEVENTH, match={"round": 2, "rounds": 4}, hand={"G": 24, "S": 0}))


WON = {"winner": "G", "points": 3, "how": "captures"}


@pytest.mark.parametrize(
    ("phase", "match", "fine"),
    [
        ("between", {"round": 1}, True),
        ("between", {"round": 2, "score": {"G": 4, "S": 4}}, True),
        ("between", {"round": 2, "score": {"G": 4, "S": 5}}, False),
        ("between", {"round": 3}, False),
        ("claim", {"round": 3}, False),
        ("claim", {"round": 2}, True),
        ("over", {"round": 1, "score": {"G": 4, "S": 3}}, False),
        ("over", {"round": 2, "score": {"G": 4, "S": 3}}, True),
        ("over", {"round": 2, "score": {"G": 4, "S": 4}}, False),
        ("over", {"round": 2, "score": {"G": 3, "S": 4}}, False),
        ("over", {"round": 3, "score": {"G": 4, "S": 4}}, True),
    ],
)
def test_a_phase_fits_the_match(phase: str, match: dict[str, Any], fine: bool) -> None:
    ended = {"result": WON} if phase == "over" else {}
    data = in_match(SEVENTH, match=match, captured={"G": 7, "S": 0}, phase=phase, **ended)
    if fine:
        assert MINDFIELD.dump(MINDFIELD.parse(data)) == data
        return
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(data)
    assert refused.value.field == "phase"
