"""What has changed on the board between two frames: nothing, its light, or something on it.

For telling whether the table is at rest and whether it looks as it did when it was read. It never says
what has changed; that is read.

The whole board is sampled on a fine grid, by one remap with maps computed once. Differences are averaged
over the area of a small piece, so that sensor noise shrinks and a piece does not; what is left of the
noise is measured, not assumed. A common factor of all samples is light, not motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.median import median
from vision.register import Maps, Registration

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]

_ACROSS = 8  # samples across the smallest piece
_MOST = 176  # samples along the board's longer side
_NOISE_TIMES = 8.0  # a change is this many times the noise ...
_LEAST = 6.0  # ... and at least so many grey levels: compression, flicker of lamps, the louder noise of white paper
_LOUDEST = 5.0  # grey levels: no camera's averaged noise is above this; two unlike pictures may look as if
_FLICKER = 0.25  # of a light's factor: so much of it may be uneven over the board and is still light
RELIT = 0.08
"""A table whose light has changed by this part looks different enough to be read anew."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Where to sample a picture of the board: `maps` for cv2.remap, `window` samples across a small piece.

    The sample in row r and column c shows the point ((c + 0.5) * step_mm, (r + 0.5) * step_mm) of the board.
    """

    maps: Maps
    window: int
    step_mm: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of samples."""
        rows, columns = self.maps[1].shape
        return rows, columns

    def sample(self, image: Picture) -> Singles:
        """The samples (rows, columns, 3) of a BGR picture, in grey levels."""
        taken = cv2.remap(image, self.maps[0], self.maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, np.float32)


@dataclass(frozen=True, slots=True)
class Change:
    """How two samplings differ: whether something is different, by which factor the light is, how noisy they are.

    where: (rows, columns) the samples that differ. noise: grey levels, of one averaged difference.
    """

    something: bool
    light: float
    noise: float
    where: NDArray[np.bool_]


def grid_over(registration: Registration, layout: Layout) -> Grid:
    """A grid over the whole print, as fine as the smallest piece asks for."""
    w, h = layout.size_mm
    sizes = [p.diameter_mm for p in layout.pieces.values()] + [
        c.diameter_mm for c in layout.cells.values() if c.diameter_mm is not None
    ]
    smallest = min(sizes, default=max(w, h) / 12)
    step = max(smallest / _ACROSS, max(w, h) / _MOST)
    x = np.arange(step / 2, w, step)
    y = np.arange(step / 2, h, step)
    window = max(3, round(0.7 * smallest / step) | 1)
    return Grid(registration.maps(np.stack(np.meshgrid(x, y), axis=-1)), window, step)


def compare(now: Singles, before: Singles, window: int, noise: float | None = None, keen: float = 1.0) -> Change:
    """How two samplings of one grid differ. noise: what it was so far; these two may show more of it by half.

    keen: by so many times smaller differences count as changes.
    """
    light = _light(now, before)
    expected = np.minimum(before * np.float32(light), np.float32(255.0))  # white gets no whiter
    pooled = np.asarray(cv2.blur(now - expected, (window, window)), np.float32)
    # A median is not deceived by a hand, which covers less than half of the board.
    measured = 1.4826 * float(median(np.abs(pooled[::3, ::3]).ravel()))
    level = min(measured, _LOUDEST if noise is None else 1.5 * noise)
    allowed = (max(_LEAST, _NOISE_TIMES * level) + _FLICKER * abs(light - 1) * 128) / keen
    where = np.asarray(cv2.inRange(pooled, (-allowed,) * 3, (allowed,) * 3) == 0, np.bool_)
    # At the rim a window reaches over the edge and averages less: twice the noise, and no piece lies there.
    rim = window // 2
    where[:rim], where[-rim:], where[:, :rim], where[:, -rim:] = False, False, False, False
    return Change(bool(where.any()), light, measured, where)


def blend(old: Singles, new: Singles, part: float) -> Singles:
    """The old samples, moved by a part of the way to the new ones."""
    return np.asarray(cv2.addWeighted(old, 1 - part, new, part, 0.0), np.float32)


def _light(now: Singles, before: Singles) -> float:
    """The factor between two samplings, as most of their brighter samples have it."""
    a, b = now[::3, ::3, 1].ravel(), before[::3, ::3, 1].ravel()
    bright = b > 16
    if bright.sum() < 20:
        return 1.0
    factor = float(median(a[bright] / b[bright]))
    return factor if 0.5 < factor < 2.0 else 1.0
