"""Which pixels of a picture to sample: all sample points of a view in one call, or some of them.

If the samples are further apart than pixels, squares of pixels are averaged first. The squares are the same for every
part of a view, so a part shows exactly the values of the whole view.
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
    """px: the left edge of the part of the picture that holds them."""
    top: int
    """px: its top edge."""
    columns: int
    """The width of that part after averaging."""
    rows: int
    """Its height after averaging."""
    shrink: int
    """px: the side of the squares that are averaged."""
    whole: NDArray[np.int16]
    """(h, w, 2) the fixed-point map for cv2.remap into what is averaged."""
    fraction: NDArray[np.uint16]
    """(h, w) its sub-pixel part."""

    @classmethod
    def of(cls, pixels: Floats, size: tuple[int, int], spacing: float) -> View:
        """The view of sample points (h, w, 2) in px, about `spacing` px apart, in pictures of a size (w, h)."""
        # Samples further apart than pixels need averaging first; otherwise one noisy pixel would count for many.
        shrink = max(1, round(spacing)) if spacing >= 1.5 else 1
        (left, columns), (top, rows) = (_span(pixels[..., i], size[i], shrink) for i in (0, 1))
        local = (pixels - (left, top) + 0.5) / shrink - 0.5
        local = np.clip(local, -2.0, float(max(size)) + 2.0).astype(np.float32)
        whole, fraction = cv2.convertMaps(local[..., 0], local[..., 1], cv2.CV_16SC2)
        return cls(left, top, columns, rows, shrink, np.asarray(whole, np.int16), np.asarray(fraction, np.uint16))

    def select(self, points: NDArray[np.int64] | tuple[slice, slice]) -> View:
        """The view of some of the sample points: an index of the first two axes of `whole` that keeps both."""
        whole, fraction = self.whole[points], self.fraction[points]
        (x, columns), (y, rows) = (_within(whole[..., i], most) for i, most in ((0, self.columns), (1, self.rows)))
        left, top = self.left + x * self.shrink, self.top + y * self.shrink
        return View(left, top, columns, rows, self.shrink, whole - np.array((x, y), np.int16), fraction)

    def sample(self, image: Picture) -> Picture:
        """The samples (h, w, ...) of a picture."""
        k = self.shrink
        part = image[self.top : self.top + self.rows * k, self.left : self.left + self.columns * k]
        if k > 1:
            part = np.asarray(cv2.resize(part, (self.columns, self.rows), interpolation=cv2.INTER_AREA), np.uint8)
        return np.asarray(
            cv2.remap(part, self.whole, self.fraction, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


def _span(at: Floats, side: int, shrink: int) -> tuple[int, int]:
    """The first px and the number of squares that cover all samples `at` in a picture whose side has `side` px."""
    low, high = np.floor(at.min()) - 3, np.ceil(at.max()) + 4
    first = int(np.clip(low, 0, max(side - 2 * shrink, 0)))
    return first, int(np.clip(np.ceil((high - first) / shrink), 1, max((side - first) // shrink, 1)))


def _within(at: NDArray[np.int16], most: int) -> tuple[int, int]:
    """The first px, and the number of px out of `most`, that interpolation between these points needs."""
    first = min(max(int(at.min()), 0), most - 1)
    return first, min(max(int(at.max()) + 1, first), most - 1) - first + 1
