"""Where two pictures of a board differ: the watcher tells the reader, which then looks only there.

A mask over the board's plane. It leaves out differences as small as noise, so it never proves that nothing has changed.
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
    """(rows, columns) True for each square of the board's plane that differs. The first square begins at (0, 0)."""
    step_mm: float
    """The side of a square."""
    light: float = 1.0
    """The factor between the pictures' grey levels on the whole board. It does not count as a difference."""

    def __or__(self, other: Changed) -> Changed:
        """Where at least one of two comparisons differs. Both must be of the same board at the same place."""
        return replace(self, where=self.where | other.where)

    def make_unchanged(self) -> Changed:
        """The same board without any difference."""
        return replace(self, where=np.zeros_like(self.where))

    def find_squares(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """(...,) numbers of the squares that hold points (..., 2) in mm, as indices of `where.ravel()`. A point beside
        the board belongs to the nearest square."""
        rows, columns = self.where.shape
        square = np.floor(points / self.step_mm).astype(np.int64)
        return np.asarray(square[..., 1].clip(0, rows - 1) * columns + square[..., 0].clip(0, columns - 1))

    def find_changed(self, corners: NDArray[np.float64]) -> Flags:
        """(n,) True if something changed in the upright rectangle around corners (n, ..., 2) in mm."""
        columns = self.where.shape[1]
        low, high = self.find_squares(corners.min(axis=1)), self.find_squares(corners.max(axis=1))
        ends = zip(*np.divmod(low, columns), *np.divmod(high, columns), strict=True)
        return np.array([self.where[top : bottom + 1, left : right + 1].any() for top, left, bottom, right in ends])
