"""The spots of a board where pieces belong, and which spot a piece was meant for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, Point

MEANT = 0.42
"""A piece is meant for the nearest spot within this part of the distance between neighbouring spots."""

Spot = tuple[str, int]
"""A cell, and the number of the spot in it, from 0."""


class Spots:
    """The spots of all cells of a layout."""

    def __init__(self, layout: Layout) -> None:
        self._spots = {name: cell.places() for name, cell in layout.cells.items()}
        self._names = [(name, i) for name, spots in self._spots.items() for i in range(len(spots))]
        self._places = np.array([spot for spots in self._spots.values() for spot in spots])
        self._reach_mm = MEANT * _find_spacing(self._places)

    def of_cell(self, cell: str) -> tuple[Point, ...]:
        """Returns where the spots of a cell are, in mm."""
        return tuple(self._spots[cell])

    def find_nearest(self, x: float, y: float) -> Spot | None:
        """Returns the spot that a piece at a point is meant for; None if it is meant for none."""
        away = np.hypot(*(self._places - (x, y)).T)
        nearest = int(away.argmin())
        return self._names[nearest] if away[nearest] < self._reach_mm else None


def _find_spacing(places: NDArray[np.float64]) -> float:
    """Returns the smallest distance between two spots (n, 2), in mm."""
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())
