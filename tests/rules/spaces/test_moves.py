"""Spaces move by move: captures, the centre, what wrong moves break, and hints."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.spaces import Position
from tests.rules.spaces.by_hand import START, dumped, position, rules_broken, shown
from tests.rules.spaces.positions import SPACES, after, at


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
    """SP-R12: on blue no piece can go more than one step outside the centre, so no longer pass is legal."""
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


def test_a_captured_piece_beside_its_capturer_is_to_be_taken_off() -> None:
    where = position({"J6": "W", "H6": "B", "A2": "B"}, 2)
    (found,) = shown(where, {"H6": "white", "J6": "black", "A2": "black"}).violations
    assert (found.rule, found.text) == ("SP-O", "A captured piece of Black is still on J6. Take it off the board.")
    (other,) = shown(where, {"H6": "white", "I7": "black", "A2": "black"}).violations
    assert found.text != other.text


def test_a_half_pass_names_every_space_for_the_second_piece() -> None:
    where = position({"G7": "W", "A6": "B"}, 4)
    (missing,) = shown(where, {"D8": "white", "A6": "black"}).violations
    assert missing.text.endswith("one on D8, the other on D10, E7, F13 or G8.")
    passes = [move.split("*")[1].split("+") for move in SPACES.legal(where).moves if "+" in move]
    ends = [{branch.split("-")[-1] for branch in branches} for branches in passes]
    assert set().union(*(pair for pair in ends if "D8" in pair)) == {"D8", "D10", "E7", "F13", "G8"}
