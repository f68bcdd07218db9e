"""Where two pictures of a board differ. The watcher tells this to the reader, which then looks only there.

Differences as small as noise are left out. So where no difference is marked, there may still be a small one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Changed:
    """Where two pictures of a board differ."""

    where: Flags
    """(rows, columns) True for each square of the board's plane in which the pictures differ. The first square begins
    at (0, 0).
    """
    step_mm: float
    """The side of a square in mm."""
    light: float = 1.0
    """How many times as bright the second picture is on the whole board. This does not count as a difference."""

    def __or__(self, other: Changed) -> Changed:
        """Where the pictures differ in at least one of two comparisons. Both must be of the same board at the same
        place.
        """
        return replace(self, where=self.where | other.where)

    def make_unchanged(self) -> Changed:
        """A comparison of the same board that shows no difference."""
        return replace(self, where=np.zeros_like(self.where))

    def find_squares(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """(...,) the numbers of the squares that hold points (..., 2) in mm, as indices of `where.ravel()`.

        A point beside the board belongs to the nearest square.
        """
        rows, columns = self.where.shape
        square = np.floor(points / self.step_mm).astype(np.int64)
        return np.asarray(square[..., 1].clip(0, rows - 1) * columns + square[..., 0].clip(0, columns - 1))

    def find_changed(self, corners: NDArray[np.float64]) -> Flags:
        """(n,) True if something changed in the upright rectangle around some corners. corners: (n, ..., 2) mm."""
        columns = self.where.shape[1]
        low, high = self.find_squares(corners.min(axis=1)), self.find_squares(corners.max(axis=1))
        ends = zip(*np.divmod(low, columns), *np.divmod(high, columns), strict=True)
        return np.array([self.where[top : bottom + 1, left : right + 1].any() for top, left, bottom, right in ends])
