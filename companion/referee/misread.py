"""Finds what vision may have misread, if players insist on a table that is not legal.

A shadow or a reflection may surely look like a piece, or hide one: then the table is legal except for one cell. And
glossy pieces that reflect a lamp may surely look like another kind: then the table is legal except for the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from companion.history.state import State
from companion.referee.judge import judge_table
from companion.referee.looks import Look, Told, content_of, looks_steady, pieces_of
from companion.referee.reachable import ReachablePositions
from companion.referee.repair import Places, list_differing
from companion.referee.verdicts import Illegal, UnderWay
from companion.rules.core import Table
from vision.observation import EMPTY, Content, Reading

MOST_CELLS = 6
"""If more cells than this may be misread, only those are named in which pieces are seen, and only their kind may be
wrong: rather than not seeing a piece at all, the camera takes it for another one. If these are too many, too, none is
named: the question would be too long.
"""

Misread = Mapping[str, Sequence[Content]]
"""For each cell that vision may have misread: the contents that would make the table legal."""


@dataclass(frozen=True, slots=True)
class Insisted:
    """Players insist that a table is right which is not legal. So what makes it illegal is in doubt."""

    state: State
    """The state of the game at that time. The doubt ends with it."""
    misread: Misread
    """The cells in doubt, and what else they may hold."""
    looked: Mapping[str, Look]
    """How these cells looked. The doubt about a cell ends when it looks different."""

    def put_in_doubt(self, reading: Reading, told: Told) -> Reading:
        """The reading with these cells in doubt, except those about which people have answered (`told`). The same
        reading if no cell is left.
        """
        doubted: dict[str, Look] = {}
        for cell, others in self.misread.items():
            look = reading.cells[cell]
            if cell not in told and looks_steady(look, self.looked[cell]):
                contents = (look.best, *others)
                doubted[cell] = replace(look, likely=dict.fromkeys(contents, 1 / len(contents)))
        return replace(reading, cells={**reading.cells, **doubted}) if doubted else reading


def find_misread(
    state: State, table: Table, places: Places, may_be: ReachablePositions, *, laying_out: bool = False
) -> Misread:
    """The cells of an illegal or unfinished table that keep it from being legal: one cell alone, or several in which
    only the kind of the pieces is wrong. Empty if there are none, or too many (`MOST_CELLS`).

    places: each cell's middle in mm. may_be: `known(state)`. laying_out: True if only the position's own table is
    legal, because people set it up.
    """
    found: dict[str, list[Content]] = {}
    for legal in _list_legal(state, table, places, may_be, laying_out=laying_out):
        different = list_differing(table, legal)
        if len(different) > 1 and any(len(table.get(cell, ())) != len(legal.get(cell, ())) for cell in different):
            continue
        for cell in different:
            content = content_of(legal.get(cell, ()))
            if content is not None and content not in found.setdefault(cell, []):
                found[cell].append(content)
    if len(found) > MOST_CELLS:
        found = {
            cell: alike
            for cell, contents in found.items()
            if (alike := [content for content in contents if content[1] == len(table.get(cell, ()))])
        }
    return found if len(found) <= MOST_CELLS else {}


def _list_legal(
    state: State, table: Table, places: Places, may_be: ReachablePositions, *, laying_out: bool
) -> Iterator[Table]:
    """The legal tables that this one may really be."""
    positions = (may_be.now,) if laying_out else (may_be.now, *may_be.after, *may_be.before)
    for position in positions:
        yield state.game.arranged(position, table)
    if not may_be.complete and not laying_out:
        for other in _list_similar(state, table):
            if not isinstance(judge_table(state, other, places), Illegal | UnderWay):
                yield other


def _list_similar(state: State, table: Table) -> Iterator[Table]:
    """Tables that differ from this one in one of the changed cells, or by the kind of all changed pieces of a kind."""
    now = state.game.arranged(state.position, table)
    changed = list_differing(table, now)
    kinds = tuple(state.game.info.kind_names)
    for cell in changed:
        others = [content_of(now.get(cell, ())) or EMPTY, EMPTY]
        others += [(kind, len(table[cell])) for kind in kinds if cell in table]
        beside = {other: pieces for other, pieces in table.items() if other != cell}
        yield from ({**beside, cell: pieces_of(content)} if content[1] else beside for content in others)
    for kind, other in permutations(kinds, 2):
        yield {
            cell: tuple(other if cell in changed and piece == kind else piece for piece in pieces)
            for cell, pieces in table.items()
        }
