"""Finds the print that lies in the shadows of pieces when it is learned.

A lamp casts all shadows to the same side. So this module tries all directions, and looks if the print on that side of
all pieces is darker than elsewhere, and darker than on their other side. Print that is learned in a shadow is wrong
when the piece is gone.
"""

from __future__ import annotations

import warnings

import cv2
import numpy as np

from vision.reader.board.hidden_print import HiddenPrint
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Singles

_DIRECTIONS = 24  # an even number, so that each has an opposite
_LENGTHS = 1.7, 3.0, 4.3  # of a shadow, in radii of what its piece hides
_WIDTH = 1.4  # of a shadow, in the same radii
_MIN_DARKENING, _MIN_ONE_SIDED = 0.25, 0.2
"""Two logarithms: by how much print must be darker there than elsewhere, and by how much more than on the other side of
the pieces. On photographs without hard light, these are rarely more than 0.1.
"""
_MIN_DARKER = 0.2  # single samples are in a shadow if they are darker than usual by this (a logarithm)
_USUAL_QUANTILE = 0.75  # most print is in no shadow, even if there are many pieces
_MIN_SAMPLES = 20  # this many samples must be seen in the shadows, and elsewhere
_SMOOTH_SAMPLES = 1.5  # print is softened by this much, because patterns in it are no shadows
_STRIDE = 2  # only every second row and column of samples is looked at
_REACH = 0.62  # print belongs to a place up to this part of the distance between places
_FRACTION_BITS = 4  # of the coordinates when shadows are drawn


def find_shaded(
    colours: Singles, points: Floats, hidden: HiddenPrint, below: Flags, atlas: Atlas, family: Ints
) -> Flags:
    """(h, w) True for samples of print that lie in the shadow of a piece. All are False in soft light.

    colours: (h, w, 3) what is seen at points (h, w, 2) in mm, which are evenly spaced. hidden: the pieces. below: (h,
    w) True where they hide the print. family: (n,) the sort of each place, from `shape.number_families`.
    """
    level = np.ascontiguousarray(colours.mean(axis=-1), np.float32)
    soft = np.asarray(cv2.GaussianBlur(level, (0, 0), _SMOOTH_SAMPLES), np.float32)
    few = np.s_[::_STRIDE, ::_STRIDE]
    shaded = _find_shaded(soft[few], points[few], hidden, below[few], atlas, family)
    return ~below & shaded.repeat(_STRIDE, axis=0).repeat(_STRIDE, axis=1)[: below.shape[0], : below.shape[1]]


def _find_shaded(
    level: Singles, points: Floats, hidden: HiddenPrint, below: Flags, atlas: Atlas, family: Ints
) -> Flags:
    """The same for samples (h, w) of which only the brightness is known."""
    darker = _compare_places(level, points, below, atlas, family)
    seen = ~below & np.isfinite(darker)
    darkenings: dict[tuple[int, float], float] = {}
    for direction in range(_DIRECTIONS):
        for length in _LENGTHS:
            cast = _draw_shadows(points, hidden, direction, length)
            inside, outside = seen & cast, seen & ~cast
            if min(inside.sum(), outside.sum()) >= _MIN_SAMPLES:
                darkenings[direction, length] = float(darker[inside].mean() - darker[outside].mean())
    if not darkenings:
        return np.zeros_like(seen)
    direction, length = max(darkenings, key=darkenings.__getitem__)
    most = darkenings[direction, length]
    opposite = darkenings.get(((direction + _DIRECTIONS // 2) % _DIRECTIONS, length), 0.0)
    if most < _MIN_DARKENING or most - opposite < _MIN_ONE_SIDED:
        return np.zeros_like(seen)
    return np.asarray(seen & _draw_shadows(points, hidden, direction, length) & (darker > _MIN_DARKER))


def _compare_places(level: Singles, points: Floats, below: Flags, atlas: Atlas, family: Ints) -> Singles:
    """(h, w) how much darker each sample is than the same sample of most places of its sort (a logarithm); nan where no
    place is.

    level: (h, w) how bright the samples are. The other arguments are those of `find_shaded`.
    """
    origin, step = points[0, 0], points[1, 1] - points[0, 0]
    middle = np.rint((atlas.place - origin) / step).astype(int)
    reach = round(_REACH * float(np.median(atlas.pitch)) / float(step[0]))
    off = np.arange(-reach, reach + 1)
    rows = (middle[:, 1, None] + off).clip(0, level.shape[0] - 1)
    columns = (middle[:, 0, None] + off).clip(0, level.shape[1] - 1)
    free = np.where(below, np.nan, level)
    out = np.full(level.shape, np.nan, np.float32)
    for number in np.unique(family):
        those = np.flatnonzero(family == number)
        parts = [np.ix_(rows[i], columns[i]) for i in those]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # for samples that are hidden at all places
            usual = np.nanquantile(np.stack([free[part] for part in parts]), _USUAL_QUANTILE, axis=0)
        for part in parts:
            out[part] = usual - level[part]
    return out


def _draw_shadows(points: Floats, hidden: HiddenPrint, direction: int, length: float) -> Flags:
    """(h, w) True for points (h, w, 2) in mm on which the pieces' shadows fall. direction: of the shadows, a number
    below `_DIRECTIONS`. length: in radii of what a piece hides.
    """
    origin, step = points[0, 0], points[1, 1] - points[0, 0]
    angle = 2 * np.pi * direction / _DIRECTIONS
    way = length * np.array([np.cos(angle), np.sin(angle)])
    cast = np.zeros(points.shape[:2], np.uint8)
    for foot, radius in zip(hidden.foot, hidden.radius, strict=True):
        ends = np.rint((np.stack([foot, foot + radius * way]) - origin) / step * 2**_FRACTION_BITS).astype(int)
        width = max(1, round(_WIDTH * radius / float(step[0])))
        cv2.line(cast, ends[0].tolist(), ends[1].tolist(), 1, width, cv2.LINE_8, _FRACTION_BITS)
    return cast > 0
