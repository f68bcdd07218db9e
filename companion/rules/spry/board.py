"""Spry's 61 green cells: their names, rings, neighbours and the colours that they touch (SY-G).

The board is a hexagon of hexagons, five on each side. Each cell has two coordinates q and r, which are 0 in the middle;
r is the row, counted downwards. Then |q|, |r| and |q + r| are at most 4.

A set of cells is an int in which bit i is the cell NAMES[i]. This makes it quick to find groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

SIDE = 5
"""How many cells are on each side of the green board. Also how many stones a turn may have at most if it uses the
outermost ring.
"""

_AXIAL = tuple(
    (q, r) for r in range(1 - SIDE, SIDE) for q in range(1 - SIDE, SIDE) if abs(q + r) < SIDE
)  # from the top row down, each row from the left

NAMES: tuple[str, ...] = tuple(f"{'ABCDEFGHI'[r + SIDE - 1]}{q - max(1 - SIDE, 1 - SIDE - r) + 1}" for q, r in _AXIAL)
INDEX: Mapping[str, int] = MappingProxyType({name: i for i, name in enumerate(NAMES)})

RINGS: tuple[int, ...] = tuple(1 + max(abs(q), abs(r), abs(q + r)) for q, r in _AXIAL)
"""For each cell the number of its ring: 1 in the centre, 5 at the rim. The side of a ring has this many cells."""

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_PLACE = {cell: i for i, cell in enumerate(_AXIAL)}

NEIGHBOURS: tuple[int, ...] = tuple(
    sum(1 << _PLACE[q + dq, r + dr] for dq, dr in _AROUND if (q + dq, r + dr) in _PLACE) for q, r in _AXIAL
)
"""For each cell, the set of the cells that share an edge with it, up to six (SY-R2)."""

_LAST = SIDE - 1
COLOURS: Mapping[str, int] = MappingProxyType(
    {
        "yellow": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if -_LAST in (r, q + r)),
        "blue": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if _LAST in (q, q + r)),
        "red": sum(1 << i for i, (q, r) in enumerate(_AXIAL) if q == -_LAST or r == _LAST),
    }
)
"""For each colour of the border, the set of green cells that touch it: those on two neighbouring sides of the rim."""


def cells(found: int) -> Iterator[int]:
    """The cells of a set, in the order of NAMES."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def group(stones: int, start: int) -> int:
    """All stones of the set `stones` that are connected with a cell of the set `start`."""
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
