"""Mindfield's board and its setting up (MF-R1, MF-R2)."""

from __future__ import annotations

import pytest

from companion.rules.mindfield import squares
from tests.rules.mindfield.by_hand import OPEN, after, position, rules_of
from tests.rules.mindfield.positions import MINDFIELD


def test_rings() -> None:
    assert (len(squares.PERIMETER), len(squares.PRIME)) == (24, 24)
    assert squares.NAMES[squares.CENTER] == "d4"
    assert squares.CENTER not in squares.PRIME | squares.PERIMETER
    assert {squares.NAMES[s] for s in squares.AROUND[squares.INDEX["a1"]]} == {"a2", "b1", "b2"}
    assert [len(squares.AROUND[squares.INDEX[c]]) for c in ("a1", "d1", "d4")] == [3, 5, 8]


def test_the_start() -> None:
    start = MINDFIELD.new()
    assert MINDFIELD.table(start) == {"d4": ("antipode-silver",)}
    status = MINDFIELD.status(start)
    assert (status.due, status.player, status.dice, status.offers) == ("move", "G", (), ())
    assert [(c.label, c.value) for c in status.counters["S"]] == [("in hand", 13), ("captured", 0), ("on Prime", 0)]
    assert len(MINDFIELD.legal(start).moves) == 49 - 9


@pytest.mark.parametrize("near", ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"])
def test_the_first_stone_keeps_away_from_the_antipode(near: str) -> None:
    [violation] = MINDFIELD.judge(MINDFIELD.new(), near).violations
    assert violation.rule == "MF-P"
    assert violation.cells == (near, "d4")
    assert f"{near} touches the Antipode on d4" in violation.text


def test_nothing_is_moved_during_the_setting_up() -> None:
    p = position(OPEN, phase="setup", antipode_up="G")
    assert rules_of(p, "a1-a2") == ["MF-R2"]
    assert rules_of(p, "d4-d5") == ["MF-R2"]
    assert rules_of(p, "c5xc3") == ["MF-R2"]
    assert rules_of(p, "a1-b2") == ["MF-R2", "MF-M"]
    assert rules_of(p, "pass") == ["MF-R13"]


def test_the_setting_up_ends_with_the_last_free_square_and_the_other_player_begins() -> None:
    p = position(
        """
        G..S..G
        .......
        .......
        S..A..S
        .......
        .......
        G..S...""",
        phase="setup",
        to_move="S",
    )
    assert set(MINDFIELD.legal(p).moves) == {"f1", "g1", "f2", "g2"}
    verdict = MINDFIELD.judge(p, "g1")
    assert verdict.outcome is not None
    assert [event.event for event in verdict.outcome.events] == ["play-begins"]
    assert (verdict.outcome.position.phase, verdict.outcome.position.to_move) == ("play", "G")
    opened = after(verdict.outcome.position, "a1-b1")
    assert opened.phase == "play"


def test_a_prime_won_during_the_setting_up_ends_the_game() -> None:
    p = position(
        """
        .......
        .G.G.G.
        .......
        .G.A.G.
        .......
        .G.....
        .......""",
        phase="setup",
    )
    over = after(p, "d2")
    assert (over.phase, over.to_move) == ("over", "G")
    assert over.result is not None
    assert (over.result.winner, over.result.how) == ("G", "primes")
    assert after(p, "d1").phase == "setup"
