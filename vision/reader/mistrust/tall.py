"""Doubts tall pieces that seem to hide little of their print."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import numpy as np

from vision.observation import EMPTY, CellReading, Reading
from vision.reader.mistrust.doubt import doubt_cells
from vision.reader.places.atlas import Floats, Ints

_MIN_TALL_AREA = 0.5
"""On known print, what seems to be a tall piece is not sure if it changes less than this part of its place (of the
smallest piece's area). On 240 readings of Color Dice, 4,752 sure pawns changed at least 0.6, and a pawn's shadow that
surely seemed to be a blue pawn 0.38.
"""

_LEAST_TALL_AREA, _MIN_TALL_P, _SMALL_PIECE_P = 0.4, 0.9, 0.05
"""If it changes less than the first value, and the network is less sure of a piece than the second one, this leaves the
third part of its probability, and the place is rather empty. On 120 readings of Color Dice, 2,562 pawns changed at
least 0.42, and the head of a pawn in front of an empty place 0.33. Blue pawns on a blue board changed 0.33 and 0.37,
and the network was sure of them.
"""


def find_small_cells(cell: Ints, area: Floats, piece: Floats) -> tuple[Ints, Ints]:
    """The numbers of the cells where a tall piece would hide little, and of those where there is rather none. Of a cell
    with several places, the one that tells most of a piece counts.

    cell: (n,) the number of each place's cell. area: (n,) how much of each place has changed, infinite where its print
    was only guessed. piece: (n,) the network's answers for a piece, as logarithms.
    """
    most, seen = (np.full(int(cell.max()) + 1, -np.inf) for _ in range(2))
    np.maximum.at(most, cell, area)
    np.maximum.at(seen, cell, piece)
    is_bare = (most < _LEAST_TALL_AREA) & (seen < np.log(_MIN_TALL_P))
    return np.flatnonzero(most < _MIN_TALL_AREA), np.flatnonzero(is_bare)


def doubt_small_pieces(reading: Reading, small: Set[str], bare: Set[str]) -> Reading:
    """The reading of a picture with tall pieces: where these would hide little of known print, none is sure, and where
    the print is rather bare, there is rather none. small, bare: the names of such cells.
    """
    held = {name for name in small if reading.cells[name].best != EMPTY}
    emptied = {name: _empty_mostly(reading.cells[name]) for name in held & bare}
    return doubt_cells(replace(reading, cells={**reading.cells, **emptied}), held)


def _empty_mostly(cell: CellReading) -> CellReading:
    """A cell's reading with most of the probability of pieces given to no piece."""
    left = {content: p * _SMALL_PIECE_P for content, p in cell.likely.items() if content != EMPTY}
    return replace(cell, likely={EMPTY: sum(cell.likely.values()) - sum(left.values()), **left})
