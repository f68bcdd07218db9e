"""Spaces ruling by ruling, on positions set up by hand, and whatever may come in where a position is asked for."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import MoveTextError, PositionError, RollError, RulesError, TableError
from companion.rules.spaces import Position
from tests.rules import playthrough
from tests.rules.positions_spaces import SPACES, after, at

START = {"J6": "W", "A6": "B"}


def position(pieces: dict[str, str], roll: int | None = None, **fields: Any) -> Position:
    return SPACES.parse(at(pieces, roll, **fields))


def dumped(outcome: Any) -> dict[str, Any]:
    return SPACES.dump(outcome.position)


def rules_broken(where: Position, move: str) -> list[str]:
    return [violation.rule for violation in SPACES.judge(where, move).violations]


def shown(where: Position, table: dict[str, str]) -> Any:
    return SPACES.match(where, {cell: tuple(kinds.split()) for cell, kinds in table.items()})


# --- throws ------------------------------------------------------------------------------------------


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
        {"A5": "W", "A9": "W", "B4": "B", "B8": "B", "B12": "B"},  # a second piece, shut in too
        {"A5": "W", "B4": "B", "J6": "B"},  # one way open
        {"A6": "W", "B7": "B", "J2": "B"},  # the edge open
        {"G7": "W", "F6": "B", "H6": "B"},  # the centre open
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
def test_a_throw_has_one_die(dice: Any) -> None:
    with pytest.raises(RollError, match="dice"):
        SPACES.roll(position(START), dice)
    with pytest.raises(RollError, match="dice"):
        SPACES.roll(SPACES.new(), [5])


@pytest.mark.parametrize("fields", [{"phase": "move", "roll": 3}, {"phase": "between", "score": {"W": 1, "B": 0}}])
def test_a_throw_that_is_not_due_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(RollError, match="no roll is due"):
        SPACES.roll(position(START, **fields), [3])
    if fields["phase"] == "move":
        with pytest.raises(PositionError, match="phase"):
            SPACES.next(position(START, **fields))


# --- moves -------------------------------------------------------------------------------------------


def test_a_move_ends_the_turn() -> None:
    assert dumped(after(position(START, 2), "J6-I7-H6")) == at({"H6": "W", "A6": "B"}, to_move="B")


def test_an_edge_move_may_be_any_step() -> None:
    assert SPACES.judge(position({"J2": "W", "C6": "B"}, 3), "J2-A2-B3-C2").legal
    assert SPACES.judge(position({"I3": "W", "C6": "B"}, 3), "I3-J2-A2-B3").legal
    assert SPACES.judge(position({"H2": "W", "C6": "B"}, 3), "H2-I3-J2-A2").legal
    assert SPACES.judge(position({"C1": "W", "C6": "B"}, 1), "C1-H15").legal
    assert SPACES.judge(position({"E19": "W", "C6": "B"}, 1), "E19-J1").legal


def test_a_capture_gives_the_piece_back_and_the_last_one_ends_the_bout() -> None:
    two = after(position({"J6": "W", "H6": "B", "A2": "B"}, 2), "J6-I7-H6")
    assert [event.event for event in two.events] == ["captured"]
    assert dumped(two) == at({"H6": "W", "A2": "B"}, to_move="B")
    last = after(position({"J6": "W", "H6": "B"}, 2, score={"W": 2, "B": 5}), "J6-I7-H6")
    assert [event.event for event in last.events] == ["captured", "bout-won"]
    assert dumped(last) == at({"H6": "W"}, phase="between", score={"W": 3, "B": 5})
    assert dumped(SPACES.next(last.position)) == at(START, opening=True, score={"W": 3, "B": 5})


def test_a_pass_through_the_centre_gains_a_piece_and_a_roll() -> None:
    gained = after(position({"G7": "W", "A6": "B"}, 4), "g7-f10*e11-d10+e9-d8")
    assert [event.event for event in gained.events] == ["gained"]
    assert dumped(gained) == at({"D8": "W", "D10": "W", "A6": "B"}, extra_roll=True)
    again = SPACES.roll(gained.position, [4]).position
    assert SPACES.dump(again) == at({"D8": "W", "D10": "W", "A6": "B"}, 4, extra_roll=True)
    third = after(again, "D8-E9*E10-D7+F9-E7")
    assert dumped(third) == at({"D7": "W", "E7": "W", "D10": "W", "A6": "B"}, extra_roll=True)
    plain = SPACES.roll(third.position, [1]).position
    assert dumped(after(plain, "D7-C6")) == at({"C6": "W", "E7": "W", "D10": "W", "A6": "B"}, to_move="B")


def test_with_three_pieces_a_pass_gains_neither_piece_nor_roll() -> None:
    where = position({"G7": "W", "J1": "W", "A1": "W", "A6": "B"}, 4)
    assert dumped(after(where, "G7-F10*F9-E7")) == at({"E7": "W", "J1": "W", "A1": "W", "A6": "B"}, to_move="B")
    assert rules_broken(where, "G7-F10*E9-D8+E11-D10") == ["SP-R11"]


def test_both_ends_of_a_pass_may_capture() -> None:
    both = after(position({"G7": "W", "D8": "B", "D10": "B"}, 4), "G7-F10*E9-D8+E11-D10")
    assert [event.event for event in both.events] == ["captured", "captured", "gained", "bout-won"]
    assert dumped(both) == at({"D8": "W", "D10": "W"}, phase="between", score={"W": 1, "B": 0})
    one = after(position({"G7": "W", "D8": "B", "A6": "B"}, 4), "G7-F10*E9-D8+E11-D10")
    assert dumped(one) == at({"D8": "W", "D10": "W", "A6": "B"}, extra_roll=True)


def test_a_pass_needs_both_pieces_to_finish() -> None:
    """SP-R12: with every way out on blue shut to runs, nothing longer than one step outside goes through."""
    shut = {"G7": "W", "D10": "B", "F13": "B", "E7": "B"}
    through = [m for m in SPACES.legal(position(shut, 5)).moves if "*" in m]
    assert through
    assert all("F9-G8" in move for move in through)
    assert SPACES.judge(position(shut, 4), "G7-F10*E9-D8+E11-D10").legal
    assert rules_broken(position(shut, 5), "G7-F10*E9-D8-C9+E11-D10-C7") == ["SP-4"]


@pytest.mark.parametrize(
    ("pieces", "roll", "move", "rules"),
    [
        (START, 5, "A6-B7", ["SP-M"]),
        (START, 5, "B7-C6", ["SP-M"]),
        (START, 5, "J6-I7-H6", ["SP-M"]),
        (START, 1, "J6-J7", ["SP-M"]),
        (START, 1, "J6-I7-H6", ["SP-M"]),
        (START, 1, "J6-J8", ["SP-M"]),
        (START, 1, "J6-H6", ["SP-M"]),
        (START, 1, "J6-J6", ["SP-M", "SP-2"]),
        (START, 1, "J6-A2", ["SP-E"]),
        (START, 1, "J6-A5", ["SP-E"]),
        ({"A3": "W", "J2": "B"}, 1, "A3-J3", ["SP-E"]),
        ({"A5": "W", "J2": "B"}, 1, "A5-J5", ["SP-E"]),
        (START, 2, "J6-I7-J6", ["SP-2"]),
        (START, 3, "J6-I7-J6-A6", ["SP-3"]),
        (START, 4, "J6-I7-H6-I7-H10", ["SP-3"]),
        ({"I7": "W", "H6": "B"}, 2, "I7-H6-G7", ["SP-4"]),
        ({"I7": "W", "H6": "W", "A2": "B"}, 2, "I7-H6-G7", ["SP-4"]),
        ({"I7": "W", "H6": "W", "A2": "B"}, 1, "I7-H6", ["SP-R9"]),
        ({"G7": "W", "A6": "B"}, 1, "G7-F10", ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 2, "G7-F10-G11", ["SP-6"]),
        ({"G7": "W", "A6": "B"}, 2, "G7-F10-E10", ["SP-C", "SP-5", "SP-6"]),
        ({"G7": "W", "A6": "B"}, 3, "G7-F10*E9+E11", ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-F10*E9-D8", ["SP-R11"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-F10*E9-D8+E10-D7", ["SP-6"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-F10*E9-D8+F11-G10", ["SP-C"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-F10*E9-D8+E11-D10-C7", ["SP-M", "SP-R10"]),
        ({"G7": "W", "A6": "B"}, 5, "G7-F10*E9-D8+E11-D10", ["SP-M"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-F10*D8-C9+E11-D10", ["SP-C"]),
        ({"G7": "W", "A6": "B"}, 4, "G7-H6*E9-D8+E11-D10", ["SP-C"]),
        ({"G7": "W", "A6": "B"}, 5, "G7-F10*E9-D8-E9+E11-D10-C7", ["SP-5", "SP-3"]),
    ],
)
def test_what_a_wrong_move_breaks(pieces: dict[str, str], roll: int, move: str, rules: list[str]) -> None:
    assert sorted(rules_broken(position(pieces, roll), move)) == sorted(rules)


def test_words_speak_about_this_very_move() -> None:
    (one,) = SPACES.judge(position({"H6": "W", "A6": "B"}, 2), "H6-G7-H6").violations
    assert one.text.startswith("H6 is the space you started on")
    assert "special rule 2" in one.text
    assert one.cells == ("H6",)
    (count,) = SPACES.judge(position(START, 5), "J6-I7-H6").violations
    assert all(part in count.text for part in ("from J6 to H6 is 2 spaces", "roll is 5"))
    (edge,) = SPACES.judge(position({"A3": "W", "J2": "B"}, 1), "A3-J3").violations
    assert all(part in edge.text for part in ("A3 to J3 is no edge move", "stripe at A3 is red", "space is blue"))


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"phase": "roll-off", "opening": True}, "SP-R1"),
        ({}, "SP-M"),
        ({"extra_roll": True}, "SP-7"),
        ({"phase": "between", "score": {"W": 1, "B": 0}}, "SP-O"),
        (
            {"phase": "over", "score": {"W": 6, "B": 0}, "result": {"winner": "W", "points": 1, "how": "capture"}},
            "SP-R15",
        ),
    ],
)
def test_where_no_move_is_due_none_is_legal(fields: dict[str, Any], rule: str) -> None:
    where = position(START, **fields)
    assert SPACES.legal(where).moves == ()
    assert rules_broken(where, "J6-A6") == [rule]
    assert rules_broken(where, "pass") == [rule]
    same = SPACES.match(where, SPACES.table(where))
    assert (same.moves, same.violations, same.partial) == ((), (), True)
    other = shown(where, {"I7": "white", "A6": "black"})
    assert [violation.rule for violation in other.violations] == [rule]
    assert not other.partial


# --- hints -------------------------------------------------------------------------------------------


def why_not(where: Position, cell: str) -> list[str]:
    return [hint.why for hint in SPACES.hints(where).cells[cell] if hint.to is None]


def test_hints_say_why_something_may_not() -> None:
    assert why_not(position({"G7": "W", "A6": "B"}, 4), "G7") == []
    [why] = why_not(position({"G7": "W", "A6": "B"}, 3), "G7")
    assert all(part in why for part in ("From G7 by F10", "needs 4 or more", "roll of 3", "special rule 5"))
    [why] = why_not(position({"J6": "W", "I7": "W", "A6": "B"}, 1), "J6")
    assert all(part in why for part in ("Not to I7", "piece of White on I7"))
    shut_in = why_not(position({"A5": "W", "J2": "W", "B4": "B", "B8": "B"}, 2), "A5")
    assert any("Not to A1" in why and "piece of Black on B4" in why and "special rule 4" in why for why in shut_in)


def test_hints_name_captures_edges_and_gains() -> None:
    hints = SPACES.hints(position(START, 1))
    assert hints.text == "White: move one piece 1 space. You can capture Black's piece on A6."
    assert "Move J6-A6 over the edge and capture Black's piece." in [hint.why for hint in hints.cells["J6"]]
    (out,) = [hint for hint in SPACES.hints(position({"G7": "W", "A6": "B"}, 4)).cells["G7"] if hint.to == "D8"]
    assert "the black space as 2" in out.why
    assert out.why.endswith("Another piece comes in on D10, E7, F13 or G8. Then roll again.")


# --- texts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  j6-i7-H6\n", "J6-I7-H6"),
        ("PaSs", "pass"),
        (" h6-g7-f10*e11-d10+e9-d8 ", "H6-G7-F10*E9-D8+E11-D10"),
        ("H6-G7-F10*F11-G10+F9-G8", "H6-G7-F10*F9-G8+F11-G10"),
        ("F10*E9", "F10*E9"),
    ],
)
def test_texts_are_read_with_tolerance(text: str, canonical: str) -> None:
    assert SPACES.judge(position(START, 5), text).move == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "J6", "J6-", "-J6", "J6--I7", "J6 I7", "J6-I0", "J6-I07", "J6-K1", "J6-A12", "J6-CENTRE", "J6-*",
     "G7-F10*", "G7-F10*E9-D8+", "G7-F10*E9-D8+E11-D10+F9-G8", "G7+F10", "G7-F10*E9*E11", "pass pass",
     "skip", "J6-I7x", "Ｊ6-I7", "J6–I7", "J٦-I7", "J6-I7\ud800", "c4", "J6-I" + "7" * 5000],
)  # fmt: skip
def test_what_is_no_text_of_a_move_is_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        SPACES.judge(position(START, 5), text)


def test_a_long_text_is_judged_quickly() -> None:
    walk = "-".join(["J6", *["I7", "H6"] * 100_000])
    began = time.process_time()
    assert rules_broken(position(START, 5), walk)[0] == "SP-M"
    assert rules_broken(position(START, 5), "A1*A3-" + walk + "+B2-" + walk)[0] == "SP-M"
    with pytest.raises(MoveTextError):
        SPACES.judge(position(START, 5), walk + "-")
    assert time.process_time() - began < 4


# --- tables ------------------------------------------------------------------------------------------


def test_several_ways_to_a_table_are_all_named() -> None:
    where = position({"G7": "W", "H2": "W", "J10": "W", "A6": "B"}, 6)
    match = shown(where, {"H2": "white", "J10": "white", "A6": "black", "D3": "white"})
    assert all(SPACES.judge(where, move).legal for move in match.moves)
    assert len(set(match.moves)) == len(match.moves)


@pytest.mark.parametrize(
    ("pieces", "roll", "table", "partial", "rules"),
    [
        (START, 5, {"A6": "black"}, True, ["SP-M"]),
        (START, 5, {"A6": "black", "H6": "white"}, True, ["SP-M"]),
        (START, 2, {"A6": "black", "G7": "white"}, False, ["SP-M"]),
        (START, 2, {"A6": "black", "J7": "white"}, False, ["SP-M", "SP-C"]),
        (START, 2, {"A6": "black", "J8": "white"}, False, ["SP-M"]),
        (START, 2, {"A6": "black", "CENTRE": "white"}, False, ["SP-5"]),
        (START, 2, {"A6": "black", "F10": "white"}, False, ["SP-5"]),
        (START, 2, {"J6": "white"}, False, ["SP-O"]),
        ({**START, "A2": "B"}, 2, {"H6": "white", "A2": "black"}, False, ["SP-O"]),
        ({**START, "H6": "B"}, 2, {"H6": "white"}, False, ["SP-O"]),
        (START, 1, {"J6": "white"}, True, ["SP-O"]),
        (START, 1, {}, True, ["SP-M"]),
        (START, 2, {"J6": "white", "B7": "black"}, False, ["SP-M"]),
        (START, 2, {"J6": "white black"}, False, ["SP-O"]),
        (START, 1, {"A6": "black white"}, False, ["SP-O"]),
        (START, 2, {"J6": "white", "A6": "black", "A2": "black"}, False, ["SP-M"]),
        (START, 2, {"J6": "white", "A6": "black", "A2": "white"}, False, ["SP-C"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "CENTRE": "white"}, True, ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "CENTRE": "white", "D8": "white"}, True, ["SP-5"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "D8": "white"}, True, ["SP-R11"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "G7": "white", "D8": "white", "D10": "white"}, True, ["SP-M"]),
        ({"G7": "W", "A6": "B"}, 4, {"A6": "black", "D8": "white", "D12": "white"}, False, ["SP-C"]),
        ({"G7": "W", "D8": "B", "A1": "B"}, 4, {"G7": "white", "A1": "black"}, True, ["SP-O"]),
        ({"I7": "W", "H6": "B"}, 2, {"G7": "white", "H6": "black"}, False, ["SP-4"]),
        ({"I7": "W", "H6": "W", "A2": "B"}, 2, {"A2": "black"}, False, ["SP-M"]),
        ({"I7": "W", "A2": "B"}, 2, {"A2": "black", "I7": "white", **dict.fromkeys(("H6", "J2", "C2"), "white")}, False,
         ["SP-C", "SP-R16"]),
        ({"G7": "W", "F6": "B", "H6": "B"}, 2, {"F6": "black", "H6": "black"}, False, ["SP-M", "SP-R3"]),
    ],
)  # fmt: skip
def test_what_a_table_that_is_no_result_says(
    pieces: dict[str, str], roll: int, table: dict[str, str], partial: bool, rules: list[str]
) -> None:
    match = shown(position(pieces, roll), table)
    assert not match.moves
    assert match.partial == partial
    assert bool(match.towards) == partial
    assert sorted({violation.rule for violation in match.violations}) == sorted(rules)


@pytest.mark.parametrize(
    "table", [None, [], {"K1": ["white"]}, {"A1": ["gold"]}, {"A1": "white"}, {"A1": [["white"]]}, {"a1": []}]
)
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(TableError):
        SPACES.match(position(START, 5), table)


# --- a whole game ------------------------------------------------------------------------------------


def test_the_playthrough_still_holds() -> None:
    text = playthrough.path("spaces").read_text(encoding="utf-8")
    assert playthrough.replay(SPACES, text) == text


# --- positions ---------------------------------------------------------------------------------------

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


@given(st.text(max_size=30) | st.text(alphabet="AJFGE0169-*+ pas", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged_or_refused(text: str) -> None:
    try:
        verdict = SPACES.judge(position({"G7": "W", "A6": "B"}, 4), text)
    except MoveTextError:
        return
    assert verdict.legal or verdict.violations
    assert SPACES.judge(position({"G7": "W", "A6": "B"}, 4), verdict.move) == verdict
