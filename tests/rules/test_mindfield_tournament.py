"""Mindfield's tournament rules, ruling by ruling (MF-R14 to MF-R18): positions by hand and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import PositionError, Result
from companion.rules.mindfield import Position
from tests.rules.positions import MINDFIELD, at
from tests.rules.positions_tournament import in_match
from tests.rules.test_mindfield import after, rules_of, shown


def position(rows: str, **fields: Any) -> Position:
    parsed = MINDFIELD.parse(in_match(rows, **fields))
    assert isinstance(parsed, Position)
    return parsed


def events(p: Position, move: str) -> list[str]:
    verdict = MINDFIELD.judge(p, move)
    assert verdict.outcome is not None, verdict.violations
    return [event.event for event in verdict.outcome.events]


# --- the start ---------------------------------------------------------------------------------------


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


# --- the Perimeter (MF-R14, MF-R15) ------------------------------------------------------------------

RIM = """
    .......
    .......
    .......
    GSGA...
    .......
    .S.....
    .G....S"""


def test_no_jump_from_the_perimeter_over_an_enemy_on_prime() -> None:
    p = position(RIM)
    [violation] = MINDFIELD.judge(p, "b1xb3").violations
    assert violation.rule == "MF-TP"
    assert violation.cells == ("b1", "b2", "b3")
    assert "b1 is on the Perimeter and b2 is a Prime square with a silver stone" in violation.text
    assert "b1xb3" not in MINDFIELD.legal(p).moves
    match = MINDFIELD.match(p, shown(p, b1="", b2="", b3="gold"))
    assert (match.moves, match.partial, [v.rule for v in match.violations]) == ((), False, ["MF-TP"])
    basic = MINDFIELD.parse(at(RIM))
    assert "b1xb3" in MINDFIELD.legal(basic).moves


def test_what_else_is_wrong_with_a_leg_is_said_first() -> None:
    assert rules_of(position(RIM), "a4xc4") == ["MF-J"]


def test_jumps_from_the_perimeter_that_are_free() -> None:
    p = position("""
        .......
        .......
        .......
        GG.A...
        .......
        .......
        .GS...S""")
    assert rules_of(p, "a4xc4") == []
    assert rules_of(p, "b1xd1") == []


def test_the_antipode_on_prime_is_jumped_from_the_perimeter_by_its_friend_alone() -> None:
    rows = """
        .......
        .......
        .......
        .......
        .......
        .A.....
        .G....S"""
    [violation] = MINDFIELD.judge(position(rows), "b1xb3").violations
    assert violation.rule == "MF-TP"
    assert "b2 is a Prime square with the Antipode" in violation.text
    assert rules_of(position(rows, antipode_up="G"), "b1xb3") == []


def test_each_leg_is_judged_from_where_it_starts_with_the_face_of_that_moment() -> None:
    rows = """
        .......
        .......
        .......
        .......
        .......
        .A.....
        .G....S"""
    # Over the own Antipode from the rim; back, now Silver's, from a Prime square; and from the rim, the own one again.
    assert rules_of(position(rows, antipode_up="G"), "b1xb3xb1xb3") == []
    assert rules_of(position(rows, antipode_up="S"), "b1xb3xb1xb3") == ["MF-TP"]
    rows = """
        .......
        .......
        .......
        ...A...
        .S.....
        S......
        .SG...S"""
    # A leg that lands on the rim takes the rule with it: on from a1 along the rim, but from a3 not over b3.
    p = position(rows)
    assert rules_of(p, "c1xa1") == []
    assert rules_of(p, "c1xa1xa3") == []
    [violation] = MINDFIELD.judge(p, "c1xa1xa3xc3").violations
    assert (violation.rule, violation.cells) == ("MF-TP", ("a3", "b3", "c3"))
    assert rules_of(MINDFIELD.parse(at(rows)), "c1xa1xa3xc3") == []


def test_the_extra_round_knows_no_perimeter_and_no_mandatory_move() -> None:
    extra = {"round": 3, "score": {"G": 4, "S": 4}}
    p = position(RIM, match=extra, captured={"G": 6, "S": 0}, hand={"G": 9, "S": 3})
    assert rules_of(p, "b1xb3") == []
    assert after(p, "b1-a1").phase == "play"
    assert rules_of(p, "claim b2") == ["MF-TM"]
    assert "must" not in MINDFIELD.hints(p).text


# --- the mandatory move (MF-R16) ---------------------------------------------------------------------

SEVENTH = """
    .......
    .......
    ..G....
    ..SA...
    .......
    ...S...
    G.....S"""
"""With six captures, c5xc3 ends the round."""


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
    # One more captured, and Silver's Antipode in the Center.
    assert MINDFIELD.dump(ended)["match"]["score"] == {"G": 0, "S": 3}
    assert MINDFIELD.status(ended).result == Result("S", 3, "captures")
    assert "result" not in MINDFIELD.dump(ended)
    # To leave that claim out is no infraction: it is a right and no move.
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
    # So it is after a claim that does not end the round.
    claimed = after(after(position(SEVENTH, captured={"G": 6, "S": 5}), "a1-a2"), "claim a2")
    assert (claimed.phase, claimed.captured) == ("play", (6, 6))
    assert after(claimed, "g1-g2").phase == "claim"


SIX = """
    .......
    .GGG...
    .......
    ...A...
    .......
    .GGG...
    G.....S"""


def test_the_seventh_prime_must_be_placed_or_moved_to() -> None:
    p = position(SIX)
    assert after(p, "a1-a2").phase == "claim"
    assert after(p, "a1-b1").phase == "claim"
    assert after(p, "f4").phase == "between"
    far = position(SIX, hand={"G": 0, "S": 15}, match={"round": 2})
    assert after(far, "a1-b1").phase == "play"
    near = position(SIX.replace("...A...", "G..A..."), hand={"G": 0, "S": 15}, match={"round": 2})
    assert after(near, "a1-b1").phase == "claim"
    assert "round-won" in events(near, "a4-b4")


def test_a_combination_need_not_be_begun_but_must_be_ended() -> None:
    rows = """
        .......
        .......
        ..G....
        ..SA...
        .......
        ..S....
        G.....S"""
    p = position(rows, captured={"G": 5, "S": 0})
    assert after(p, "a1-a2").phase == "play"
    assert after(p, "c5xc3").phase == "claim"
    assert after(p, "c5xc3xc1").phase == "between"
    outcome = MINDFIELD.judge(p, "c5xc3").outcome
    assert outcome is not None
    assert "Gold did not end the round with c5xc3xc1" in outcome.events[-1].text
    assert MINDFIELD.match(p, shown(p, c5="", c4="", c3="gold")).moves == ("c5xc3",)


def test_the_way_decides_where_only_one_passes_by_a_mandatory_leg() -> None:
    """From e5 the stone could capture its seventh on e6; from c3 it could not; both ways lead to e3."""
    p = position(
        """
        .......
        ....S..
        ..GG...
        ..G.G..
        ...G...
        .......
        A.....S""",
        captured={"G": 6, "S": 0},
    )
    table = shown(p, c5="", e3="gold")
    assert MINDFIELD.match(p, table).moves == ("c5xe5xe3", "c5xc3xe3")
    assert after(p, "c5xe5xe3").phase == "claim"
    assert after(p, "c5xc3xe3").phase == "play"
    assert {"c5xe5xe3", "c5xc3xe3"} <= set(MINDFIELD.legal(p).moves)
    assert after(p, "c5xe5xe7").phase == "between"


def test_who_ends_the_round_by_other_means_leaves_nothing_out() -> None:
    rows = """
        .......
        .......
        ..G....
        ..SA...
        .......
        ..S....
        G.....S"""
    p = position(rows, captured={"G": 6, "S": 0})
    assert after(p, "c5xc3xc1").phase == "between"
    assert after(p, "c5xc3xc1").captured.G == 8


def test_who_jumps_off_the_seventh_prime_again_has_left_it_out() -> None:
    p = position(
        """
        .......
        .G.G.G.
        .......
        GG..A..
        .......
        .G...G.
        ......S"""
    )
    # Six on Prime; a4xc4 brings a seventh there, and a5 or a6 none.
    assert MINDFIELD.status(p).counters["G"][4].value == 6
    assert after(p, "a4xc4").phase == "between"
    assert after(p, "a4xc4xa4xc4").phase == "between"
    assert rules_of(p, "a4xc4xa4") == ["MF-R12"]
    assert after(p, "a4-a5").phase == "claim"


def test_a_pass_is_never_an_infraction_and_stands_beside_claims() -> None:
    p = position(
        """
        A......
        .......
        .......
        .......
        SSS....
        SSS....
        GSS...G""",
        phase="claim",
        to_move="G",
        match={"round": 2},
        hand={"G": 0, "S": 3},
    )
    legal = MINDFIELD.legal(p).moves
    assert {"claim a3", "claim c1"} <= set(legal)
    assert "pass" not in legal
    p = position(
        """
        A......
        .......
        .......
        .......
        SSS....
        SSS....
        GSS....""",
        phase="claim",
        to_move="G",
        match={"round": 2},
        hand={"G": 0, "S": 3},
    )
    legal = MINDFIELD.legal(p).moves
    assert legal[-1] == "pass"
    assert len(legal) == 9
    assert MINDFIELD.status(p).offers == ("pass",)
    assert MINDFIELD.match(p, MINDFIELD.table(p)).moves == ("pass",)
    assert after(p, "pass").phase == "play"


# --- the mandatory move while setting up -------------------------------------------------------------

SETTING_UP = """
    .......
    .G.G.G.
    .......
    .G.A.G.
    .......
    .G.....
    ......."""


def test_the_seventh_prime_is_mandatory_while_setting_up() -> None:
    p = position(SETTING_UP, phase="setup")
    assert after(p, "d2").phase == "between"
    missed = after(p, "d1")
    assert (missed.phase, missed.to_move) == ("claim", "S")
    claims = {f"claim {cell}" for cell in ("b2", "b4", "b6", "d1", "d6", "f4", "f6")}
    assert set(MINDFIELD.legal(missed).moves) == claims | {"f1", "f2", "g1", "g2"}
    assert rules_of(missed, "d4-d3") == ["MF-R2"]
    waived = after(missed, "f1")
    assert (waived.phase, waived.to_move) == ("play", "G")
    claimed = after(missed, "claim b6")
    assert (claimed.phase, claimed.to_move) == ("play", "S")


def test_a_placing_that_waives_a_claim_goes_on_with_the_setting_up() -> None:
    rows = """
        .......
        ...G.G.
        .G.....
        ...A.G.
        .G.....
        ...G...
        ......."""
    missed = after(position(rows, phase="setup"), "a1")
    assert missed.phase == "claim"
    waived = after(missed, "a7")
    assert (waived.phase, waived.to_move) == ("setup", "G")
    # f2 is still there to be taken, and must be.
    assert after(waived, "f2").phase == "between"
    assert after(waived, "g1").phase == "claim"
    # Where anything has been moved or captured, the setting up is over, and a claim goes by the rules of play.
    played = position(rows, phase="claim", to_move="S", last_moves={"G": ["d1", "d2"], "S": None})
    assert rules_of(played, "d4-c4") == []


# --- tables in the phase claim -----------------------------------------------------------------------


def test_a_stone_taken_off_is_the_claim() -> None:
    missed = after(position(SEVENTH, captured={"G": 6, "S": 0}), "a1-a2")
    assert MINDFIELD.match(missed, shown(missed, c5="")).moves == ("claim c5",)
    match = MINDFIELD.match(missed, shown(missed, c5="", a2=""))
    assert ([v.rule for v in match.violations], match.partial) == (["MF-TM"], False)
    assert "The penalty is one stone" in match.violations[0].text
    match = MINDFIELD.match(missed, shown(missed, c5="", g1="", g2="silver"))
    assert ([v.rule for v in match.violations], match.partial) == (["MF-TM"], False)
    assert "First claim the stone" in match.violations[0].text
    # A stone lifted beside the own one may be the capture of a jump under way.
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
    # As the seventh capture both end the round in one position, which is listed once.
    last = position(
        rows, phase="claim", to_move="S", match={"round": 2}, captured={"G": 0, "S": 6}, hand={"G": 8, "S": 8}
    )
    assert after(last, "claim d5") == after(last, "c5xe5xe3xc3xc5")
    assert "claim d5" in MINDFIELD.legal(last).moves
    assert "c5xe5xe3xc3xc5" not in MINDFIELD.legal(last).moves


# --- the end of a round (MF-R17) ---------------------------------------------------------------------


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


# --- the match (MF-R18) ------------------------------------------------------------------------------


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


# --- positions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"match": None}, "match"),
        ({"match": []}, "match"),
        ({"options": {"rounds": 4}}, "match.rounds"),
        ({"options": {"rounds": 0}}, "match"),
        ({"options": {}}, "match"),
        ({"options": {"rounds": 3}}, "options.rounds"),
        ({"match": {"rounds": 2, "round": 0, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": 4, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": True, "score": {"G": 0, "S": 0}, "first": "G"}}, "match.round"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": -1, "S": 0}, "first": "G"}}, "match.score.G"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0}, "first": "G"}}, "match.score.S"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "g"}}, "match.first"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}}}, "match.first"),
        ({"match": {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "G", "to": 1}}, "match.to"),
        ({"hand": {"G": 13, "S": 13}}, "hand.G"),
        ({"hand": {"G": 15, "S": 13}}, "hand.G"),
        ({"captured": {"G": 1, "S": 0}}, "hand.S"),
        ({"phase": "claims"}, "phase"),
        ({"phase": "between", "result": {"winner": "G", "points": 1, "how": "primes"}}, "result"),
        ({"result": {"winner": "G", "points": 1, "how": "primes"}}, "result"),
        ({"phase": "between"}, "phase"),
        ({"phase": "over"}, "result"),
        ({"phase": "over", "result": {"winner": "G", "points": 1, "how": "primes"}}, "phase"),
    ],
)
def test_contradictory_positions_are_refused_by_field(fields: dict[str, Any], field: str) -> None:
    assert MINDFIELD.parse(in_match(SEVENTH))
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(in_match(SEVENTH) | fields)
    assert refused.value.field == field


def test_lost_stones_are_nowhere_in_later_rounds() -> None:
    later = in_match(SEVENTH, match={"round": 2}, hand={"G": 3, "S": 0})
    assert MINDFIELD.dump(MINDFIELD.parse(later)) == later
    with pytest.raises(PositionError, match=r"hand\.G: Gold has at most 16 stones in a match of 2 rounds"):
        MINDFIELD.parse(in_match(SEVENTH, match={"round": 2}, hand={"G": 15, "S": 0}))
    with pytest.raises(PositionError, match=r"hand\.G: Gold has at most 25 stones"):
        MINDFIELD.parse(in_match(SEVENTH, match={"round": 2, "rounds": 4}, hand={"G": 24, "S": 0}))


WON = {"winner": "G", "points": 3, "how": "captures"}


@pytest.mark.parametrize(
    ("phase", "match", "fine"),
    [
        ("between", {"round": 1}, True),
        ("between", {"round": 2, "score": {"G": 4, "S": 4}}, True),
        ("between", {"round": 2, "score": {"G": 4, "S": 5}}, False),
        ("between", {"round": 3}, False),
        ("claim", {"round": 3}, False),
        ("claim", {"round": 2}, True),
        ("over", {"round": 1, "score": {"G": 4, "S": 3}}, False),
        ("over", {"round": 2, "score": {"G": 4, "S": 3}}, True),
        ("over", {"round": 2, "score": {"G": 4, "S": 4}}, False),
        ("over", {"round": 2, "score": {"G": 3, "S": 4}}, False),
        ("over", {"round": 3, "score": {"G": 4, "S": 4}}, True),
    ],
)
def test_a_phase_fits_the_match(phase: str, match: dict[str, Any], fine: bool) -> None:
    ended = {"result": WON} if phase == "over" else {}
    data = in_match(SEVENTH, match=match, captured={"G": 7, "S": 0}, phase=phase, **ended)
    if fine:
        assert MINDFIELD.dump(MINDFIELD.parse(data)) == data
        return
    with pytest.raises(PositionError) as refused:
        MINDFIELD.parse(data)
    assert refused.value.field == "phase"
