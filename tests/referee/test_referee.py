"""The referee: what is seen, compared with what the rules allow."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.history.events import Moved, Started
from companion.history.state import State, fold, fold_all
from companion.referee import (
    Illegal,
    MovePlayed,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    explain,
    half_repaired,
    start_table,
)
from companion.referee.answers import MOST_CANDIDATES
from companion.rules import GAMES
from companion.rules.core import Table
from tests.readings import PLACES, reading
from vision.observation import EMPTY, Content

RULES = GAMES["mindfield"]


def game(*moves: str, rows: list[str] | None = None, **fields: object) -> State:
    position = RULES.dump(RULES.new())
    if rows is not None:
        position |= {"rows": rows, "phase": "play", "hand": {"G": 0, "S": 0}, "captured": {"G": 0, "S": 0}, **fields}
    state = fold_all([Started("mindfield", position), *(Moved(move) for move in moves)])
    assert state is not None
    return state


def verdict(state: State, table: Table, doubts: Mapping[str, Mapping[Content, float]] | None = None) -> Verdict:
    return explain(state, reading(table, doubts), {}, PLACES)


def now(state: State) -> dict[str, tuple[str, ...]]:
    return dict(state.game.table(state.position))


JUMP = game(
    rows=["G.G.G.G", ".......", "SS....S", "...A...", "..G....", "..S....", "......."],
    hand={"G": 8, "S": 9},
    to_move="G",
)


def test_the_start_table_is_the_antipode_alone() -> None:
    assert start_table("mindfield") == {"d4": ("antipode-silver",)}
    assert start_table("tiddlywinks") is None


def test_the_table_of_the_position_is_unchanged() -> None:
    state = game("a1", "g7")
    assert isinstance(verdict(state, now(state)), Unchanged)


def test_a_legal_table_is_the_move_that_made_it() -> None:
    state = game("a1", "g7")
    found = verdict(state, {**now(state), "c1": ("gold",)})
    assert isinstance(found, MovePlayed)
    assert found.move == "c1"


@pytest.mark.parametrize("first", ["c2", "c3"])
def test_a_jump_is_under_way_whether_the_jumper_or_the_jumped_is_lifted_first(first: str) -> None:
    seen = now(JUMP)
    del seen[first]
    found = verdict(JUMP, seen)
    assert isinstance(found, UnderWay)
    assert any(move.startswith("c3") for move in found.towards)


def test_an_unfinished_turn_is_finished_in_as_few_steps_as_any_move_allows() -> None:
    seen = now(JUMP)
    del seen["c3"]
    found = verdict(JUMP, seen)
    assert isinstance(found, UnderWay)
    # Completing the jump to c1 would take two steps, because the captured stone must be taken off too.
    assert {"c3xc1", "c3-b3"} <= set(found.towards)
    assert [(s.do, s.kind) for s in found.fix] == [("put", "gold")]


def test_a_jump_that_left_the_captured_stone_lying_says_what_is_missing() -> None:
    seen = now(JUMP)
    del seen["c3"]
    seen["c1"] = ("gold",)
    found = verdict(JUMP, seen)
    assert isinstance(found, UnderWay)
    assert [(s.do, s.kind, s.start) for s in found.fix] == [("take", "silver", "c2")]


def test_the_whole_jump_is_one_move() -> None:
    seen = now(JUMP)
    del seen["c3"], seen["c2"]
    seen["c1"] = ("gold",)
    found = verdict(JUMP, seen)
    assert isinstance(found, MovePlayed)
    assert found.move == "c3xc1"


def test_an_illegal_table_names_the_rule_and_the_way_back() -> None:
    state = game("a1", "g7")
    found = verdict(state, {**now(state), "a2": ("gold",)})
    assert isinstance(found, Illegal)
    assert found.violations[0].rule == "MF-P"
    assert [(s.do, s.start) for s in found.fix] == [("take", "a2")]


def test_an_earlier_table_is_a_takeback_of_so_many_moves() -> None:
    state = game("a1", "g7", "c1")
    found = verdict(state, now(game("a1")))
    assert isinstance(found, Takeback)
    assert found.moves == 2


@pytest.mark.parametrize(("on_c3", "half"), [("gold", True), ("silver", False)])
def test_an_earlier_table_is_half_a_repair_unless_a_piece_is_new(on_c3: str, half: bool) -> None:
    moved = fold(JUMP, Moved("c3-c4"))
    wrong = verdict(moved, {**now(moved), "c3": (on_c3,), "c4": ("silver",)})
    assert isinstance(wrong, Illegal)
    earlier = verdict(moved, now(JUMP))
    assert isinstance(earlier, Takeback)
    found = half_repaired(moved, wrong, earlier)
    assert (found is not None) == half


def test_where_two_legal_meanings_remain_both_are_named() -> None:
    state = game("a1", "g7")
    found = verdict(state, now(state), {"c1": {("gold", 1): 0.7, EMPTY: 0.3}})
    assert isinstance(found, Uncertain)
    assert found.cells == ("c1",)
    assert [c.label for c in found.candidates][:2] == ["c1", "unchanged"]


def test_both_colours_are_offered_where_both_are_possible() -> None:
    state = game("a1", "g7")
    found = verdict(state, now(state), {"c1": {("gold", 1): 0.5, EMPTY: 0.3, ("silver", 1): 0.2}})
    assert isinstance(found, Uncertain)
    assert {"c1", "unchanged", "c1=silver"} <= {c.label for c in found.candidates}
    # Two checkers are likelier than another colour, but both colours can be chosen before a second count.
    piled = game("a1", "g7")
    found = verdict(
        piled, now(piled), {"a1": {("gold", 1): 0.4, ("gold", 2): 0.3, ("gold", 3): 0.1, ("silver", 1): 0.05}}
    )
    assert isinstance(found, Uncertain)
    assert "a1=silver" in {c.label for c in found.candidates}


def test_what_only_one_legal_meaning_explains_is_believed() -> None:
    state = game("a1", "g7")
    found = verdict(state, now(state), {"c1": {("gold", 1): 0.9, ("silver", 1): 0.1}})
    assert isinstance(found, MovePlayed)


def test_a_foreign_object_is_asked_about_and_never_a_move() -> None:
    state = game("a1", "g7")
    found = verdict(state, now(state), {"c1": {("gold", 1): 0.3}})
    assert isinstance(found, Uncertain)


def test_what_people_answered_about_a_cell_counts_while_it_is_unclear() -> None:
    state = game("a1", "g7")
    doubtful = reading(now(state), {"c1": {("gold", 1): 0.5, EMPTY: 0.5}})
    told = explain(state, doubtful, {"c1": ("gold", 1)}, PLACES)
    assert isinstance(told, MovePlayed)
    sure = explain(state, reading(now(state)), {"c1": ("gold", 1)}, PLACES)
    assert isinstance(sure, Unchanged)


@given(st.sets(st.sampled_from(sorted(PLACES)), max_size=30))
def test_with_many_cells_in_doubt_the_answer_is_quick_and_never_a_move_out_of_thin_air(cells: set[str]) -> None:
    state = game("a1", "g7")
    doubts = {cell: {EMPTY: 0.5, ("gold", 1): 0.3, ("silver", 1): 0.2} for cell in cells if cell not in now(state)}
    found = verdict(state, now(state), doubts)
    if doubts:
        assert isinstance(found, Uncertain)
        assert len(found.candidates) <= MOST_CANDIDATES
    else:
        assert isinstance(found, Unchanged)
