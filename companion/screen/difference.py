"""Finds where two tables differ, piece by piece: which pieces one of them lacks, and which it has too many.

It only compares the tables of a view. It does not ask if a difference is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from companion.values.views import Step, View

Table = Mapping[str, tuple[str, ...]]


def missing(seen: Table, wanted: Table) -> dict[str, tuple[str, ...]]:
    """The pieces of `wanted` that `seen` lacks, by cell."""
    found: dict[str, tuple[str, ...]] = {}
    for cell, kinds in wanted.items():
        lacking = Counter(kinds) - Counter(seen.get(cell, ()))
        if lacking:
            found[cell] = tuple(lacking.elements())
    return found


def moved_away(seen: Table, before: Table, others: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The pieces that have moved, in the cells from which they came.

    others: the kinds of pieces of the players who do not move now. Such a piece is not listed if it has left the board,
    because it was captured; nor if its cell has a piece of another kind now.
    """
    come = Counter(kind for kinds in missing(before, seen).values() for kind in kinds)
    found: dict[str, tuple[str, ...]] = {}
    for cell, kinds in missing(seen, before).items():
        gone = Counter({kind: n if kind not in others else min(n, come[kind]) for kind, n in Counter(kinds).items()})
        if gone.total() and not set(seen.get(cell, ())) - set(kinds):
            found[cell] = tuple(gone.elements())
            come -= gone
    return found


def ghosts(view: View) -> dict[str, tuple[str, ...]]:
    """The pieces that have moved since the last move, or that the player to move holds in their hand, in the cells from
    which they came.
    """
    others = [] if view.strip.kind is None else [kind for kind in view.kind_names if kind != view.strip.kind]
    return {} if view.seen is None else moved_away(view.seen, view.table, others)


def agreeing(seen: Table, wanted: Table) -> tuple[str, ...]:
    """The cells that hold pieces, the same ones in both tables."""
    return tuple(cell for cell, kinds in wanted.items() if kinds and Counter(kinds) == Counter(seen.get(cell, ())))


def differing(tables: Iterable[Table]) -> tuple[str, ...]:
    """The cells that differ between any of these tables."""
    several = list(tables)
    cells = sorted({cell for table in several for cell in table})
    return tuple(cell for cell in cells if len({table.get(cell, ()) for table in several}) > 1)


def awaited(steps: Iterable[Step]) -> dict[str, tuple[str, ...]]:
    """The pieces that steps will put somewhere, by cell. A piece that is only turned over is left out, because it is
    there already. A piece that replaces another kind is listed only when that one has left.
    """
    several = list(steps)
    found: dict[str, tuple[str, ...]] = {}
    for step in several:
        replaces = any(other.start == step.end and other.kind != step.kind for other in several)
        if step.end is not None and step.do != "flip" and not replaces:
            found[step.end] = (*found.get(step.end, ()), step.kind)
    return found
