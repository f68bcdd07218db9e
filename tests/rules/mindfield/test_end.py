"""The end of a game of Mindfield, and players who can make no move (MF-R10, MF-R13)."""

from __future__ import annotations

import pytest

from companion.rules.core import PositionError, RollError
from tests.rules.mindfield.by_hand import CHAIN, after, position, rules_of
from tests.rules.mindfield.positions import MINDFIELD


def test_seven_captures_win() -> None:
    p = position(CHAIN, hand={"G": 11, "S": 4}, captured={"G": 6, "S": 0})
    verdict = MINDFIELD.judge(p, "c5xc3")
    assert verdict.outcome is not None
    assert [event.event for event in verdict.outcome.events] == ["captured", "won"]
    over = verdict.outcome.position
    assert MINDFIELD.status(over).result is not None
    assert MINDFIELD.dump(over)["result"] == {"winner": "G", "points": 1, "how": "captures"}
    assert MINDFIELD.dump(over)["to_move"] == "G"
    assert MINDFIELD.hints(over).text == "The game is over: Gold has won with 7 captured stones."
    with pytest.raises(PositionError):
        MINDFIELD.next(over)


def test_the_center_is_no_prime_square() -> None:
    p = position("""
        A......
        .GGG...
        ...G...
        ...G...
        .......
        .GG....
        ......S""")
    assert MINDFIELD.status(p).counters["G"][2].value == 6
    p = position("""
        A......
        .GGG...
        ...G...
        ..G....
        .......
        .......
        ......S""")
    assert after(p, "c4-d4").phase == "play"


def test_who_can_do_nothing_passes() -> None:
    p = position(
        """
        A......
        .......
        .......
        .......
        SSS....
        SSS....
        GSS....""",
        hand={"G": 0, "S": 5},
        captured={"G": 0, "S": 12},
    )
    assert MINDFIELD.legal(p).moves == ("pass",)
    assert MINDFIELD.status(p).offers == ("pass",)
    assert MINDFIELD.hints(p).text == "Gold cannot do anything: pass."
    match = MINDFIELD.match(p, MINDFIELD.table(p))
    assert (match.moves, match.partial) == (("pass",), True)
    assert after(p, "pass").to_move == "S"
    assert rules_of(p, "a1-a2") == ["MF-M"]


def test_chance_is_no_part_of_the_game() -> None:
    with pytest.raises(RollError):
        MINDFIELD.roll(MINDFIELD.new(), [3])
