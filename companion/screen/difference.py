"""Where two tables differ, piece by piece: the pieces that one of them lacks, and those that it has too many.

It only compares what the view holds; it does not ask if a difference is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.values.views import Step

Table = Mapping[str, tuple[str, ...]]


def missing(seen: Table, wanted: Table) -> dict[str, tuple[str, ...]]:
    """The pieces of `wanted` that `seen` lacks, by cell."""
    found: dict[str, tuple[str, ...]] = {}
    for cell, kinds in wanted.items():
        lacking = Counter(kinds) - Counter(seen.get(cell, ()))
        if lacking:
            found[cell] = tuple(lacking.elements())
    return found


def agreeing(seen: Table, wanted: Table) -> tuple[str, ...]:
    """The cells with pieces that hold the same in both tables."""
    return tuple(cell for cell, kinds in wanted.items() if kinds and Counter(kinds) == Counter(seen.get(cell, ())))


def differing(tables: Iterable[Table]) -> tuple[str, ...]:
    """The cells that do not hold the same in all tables."""
    several = list(tables)
    cells = sorted({cell for table in several for cell in table})
    return tuple(cell for cell in cells if len({table.get(cell, ()) for table in several}) > 1)


def awaited(steps: Iterable[Step]) -> dict[str, tuple[str, ...]]:
    """The pieces that steps will put somewhere, by cell. A piece that is turned over is there already."""
    found: dict[str, tuple[str, ...]] = {}
    for step in steps:
        if step.end is not None and step.do != "flip":
            found[step.end] = (*found.get(step.end, ()), step.kind)
    return found
