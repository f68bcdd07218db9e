"""Where pictures of a board differ: what the watcher tells the reader, so that it need not look at the rest anew.

A mask over the board's plane. It never says what has changed, and never that something has not: what differs by no
more than noise does is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Changed:
    """where: (rows, columns) True where pictures differ: squares of the board's plane, step_mm wide, from (0, 0) on.

    light: the factor of grey levels between them all over the board, which counts as no difference.
    """

    where: Flags
    step_mm: float
    light: float = 1.0

    def __or__(self, other: Changed) -> Changed:
        """Where either differs; both of one board in one place."""
        return replace(self, where=self.where | other.where)

    def make_unchanged(self) -> Changed:
        """The same board without any difference."""
        return replace(self, where=np.zeros_like(self.where))

    def find_squares(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """(...,) numbers of the squares, for `where.ravel()`, in which points (..., 2) in mm lie, or lie nearest to."""
        rows, columns = self.where.shape
        square = np.floor(points / self.step_mm).astype(np.int64)
        return np.asarray(square[..., 1].clip(0, rows - 1) * columns + square[..., 0].clip(0, columns - 1))

    def find_changed(self, corners: NDArray[np.float64]) -> Flags:
        """(n,) whether there is a change in the upright rectangles around corners (n, ..., 2) in mm."""
        columns = self.where.shape[1]
        low, high = self.find_squares(corners.min(axis=1)), self.find_squares(corners.max(axis=1))
        ends = zip(*np.divmod(low, columns), *np.divmod(high, columns), strict=True)
        return np.array([self.where[top : bottom + 1, left : right + 1].any() for top, left, bottom, right in ends])
