"""Removes reflections from a picture, by comparing it with how the board looked without them.

Light adds up: a reflection on a smooth surface is extra light without edges, and the print and the pieces can still be
seen below it. This module never decides what is on the board. A picture without a reflection stays unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import channels
from vision.reader.colours.light import to_bytes, to_linear
from vision.register import Registration
from vision.register.markers import Picture
from vision.watcher.light_change import (
    MIN_DIFFERENCE,
    Mask,
    compare_shaded,
    encode_colours,
    find_added_light,
    find_box,
    measure_unscaled,
)
from vision.watcher.motion import Grid, Singles

MIN_AREA = 1.0
"""Areas of the smallest piece. A smaller reflection does no harm."""

MAX_PART = 0.5
"""If more than this part of the board became brighter, this is no reflection but another light."""

MIN_BRIGHTENING = 0.1
"""A logarithm. A reflection makes the board brighter by at least this."""

MIN_SMOOTH_PART = 0.4
"""At least this part of everything that became brighter must be smooth. The rest may be pieces."""

MAX_HARD_PART = 0.25
"""At most this part of a reflection's rim may be a hard edge. A sheet of paper is bright, too, but has hard edges all
around.
"""

SHADOW_PART = 0.5
"""How to tell a shadow that has gone from a reflection: before, the place was darker than its surroundings, by at least
this part of its brightening.
"""

MIN_ADDED_GAIN = 1.5
"""How surely a brightening is a reflection, which adds light, and not a shadow that has gone, which scales it. It is
sure if scaled light leaves this many times as much unexplained as added light. Measured: 1.6 to 6 for reflections, 0.4
to 1.4 for shadows that have gone. In the same way, it surely is a shadow that has gone if added light leaves this many
times as much unexplained as scaled light.
"""

_MIN_SURROUNDINGS = 0.1  # this part of the samples around one must not have become brighter
_MIN_LIGHT = 0.004  # less linear light than this is not removed


@dataclass(frozen=True, eq=False)
class Reflection:
    """Light over the board that a smooth surface reflects."""

    light: Singles
    """(rows, columns, 3) the reflected light at the samples of the board's grid, as linear light."""
    where: Mask
    """(rows, columns) True where the light is strong enough to change how the board looks."""

    def remove_from(self, image: Picture, registration: Registration, grid: Grid) -> Picture:
        """A BGR picture from which this light was removed."""
        scale = np.diag([grid.step_mm, grid.step_mm, 1.0])
        middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        h, w = image.shape[:2]
        # The distortion of the lens is ignored: a few pixels do not matter for light without edges.
        over = cv2.warpPerspective(self.light, registration.homography @ scale @ middle, (w, h))
        left, top, width, height = cv2.boundingRect((over[..., 1] > _MIN_LIGHT).astype(np.uint8))
        if not width:
            return image
        out = image.copy()
        box = np.s_[top : top + height, left : left + width]
        out[box] = to_bytes(to_linear(image[box]) - over[box])
        return out


def find_reflection(now: Singles, before: Singles, window: int) -> Reflection | None:
    """The reflection over a board; None if there is none, or too little to matter.

    now, before: (rows, columns, 3) samples of the board in grey levels, now and without a reflection. window: samples
    across a small piece.
    """
    a, b = (np.asarray(cv2.blur(samples, (3, 3)), np.float32) for samples in (now, before))
    box = find_box(np.abs(a - b), 2 * window)
    if box is None:
        return None
    _, brighter = compare_shaded(a, b, box)
    lit = brighter > MIN_BRIGHTENING
    area = np.pi / 4 * (window / 0.7) ** 2
    if not MIN_AREA * area <= lit.sum() <= MAX_PART * now[..., 0].size:
        return None
    added = find_added_light(a[box], b[box], window)
    soft = added.find_reflected()
    gone = _find_gone_shadows(a[box], b[box], lit, added.unexplained, window)
    lit &= ~gone
    shines = lit & soft
    if shines.sum() < max(MIN_AREA * area, MIN_SMOOTH_PART * lit.sum()):
        return None
    hard = ~soft & (channels.find_largest(np.abs(a[box] - b[box])) > MIN_DIFFERENCE)
    if hard[_find_rim(shines, window)].mean() > MAX_HARD_PART:
        return None
    light = np.zeros_like(now)
    light[box] = _find_lamp_light(np.where(gone[..., None], 0, np.maximum(added.light, 0)), shines)
    where = np.zeros(now.shape[:2], np.bool_)
    where[box] = shines
    return Reflection(light, where)


def _find_lamp_light(added: Singles, shines: Mask) -> Singles:
    """The part of the added light (rows, columns, 3) that comes from the reflected lamp: it has one colour, and it lies
    around where the reflection is clear. What else became brighter are pieces that came or went. shines: (rows,
    columns) True where the reflection is clear.
    """
    _, part_of = cv2.connectedComponents((channels.find_largest(added) > _MIN_LIGHT).astype(np.uint8))
    around = np.isin(part_of, np.unique(part_of[shines])) & (part_of > 0)
    colour = added[shines].mean(axis=0)
    amount = channels.find_smallest(added / np.maximum(colour, _MIN_LIGHT))
    return np.asarray(np.where(around, amount, 0)[..., None] * colour, np.float32)


def _find_rim(where: Mask, window: int) -> Mask:
    """The outer rim of a part of the board. Holes as small as pieces have no rim."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * window + 1, 2 * window + 1))
    whole = cv2.morphologyEx(np.pad(where.astype(np.uint8), 2 * window), cv2.MORPH_CLOSE, disc)
    near = np.ones((5, 5), np.uint8)
    ring = cv2.dilate(whole, near) > cv2.erode(whole, near)
    return np.asarray(ring[2 * window : -2 * window, 2 * window : -2 * window], np.bool_)


def _find_gone_shadows(now: Singles, before: Singles, lit: Mask, unexplained: Singles, window: int) -> Mask:
    """True where the board is brighter because a shadow has gone.

    A shadow takes away a part of the light, and a reflection adds light. Print of several shades shows which of the two
    it was. On plain print, the surroundings show it: in a shadow the place was darker than they are, and now it is as
    bright. unexplained: (rows, columns) the grey levels that added light does not explain.
    """
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (window, window))
    count, part_of = cv2.connectedComponents(cv2.morphologyEx(lit.astype(np.uint8), cv2.MORPH_CLOSE, disc))
    outside = cv2.dilate(lit.astype(np.uint8), disc) == 0
    size = (4 * window + 1, 4 * window + 1)
    has_surroundings = _measure_mean(outside, size) > _MIN_SURROUNDINGS
    after, earlier = (_exceed_surroundings(encode_colours(samples), outside, size) for samples in (now, before))
    unscaled = measure_unscaled(now, before, window)
    gone = np.zeros(lit.shape, np.bool_)
    for part in range(1, count):
        here = (part_of == part) & lit
        if not here.any():
            continue
        rim = here & has_surroundings
        if_added, if_scaled = unexplained[here].mean(), unscaled[here].mean()
        if if_scaled > MIN_ADDED_GAIN * if_added:
            continue
        was_dark = rim.any() and -np.median(earlier[rim]) > SHADOW_PART * np.median((after - earlier)[rim])
        if was_dark or if_added > MIN_ADDED_GAIN * if_scaled:
            gone |= part_of == part
    return np.asarray(cv2.dilate(gone.astype(np.uint8), disc) > 0, np.bool_)


def _exceed_surroundings(colours: Singles, outside: Mask, size: tuple[int, int]) -> Singles:
    """(rows, columns) how much brighter each sample is than its surroundings (a logarithm). outside: True for samples
    that count as surroundings. size: of the surroundings, in samples.
    """
    level = colours.mean(axis=-1)
    return np.asarray(level - _measure_mean(outside * level, size) / np.maximum(_measure_mean(outside, size), 1e-6))


def _measure_mean(values: Singles | Mask, size: tuple[int, int]) -> Singles:
    return np.asarray(cv2.blur(np.asarray(values, np.float32), size), np.float32)


class ReflectionFinder:
    """Remembers how the board looked without reflections, and finds those of later pictures."""

    def __init__(self) -> None:
        self._before: Singles | None = None
        self.reflection: Reflection | None = None
        """The reflection in the last picture; None if it had none."""

    def find(self, samples: Singles, window: int) -> Reflection | None:
        """The reflection in a picture with these samples; None if it has none."""
        self.reflection = None
        if self._before is not None and self._before.shape == samples.shape:
            self.reflection = find_reflection(samples, self._before, window)
        return self.reflection

    def knows(self, samples: Singles) -> bool:
        """True if it is known how this board looks without reflections."""
        return self._before is not None and self._before.shape == samples.shape

    def keep(self, samples: Singles) -> None:
        """Remembers how the board looks without reflections, or after they were removed."""
        self._before = samples

    def forget(self) -> None:
        """Forgets how the board looked, because the camera moved or the board is not in sight any more."""
        self._before, self.reflection = None, None
