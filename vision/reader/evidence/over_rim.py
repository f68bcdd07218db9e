"""Tells if something lies across the rim of a board: an arm, or a cup on the rim.

At the rim, a board ends and the table begins, and mostly they differ. Where something lies across the rim, both sides
look alike, and the board's side looks unlike the rest of its rim. This module needs no known print, but a board whose
rim is where its layout says: one with markers. It does not say what is covered.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader.colours import light
from vision.reader.places.atlas import Flags, Floats, Ints, Picture
from vision.register import Registration

_INSIDE_MM, _OUTSIDE_MM = (2.0, 3.5, 5.0), (6.0, 8.0, 10.0)  # from the rim: a shadow or the board's height are nearer
_STEP_MM = 2.0  # between samples along the rim
_CORNER_MM = 6.0  # the rim is not looked at so close to a corner
_MARKER_MM = 14.0  # nor so close to a marker, because its paper may differ from the rest of the rim
_SMOOTH = 5  # samples that are averaged along the rim
_DARK = 0.02  # added to brightness, so that dark samples differ by more than their noise; white is 1
_MIN_CONTRAST = 0.5  # the two sides mostly differ by at least this (a logarithm), or the rim tells nothing
_MIN_SEEN_PART = 0.5  # nor does it if less than this part of it is in the picture
_ALIKE_PART = 0.35  # two sides are alike if they differ by less than this part of the usual contrast
_UNLIKE_PART, _MAX_UNLIKE = 0.3, 0.3
"""A place of the rim is unlike the rest if it differs by more than this part of the usual contrast, or by more than the
second value (a logarithm).
"""
_MIN_WIDTH_MM = 32.0
"""On 360 photographs of 180 boards without a hand, what seemed to lie across the rim was at most 30 mm wide. 81 of 114
arms seemed to be at least this wide.
"""


def lies_over_rim(image: Picture, layout: Layout, registration: Registration) -> bool:
    """True if something lies across the rim of a board in a BGR picture."""
    if not layout.markers:
        return False
    rim, outwards, side = _find_rim(layout)
    gaps = np.array([[-gap for gap in _INSIDE_MM], _OUTSIDE_MM])
    points = rim[:, None] + gaps[:, None, :, None] * outwards[:, None]
    inside, outside = np.split(_sample(image, registration, np.concatenate(points)), 2)
    inside[_find_beside_markers(rim, layout)] = np.nan
    contrast = np.linalg.norm(inside - outside, axis=1)
    seen = ~np.isnan(contrast)
    if seen.mean() < _MIN_SEEN_PART:
        return False
    usual = float(np.median(contrast[seen]))
    if usual < _MIN_CONTRAST:
        return False
    widest = max(_find_widest(inside[side == number], outside[side == number], usual) for number in np.unique(side))
    return widest * _STEP_MM >= _MIN_WIDTH_MM


def _find_rim(layout: Layout) -> tuple[Floats, Floats, Ints]:
    """The points of the rim that are looked at, (m, 2) mm; the direction outwards at each of them, (m, 2); and (m,) the
    number of its side.
    """
    w, h = layout.size_mm
    corners = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    outwards = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])
    sides = list[Floats]()
    for begin, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - begin))
        along = np.arange(_CORNER_MM, length - _CORNER_MM, _STEP_MM)
        sides.append(begin + (end - begin) * (along / length)[:, None])
    side = np.repeat(np.arange(len(sides)), [len(those) for those in sides])
    return np.concatenate(sides), outwards[side], side


def _find_beside_markers(rim: Floats, layout: Layout) -> Flags:
    """(m,) True for points of the rim (m, 2) in mm that are too close to a marker."""
    out = np.zeros(len(rim), np.bool_)
    for marker in layout.markers:
        out |= np.abs(rim - (marker.x, marker.y)).max(axis=1) < marker.size_mm / 2 + _MARKER_MM
    return out


def _sample(image: Picture, registration: Registration, points: Floats) -> Floats:
    """(m, 3) the logarithms of the mean brightness at points (m, k, 2) in mm; nan if one is not in the picture."""
    pixels = registration.project(points)
    x, y = (pixels[..., i].astype(np.float32) for i in (0, 1))
    shown = light.to_linear(np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR), np.uint8)).mean(axis=1)
    out = np.asarray(np.log(shown.astype(np.float64) + _DARK), np.float64)
    out[~registration.shows(pixels).all(axis=1)] = np.nan
    return out


def _find_widest(inside: Floats, outside: Floats, usual: float) -> int:
    """How many samples in a row show something across one side of the rim. inside, outside: (m, 3) the logarithms of
    what is seen along it on the board and beside it; nan where nothing is. usual: the contrast of the whole rim.
    """
    seen = ~np.isnan(inside - outside).any(axis=1)
    inside, outside = inside[seen], outside[seen]
    if len(inside) < _SMOOTH:
        return 0
    differs = _smooth(np.linalg.norm(inside - outside, axis=1))
    stands_out = _smooth(np.linalg.norm(inside - np.median(inside, axis=0), axis=1))
    least = min(_UNLIKE_PART * usual, _MAX_UNLIKE)
    return _count_longest((differs < _ALIKE_PART * usual) & (stands_out > least))


def _smooth(values: Floats) -> Floats:
    return np.asarray(np.convolve(values, np.ones(_SMOOTH) / _SMOOTH, "same"))


def _count_longest(some: Flags) -> int:
    """The length of the longest row of True."""
    ends = np.flatnonzero(~np.concatenate([[False], some, [False]]))
    return int(np.diff(ends).max()) - 1
