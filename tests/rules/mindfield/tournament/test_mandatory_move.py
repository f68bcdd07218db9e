"""The mandatory move of a Mindfield tournament: which move must be made, and which moves fail to (MF-R16)."""

from __future__ import annotations

from tests.rules.mindfield.by_hand import after, rules_of, shown
from tests.rules.mindfield.positions import MINDFIELD
from tests.rules.mindfield.tournament.by_hand import SIX, events, position


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
    """Both paths lead to e3. From e5 the stone could make the seventh capture on e6, from c3 it could not."""
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
    # Six stones are on Prime squares. a4xc4 brings a seventh there, a move to a5 or a6 does not.
    assert MINDFIELD.status(p).counters["G"][4].value == 6
    assert after(p, "a4xc4").phase == "between"
    assert after(p, "a4xc4xa4xc4").phase == "between"
    assert rules_of(p, "a4xc4xa4") == ["MF-R12"]
    assert after(p, "a4-a5").phase == "claim"


def test_a_pass_is_never_an_infraction_and_is_offered_beside_claims() -> None:
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
    # The stone on f2 can still be captured, and so must be.
    assert after(waived, "f2").phase == "between"
    assert after(waived, "g1").phase == "claim"
    # If anything has been moved or captured, the setting up is over, and a claim follows the rules of play.
    played = position(rows, phase="claim", to_move="S", last_moves={"G": ["d1", "d2"], "S": None})
    assert rules_of(played, "d4-c4") == []
