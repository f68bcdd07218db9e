"""Mindfield: stones placed and moved, and the Antipode's slides (MF-R1, MF-R3 to MF-R6)."""

from __future__ import annotations

import pytest

from tests.rules.mindfield.by_hand import OPEN, after, position, rules_of
from tests.rules.mindfield.positions import MINDFIELD


def test_placing() -> None:
    p = position(OPEN)
    placed = after(p, "e1")
    assert (placed.hand.G, placed.hand.S, placed.to_move) == (10, 11, "S")
    assert rules_of(p, "a1") == ["MF-P"]
    assert rules_of(p, "b2") == ["MF-P"]
    [violation] = MINDFIELD.judge(p, "b2").violations
    assert "b2 touches a gold stone on a1" in violation.text
    assert violation.cells == ("b2", "a1")


def test_an_empty_hand_places_nothing() -> None:
    p = position(OPEN, hand={"G": 0, "S": 11}, captured={"G": 0, "S": 11}, phase="play")
    assert rules_of(p, "e1") == ["MF-R3"]
    assert rules_of(p, "b2") == ["MF-R3", "MF-P"]
    assert not any(len(move) == 2 for move in MINDFIELD.legal(p).moves)


@pytest.mark.parametrize(
    ("move", "rules", "words"),
    [
        ("a1-b2", ["MF-M"], "a1 to b2 is diagonal"),
        ("a1-a3", ["MF-M"], "a1 to a3 is 2 squares"),
        ("a1-c4", ["MF-M", "MF-M"], "a1 to c4 is not a straight line"),
        ("c5-c3", ["MF-M"], "A jump over c4 is c5xc3."),
        ("a1-a1", ["MF-M"], "stays on a1"),
        ("c5-c4", ["MF-M"], "c4 is taken by a silver stone"),
        ("c4-c3", ["MF-M"], "The stone on c4 is Silver's. It is Gold's turn"),
        ("e5-e6", ["MF-M"], "e5 is empty"),
        ("d4-d5", ["MF-A"], "The Antipode shows Silver, so only Silver may move it."),
    ],
)
def test_moves_that_break_rules(move: str, rules: list[str], words: str) -> None:
    verdict = MINDFIELD.judge(position(OPEN), move)
    assert [v.rule for v in verdict.violations] == rules
    assert words in verdict.violations[0].text


def test_back_and_forth() -> None:
    p = position(OPEN, last_moves={"G": ["a2", "a1"], "S": None})
    assert rules_of(p, "a1-a2") == ["MF-B"]
    assert "a1-a2" not in MINDFIELD.legal(p).moves
    [violation] = MINDFIELD.judge(p, "a1-a2").violations
    assert violation.text.startswith("Gold moved this stone from a2 to a1 last turn")
    between = after(after(p, "a1-b1"), "g1-g2")
    assert rules_of(between, "b1-a1") == ["MF-B"]
    later = after(after(between, "c5-c6"), "g2-g3")
    assert rules_of(later, "b1-a1") == []
    assert any(hint.to is None and "a2" in hint.why for hint in MINDFIELD.hints(p).cells["a1"])


def test_a_jump_back_is_no_going_back_and_forth() -> None:
    p = position(OPEN, last_moves={"G": ["c3", "c5"], "S": None})
    assert rules_of(p, "c5xc3") == []


def test_only_moves_and_slides_are_remembered() -> None:
    p = position(OPEN, last_moves={"G": ["a2", "a1"], "S": None})
    assert MINDFIELD.dump(after(p, "a1-b1"))["last_moves"] == {"G": ["a1", "b1"], "S": None}
    assert after(p, "e1").last_moves.G is None
    assert after(p, "c5xc3").last_moves.G is None


def test_the_antipode_slides_any_number_of_empty_squares() -> None:
    p = position(OPEN, antipode_up="G")
    slides = {move for move in MINDFIELD.legal(p).moves if move.startswith("d4-")}
    assert slides == {f"d4-{cell}" for cell in ("d5", "d6", "d7", "d3", "d2", "d1", "e4", "f4", "g4")}
    assert MINDFIELD.dump(after(p, "d4-d7"))["last_moves"] == {"G": ["d4", "d7"], "S": None}
    assert rules_of(p, "d4-b4") == ["MF-A"]
    assert "c4" in MINDFIELD.judge(p, "d4-b4").violations[0].cells
    assert rules_of(p, "d4-c4") == ["MF-A"]
    assert rules_of(p, "d4-f6") == ["MF-A"]
    assert rules_of(p, "d4-d4") == ["MF-A"]
    assert rules_of(p, "d4xb4") == ["MF-A"]


def test_the_antipode_goes_not_straight_back_but_elsewhere() -> None:
    p = position(OPEN, antipode_up="G", last_moves={"G": ["d7", "d4"], "S": None})
    assert rules_of(p, "d4-d7") == ["MF-B"]
    assert rules_of(p, "d4-d6") == []
