"""Finds the outline of a board that is much brighter or darker than the table, in pictures with too much light.

There, white runs over the markers, and nothing but the board's edge may tell where to look for what is left of them.
`propose_homographies` proposes where the board may be. The caller decides if a proposal is right.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.register import faint
from vision.register.camera import Matrix, fit_homography
from vision.register.lens import Points
from vision.register.markers import Picture, to_grey

_SMALL = 800  # px: the longer side of the picture that is searched
_LEVELS = 250, 240, 225, 205, 180  # grey levels: the board is where the picture is brighter than this
_DARK_LEVELS = 180, 160, 140, 120, 100, 80, 60  # a dark board is where it is darker than this
_MARKER_PX = 25  # px: notches of a dark outline up to this width are filled, because its markers are white
_MIN_AREA, _MAX_AREA = 0.06, 0.97  # the parts of the picture that a board may cover
_MAX_SAME = 0.02  # outlines are the same if their corners are less than this part of the picture's longer side apart


def propose_homographies(image: Picture, size_mm: tuple[float, float], *, dark: bool) -> list[Matrix]:
    """Proposals of where a board of this size, its width and height in mm, may be in a BGR or grey picture:
    homographies (3, 3) from mm to px. dark: True if the board is darker than the table, except its markers.
    """
    w, h = size_mm
    corners_mm = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    turned = (
        fit_homography(corners_mm, np.roll(corners, turn, axis=0))
        for corners in _find_quadrangles(image, dark)
        for turn in range(4)
    )
    return [homography for homography in turned if homography is not None]


def _find_quadrangles(image: Picture, dark: bool) -> list[Points]:
    """Bright or dark quadrangles in a picture, each with its corners (4, 2) in px, clockwise."""
    grey = to_grey(image)
    scale = min(1.0, _SMALL / max(grey.shape))
    small = cv2.GaussianBlur(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (5, 5), 0)
    out: list[Points] = []
    for level in _DARK_LEVELS if dark else _LEVELS:
        there = ((small < level) if dark else (small > level)).astype(np.uint8)
        if dark:
            there = np.asarray(cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((_MARKER_PX,) * 2, np.uint8)), np.uint8)
        edges, _ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for edge in edges:
            hull = np.asarray(cv2.convexHull(edge), np.int32)
            if not _MIN_AREA * small.size < cv2.contourArea(hull) < _MAX_AREA * small.size:
                continue
            corners = faint.simplify_to_corners(hull)
            if corners is None:
                continue
            corners = (corners + 0.5) / scale - 0.5
            if all(np.abs(corners - other).max() > _MAX_SAME * max(grey.shape) for other in out):
                out.append(corners)
    return out
