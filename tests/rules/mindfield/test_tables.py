"""Mindfield's tables: which ones are unfinished moves, and what is wrong with the others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.core import TableError
from tests.rules.mindfield.by_hand import OPEN, position, shown
from tests.rules.mindfield.positions import MINDFIELD


def test_the_own_table_is_under_way_and_nothing_more() -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, MINDFIELD.table(p))
    assert (match.moves, match.violations, match.partial, match.towards) == ((), (), True, ())


@pytest.mark.parametrize(
    ("changes", "rules", "partial", "words"),
    [
        ({"c5": ""}, ["MF-M"], True, "Gold's stone from c5 is off the board. Put it where it moves or jumps to."),
        ({"c5": "", "c3": "gold"}, ["MF-J"], True, "Silver's stone on c4 was jumped"),
        ({"c4": ""}, ["MF-J"], True, "Silver's stone on c4 is gone but was not jumped"),
        ({"c5": "", "c4": ""}, ["MF-M", "MF-J"], True, "Gold's stone from c5 is off the board"),
        ({"g1": ""}, ["MF-J"], False, "Silver's stone on g1 is gone but was not jumped"),
        ({"a1": "", "c3": "gold"}, ["MF-M"], False, "a1 to c3 is diagonal"),
        ({"b2": "gold"}, ["MF-P"], False, "b2 touches a gold stone on a1"),
        ({"b1": "gold"}, ["MF-P"], True, "b1 touches a gold stone on a1"),
        ({"e1": "silver"}, ["MF-P"], False, "A stone of Silver was put on e1. It is Gold's turn"),
        ({"c4": "", "b4": "silver"}, ["MF-M"], False, "Silver's stone was moved from c4 to b4"),
        ({"d4": ""}, ["MF-A"], False, "The Antipode is off the board"),
        ({"d4": "", "d5": "antipode-silver"}, ["MF-A"], False, "The Antipode shows Silver"),
        ({"d4": "", "d5": "antipode-gold"}, ["MF-A", "MF-A"], False, "The Antipode shows Silver"),
        ({"d4": "antipode-gold"}, ["MF-A"], False, "turned over but not jumped"),
        ({"d6": "antipode-silver"}, ["MF-A"], False, "there is only one"),
        ({"a1": "", "a2": "gold", "c5": "", "c6": "gold"}, ["MF-R3"], False, "More than one stone of Gold was moved"),
        ({"e1": "gold", "g5": "gold"}, ["MF-R3"], False, "2 stones of Gold were put on the board, on e1 and g5"),
        ({"a1": "", "c5": ""}, ["MF-R3"], False, "2 stones of Gold are gone, from a1 and c5"),
        ({"a1": "", "a2": "gold", "c4": ""}, ["MF-J"], False, "gone but was not jumped"),
        ({"a1": "silver"}, ["MF-M", "MF-P"], False, "Gold's stone from a1 is off the board"),
        (
            {"e1": "gold", "d4": "", "d5": "antipode-silver"},
            ["MF-R3", "MF-A"],
            False,
            "A stone and the Antipode were both moved",
        ),
    ],
)
def test_wrong_tables_are_read_as_what_was_tried(
    changes: dict[str, str], rules: list[str], partial: bool, words: str
) -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, shown(p, **changes))
    assert match.moves == ()
    assert [v.rule for v in match.violations] == rules
    assert match.partial == partial
    assert words in match.violations[0].text


def test_two_pieces_on_a_square_are_a_move_onto_a_taken_one() -> None:
    p = position(OPEN)
    match = MINDFIELD.match(p, shown(p, c5="") | {"c4": ("silver", "gold")})
    assert [v.rule for v in match.violations] == ["MF-M"]
    assert "c4 is taken" in match.violations[0].text
    assert not match.partial
    match = MINDFIELD.match(p, shown(p) | {"a1": ("gold",) * 3})
    assert not match.partial
    assert match.violations


def test_a_table_may_become_several_moves_the_nearest_first() -> None:
    p = position(OPEN)
    towards = MINDFIELD.match(p, shown(p, c5="", c4="")).towards
    assert towards[0] == "c5xc3"
    lifted = MINDFIELD.match(p, shown(p, c5="")).towards
    assert set(lifted) == {"c5-b5", "c5-d5", "c5-c6", "c5xc3"}


def test_a_jumped_antipode_must_be_turned() -> None:
    p = position("""
        .......
        .......
        ...G...
        ...A...
        .......
        .......
        G.....S""")
    match = MINDFIELD.match(p, shown(p, d5="", d3="gold"))
    assert match.partial
    assert [v.rule for v in match.violations] == ["MF-A"]
    assert match.violations[0].text == "The Antipode on d4 was jumped. Turn it over."
    assert MINDFIELD.match(p, shown(p, d5="", d3="gold", d4="antipode-gold")).moves == ("d5xd3",)
    assert MINDFIELD.match(p, shown(p, d4="antipode-gold")).towards == ("d5xd3",)
    assert MINDFIELD.match(p, shown(p, d4="")).partial
    lifted = MINDFIELD.match(p, shown(p, d5="", d3="gold", d4=""))
    assert lifted.partial
    assert "turn it over and put it back on d4" in lifted.violations[0].text


def test_a_lifted_antipode_is_to_slide_where_it_may() -> None:
    own = position(OPEN, antipode_up="G")
    match = MINDFIELD.match(own, shown(own, d4=""))
    assert match.partial
    assert [v.text for v in match.violations] == ["The Antipode from d4 is off the board. Put it where it slides to."]


def test_both_ways_round_are_named() -> None:
    p = position("""
        .......
        .......
        ..GG...
        ..G.G..
        ...G...
        .......
        A.....S""")
    match = MINDFIELD.match(p, shown(p, c5="", e3="gold"))
    assert match.moves == ("c5xe5xe3", "c5xc3xe3")


@pytest.mark.parametrize(
    "table", [{"h1": ("gold",)}, {"a1": ("green",)}, {"a1": "gold"}, {"a1": (["gold"],)}, {"": ("gold",)}]
)
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(TableError):
        MINDFIELD.match(MINDFIELD.new(), table)
