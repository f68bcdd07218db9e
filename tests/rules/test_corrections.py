"""What people can correct in a game: some fields alone, some only together, and never where a piece is."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.rules import game
from companion.rules.core import JSON
from companion.rules.corrections import Change, find
from tests.rules.at_random import step
from tests.sixth_game.rules.noughts_and_crosses import GAME, Position


def offered(name: str, options: dict[str, JSON] | None = None, *moves: str) -> dict[str, tuple[str, dict[str, JSON]]]:
    """Each correction after some moves: its words, and the position with it."""
    rules = game(name)
    position: Any = rules.new(options)
    for move in moves:
        outcome = rules.judge(position, move).outcome
        assert outcome is not None
        position = outcome.position
    return {c.label: (c.text, rules.dump(c.position)) for c in rules.corrections(position)}


def test_points_go_up_from_nothing_and_never_below() -> None:
    found = offered("spaces", {"target": 3})
    assert set(found) == {"score.W=1", "score.B=1"}
    words, position = found["score.B=1"]
    assert words == "Black: 1 point"
    assert position["score"] == {"W": 0, "B": 1}


def test_a_stone_less_in_hand_is_one_that_was_captured() -> None:
    found = offered("mindfield", None, "a1", "g7")
    assert "hand.G=11" not in found
    words, position = found["hand.G=11, captured.S=1"]
    assert words == "Gold: 11 in hand; Silver: 1 captured"
    assert (position["hand"]["G"], position["captured"]["S"]) == (11, 1)
    assert position["rows"] == offered("mindfield", None, "a1", "g7")["hand.S=11, captured.G=1"][1]["rows"]


def test_a_tournament_has_points_too() -> None:
    found = offered("mindfield", {"rounds": 2})
    assert found["match.score.S=1"][1]["match"]["score"] == {"G": 0, "S": 1}


def test_the_cube_is_turned_or_changes_hands_only_where_there_is_one() -> None:
    found = offered("backgammon", {"cube": True, "match_length": 3})
    assert {label for label in found if label.startswith("cube")} == {"cube=2 W", "cube=2 B"}
    words, position = found["cube=2 B"]
    assert words == "The cube shows 2 and is Black's"
    assert position["cube"] == {"value": 2, "owner": "B"}
    assert not any(label.startswith("cube") for label in offered("backgammon", {"match_length": 3}))


@pytest.mark.parametrize("name", ["spry", "color-dice"])
def test_where_nothing_is_kept_beside_the_board_nothing_is_offered(name: str) -> None:
    assert offered(name) == {}


def test_two_changes_of_one_field_or_of_the_table_are_never_offered() -> None:
    def marked(position: Position) -> Position:
        return replace(position, marks=(("a1", "X"),))

    def turned(position: Position) -> Position:
        return replace(position, to_move="O")

    def nobody(position: Position) -> Position:
        return replace(position, to_move="nobody")

    changes = [
        Change("marks", "a1", "a mark", marked),
        Change("to_move", "to_move=O", "noughts", turned),
        Change("to_move", "nobody", "nobody", nobody),
    ]
    assert [correction.label for correction in find(GAME, GAME.new(), changes)] == ["to_move=O"]


def test_a_correction_is_a_whole_position_to_go_on_from() -> None:
    rules, rnd = game("spaces"), random.Random(3)
    position: Any = rules.new({"target": 3})
    for _ in range(40):
        for correction in rules.corrections(position):
            assert rules.parse(rules.dump(correction.position)) == correction.position
            assert rules.table(correction.position) == rules.table(position)
        taken = step(rules, position, rnd)
        if taken is None:
            break
        position = taken.outcome.position
