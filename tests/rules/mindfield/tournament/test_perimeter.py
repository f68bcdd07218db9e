"""Jumps from the Perimeter in a Mindfield tournament (MF-R14, MF-R15)."""

from __future__ import annotations

from tests.rules.mindfield.by_hand import after, rules_of, shown
from tests.rules.mindfield.positions import MINDFIELD, at
from tests.rules.mindfield.tournament.by_hand import RIM, position


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


def test_what_else_is_wrong_with_a_leg_is_named_first() -> None:
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
    # From the rim over the player's own Antipode; back from a Prime square, when it shows Silver's side; and from the
    # rim again, when it shows the player's own side.
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
    # The rule also applies to a leg in the middle of a jump: from a1 along the rim is legal, from a3 over b3 is not.
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
