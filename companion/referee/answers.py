"""Makes the question for people if the picture leaves a doubt, and the answers that they can choose from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.history.state import State
from companion.language import _, ngettext
from companion.referee.looks import PLAUSIBLE, content_of, pieces_of
from companion.referee.repair import Places
from companion.referee.verdicts import Ambiguous, Candidate, MovePlayed, Sure, Takeback, Unchanged
from companion.rules.core import Table
from companion.values.commands import AnswerCell, AnswerMove, AnswerUnchanged, AnswerUndone
from vision.observation import EMPTY, Content

MOST_CANDIDATES = 5
"""The most answers that a question can have. This is enough for the content of one cell: every kind of piece, and
nothing.
"""

Open = Mapping[str, Mapping[Content, float]]
"""The doubtful cells. For each, the contents that are possible, and how likely each is."""


def asked_cells(now: Table, sure: Table, doubtful: Open, places: Places, cells: Iterable[str]) -> Open:
    """The cells to ask about: the doubtful ones, and neighbours that have lost their piece, because it may be on the
    line between two cells.

    now: the table of the position. sure: what the other cells hold.
    """
    lost = [c for c in now if c in cells and c not in sure and c not in doubtful and c in places]
    found = dict(doubtful)
    for cell in doubtful:
        near = 1.5 * min(math.dist(places[cell], at) for name, at in places.items() if name != cell)
        found |= {c: {EMPTY: 1.0} for c in lost if math.dist(places[c], places[cell]) <= near}
    return found


def candidates(state: State, verdicts: Iterable[Sure], sure: Table, doubtful: Open) -> tuple[Candidate, ...]:
    """The answers, the likeliest first: which move it was, or what is in one cell.

    The second kind is offered if no move fits what the cell looks like, or if a piece may be there that no other answer
    has there. So people can choose between both colours if both are possible.
    """
    found: dict[str, Candidate] = {}
    for verdict in verdicts:
        for candidate in _meanings(state, verdict):
            found.setdefault(candidate.label, candidate)
    if doubtful:
        cell = min(doubtful, key=lambda name: max(doubtful[name].values(), default=0.0))
        contents = doubtful[cell]
        looks = pieces_of(max(contents, key=lambda content: contents[content], default=EMPTY))
        offered = {candidate.table.get(cell, ()) for candidate in found.values()}
        missing = _missing_kinds(contents, offered)
        if len(found) < 2 or looks not in offered or missing:
            found = dict(list(found.items())[: MOST_CANDIDATES - max(2, len(missing))])
            for candidate in _contents(state, sure, cell, contents, missing):
                found.setdefault(candidate.label, candidate)
    return tuple(found.values())[:MOST_CANDIDATES]


def say_nothing_there(table: Table) -> Candidate:
    """The answer that nothing covers the board, whatever it looks like."""
    return Candidate("nothing", _("Nothing is there"), table, AnswerUnchanged())


def name_once(answers: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The answers without those about one cell that mean the same table as an answer about the whole table."""
    tables = [one.table for one in answers if not isinstance(one.command, AnswerCell)]
    return tuple(one for one in answers if not isinstance(one.command, AnswerCell) or one.table not in tables)


def _missing_kinds(contents: Mapping[Content, float], offered: Iterable[tuple[str, ...]]) -> list[Content]:
    """Kinds of pieces that may be in a cell, but that no answer has there yet. For each, its likeliest content."""
    seen = {pieces[0] for pieces in offered if pieces}
    missing = []
    for content in sorted(contents, key=lambda content: -contents[content]):
        if content[0] is not None and content[0] not in seen and contents[content] >= PLAUSIBLE:
            seen.add(content[0])
            missing.append(content)
    return missing


def _contents(
    state: State, sure: Table, cell: str, contents: Mapping[Content, float], missing: list[Content]
) -> Iterator[Candidate]:
    """What may be in a cell, as answers: what it looks like, each kind that no other answer names, what the position
    has there, nothing, or any other piece.
    """
    held = content_of(state.game.table(state.position).get(cell, ())) or EMPTY
    mover = state.game.info.emblems.get(state.game.status(state.position).player, "")
    first, second, *rest = (*sorted(contents, key=lambda c: -contents[c]), EMPTY, EMPTY)
    for content in (first, *missing, second, held, EMPTY, *rest):
        kind, count = content
        info = state.game.info
        label = f"{cell}={kind or 'empty'}" + (f"*{count}" if count > 1 else "")
        if kind is None:
            text = _("{cell}: empty").format(cell=info.cell_name(cell, mover))
        else:
            # Translators: What is in a cell, such as "A3: white piece" or "12: 2 x black checker".
            text = ngettext("{cell}: {piece}", "{cell}: {count} x {piece}", count)
            text = text.format(cell=info.cell_name(cell, mover), count=count, piece=info.kind_names.get(kind, kind))
        yield Candidate(label, text, {**sure, cell: pieces_of(content)}, AnswerCell(cell, kind, count))


def _meanings(state: State, verdict: Sure) -> Iterator[Candidate]:
    table = verdict.table
    match verdict:
        case Unchanged():
            yield Candidate("unchanged", _("Nothing has moved"), table, AnswerUnchanged())
        case MovePlayed(move=move):
            yield _means_move(state, move, table)
        case Ambiguous(moves=moves):
            for move in moves:
                yield _means_move(state, move, table)
        case Takeback(moves=moves):
            text = ngettext("The last move was taken back", "The last {count} moves were taken back", moves)
            yield Candidate("takeback", text.format(count=moves), table, AnswerUndone(moves))
        case _:
            return


def _means_move(state: State, move: str, table: Table) -> Candidate:
    # Translators: {move} is a move in words, such as "c3-c4" or "2 red pawns from outside to the blue area".
    text = _("The move: {move}").format(move=state.game.in_words(state.position, move))
    return Candidate(move, text, table, AnswerMove(move))
