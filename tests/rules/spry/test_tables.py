"""Spry's tables: which ones are unfinished turns, and what is wrong with the others."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import parse_table
from tests.rules.spry.naive import naively_legal
from tests.rules.spry.positions import CELLS, SEEDS, SPRY, at, sample, turn_at_random


@given(SEEDS, st.data())
@settings(max_examples=150, deadline=None)
def test_a_turn_is_found_from_its_table_and_every_part_of_it_is_partial(seed: int, data: st.DataObject) -> None:
    position = sample(seed)
    turn = turn_at_random(position, random.Random(seed))
    outcome = SPRY.judge(position, turn).outcome
    assert outcome is not None
    match = SPRY.match(position, SPRY.table(outcome.position))
    assert (match.moves, match.partial, match.violations) == ((" ".join(sorted(turn.split())),), True, ())
    part = data.draw(st.sets(st.sampled_from(turn.split())))
    kind = ("black",) if SPRY.status(position).player == "B" else ("white",)
    match = SPRY.match(position, {**SPRY.table(position), **dict.fromkeys(part, kind)})
    assert match.partial
    assert not match.violations
    if part:
        assert match.moves == (" ".join(sorted(part)),)


@given(SEEDS, st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(("black", "white")), max_size=2)))
@settings(max_examples=300, deadline=None)
def test_a_table_is_partial_exactly_where_it_shows_a_legal_turn(seed: int, changed: dict[str, list[str]]) -> None:
    position = sample(seed)
    before = dict(SPRY.table(position))
    table = parse_table(SPRY.info, before | {cell: tuple(kinds) for cell, kinds in changed.items()})
    match = SPRY.match(position, table)
    came = tuple(cell for cell in CELLS if table.get(cell) != before.get(cell))
    mine = "black" if SPRY.status(position).player == "B" else "white"
    expected = all(table.get(cell) == (mine,) for cell in came) and naively_legal(SPRY.dump(position), came)
    if came:
        assert match.partial == bool(match.moves) == expected
        assert bool(match.violations) != expected
    else:
        assert match.partial
    for violation in match.violations:
        assert violation.rule in ("SY-1", "SY-2", "SY-G")
        assert violation.cells
        assert violation.text.endswith(".")


def test_what_went_wrong_on_a_table_is_reported() -> None:
    position = SPRY.parse(at("A1 B2", "I5", to_move="W"))

    def said(**changed: list[str]) -> list[tuple[str, str]]:
        table = parse_table(SPRY.info, {**SPRY.table(position), **changed})
        return [(v.rule, v.text) for v in SPRY.match(position, table).violations]

    [(rule, text)] = said(E5=["black"])
    assert rule == "SY-1"
    assert "E5" in text
    assert "White's turn" in text
    [(rule, text)] = said(I5=[])
    assert (rule, "from I5 was taken" in text) == ("SY-1", True)
    [(rule, text)] = said(A1=["white"])
    assert (rule, "on A1 has changed colour" in text) == ("SY-1", True)
    assert said(I5=[], I4=["white"])[0][0] == "SY-1"
    [(rule, text)] = said(E5=["white", "white"])
    assert (rule, "more than one stone on E5" in text) == ("SY-G", True)
    assert [rule for rule, _ in said(E5=["white"], C3=["white"])] == ["SY-2"]
