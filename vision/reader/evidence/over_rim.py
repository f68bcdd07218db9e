"""Finds where something lies across the rim of a board: an arm, or a cup on the rim.

At the rim, a board ends and the table begins, and mostly they differ. Where something lies across the rim, both sides
look alike, and the board's side looks unlike the rest of its rim. This module needs no known print, but a board whose
rim is where its layout says: one with markers. It does not say what is covered, but what surely is not.
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
_HAND_MM, _MARGIN_MM = 200.0, 45.0
"""An arm in the colour of the print hides more than what seems covered: all between this and the rim, and what its hand
reaches within the first value beyond. The second value is how far to the sides it may hide something. On 84 photographs
of repainted boards with an arm whose way over the rim is seen, 1,283 of 3,055 cells that seemed empty, and were, are
further off, and none of 81 that were not.
"""


def find_sections(image: Picture, layout: Layout, registration: Registration) -> Floats:
    """(m, 2, 2) mm: the ends of each section of the rim of a board in a BGR picture across which something lies."""
    none = np.empty((0, 2, 2))
    if not layout.markers:
        return none
    rim, outwards, side = _find_rim(layout)
    gaps = np.array([[-gap for gap in _INSIDE_MM], _OUTSIDE_MM])
    points = rim[:, None] + gaps[:, None, :, None] * outwards[:, None]
    inside, outside = np.split(_sample(image, registration, np.concatenate(points)), 2)
    inside[_find_beside_markers(rim, layout)] = np.nan
    contrast = np.linalg.norm(inside - outside, axis=1)
    seen = ~np.isnan(contrast)
    if seen.mean() < _MIN_SEEN_PART:
        return none
    usual = float(np.median(contrast[seen]))
    if usual < _MIN_CONTRAST:
        return none
    found = [
        rim[some][_find_wide(inside[some], outside[some], usual)]
        for some in (seen & (side == number) for number in np.unique(side))
    ]
    return np.concatenate(found)


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


def _find_wide(inside: Floats, outside: Floats, usual: float) -> Ints:
    """(m, 2) the numbers of the first and the last sample of each section of one side of the rim that something lies
    across. inside, outside: (n, 3) the logarithms of what is seen along it on the board and beside it. usual: the
    contrast of the whole rim.
    """
    if len(inside) < _SMOOTH:
        return np.empty((0, 2), np.int64)
    differs = _smooth(np.linalg.norm(inside - outside, axis=1))
    stands_out = _smooth(np.linalg.norm(inside - np.median(inside, axis=0), axis=1))
    least = min(_UNLIKE_PART * usual, _MAX_UNLIKE)
    lies_across = (differs < _ALIKE_PART * usual) & (stands_out > least)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], lies_across, [False]]))).reshape(-1, 2)
    return ends[np.diff(ends)[:, 0] * _STEP_MM >= _MIN_WIDTH_MM] - (0, 1)


def _smooth(values: Floats) -> Floats:
    return np.asarray(np.convolve(values, np.ones(_SMOOTH) / _SMOOTH, "same"))


def find_out_of_reach(place: Floats, covered: Flags, sections: Floats) -> Flags:
    """(n,) True for places that the arm over a board does not hide. All are False if it is not seen where it comes
    from, or where it is.

    place: (n, 2) mm. covered: (n,) True for places that seem covered. sections: (m, 2, 2) from `find_sections`.
    """
    if not covered.any() or not len(sections):
        return np.zeros(len(place), np.bool_)
    seen = place[covered]
    ahead = seen.mean(axis=0) - sections.mean(axis=1)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1.0)
    reached = (seen + _HAND_MM * ahead[:, None]).reshape(-1, 2)
    outline = cv2.convexHull(np.concatenate([sections.reshape(-1, 2), seen, reached]).astype(np.float32))
    inside = np.array([cv2.pointPolygonTest(outline, point, True) for point in place.tolist()])
    return np.asarray(-inside > _MARGIN_MM)
