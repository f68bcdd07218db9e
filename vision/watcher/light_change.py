"""Decides if two samplings of a board differ only because the light has changed: by a shadow, a reflection or a lamp.

A shadow does not change colours, and a reflection has no edges. `motion` has found what is different, and `rest` uses
the answer to decide if the table is at rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.median import median
from vision.reader.colours.light import REFLECTANCE_FLOOR, to_linear
from vision.reader.colours.shade import find_strange
from vision.watcher.motion import Singles, take_few

MIN_DIFFERENCE = 5.0
"""Grey levels. Samples that differ by less count as equal."""

MAX_EDGE = 12.0
"""Grey levels. A reflection is smooth: when its smooth part is subtracted, at most this much may remain."""

MIN_NEUTRAL_PART = 0.4
"""Light may come from a lamp if its weakest channel has at least this part of its strongest channel."""

MIN_THING_AREA = 0.08
"""Areas of the smallest piece. If light cannot explain a change on such an area, something is on the board."""

_KNOTS_PER_PIECE = 3  # a smooth light is measured at this many places across the smallest piece
_MIN_LIGHT = 0.002  # linear light counts as at least this
_LINEAR_OF_BYTE = to_linear(np.arange(256, dtype=np.uint8))
_COLOUR_OF_BYTE = np.log(_LINEAR_OF_BYTE + np.float32(REFLECTANCE_FLOOR))

Mask = NDArray[np.bool_]


def is_only_light(now: Singles, before: Singles, window: int) -> bool:
    """True if only the light differs between two samplings. now, before: (rows, columns, 3) in grey levels. window:
    samples across a small piece.
    """
    now, before = (np.asarray(cv2.blur(samples, (3, 3)), np.float32) for samples in (now, before))
    box = find_box(np.abs(now - before), 2 * window)
    if box is None:
        return True
    unexplained, _ = compare_shaded(now, before, box)
    least = MIN_THING_AREA * np.pi / 4 * (window / 0.7) ** 2
    if unexplained.sum() > least:
        unexplained &= ~find_added_light(now[box], before[box], window).find_reflected()
    return bool(unexplained.sum() <= least)


def find_box(apart: Singles, margin: int = 0) -> tuple[slice, slice] | None:
    """The rows and columns of the smallest box around all samples that differ enough, with a margin; None if there are
    none.
    """
    odd = (channels.find_largest(apart) > MIN_DIFFERENCE).astype(np.uint8)
    left, top, width, height = cv2.boundingRect(odd)
    if not width:
        return None
    rows, columns = (
        slice(max(0, top - margin), top + height + margin),
        slice(max(0, left - margin), left + width + margin),
    )
    return rows, columns


def encode_colours(samples: Singles) -> Singles:
    """Logarithms of linear light, as the reader uses them, for samples in grey levels."""
    return np.asarray(cv2.LUT(samples.clip(0, 255).astype(np.uint8), _COLOUR_OF_BYTE), np.float32)


def compare_shaded(now: Singles, before: Singles, box: tuple[slice, slice]) -> tuple[Mask, Singles]:
    """Compares two samplings inside a box. Returns where they differ even if one of them is in a shadow, and by how
    much each sample has become brighter (a logarithm).
    """
    q, ground, noise = _match_light(now, before, box)
    odd = find_strange(q, ground, noise, np.zeros((1, 1), np.float32))
    # Either sampling may have a shadow that the other does not have.
    odd[odd] = find_strange(ground[odd], q[odd], noise, np.zeros(1, np.float32))
    brighter = q - ground
    return odd, np.asarray((brighter[..., 0] + brighter[..., 1] + brighter[..., 2]) / 3, np.float32)


@dataclass(frozen=True, eq=False)
class AddedLight:
    """How a board became brighter or darker: the part that smooth light explains, and the rest."""

    light: Singles
    """(rows, columns, 3) the smooth light that was added, as linear light; below 0 where the board became darker."""
    unexplained: Singles
    """(rows, columns) in grey levels, the change that the smooth light does not explain."""

    def find_reflected(self) -> Mask:
        """True where the smooth light explains the change and may come from a lamp. There, a shiny surface reflects the
        lamp.
        """
        strength = np.abs(self.light)
        neutral = channels.find_smallest(strength) > MIN_NEUTRAL_PART * channels.find_largest(strength)
        return np.asarray((self.unexplained <= MAX_EDGE) & neutral)


def find_added_light(now: Singles, before: Singles, window: int) -> AddedLight:
    """The smooth light that came or went between two samplings. now, before: (rows, columns, 3) in grey levels. window:
    samples across a small piece.
    """
    a, b = to_linear_light(now), to_linear_light(before)
    light = smooth_light(a - b, window)
    return AddedLight(light, _measure_unexplained(a, b + light))


def measure_unscaled(now: Singles, before: Singles, window: int) -> Singles:
    """(rows, columns) in grey levels, the change that a shadow cannot explain. A shadow takes the same part of all
    light, without sharp edges. now, before: (rows, columns, 3) in grey levels. window: samples across a small piece.
    """
    scale = smooth_light(encode_colours(now) - encode_colours(before), window)
    scaled = (to_linear_light(before) + REFLECTANCE_FLOOR) * np.exp(scale) - REFLECTANCE_FLOOR
    return _measure_unexplained(to_linear_light(now), scaled)


def _measure_unexplained(shown: Singles, expected: Singles) -> Singles:
    """(rows, columns) by how many grey levels linear light differs from the expected light."""
    return channels.find_largest(np.abs(_to_levels(shown) - _to_levels(np.clip(expected, 0, 1))))


def to_linear_light(samples: Singles) -> Singles:
    """Samples in grey levels as linear light from 0 to 1."""
    return np.asarray(cv2.LUT(samples.clip(0, 255).astype(np.uint8), _LINEAR_OF_BYTE), np.float32)


def smooth_light(light: Singles, window: int) -> Singles:
    """The part of a difference of light (rows, columns, 3) that has no edges. It ignores pieces that came or went.
    window: samples across a small piece.
    """
    rows, columns = light.shape[:2]
    step = max(1, round(window / 0.7 / _KNOTS_PER_PIECE))
    size = max(1, columns // step), max(1, rows // step)
    coarse = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    field = _take_median(coarse)
    field += _take_median(coarse - field)  # a median flattens peaks; the smooth part of what it left out is added again
    return np.asarray(cv2.resize(cv2.blur(field, (3, 3)), (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def _take_median(coarse: Singles) -> Singles:
    return np.asarray(cv2.merge([cv2.medianBlur(np.ascontiguousarray(coarse[..., i]), 5) for i in range(3)]))


def _match_light(now: Singles, before: Singles, box: tuple[slice, slice]) -> tuple[Singles, Singles, float]:
    """The colours inside a box of both samplings, changed so that most have the same light, and their noise."""
    few = (encode_colours(take_few(now)) - encode_colours(take_few(before))).reshape(-1, 3)
    light = median(few)
    noise = 1.4826 * float(median(np.abs(few - light).ravel()))
    return encode_colours(now[box]), encode_colours(before[box]) + light, noise


def _to_levels(light: Singles) -> Singles:
    """Grey levels for linear light, nearly exact."""
    return np.asarray(255 * np.power(np.clip(light, _MIN_LIGHT, 1.0), np.float32(1 / 2.2)), np.float32)
