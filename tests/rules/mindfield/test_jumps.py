"""Mindfield's jumps (MF-R7 to MF-R9, MF-R12)."""

from __future__ import annotations

import pytest

from tests.rules.mindfield.by_hand import CHAIN, after, position, rules_of
from tests.rules.mindfield.positions import MINDFIELD


def test_a_jump_captures_and_may_turn() -> None:
    p = position(CHAIN)
    verdict = MINDFIELD.judge(p, "c5xc3")
    assert verdict.outcome is not None
    assert MINDFIELD.table(verdict.outcome.position).keys() == {"a1", "c3", "d4", "d2", "g1"}
    assert verdict.outcome.position.captured == (1, 0)
    assert [(e.event, e.cells) for e in verdict.outcome.events] == [("captured", ("c4",))]


def test_the_antipode_turns_whoever_jumps_it() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    assert after(p, "d5xd3").antipode_up == "G"
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""", antipode_up="G")  # fmt: skip
    verdict = MINDFIELD.judge(p, "d5xd3")
    assert verdict.outcome is not None
    assert verdict.outcome.position.antipode_up == "S"
    assert [(e.event, e.cells) for e in verdict.outcome.events] == [("flipped", ("d4",))]


def test_a_jump_turning_the_antipode_twice_changes_nothing_and_is_no_turn() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    assert rules_of(p, "d5xd3xd5") == ["MF-R12"]
    assert rules_of(p, "d5xd3xd5xd3") == []


def test_a_jump_round_that_captures_is_a_turn() -> None:
    p = position("""
        .......
        .......
        ..GS...
        ..G.G..
        ...G...
        .......
        A......""")
    landed = after(p, "c5xe5xe3xc3xc5")
    assert landed.captured.G == 1
    assert MINDFIELD.table(landed).keys() == MINDFIELD.table(p).keys() - {"d5"}
    assert MINDFIELD.match(p, MINDFIELD.table(landed)).moves == ("c5xe5xe3xc3xc5", "c5xc3xe3xe5xc5")
    assert rules_of(p, "c5xc3xe3xc3xc5") == ["MF-R12"]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("c5xe5", "d5 is empty, so from c5 to e5 there is nothing to jump over."),
        ("c5xc4", "c5 to c4 is not a jump"),
        ("c5xe3", "c5 to e3 is not a jump"),
        ("c5xc5", "c5 to c5 is not a jump"),
        ("c5xc2", "c5 to c2 is not a jump"),
        ("g1xe1", "The stone on g1 is Silver's"),
        ("b1xd1", "b1 is empty"),
        ("c5xc3xc5", "already captured the stone on c4"),
        ("c5xc3xe3", "d3 is empty"),
    ],
)
def test_jumps_that_break_rules(move: str, words: str) -> None:
    verdict = MINDFIELD.judge(position(CHAIN), move)
    assert [v.rule for v in verdict.violations] == ["MF-J"]
    assert words in verdict.violations[0].text


def test_a_jump_lands_on_an_empty_square() -> None:
    p = position(CHAIN.replace("..SA...\n    .......", "..SA...\n    ..S...."))
    [violation] = MINDFIELD.judge(p, "c5xc3").violations
    assert violation.rule == "MF-J"
    assert "c3 is taken by a silver stone" in violation.text
