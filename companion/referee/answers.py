"""The question that a doubt leaves, and the answers that it offers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from companion.history.state import State
from companion.referee.looks import content_of, pieces_of
from companion.referee.repair import Places
from companion.referee.verdicts import Ambiguous, Candidate, MovePlayed, Sure, Takeback, Unchanged
from companion.rules.core import Table
from companion.values.commands import AnswerCell, AnswerMove, AnswerUnchanged, AnswerUndone
from vision.observation import EMPTY, Content

MOST_CANDIDATES = 5
"""How many answers a question offers: where it is one cell's content, every kind of piece and none."""

Open = Mapping[str, Mapping[Content, float]]
"""Cells that cannot be told, each with the contents that it may have."""


def asked_cells(now: Table, sure: Table, doubtful: Open, places: Places, cells: Iterable[str]) -> Open:
    """The doubtful cells, and the cells beside them that have lost their piece: it may lie half on either."""
    lost = [c for c in now if c in cells and c not in sure and c not in doubtful and c in places]
    found = dict(doubtful)
    for cell in doubtful:
        near = 1.5 * min(math.dist(places[cell], at) for name, at in places.items() if name != cell)
        found |= {c: {EMPTY: 1.0} for c in lost if math.dist(places[c], places[cell]) <= near}
    return found


def candidates(state: State, verdicts: Iterable[Sure], sure: Table, doubtful: Open) -> tuple[Candidate, ...]:
    """The answers, likeliest first: which move it was, or what lies in one cell if no move has what it looks like."""
    found: dict[str, Candidate] = {}
    for verdict in verdicts:
        for candidate in _meanings(verdict):
            found.setdefault(candidate.label, candidate)
    if doubtful:
        cell = min(doubtful, key=lambda name: max(doubtful[name].values(), default=0.0))
        contents = doubtful[cell]
        looks = pieces_of(max(contents, key=lambda content: contents[content], default=EMPTY))
        if len(found) < 2 or all(candidate.table.get(cell, ()) != looks for candidate in found.values()):
            found = dict(list(found.items())[: MOST_CANDIDATES - 2])
            for candidate in _contents(state, sure, cell, contents):
                found.setdefault(candidate.label, candidate)
    return tuple(found.values())[:MOST_CANDIDATES]


def _contents(state: State, sure: Table, cell: str, contents: Mapping[Content, float]) -> Iterator[Candidate]:
    """What may lie in a cell: what it looks like, what the position has there, nothing, or whatever else there is."""
    held = content_of(state.game.table(state.position).get(cell, ())) or EMPTY
    first, second, *rest = (*sorted(contents, key=lambda c: -contents[c]), EMPTY, EMPTY)
    for content in (first, second, held, EMPTY, *rest):
        kind, count = content
        info = state.game.info
        name = info.kind_names.get(kind, kind) if kind else "empty"
        label = f"{cell}={kind or 'empty'}" + (f"*{count}" if count > 1 else "")
        says = f"{info.cell_name(cell)}: {f'{count} x ' if count > 1 else ''}{name}"
        yield Candidate(label, says, {**sure, cell: pieces_of(content)}, AnswerCell(cell, kind, count))


def _meanings(verdict: Sure) -> Iterator[Candidate]:
    table = verdict.table
    match verdict:
        case Unchanged():
            yield Candidate("unchanged", "Nothing has been moved", table, AnswerUnchanged())
        case MovePlayed(move=move):
            yield Candidate(move, f"The move {move}", table, AnswerMove(move))
        case Ambiguous(moves=moves):
            for move in moves:
                yield Candidate(move, f"The move {move}", table, AnswerMove(move))
        case Takeback():
            yield Candidate("takeback", "The last move has been taken back", table, AnswerUndone())
        case _:
            return
