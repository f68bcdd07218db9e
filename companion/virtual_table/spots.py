"""Finds for which spot of a board a piece was meant. Spots are the places on cells where pieces belong."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, Point

MEANT = 0.42
"""How far from a spot a piece may be and still be meant for it, as a part of the distance between neighbouring
spots.
"""

Spot = tuple[str, int]
"""A cell, and the number of a spot in it, from 0."""


class Spots:
    """The spots of all cells of a layout."""

    def __init__(self, layout: Layout) -> None:
        self._spots = {name: cell.places() for name, cell in layout.cells.items()}
        self._names = [(name, i) for name, spots in self._spots.items() for i in range(len(spots))]
        self._places = np.array([spot for spots in self._spots.values() for spot in spots])
        self._reach_mm = MEANT * _find_spacing(self._places)

    def of_cell(self, cell: str) -> tuple[Point, ...]:
        """Where the spots of a cell are, in mm."""
        return tuple(self._spots[cell])

    def find_nearest(self, x: float, y: float) -> Spot | None:
        """The spot for which a piece at this point is meant; None if it is meant for none."""
        away = np.hypot(*(self._places - (x, y)).T)
        nearest = int(away.argmin())
        return self._names[nearest] if away[nearest] < self._reach_mm else None


def _find_spacing(places: NDArray[np.float64]) -> float:
    """The smallest distance between two spots, in mm. places: (n, 2) where the spots are."""
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())
