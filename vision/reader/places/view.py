"""Samples a picture at given points: all points of a view in one call, or some of them.

If the points are further apart than pixels, squares of pixels are averaged first. The squares are the same for every
part of a view, so a part gets exactly the same values as the whole view.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class View:
    """Where the sample points are in a picture."""

    left: int
    """px, the left edge of the part of the picture that holds the points."""
    top: int
    """px, the top edge of this part."""
    columns: int
    """How many columns this part has after averaging."""
    rows: int
    """How many rows this part has after averaging."""
    shrink: int
    """px, the side of the squares that are averaged."""
    whole: NDArray[np.int16]
    """(h, w, 2) the points in the averaged part, as the first fixed-point map of cv2.remap: whole samples."""
    fraction: NDArray[np.uint16]
    """(h, w) the second map of cv2.remap: the fractions of samples."""

    @classmethod
    def of(cls, pixels: Floats, size: tuple[int, int], spacing: float) -> View:
        """The view of sample points (h, w, 2) in px. spacing: px between neighbouring points, about. size: width and
        height of the pictures.
        """
        # Samples further apart than pixels need averaging first; otherwise one noisy pixel would count for many.
        shrink = max(1, round(spacing)) if spacing >= 1.5 else 1
        (left, columns), (top, rows) = (_span(pixels[..., i], size[i], shrink) for i in (0, 1))
        local = (pixels - (left, top) + 0.5) / shrink - 0.5
        local = np.clip(local, -2.0, float(max(size)) + 2.0).astype(np.float32)
        whole, fraction = cv2.convertMaps(local[..., 0], local[..., 1], cv2.CV_16SC2)
        return cls(left, top, columns, rows, shrink, np.asarray(whole, np.int16), np.asarray(fraction, np.uint16))

    def select(self, points: NDArray[np.int64] | tuple[slice, slice]) -> View:
        """The view of some of the sample points. points: an index into the first two axes of `whole`. The result must
        have two axes again.
        """
        whole, fraction = self.whole[points], self.fraction[points]
        (x, columns), (y, rows) = (_within(whole[..., i], most) for i, most in ((0, self.columns), (1, self.rows)))
        left, top = self.left + x * self.shrink, self.top + y * self.shrink
        return View(left, top, columns, rows, self.shrink, whole - np.array((x, y), np.int16), fraction)

    def sample(self, image: Picture) -> Picture:
        """(h, w, ...) what a picture shows at the points."""
        k = self.shrink
        part = image[self.top : self.top + self.rows * k, self.left : self.left + self.columns * k]
        if k > 1:
            part = np.asarray(cv2.resize(part, (self.columns, self.rows), interpolation=cv2.INTER_AREA), np.uint8)
        return np.asarray(
            cv2.remap(part, self.whole, self.fraction, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


def _span(at: Floats, side: int, shrink: int) -> tuple[int, int]:
    """Which pixels to take along one axis: the first px, and how many squares of `shrink` px cover all samples `at`.
    side: px of the picture along this axis.
    """
    low, high = np.floor(at.min()) - 3, np.ceil(at.max()) + 4
    first = int(np.clip(low, 0, max(side - 2 * shrink, 0)))
    return first, int(np.clip(np.ceil((high - first) / shrink), 1, max((side - first) // shrink, 1)))


def _within(at: NDArray[np.int16], most: int) -> tuple[int, int]:
    """Which pixels interpolation at these points needs along one axis: the first px, and how many. most: how many there
    are.
    """
    first = min(max(int(at.min()), 0), most - 1)
    return first, min(max(int(at.max()) + 1, first), most - 1) - first + 1
