"""Rows of pieces as they really lie: how far apart, and how many before they are piled.

Who measures a bought board seldom measures its checkers, and people push them together from the rim on. So where a
layout's cells hold rows, the rows are laid out for checkers of several sizes, and the picture tells which fits best.
It never says what a cell holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from vision.layout import Cell, Layout, Point
from vision.reader.atlas import Flags, Floats, Whole

SIZES = (0.76, 0.8, 0.84, 0.88, 0.92, 0.96, 1.0, 1.04)
"""Of the layout's spots' distance: how far apart pieces of a row may lie."""

_ROW = 4  # spots that make a row
_LONGEST = 6  # pieces to a row: more are piled, wherever there is room
_ROOM = 0.12  # of a piece: so much may be missing at the end of a row
_FEWEST = 8  # rows on a board that tell
_LEFT_OUT = 0.1  # of all cells, those explained worst: dice lie on some rows


def has_rows(layout: Layout) -> bool:
    """True if many of a layout's cells hold rows of pieces."""
    return sum(len(cell.spots) >= _ROW for cell in layout.cells.values()) >= _FEWEST


def in_rows(layout: Layout) -> Flags:
    """(n,) whether each place of a layout belongs to a row."""
    return np.array([len(c.places()) >= _ROW for c in layout.cells.values() for _ in c.places()])


def laid(layout: Layout, size: float) -> Layout:
    """The layout with its rows, and its pieces, made larger or smaller by a factor."""
    cells = {name: _laid(cell, size) for name, cell in layout.cells.items()}
    pieces = {name: replace(kind, diameter_mm=kind.diameter_mm * size) for name, kind in layout.pieces.items()}
    return replace(layout, cells=MappingProxyType(cells), pieces=MappingProxyType(pieces))


def _laid(cell: Cell, size: float) -> Cell:
    n = len(cell.spots)
    if n < _ROW:
        return cell
    first, last = np.array(cell.spots[0]), np.array(cell.spots[-1])
    step = (last - first) / (n - 1)
    rim = first - step / 2
    if cell.polygon is not None:
        along = step / np.linalg.norm(step)
        room = float(((np.array(cell.polygon) - rim) @ along).max())
        n = max(n, min(_LONGEST, cell.capacity, int(room / (np.linalg.norm(step) * size) + _ROOM)))
    spots: list[Point] = [(float(x), float(y)) for x, y in (rim + step * size * (k + 0.5) for k in range(n))]
    return replace(cell, spots=tuple(spots))


def plausible(verdict: Floats, cell: Whole) -> float:
    """The logarithm of how well rows explain what the network says of all places (n, 3): filled from the rim on.

    cell: (n,) the cell of each place. A mean over the cells, so that layouts with more places compare with others; the
    few that are explained worst are left out, as dice may lie there.
    """
    explained: list[float] = []
    for number in np.unique(cell):
        empty, piece = verdict[cell == number, 0], verdict[cell == number, 1]
        filled = np.concatenate([[0.0], np.cumsum(piece)]) + np.concatenate([np.cumsum(empty[::-1])[::-1], [0.0]])
        explained.append(float(np.logaddexp.reduce(filled)))
    kept = sorted(explained)[int(_LEFT_OUT * len(explained)) :]
    return sum(kept) / max(len(kept), 1)


def best(sizes: Sequence[float], scores: Sequence[float]) -> float:
    """The size that fits best; the layout's own unless another is clearly better."""
    own = scores[sizes.index(1.0)]
    top = int(np.argmax(scores))
    return sizes[top] if scores[top] > own + _CLEARLY else 1.0


_CLEARLY = 0.05
"""A logarithm a cell: by so much another size must explain the picture better than the layout's own."""
