"""The referee on piles and doubts: the rules settle what cannot be counted from above, or people are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.boards import BOARDS
from companion.history.events import Moved, Rolled, Started
from companion.history.state import State, fold_all
from companion.referee import Illegal, MovePlayed, Takeback, Uncertain, Unchanged, UnderWay, Verdict, explain
from companion.rules import GAMES
from companion.rules.core import Table
from companion.values.commands import AnswerMove
from vision.observation import EMPTY, CellReading, Content, Reading

RULES = GAMES["backgammon"]
LAYOUT = BOARDS["backgammon"].layout()
PLACES = LAYOUT.middles
STOCK = RULES.stock(RULES.new())
Points = dict[str, list[Any]]


def game(points: Points, dice: list[int], *later: Any, off: Mapping[str, int] | None = None) -> State:
    """A position with White to move this roll; checkers on no point were borne off."""
    borne = {p: 15 - sum(n for who, n in points.values() if who == p) for p in "WB"}
    position = RULES.dump(RULES.new()) | {
        "points": points,
        "off": {**borne, **(off or {})},
        "phase": "move",
        "dice": dice,
        "to_move": "W",
    }
    state = fold_all([Started("backgammon", position), *later])
    assert state is not None
    return state


def read(table: Table, doubts: Mapping[str, Mapping[Content, float]] | None = None) -> Reading:
    """A table as it is read from above: checkers beyond the places of a point are not counted."""
    cells = {}
    for name, cell in LAYOUT.cells.items():
        places = len(cell.places())
        pieces = table.get(name, ())
        countable = places if cell.capacity > places else None
        likely: dict[Content, float] = {EMPTY: 0.999}
        if pieces:
            likely = {(pieces[0], len(pieces)): 0.999}
            if countable is not None and len(pieces) >= countable:
                likely = {(pieces[0], n): 0.999 / 2 ** (1 + n - countable) for n in range(countable, 16)}
        cells[name] = CellReading((doubts or {}).get(name) or likely, countable=countable)
    return Reading(cells, hand=False)


def verdict(state: State, table: Table, doubts: Mapping[str, Mapping[Content, float]] | None = None) -> Verdict:
    return explain(state, read(table, doubts), {}, PLACES, STOCK)


def after(state: State, move: str) -> Table:
    outcome = state.game.judge(state.position, move).outcome
    assert outcome is not None, move
    return state.game.table(outcome.position)


PILES = {"6": ["W", 8], "8": ["W", 2], "13": ["W", 5], "19": ["B", 9], "12": ["B", 6]}
"""Eight and nine checkers on points that show six."""


@pytest.fixture
def state() -> State:
    return game(PILES, [2, 1])


def test_piles_that_nobody_can_count_are_no_doubt(state: State) -> None:
    assert isinstance(verdict(state, state.game.table(state.position)), Unchanged)


@pytest.mark.parametrize("move", ["13/11 6/5", "8/5", "6/4 6/5", "8/6 8/7", "6/3"])
def test_moves_from_and_onto_piles_are_known_by_what_can_be_seen(state: State, move: str) -> None:
    found = verdict(state, after(state, move))
    assert isinstance(found, MovePlayed), found
    assert state.game.judge(state.position, move).move == found.move


def test_a_move_that_ends_on_a_pile_is_hidden_in_part(state: State) -> None:
    onto, beside = verdict(state, after(state, "8/6 8/7")), verdict(state, after(state, "13/11 8/7"))
    assert isinstance(onto, MovePlayed)
    assert onto.hidden
    assert isinstance(beside, MovePlayed)
    assert not beside.hidden


@pytest.mark.parametrize(("on_its_point", "found"), [(0.995, False), (0.88, True), (0.6, None)])
def test_done_tells_a_move_from_a_turn_under_way(state: State, on_its_point: float, found: bool | None) -> None:
    """The last checker is on its point, or perhaps still in a hand: then only Done makes the move count."""
    doubt: dict[Content, float] = {("white", 1): on_its_point, EMPTY: 0.999 - on_its_point}
    played = verdict(state, after(state, "13/11 8/7"), {"7": doubt})
    assert (played.hidden if isinstance(played, MovePlayed) else None) is found


def test_a_move_from_pile_to_pile_shows_nothing_so_nobody_is_asked_before_he_says_that_he_has_moved() -> None:
    state = game({"8": ["W", 7], "5": ["W", 6], "20": ["B", 6]}, [2, 1])
    for table in (state.game.table(state.position), after(state, "8/5")):
        found = verdict(state, table)
        assert isinstance(found, Uncertain)
        assert found.still
        assert {c.label for c in found.candidates} >= {"unchanged", "8/5"}
        assert set(found.cells) == {"8", "5"}


def test_a_turn_under_way_from_a_pile_is_under_way_and_not_a_checker_too_many(state: State) -> None:
    seen = dict(state.game.table(state.position))
    seen["6"] = ("white",) * 7
    seen["4"] = ("white",)
    found = verdict(state, seen)
    assert isinstance(found, UnderWay)
    assert any("6/4" in move for move in found.towards)


def test_an_illegal_move_from_a_pile_is_named_as_such(state: State) -> None:
    seen = dict(state.game.table(state.position))
    seen["6"] = ("white",) * 7
    seen["2"] = ("white",)
    found = verdict(state, seen)
    assert isinstance(found, Illegal)
    assert [(s.start, s.end) for s in found.fix] == [("2", "6")]


def test_an_illegal_move_is_named_although_the_checker_juts_into_an_empty_point(state: State) -> None:
    table = {**state.game.table(state.position), "8": ("white",), "2": ("white",)}
    jutting: dict[Content, float] = {EMPTY: 0.889}
    assert isinstance(verdict(state, table, {"3": jutting}), Illegal)
    perhaps: dict[Content, float] = {EMPTY: 0.85, ("white", 1): 0.04}
    for doubts in ({"3": perhaps}, {"3": {EMPTY: 0.6}}, {"3": jutting, "4": perhaps}):
        asked = verdict(state, table, doubts)
        assert isinstance(asked, Uncertain)
        assert asked.table == table, "people are shown what is seen all the same"


def test_an_illegal_table_of_which_every_cell_is_sure_is_named_and_no_question(state: State) -> None:
    table = {**state.game.table(state.position), "2": ("white",)}
    sure = verdict(state, table, {"2": {("white", 1): 0.982, EMPTY: 0.0006}})
    assert isinstance(sure, Illegal)
    assert [(s.start, s.end) for s in sure.fix] == [("2", "6")]
    asked = verdict(state, table, {"2": {("white", 1): 0.96, EMPTY: 0.03}})
    assert isinstance(asked, Uncertain)
    assert "2" in asked.cells


def test_a_checker_taken_off_the_board_is_missed_although_a_pile_might_hide_it(state: State) -> None:
    seen = dict(state.game.table(state.position))
    seen["19"] = ("black",) * 9
    del seen["12"]
    found = verdict(state, seen)
    assert isinstance(found, Illegal)
    assert [(s.do, s.kind, s.end) for s in found.fix] == [("put", "black", "12")] * 6


def test_a_count_in_doubt_is_settled_by_how_many_checkers_there_are() -> None:
    state = game({"13": ["W", 5], "8": ["W", 5], "6": ["W", 5], "19": ["B", 9], "12": ["B", 6]}, [2, 1])
    table = state.game.table(state.position)
    # All fifteen white checkers are on the board, so there cannot be a sixth one on 13, however likely it looks.
    assert isinstance(verdict(state, table, {"13": {("white", 5): 0.6, ("white", 6): 0.39}}), Unchanged)
    assert isinstance(verdict(state, table, {"13": {("white", 5): 0.4, ("white", 6): 0.59}}), Unchanged)


def test_a_count_in_doubt_that_two_moves_explain_is_asked(state: State) -> None:
    table = after(state, "13/11 8/7")
    doubts: dict[str, Mapping[Content, float]] = {
        "13": {("white", 4): 0.5, ("white", 5): 0.49},
        "11": {("white", 1): 0.5, EMPTY: 0.49},
        "8": {("white", 1): 0.5, ("white", 2): 0.49},
    }
    found = verdict(state, table, doubts)
    assert isinstance(found, Uncertain)
    assert {"13", "11", "8"} <= set(found.cells)
    assert len([candidate for candidate in found.candidates if isinstance(candidate.command, AnswerMove)]) >= 2


def test_a_move_is_among_the_answers_where_a_tray_cannot_be_counted_and_a_pile_hides_the_rest() -> None:
    state = game({"1": ["W", 12], "3": ["W", 2], "19": ["B", 15]}, [5, 4])
    found = verdict(state, after(state, "3/off(2)"), {"off-white": {("white", 6): 0.001}})
    assert isinstance(found, Uncertain)
    assert found.cells == ("off-white",)
    assert "3/off(2)" in [candidate.label for candidate in found.candidates]


def test_a_table_before_a_move_from_pile_to_pile_is_no_takeback() -> None:
    state = game({"8": ["W", 7], "5": ["W", 6], "20": ["B", 6]}, [2, 1], Moved("8/5"))
    assert isinstance(verdict(state, state.game.table(state.position)), Unchanged)


def test_a_takeback_among_piles_is_known() -> None:
    state = game(PILES, [2, 1], Moved("13/11 8/7"), Rolled([3, 1], "script"))
    before = state.game.table(state.turns[0].before)
    found = verdict(state, before)
    assert isinstance(found, Takeback)
    assert found.moves == 1


def test_a_dim_cell_that_decides_between_two_moves_is_asked_and_an_unchanged_table_is_not() -> None:
    rules, layout = GAMES["mindfield"], BOARDS["mindfield"].layout()
    state = fold_all([Started("mindfield", rules.dump(rules.new()))])
    assert state is not None
    places = layout.middles

    def dim(cell: str, likely: dict[Content, float]) -> Verdict:
        cells = {name: CellReading({EMPTY: 0.999}) for name in layout.cells}
        cells["d4"] = CellReading({("antipode-silver", 1): 0.999})
        cells[cell] = CellReading(likely)
        return explain(state, Reading(cells, hand=False), {}, places)

    assert isinstance(dim("a1", {EMPTY: 0.96, ("gold", 1): 0.03}), Unchanged)
    asked = dim("a1", {("gold", 1): 0.96, EMPTY: 0.03})
    assert isinstance(asked, Uncertain)
    assert asked.cells == ("a1",)
    assert isinstance(dim("a1", {("gold", 1): 0.995, EMPTY: 0.004}), MovePlayed)


def test_a_dim_cell_between_a_legal_and_an_illegal_piece_is_asked_by_name() -> None:
    rules, layout = GAMES["spry"], BOARDS["spry"].layout()
    state = fold_all([Started("spry", rules.dump(rules.new()))])
    assert state is not None
    cells = {name: CellReading({EMPTY: 0.999}) for name in layout.cells}
    cells["C3"] = CellReading({("white", 1): 0.96, ("black", 1): 0.03})
    found = explain(state, Reading(cells, hand=False), {}, layout.middles)
    assert isinstance(found, Uncertain)
    assert found.cells == ("C3",)
    assert {"C3=white", "C3"} <= {c.label for c in found.candidates}


def test_a_cell_that_looks_like_nothing_known_may_be_anything() -> None:
    state = game({"6": ["W", 3], "19": ["B", 3]}, [2, 1])
    shy: dict[Content, float] = {EMPTY: 0.004, ("white", 1): 0.002, ("black", 1): 0.001}
    found = verdict(state, dict(state.game.table(state.position)), {"10": shy})
    assert isinstance(found, Uncertain)
    tables = {c.label: c.table for c in found.candidates}
    assert {"10=empty", "10=white", "10=black"} <= set(tables)
    assert [tables[f"10={what}"].get("10", ()) for what in ("empty", "white", "black")] == [(), ("white",), ("black",)]
