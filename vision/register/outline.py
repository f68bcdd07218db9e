"""Finds the outline of a board that is much brighter, darker or more colourful than the table, in pictures with too
much light.

There, white runs over the markers, and nothing but the board's edge may tell where to look for what is left of them.
`propose_homographies` proposes where the board may be. The caller decides if a proposal is right.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.register import faint
from vision.register.camera import Matrix, fit_homography
from vision.register.lens import Points
from vision.register.markers import Picture

Outline = NDArray[np.int32]
"""A convex outline (n, 1, 2) in px."""
Flags = NDArray[np.bool_]

_SMALL = 800  # px: the longer side of the picture that is searched
_LEVELS = 250, 240, 225, 205, 180  # grey levels: the board is where the picture is brighter than this
_DARK_LEVELS = 180, 160, 140, 120, 100, 80, 60  # a dark board is where it is darker than this
_MARKER_PX = 25  # px: notches of a dark outline up to this width are filled, because its markers are white
_MIN_AREA, _MAX_AREA = 0.06, 0.97  # the parts of the picture that a board may cover
_SPECK = np.ones((3, 3), np.uint8)  # px: smaller things are no part of an outline
_SIMPLER = 0.005  # a hull is simplified by this part of its length before it is enclosed by four lines
_MAX_SAME = 0.02  # outlines are the same if their corners are less than this part of the picture's longer side apart


def propose_homographies(shade: Picture, size_mm: tuple[float, float], *, dark: bool) -> list[Matrix]:
    """Proposals of where a board of this size, its width and height in mm, may be in a grey picture (h, w):
    homographies (3, 3) from mm to px. dark: True if the board is darker than the table, except its markers.
    """
    w, h = size_mm
    corners_mm = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    turned = (
        fit_homography(corners_mm, np.roll(corners, turn, axis=0))
        for corners in _find_quadrangles(shade, dark)
        for turn in range(4)
    )
    return [homography for homography in turned if homography is not None]


def measure_paleness(image: Picture) -> Picture:
    """(h, w) how pale each pixel of a BGR picture (h, w, 3) is: 255 for greys, less for strong colours. In it, a frame
    in a strong colour is darker than a grey table, however bright both are.
    """
    return np.asarray(255 - (channels.find_largest(image) - channels.find_smallest(image)), np.uint8)


def _find_quadrangles(shade: Picture, dark: bool) -> list[Points]:
    """Bright or dark quadrangles in a grey picture, each with its corners (4, 2) in px, clockwise."""
    scale = min(1.0, _SMALL / max(shade.shape))
    small = cv2.GaussianBlur(cv2.resize(shade, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (5, 5), 0)
    out: list[Points] = []
    for level in _DARK_LEVELS if dark else _LEVELS:
        for hull in _find_dark_hulls(small < level) if dark else _find_hulls(small > level):
            if not _MIN_AREA * small.size < cv2.contourArea(hull) < _MAX_AREA * small.size:
                continue
            for corners in (faint.simplify_to_corners(hull), enclose_in_quadrangle(hull) if dark else None):
                if corners is None:
                    continue
                corners = (corners + 0.5) / scale - 0.5
                if all(np.abs(corners - other).max() > _MAX_SAME * max(shade.shape) for other in out):
                    out.append(corners)
    return out


def _find_hulls(there: Flags) -> list[Outline]:
    """The convex outlines (n, 1, 2) of all connected parts of a picture. there: (h, w) True for what belongs to one."""
    edges, _ = cv2.findContours(there.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(cv2.convexHull(edge), np.int32) for edge in edges]


def _find_dark_hulls(there: Flags) -> list[Outline]:
    """The same for a dark board with white markers, which may cut its frame into parts: also the outline of all parts
    together.
    """
    mask = there.astype(np.uint8)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_MARKER_PX,) * 2, np.uint8))
    rows, columns = np.nonzero(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPECK))
    hulls = _find_hulls(closed > 0)
    if len(rows):
        hulls.append(np.asarray(cv2.convexHull(np.column_stack([columns, rows]).astype(np.int32)), np.int32))
    return hulls


def enclose_in_quadrangle(hull: Outline) -> Points | None:
    """(4, 2) px, clockwise: the corners of four lines along sides of a convex outline (n, 1, 2) that enclose it, with
    little more area. So corners that white markers have cut off are there again. None if there are no such lines.
    """
    simple = cv2.approxPolyDP(hull, _SIMPLER * cv2.arcLength(hull, True), True)
    corners = np.asarray(simple, np.float64).reshape(-1, 2)
    while len(corners) > 4:
        before, behind, after = (np.roll(corners, turn, axis=0) for turn in (1, -1, -2))
        ahead, side, back = corners - before, behind - corners, behind - after
        # Side i begins at corner i. Without it, the sides before and after it meet at corner i + t * ahead.
        with np.errstate(divide="ignore", invalid="ignore"):
            t = _cross(side, back) / _cross(ahead, back)
        added = np.where(t > 0, np.abs(t * _cross(ahead, side)), np.inf)
        i = int(added.argmin())
        if not np.isfinite(added[i]):
            return None
        corners[i] += t[i] * ahead[i]
        corners = np.delete(corners, (i + 1) % len(corners), axis=0)
    return faint.turn_clockwise(corners) if len(corners) == 4 else None


def _cross(a: Points, b: Points) -> Points:
    """(n,) the cross products of vectors (n, 2)."""
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
