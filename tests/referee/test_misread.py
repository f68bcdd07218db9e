"""What vision may have misread if a table is not legal: one cell, or only the kinds of pieces."""

from __future__ import annotations

from companion.boards import BOARDS
from companion.history.events import Moved, Rolled, Started
from companion.history.state import State, fold_all
from companion.referee.misread import MOST_CELLS, Misread, find_misread
from companion.referee.reachable import known
from companion.rules import GAMES
from companion.rules.core import Table
from vision.observation import EMPTY


def begun(game: str, *moves: str) -> State:
    rules = GAMES[game]
    state = fold_all([Started(game, rules.dump(rules.new())), *(Moved(move) for move in moves)])
    assert state is not None
    return state


def misread(state: State, table: Table, *, laying_out: bool = False) -> Misread:
    places = BOARDS[state.game.info.id].layout().middles
    return find_misread(state, table, places, known(state), laying_out=laying_out)


def test_a_shadow_may_look_like_a_piece() -> None:
    state = begun("mindfield", "a1")
    table = {**state.game.table(state.position), "g7": ("silver",), "c3": ("gold",)}
    assert misread(state, table) == {"c3": [EMPTY]}


def test_a_piece_may_look_like_the_other_kind_or_not_be_there() -> None:
    state = begun("mindfield", "a1")
    table = {**state.game.table(state.position), "g7": ("gold",)}
    assert misread(state, table) == {"g7": [EMPTY, ("silver", 1)]}


def test_two_cells_are_misread_only_if_their_kinds_are() -> None:
    state = begun("backgammon")
    start = state.game.table(state.position)
    first, second = (cell for cell, pieces in start.items() if len(pieces) == 2)
    swapped = {**start, first: start[second], second: start[first]}
    assert misread(state, swapped, laying_out=True) == {
        first: [(start[first][0], 2)],
        second: [(start[second][0], 2)],
    }
    missing = {cell: pieces for cell, pieces in start.items() if cell not in (first, second)}
    assert misread(state, missing, laying_out=True) == {}


def test_too_many_cells_are_no_question() -> None:
    state = begun("backgammon")
    start = state.game.table(state.position)
    other = {"white": "black", "black": "white"}
    swapped = {cell: tuple(other[kind] for kind in pieces) for cell, pieces in start.items()}
    assert len(swapped) > MOST_CELLS
    assert misread(state, swapped, laying_out=True) == {}


def test_of_too_many_cells_those_that_hold_a_piece_are_asked_about() -> None:
    """White has captured the piece on E14, and White's piece looks black (clumsy game of Spaces 10,171)."""
    rules = GAMES["spaces"]
    pieces = {"H6": "W", "E14": "B"}
    begins = {**rules.dump(rules.new()), "pieces": pieces, "phase": "roll", "to_move": "W", "opening": False}
    state = fold_all([Started("spaces", begins), Rolled([5], "die")])
    assert state is not None
    elsewhere = [table for table in landed_on(state) if table.get("E14") == ("black",)]
    assert len(elsewhere) > MOST_CELLS, "White's piece may be on any of these spaces"
    assert misread(state, {"E14": ("black",)}) == {"E14": [("white", 1)]}


def landed_on(state: State) -> list[Table]:
    """The tables after each legal move."""
    return [state.game.table(position) for position in known(state).after]


def test_where_too_many_moves_are_possible_to_list_them() -> None:
    state = begun("spry", "A1")
    assert not known(state).complete
    before, move = state.game.table(state.position), "A2 B3"
    outcome = state.game.judge(state.position, move).outcome
    assert outcome is not None
    after = state.game.table(outcome.position)
    placed = [cell for cell in after if cell not in before]
    assert len(placed) > 1
    (kind,) = {after[cell] for cell in placed}
    (other,) = {"white", "black"} - {*kind}
    seen = {cell: (other,) if cell in placed else pieces for cell, pieces in after.items()}
    assert misread(state, seen) == {cell: [(*kind, 1)] for cell in placed}
