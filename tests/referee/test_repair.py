"""Repair: in their order the steps turn any table into any other, and none puts a piece on one that must go first."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.referee.repair import repair
from companion.rules import GAMES
from companion.values.views import Step

INFO = GAMES["mindfield"].info
PLACES = {cell: (float(ord(cell[0])), float(cell[1])) for cell in INFO.cells}

tables = st.dictionaries(
    st.sampled_from(["a1", "a2", "b1", "c4", "d4", "g7"]),
    st.lists(st.sampled_from(INFO.kinds), min_size=1, max_size=3).map(tuple),
)
single_tables = st.dictionaries(
    st.sampled_from(["a1", "a2", "b1", "c4", "d4", "g7"]), st.sampled_from(INFO.kinds).map(lambda kind: (kind,))
)


def carried_out(table: dict[str, tuple[str, ...]], steps: tuple[Step, ...]) -> dict[str, Counter[str]]:
    lying = {cell: Counter(pieces) for cell, pieces in table.items()}
    for step in steps:
        if step.do == "flip":
            assert step.start is not None
            assert lying[step.start][INFO.sides[step.kind]] > 0, step
            lying[step.start][INFO.sides[step.kind]] -= 1
            lying[step.start][step.kind] += 1
            continue
        if step.start is not None:
            assert lying[step.start][step.kind] > 0, step
            lying[step.start][step.kind] -= 1
        if step.end is not None:
            lying.setdefault(step.end, Counter())[step.kind] += 1
    return {cell: +pieces for cell, pieces in lying.items() if +pieces}


@given(tables, tables)
def test_carrying_out_the_steps_gives_the_wanted_table(
    seen: dict[str, tuple[str, ...]], wanted: dict[str, tuple[str, ...]]
) -> None:
    steps = repair(seen, wanted, INFO, PLACES)
    assert carried_out(seen, steps) == {cell: Counter(pieces) for cell, pieces in wanted.items()}


@given(single_tables, single_tables)
def test_no_piece_is_put_on_another_one_that_must_leave(
    seen: dict[str, tuple[str, ...]], wanted: dict[str, tuple[str, ...]]
) -> None:
    lying = dict(seen)
    for step in repair(seen, wanted, INFO, PLACES):
        if step.do == "flip":
            assert step.end is not None
            lying[step.end] = (step.kind,)
            continue
        if step.start is not None:
            del lying[step.start]
        if step.end is not None:
            assert step.end not in lying, step
            lying[step.end] = (step.kind,)
    assert lying == wanted


def test_a_piece_on_the_wrong_cell_is_moved_and_not_taken_off_and_put_on() -> None:
    (step,) = repair({"c4": ("gold",)}, {"a1": ("gold",)}, INFO, PLACES)
    assert (step.do, step.kind, step.start, step.end) == ("move", "gold", "c4", "a1")
    assert step.text == "Move the gold stone from c4 to a1"


def test_the_antipode_is_turned_over_where_it_is() -> None:
    (step,) = repair({"d4": ("antipode-gold",)}, {"d4": ("antipode-silver",)}, INFO, PLACES)
    assert (step.do, step.kind, step.start, step.end) == ("flip", "antipode-silver", "d4", "d4")


def test_people_reach_no_further_than_they_must() -> None:
    steps = repair({"a1": ("gold",), "g7": ("gold",)}, {"b1": ("gold",), "a2": ("gold",)}, INFO, PLACES)
    assert {(s.start, s.end) for s in steps} == {("a1", "a2"), ("g7", "b1")}


def test_a_piece_that_shows_the_right_side_is_moved_though_another_one_is_nearer() -> None:
    seen = {"a1": ("antipode-gold",), "g7": ("antipode-silver",)}
    steps = repair(seen, {"a2": ("antipode-silver",)}, INFO, PLACES)
    assert [(s.do, s.start, s.end) for s in steps] == [("take", "a1", None), ("move", "g7", "a2")]


def test_a_piece_on_the_wrong_cell_that_shows_its_other_side_is_moved_and_turned_over() -> None:
    steps = repair({"d4": ("antipode-gold",)}, {"d5": ("antipode-silver",)}, INFO, PLACES)
    assert [(s.do, s.kind, s.start, s.end) for s in steps] == [
        ("move", "antipode-gold", "d4", "d5"),
        ("flip", "antipode-silver", "d5", "d5"),
    ]


def test_of_a_pile_every_piece_is_moved_and_none_comes_from_the_box() -> None:
    steps = repair({"a1": ("gold",) * 3}, {"b1": ("gold",) * 3}, INFO, PLACES)
    assert [(s.do, s.start, s.end) for s in steps] == [("move", "a1", "b1")] * 3


def test_two_pieces_that_have_changed_places_are_parted_over_the_box() -> None:
    steps = repair({"a1": ("gold",), "b1": ("silver",)}, {"a1": ("silver",), "b1": ("gold",)}, INFO, PLACES)
    assert [s.do for s in steps] == ["take", "move", "put"]


def test_each_player_of_backgammon_counts_points_from_his_own_side() -> None:
    info, places = GAMES["backgammon"].info, BOARDS["backgammon"].layout().middles
    seen, wanted = {"7": ("black",), "8": ("white",)}, {"11": ("black",), "bar-white": ("white",)}
    assert {step.text for step in repair(seen, wanted, info, places)} == {
        "Move the black checker from Black's 18 to Black's 14",
        "Move the white checker from White's 8 to White's bar",
    }


def test_people_put_pawns_into_areas_not_onto_cells_that_they_have_no_names_for() -> None:
    game = GAMES["color-dice"]
    position = game.new()
    wrong = {cell: kinds for cell, kinds in game.table(position).items() if cell != "red1"}
    (step,) = repair(wrong, game.table(position), game.info, BOARDS["color-dice"].layout().middles)
    assert (step.text, step.end) == ("Put a red pawn on the red area", "red1")
