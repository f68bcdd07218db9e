"""Finds what has changed on the board between two frames: nothing, its light, or something on it.

From this the watcher knows if the table is at rest, and if it still looks as when it was read. This module never says
what the change is.

The whole board is sampled on a fine grid. Differences are averaged over the area of a small piece. This makes the noise
of the sensor smaller, but not a piece. The noise that is left is measured. If all samples of a colour change by the
same factor, the light has changed and nothing has moved.
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

_SAMPLES_PER_PIECE = 8  # samples across the smallest piece
_MAX_SAMPLES = 176  # samples along the board's longer side
_NOISE_TIMES = 8.0  # a change is at least this many times the noise ...

_MIN_CHANGE = 6.0
"""Grey levels. A change must be at least this large, because compression and flickering lamps change pictures, too."""

# grey levels: the limit of the noise estimate. No camera has more, but two different pictures can look like noise.
_MAX_NOISE = 5.0
_FEW_ALONG = 32  # medians over the whole board use about this many samples along its longer side
_MIN_LEVEL = 16  # grey levels: darker samples are not used to measure the light
_MIN_SAMPLES = 20  # how many samples are needed to measure the light
_MAX_SAME_CAST = 0.01  # if the factors of the colours differ by less, one factor is used for all
_UNEVEN_PART = 0.25  # the part of a change of light that may be uneven over the board
MAX_SAME_LIGHT = 0.08
"""By this part the light of a table may change, and the picture still counts as the same."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Where to sample a picture of the board.

    The sample in row r and column c shows the point ((c + 0.5) * step_mm, (r + 0.5) * step_mm) of the board.
    """

    maps: Maps
    """Which pixels to take, as maps for cv2.remap."""
    window: int
    """How many samples are across a small piece."""
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
    """How two samplings differ."""

    is_changed: bool
    """True if something is different that the brightness or colour of the light does not explain."""
    light: float
    """How many times as bright the light is."""
    cast: Singles
    """(3,) how many times as bright the light is in blue, green and red."""
    noise: float
    """The noise of an averaged difference, in grey levels."""
    where: NDArray[np.bool_]
    """(rows, columns) the samples that differ."""

    def is_relit(self, part: float) -> bool:
        """True if the light has changed by more than `part`, in at least one colour."""
        return bool(np.abs(self.cast - 1).max() > part)


def grid_over(registration: Registration, layout: Layout) -> Grid:
    """A grid over the whole print, fine enough for the smallest piece."""
    w, h = layout.size_mm
    sizes = [p.diameter_mm for p in layout.pieces.values()] + [
        c.diameter_mm for c in layout.cells.values() if c.diameter_mm is not None
    ]
    smallest = min(sizes, default=max(w, h) / 12)
    step = max(smallest / _SAMPLES_PER_PIECE, max(w, h) / _MAX_SAMPLES)
    x = np.arange(step / 2, w, step)
    y = np.arange(step / 2, h, step)
    window = max(3, round(0.7 * smallest / step) | 1)
    return Grid(registration.maps(np.stack(np.meshgrid(x, y), axis=-1)), window, step)


def compare(now: Singles, before: Singles, window: int, noise: float | None = None, sensitivity: float = 1.0) -> Change:
    """How two samplings of one grid differ.

    window: samples across a small piece. noise: as measured so far; the noise of these two may be half as large again.
    sensitivity: differences that are this many times smaller count, too.
    """
    light = measure_light(now, before)
    change = _compare_in_light(now, before, window, noise, sensitivity, np.full(3, light, np.float32))
    # A change of the colour cast is rare, and measuring it for every frame would take long.
    if not change.is_changed:
        return change
    cast = _measure_cast(now, before)
    if np.abs(cast - change.cast).max() < _MAX_SAME_CAST:
        return change
    return _compare_in_light(now, before, window, noise, sensitivity, cast)


def _compare_in_light(
    now: Singles, before: Singles, window: int, noise: float | None, sensitivity: float, cast: Singles
) -> Change:
    """How two samplings differ, if the light differs by the factors `cast` in blue, green and red."""
    # One factor for all colours is much faster than one for each.
    lit = before * cast[0] if cast[0] == cast[1] == cast[2] else before * cast
    if cast.max() > 1:
        np.minimum(lit, np.float32(255.0), out=lit)  # white cannot get brighter
    pooled = np.asarray(cv2.blur(np.subtract(now, lit, out=lit), (window, window)), np.float32)
    # A median is safe from a hand, because a hand covers less than half of the board.
    measured = 1.4826 * float(median(np.abs(take_few(pooled)).ravel()))
    level = min(measured, _MAX_NOISE if noise is None else 1.5 * noise)
    allowed = (
        max(_MIN_CHANGE, _NOISE_TIMES * level) + _UNEVEN_PART * float(np.abs(cast - 1).max()) * 128
    ) / sensitivity
    if cv2.norm(pooled, cv2.NORM_INF) <= allowed:  # most frames of a table at rest, so the fast way for them
        return Change(False, float(cast[1]), cast, measured, np.zeros(pooled.shape[:2], np.bool_))
    where = np.asarray(cv2.inRange(pooled, (-allowed,) * 3, (allowed,) * 3) == 0, np.bool_)
    # At the board's edge a window averages fewer samples, so the noise is twice as high. There are no pieces there.
    rim = window // 2
    where[:rim], where[-rim:], where[:, :rim], where[:, -rim:] = False, False, False, False
    return Change(bool(where.any()), float(cast[1]), cast, measured, where)


def blend(old: Singles, new: Singles, part: float) -> Singles:
    """The old samples, moved towards the new ones.

    part: 0 for the old samples, 1 for the new ones.
    """
    return np.asarray(cv2.addWeighted(old, 1 - part, new, part, 0.0), np.float32)


def take_few(samples: Singles) -> Singles:
    """Every few of the samples (rows, columns, ...) of a board. They are enough for a median."""
    step = max(1, max(samples.shape[:2]) // _FEW_ALONG)
    return samples[::step, ::step]


def measure_light(now: Singles, before: Singles) -> float:
    """How many times as bright as before the light of most samples is; 1 if this cannot be measured."""
    factor = _measure_factor(now, before, 1)
    return 1.0 if factor is None else factor


def _measure_cast(now: Singles, before: Singles) -> Singles:
    """(3,) how many times as bright as before most samples are in blue, green and red."""
    common = measure_light(now, before)
    # A colour that the board hardly shows cannot be used to measure the light.
    return np.array([_measure_factor(now, before, colour) or common for colour in range(3)], np.float32)


def _measure_factor(now: Singles, before: Singles, colour: int) -> float | None:
    """How many times as bright as before most of the bright samples are in one colour; None if there are too few."""
    a, b = take_few(now)[..., colour], take_few(before)[..., colour]
    is_bright = b > _MIN_LEVEL
    bright = b[is_bright]
    if len(bright) < _MIN_SAMPLES:
        return None
    factor = float(median(a[is_bright] / bright))
    return factor if 0.5 < factor < 2.0 else None
