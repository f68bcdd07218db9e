"""How rarely people exchange pieces: a table on which a piece has become another one needs a good picture to be
believed.

Moves carry pieces, and a carried piece keeps its kind. So if a piece left a cell and one of another kind came to an
empty one, with no piece more or fewer, the camera is likelier to be wrong about the kind than somebody is to have
swapped two pieces on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.history.state import State
from companion.referee.repair import count_kinds
from companion.rules.core import Table

EXCHANGE_ODDS = 0.04
"""How rarely people exchange a piece in its cell for another one without a reason: the prior of such a table is
multiplied by this.
"""

CHANGED_ON_THE_WAY_ODDS = 0.01
"""The same for a piece that is of another kind where it arrives than where it left."""


def compute_exchange_odds(state: State, table: Table, cells: Iterable[str]) -> float:
    """What the prior of a table is multiplied by, because of pieces that would have been exchanged in these cells."""
    game, cells = state.game, tuple(cells)
    now, arranged = game.table(state.position), game.arranged(state.position, table)
    pairs = [(arranged.get(cell, ()), table.get(cell, ())) for cell in cells]
    exchanged = sum(before != after and len(before) == len(after) > 0 for before, after in pairs)
    sides = game.info.sides
    had, has = _count_pieces(now, sides), _count_pieces(table, sides)
    new, changed = has - had, 0
    if has.total() == had.total():
        came = {cell: table.get(cell, ()) for cell in cells if not now.get(cell)}
        strange = sum(bool(new & _count_pieces({cell: pieces}, sides)) for cell, pieces in came.items())
        changed = min(strange, max(0, new.total() - exchanged))
    return float(EXCHANGE_ODDS**exchanged * CHANGED_ON_THE_WAY_ODDS**changed)


def _count_pieces(table: Table, sides: Mapping[str, str]) -> Counter[str]:
    """How many pieces of each kind a table has. A piece with two sides is one kind."""
    return Counter(min(kind, sides.get(kind, kind)) for kind in count_kinds(table).elements())
