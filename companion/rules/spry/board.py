"""Spry's 61 green cells: their names, rings, neighbours and the colours that they touch (SY-G).

A hexagon of hexagons, five to a side. In axial coordinates q, r (r is the row, downwards, both are 0 in the middle) the
three distances |q|, |r|, |q + r| are at most 4. A set of cells is an int in which bit i is the cell NAMES[i]: this
makes it quick to grow groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

SIDE = 5
"""Cells along each side of the green board; also the most stones of a turn that uses the outermost ring."""

_AXIAL = tuple(
    (q, r) for r in range(1 - SIDE, SIDE) for q in range(1 - SIDE, SIDE) if abs(q + r) < SIDE
)  # from the top row down, each row from the left

NAMES: tuple[str, ...] = tuple(f"{'ABCDEFGHI'[r + SIDE - 1]}{q - max(1 - SIDE, 1 - SIDE - r) + 1}" for q, r in _AXIAL)
INDEX: Mapping[str, int] = MappingProxyType({name: i for i, name in enumerate(NAMES)})

RINGS: tuple[int, ...] = tuple(1 + max(abs(q), abs(r), abs(q + r)) for q, r in _AXIAL)
"""For each cell the number of cells on a side of its ring: 1 in the centre, 5 on the rim."""

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_PLACE = {cell: i for i, cell in enumerate(_AXIAL)}

NEIGHBOURS: tuple[int, ...] = tuple(
    sum(1 << _PLACE[q + dq, r + dr] for dq, dr in _AROUND if (q + dq, r + dr) in _PLACE) for q, r in _AXIAL
)
"""For each cell the set of the up to six cells that it shares an edge with (SY-R2)."""

_LAST = SIDE - 1
COLOURS: Mapping[str, int] = MappingProxyType(
    {
        "yellow": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if -_LAST in (r, q + r)),
        "blue": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if _LAST in (q, q + r)),
        "red": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if q == -_LAST or r == _LAST),
    }
)
"""For each colour of the border, the set of cells that touch it: those on two neighbouring sides of the rim."""


def cells(found: int) -> Iterator[int]:
    """The cells of a set, in the order of NAMES."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def group(stones: int, start: int) -> int:
    """All stones of a set that are connected with the cells of `start`."""
    grown, edge = start, start
    while edge:
        around = 0
        for cell in cells(edge):
            around |= NEIGHBOURS[cell]
        edge = around & stones & ~grown
        grown |= edge
    return grown


def winning_group(stones: int) -> int:
    """A group of these stones that touches all three colours; 0 if there is none (SY-4)."""
    left = stones & COLOURS["yellow"]
    while left:
        found = group(stones, left & -left)
        if all(found & touching for touching in COLOURS.values()):
            return found
        left &= ~found
    return 0
