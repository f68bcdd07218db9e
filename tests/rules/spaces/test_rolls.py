"""Spaces roll by roll: the roll-off, the end of a bout by a roll, trapped pieces, passes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError, RollError
from tests.rules.spaces.by_hand import START, dumped, position, rules_broken
from tests.rules.spaces.positions import SPACES, after, at


def test_a_game_begins_with_the_roll_off() -> None:
    start = SPACES.new()
    assert SPACES.dump(start) == at(START, phase="roll-off", opening=True)
    assert SPACES.status(start).dice == ("white", "black")
    assert SPACES.legal(start).moves == ()
    tie = SPACES.roll(start, [4, 4])
    assert tie.position == start
    assert [event.event for event in tie.events] == ["tie"]
    for dice, first in (([2, 5], "B"), ([1, 6], "B"), ([6, 1], "W")):
        assert dumped(SPACES.roll(start, dice)) == at(START, opening=True, to_move=first)


def test_a_roll_is_to_be_moved() -> None:
    opening = position(START, opening=True, to_move="B")
    assert SPACES.status(opening).dice == ("die",)
    assert dumped(SPACES.roll(opening, [5])) == at(START, 5, to_move="B")


@pytest.mark.parametrize("player", ["W", "B"])
def test_rule_1_a_first_roll_of_1_wins_the_bout_and_nobody_moves(player: str) -> None:
    won = SPACES.roll(position(START, opening=True, to_move=player), [1])
    score = {"W": 0, "B": 0} | {player: 1}
    assert dumped(won) == at(START, phase="between", to_move=player, score=score)
    assert [event.event for event in won.events] == ["bout-won"]
    begun = SPACES.next(won.position)
    assert dumped(begun) == at(START, opening=True, to_move=player, score=score)


def test_rule_1_is_for_the_first_roll_of_the_bout_alone() -> None:
    answer = position({"I7": "W", "A6": "B"}, to_move="B")
    assert dumped(SPACES.roll(answer, [1]))["phase"] == "move"


def test_a_game_to_one_point_is_won_with_one_point() -> None:
    won = SPACES.roll(position(START, opening=True, options={"target": 1}), [1])
    assert won.events[-1].text == "White wins the game with 1 point."
    assert "has won with 1 point (" in SPACES.hints(won.position).text


def test_the_sixth_point_ends_the_game() -> None:
    won = SPACES.roll(position(START, opening=True, score={"W": 5, "B": 5}), [1])
    assert dumped(won) == at(
        START, phase="over", score={"W": 6, "B": 5}, result={"winner": "W", "points": 1, "how": "opening-one"}
    )
    assert [event.event for event in won.events] == ["bout-won", "won"]
    assert SPACES.status(won.position).due == "nothing"
    with pytest.raises(PositionError, match="phase"):
        SPACES.next(won.position)


def test_the_target_is_an_option() -> None:
    start = SPACES.new({"target": 1})
    begun = SPACES.roll(start, [3, 2]).position
    assert SPACES.dump(begun)["options"] == {"target": 1}
    assert dumped(SPACES.roll(begun, [1]))["phase"] == "over"


TRAPPED_AT_THE_RIM = {"A5": "W", "B4": "B", "B8": "B", "J6": "B"}
TRAPPED_INSIDE = {"D3": "W", "E2": "B", "E6": "B", "C2": "B"}
TRAPPED_BESIDE_ITS_EDGE = {"A6": "W", "J6": "B", "B7": "B"}


@pytest.mark.parametrize("pieces", [TRAPPED_AT_THE_RIM, TRAPPED_INSIDE, TRAPPED_BESIDE_ITS_EDGE])
def test_rule_9_a_trapped_piece_loses_the_bout_unless_a_1_is_rolled(pieces: dict[str, str]) -> None:
    where = position(pieces)
    for roll in range(2, 7):
        lost = SPACES.roll(where, [roll])
        assert dumped(lost) == at(pieces, phase="between", to_move="B", score={"W": 0, "B": 1})
    saved = SPACES.roll(where, [1]).position
    enemies = {cell for cell, player in pieces.items() if player == "B"} - ({"J6"} if "A5" in pieces else set())
    assert {move.split("-")[1] for move in SPACES.legal(saved).moves} == enemies
    assert "trapped" in SPACES.hints(where).text


@pytest.mark.parametrize(
    "pieces",
    [
        {**TRAPPED_AT_THE_RIM, "J2": "W"},  # a second piece
        {"A5": "W", "A9": "W", "B4": "B", "B8": "B", "B12": "B"},  # a second piece, trapped too
        {"A5": "W", "B4": "B", "J6": "B"},  # one space is open
        {"A6": "W", "B7": "B", "J2": "B"},  # the space at the edge is open
        {"G7": "W", "F6": "B", "H6": "B"},  # the centre is open
    ],
)
def test_rule_9_is_for_an_only_piece_that_can_step_nowhere(pieces: dict[str, str]) -> None:
    assert dumped(SPACES.roll(position(pieces), [2]))["phase"] == "move"


def test_a_roll_that_nothing_can_move_is_passed() -> None:
    stuck = position({"G7": "W", "F6": "B", "H6": "B"}, 2)
    assert SPACES.legal(stuck).moves == ("pass",)
    assert SPACES.status(stuck).offers == ("pass",)
    assert dumped(after(stuck, "pass")) == at({"G7": "W", "F6": "B", "H6": "B"}, to_move="B")
    assert SPACES.match(stuck, SPACES.table(stuck)).moves == ("pass",)
    assert rules_broken(position(START, 5), "pass") == ["SP-R3"]


@pytest.mark.parametrize("dice", [[], [5, 5], [0], [7], [True], [2.0], ["2"], 5, None, {"die": 5}, [[5]], "5", [None]])
def test_a_roll_has_one_die(dice: Any) -> None:
    with pytest.raises(RollError, match="dice"):
        SPACES.roll(position(START), dice)
    with pytest.raises(RollError, match="dice"):
        SPACES.roll(SPACES.new(), [5])


@pytest.mark.parametrize("fields", [{"phase": "move", "roll": 3}, {"phase": "between", "score": {"W": 1, "B": 0}}])
def test_a_roll_that_is_not_due_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(RollError, match="no roll is due"):
        SPACES.roll(position(START, **fields), [3])
    if fields["phase"] == "move":
        with pytest.raises(PositionError, match="phase"):
            SPACES.next(position(START, **fields))
