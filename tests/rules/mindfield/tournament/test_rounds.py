"""The rounds of a Mindfield tournament: what each counts, and who wins the match (MF-R17, MF-R18)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError, Result
from tests.rules.mindfield.by_hand import after, rules_of
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.mindfield.tournament.by_hand import SEVENTH, SIX, events, position


@pytest.mark.parametrize(("rounds", "stones"), [(2, 16), (4, 25)])
def test_a_match_begins(rounds: int, stones: int) -> None:
    start = MINDFIELD.new({"rounds": rounds})
    dumped = MINDFIELD.dump(start)
    assert dumped["hand"] == {"G": stones, "S": stones}
    assert dumped["match"] == {"rounds": rounds, "round": 1, "score": {"G": 0, "S": 0}, "first": "G"}
    assert dumped["options"] == {"rounds": rounds}
    assert (dumped["to_move"], dumped["antipode_up"], dumped["phase"]) == ("G", "S", "setup")
    assert MINDFIELD.parse(dumped) == start
    counters = [(c.label, c.value) for c in MINDFIELD.status(start).counters["S"]]
    assert counters == [("score", 0), ("round", 1), ("in hand", stones), ("captured", 0), ("on Prime", 0)]


def test_a_round_won_by_primes_counts_captures_primes_and_antipode() -> None:
    rows = (
        SIX.replace("...A...", "A......").replace("G.....S", "G.S...S").replace(".......\n    A", "....SS.\n    A", 1)
    )
    p = position(rows, captured={"G": 1, "S": 4})
    ended = after(p, "f3")
    # Gold: 7 - 2 Primes. Silver: 4 - 1 captures. The Antipode on the Perimeter: nothing.
    assert MINDFIELD.dump(ended)["match"]["score"] == {"G": 5, "S": 3}
    assert MINDFIELD.status(ended).result == Result("G", 5, "primes")
    assert MINDFIELD.status(ended).due == "next"
    assert MINDFIELD.legal(ended).moves == ()
    assert MINDFIELD.status(ended).player == "G"
    assert rules_of(ended, "a1-a2") == ["MF-TS"]
    assert rules_of(ended, "claim b6") == ["MF-TS"]
    assert MINDFIELD.match(ended, {}).partial is False
    assert "Round 1 is over: Gold 5, Silver 3. Set up the next round." in MINDFIELD.hints(ended).text


@pytest.mark.parametrize(
    ("antipode", "up", "score"),
    [("d4", "G", (9, 0)), ("d4", "S", (7, 2)), ("e4", "G", (8, 0)), ("e4", "S", (7, 1)), ("g4", "G", (7, 0))],
)
def test_the_antipodes_bonus(antipode: str, up: str, score: tuple[int, int]) -> None:
    rows = SEVENTH.replace("..SA...", {"d4": "..SA...", "e4": "..S.A..", "g4": "..S...A"}[antipode])
    p = position(rows, captured={"G": 6, "S": 0}, antipode_up=up)
    assert after(p, "c5xc3").tournament is not None
    assert MINDFIELD.dump(after(p, "c5xc3"))["match"]["score"] == {"G": score[0], "S": score[1]}


def test_primes_count_only_where_seven_ended_the_round() -> None:
    rows = SEVENTH.replace("...S...", ".G.S...")
    ended = after(position(rows, captured={"G": 6, "S": 6}), "c5xc3")
    assert MINDFIELD.dump(ended)["match"]["score"] == {"G": 1, "S": 2}
    assert MINDFIELD.status(ended).result == Result("G", 1, "captures")


def test_the_next_round_begins_with_what_is_left() -> None:
    p = position(SEVENTH, captured={"G": 6, "S": 2})
    ended = after(p, "c5xc3")
    outcome = MINDFIELD.next(ended)
    dumped = MINDFIELD.dump(outcome.position)
    assert [event.event for event in outcome.events] == ["round-begins"]
    assert dumped["hand"] == {"G": 14, "S": 9}
    assert dumped["captured"] == {"G": 0, "S": 0}
    assert (dumped["to_move"], dumped["antipode_up"], dumped["phase"]) == ("S", "G", "setup")
    assert dumped["match"] == {"rounds": 2, "round": 2, "score": {"G": 5, "S": 2}, "first": "S"}
    assert MINDFIELD.table(outcome.position) == {"d4": ("antipode-gold",)}
    for phase in (outcome.position, p, MINDFIELD.new()):
        with pytest.raises(PositionError, match="phase"):
            MINDFIELD.next(phase)


LATE: dict[str, Any] = {"captured": {"G": 6, "S": 5}, "hand": {"G": 9, "S": 7}}


def test_the_match_goes_to_the_higher_score_whoever_ended_the_last_round() -> None:
    p = position(SEVENTH, match={"round": 2, "score": {"G": 0, "S": 5}}, **LATE)
    over = after(p, "c5xc3")
    assert (over.phase, over.to_move) == ("over", "S")
    assert events(p, "c5xc3") == ["captured", "round-won", "won"]
    assert MINDFIELD.dump(over)["match"]["score"] == {"G": 2, "S": 7}
    assert MINDFIELD.dump(over)["result"] == {"winner": "S", "points": 7, "how": "score"}
    assert "Silver has won with the higher score" in MINDFIELD.hints(over).text
    assert "Gold 2, Silver 7" in MINDFIELD.hints(over).text
    assert rules_of(over, "a1-a2") == ["MF-W"]
    assert MINDFIELD.parse(MINDFIELD.dump(over)) == over


def test_a_tie_is_decided_by_one_more_round() -> None:
    p = position(SEVENTH, match={"round": 2, "score": {"G": 5, "S": 5}, "first": "S"}, **LATE)
    tied = after(p, "c5xc3")
    assert (tied.phase, tied.to_move) == ("between", "G")
    assert events(p, "c5xc3") == ["captured", "round-won", "tie"]
    assert "Set up the extra round" in MINDFIELD.hints(tied).text
    extra = MINDFIELD.dump(MINDFIELD.next(tied).position)
    assert extra["match"] == {"rounds": 2, "round": 3, "score": {"G": 7, "S": 7}, "first": "G"}
    assert extra["hand"] == {"G": 11, "S": 9}
    assert (extra["to_move"], extra["antipode_up"], extra["phase"]) == ("G", "S", "setup")


def test_the_extra_round_is_won_by_who_ends_it() -> None:
    p = position(SEVENTH, match={"round": 3, "score": {"G": 7, "S": 7}}, **LATE)
    over = after(p, "c5xc3")
    assert (over.phase, over.to_move) == ("over", "G")
    assert MINDFIELD.dump(over)["result"] == {"winner": "G", "points": 7, "how": "captures"}
    assert MINDFIELD.dump(over)["match"]["score"] == {"G": 7, "S": 7}
    assert MINDFIELD.parse(MINDFIELD.dump(over)) == over


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_fewer_than_seven_stones_lose_the_match_at_once(round_: int) -> None:
    hand = {"G": 14, "S": 4} if round_ > 1 else {"G": 14, "S": 13}
    p = position(SEVENTH, match={"round": round_, "score": {"G": 0, "S": 9}}, hand=hand)
    taken = after(p, "c5xc3")
    if round_ == 1:
        assert taken.phase == "play"
        return
    assert (taken.phase, taken.to_move) == ("over", "G")
    assert MINDFIELD.dump(taken)["result"] == {"winner": "G", "points": 0, "how": "stones"}
    assert MINDFIELD.parse(MINDFIELD.dump(taken)) == taken
    assert after(p, "a1-a2").phase == "play"
