"""Claims in a Mindfield tournament: who may claim what, and the tables of a claim (MF-R16)."""

from __future__ import annotations

import pytest

from companion.rules.core import Result
from tests.rules.mindfield.by_hand import after, rules_of, shown
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.mindfield.tournament.by_hand import SEVENTH, events, position


def test_leaving_out_the_seventh_capture_is_legal_and_gives_a_claim() -> None:
    p = position(SEVENTH, captured={"G": 6, "S": 0})
    assert "c5xc3" in MINDFIELD.hints(p).text
    missed = after(p, "a1-a2")
    assert (missed.phase, missed.to_move) == ("claim", "S")
    assert events(p, "a1-a2") == ["missed"]
    legal = MINDFIELD.legal(missed).moves
    assert set(legal) >= {"claim a2", "claim c5", "g1-g2", "c4-c3", "c4xc6"}
    assert not {"claim g1", "claim d4", "pass"} & set(legal)
    assert MINDFIELD.status(missed).offers == ()
    assert "Silver: claim one of Gold's stones" in MINDFIELD.hints(missed).text
    assert events(p, "c5xc3") == ["captured", "round-won"]


def test_a_claim_takes_a_stone_and_it_stays_the_claimants_turn() -> None:
    p = position(SEVENTH, captured={"G": 6, "S": 0}, last_moves={"G": None, "S": ["g2", "g1"]})
    claimed = after(after(p, "a1-a2"), "claim C5")
    assert (claimed.phase, claimed.to_move) == ("play", "S")
    assert claimed.captured == (6, 1)
    assert "c5" not in MINDFIELD.table(claimed)
    assert rules_of(claimed, "g1-g2") == ["MF-B"]
    assert rules_of(claimed, "claim a2") == ["MF-TM"]
    assert (after(claimed, "g1-f1").phase, after(claimed, "g1-f1").to_move) == ("play", "G")


def test_an_ordinary_move_waives_the_claim() -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 0}), "a1-a2")
    waived = after(missed, "d2-d1")
    assert (waived.phase, waived.to_move, waived.captured) == ("play", "G", (6, 0))
    assert rules_of(waived, "claim g1") == ["MF-TM"]


@pytest.mark.parametrize(
    ("cell", "words"),
    [("g1", "there is a silver stone"), ("d4", "there is the Antipode"), ("e5", "e5 is empty")],
)
def test_only_a_stone_of_the_offender_is_claimed(cell: str, words: str) -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 0}), "a1-a2")
    [violation] = MINDFIELD.judge(missed, f"claim {cell}").violations
    assert (violation.rule, violation.cells) == ("MF-TM", (cell,))
    assert words in violation.text


def test_a_claim_that_is_the_seventh_capture_ends_the_round() -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 6}), "c5-c6")
    ended = after(missed, "claim a1")
    assert (ended.phase, ended.to_move, ended.captured) == ("between", "S", (6, 7))
    assert events(missed, "claim a1") == ["captured", "round-won"]
    # Silver has captured one stone more than Gold, and the Antipode in the Center shows Silver's side.
    assert MINDFIELD.dump(ended)["match"]["score"] == {"G": 0, "S": 3}
    assert MINDFIELD.status(ended).result == Result("S", 3, "captures")
    assert "result" not in MINDFIELD.dump(ended)
    # Not to claim is no infraction, because a claim is a right and not a mandatory move.
    assert after(missed, "g1-g2").phase == "play"


def test_a_claim_that_leaves_fewer_than_seven_stones_wins_the_match() -> None:
    p = position(SEVENTH, captured={"G": 6, "S": 0}, hand={"G": 5, "S": 6}, match={"round": 2})
    over = after(after(p, "a1-a2"), "claim a2")
    assert (over.phase, over.to_move) == ("over", "S")
    assert MINDFIELD.dump(over)["result"] == {"winner": "S", "points": 0, "how": "stones"}
    assert MINDFIELD.status(over).due == "nothing"
    assert MINDFIELD.legal(over).moves == ()


def test_who_waives_a_claim_may_leave_out_a_mandatory_move_too() -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 6}), "a1-a2")
    # c4xc6 would have been Silver's seventh capture.
    again = after(missed, "g1-g2")
    assert (again.phase, again.to_move) == ("claim", "G")
    assert set(MINDFIELD.legal(again).moves) >= {"claim g2", "claim c4", "c5xc3"}
    # The same is true after a claim that does not end the round.
    claimed = after(after(position(SEVENTH, captured={"G": 6, "S": 5}), "a1-a2"), "claim a2")
    assert (claimed.phase, claimed.captured) == ("play", (6, 6))
    assert after(claimed, "g1-g2").phase == "claim"


def test_a_stone_taken_off_is_the_claim() -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 0}), "a1-a2")
    assert MINDFIELD.match(missed, shown(missed, c5="")).moves == ("claim c5",)
    match = MINDFIELD.match(missed, shown(missed, c5="", a2=""))
    assert ([v.rule for v in match.violations], match.partial) == (["MF-TM"], False)
    assert "The penalty is one stone" in match.violations[0].text
    match = MINDFIELD.match(missed, shown(missed, c5="", g1="", g2="silver"))
    assert ([v.rule for v in match.violations], match.partial) == (["MF-TM"], False)
    assert "First claim the stone" in match.violations[0].text
    # Besides the player's own stone, another one is lifted: it may be the capture of an unfinished jump.
    assert MINDFIELD.match(missed, shown(missed, c5="", c4="")).partial
    assert MINDFIELD.match(missed, MINDFIELD.table(missed)) == MINDFIELD.match(missed, shown(missed))


def test_a_claim_and_a_jump_round_can_leave_one_table() -> None:
    rows = """
        .......
        .......
        ..SG...
        ..S.S..
        ...S...
        .......
        A......"""
    p = position(rows, phase="claim", to_move="S", match={"round": 2}, hand={"G": 8, "S": 8})
    match = MINDFIELD.match(p, shown(p, d5=""))
    assert match.moves == ("claim d5", "c5xe5xe3xc3xc5", "c5xc3xe3xe5xc5")
    assert {"claim d5", "c5xe5xe3xc3xc5"} <= set(MINDFIELD.legal(p).moves)
    # As a seventh capture, both end the round in the same position, so only one of them is listed.
    last = position(
        rows, phase="claim", to_move="S", match={"round": 2}, captured={"G": 0, "S": 6}, hand={"G": 8, "S": 8}
    )
    assert after(last, "claim d5") == after(last, "c5xe5xe3xc3xc5")
    assert "claim d5" in MINDFIELD.legal(last).moves
    assert "c5xe5xe3xc3xc5" not in MINDFIELD.legal(last).moves
