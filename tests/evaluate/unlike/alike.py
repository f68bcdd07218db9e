"""Do two kinds of pieces look alike in rendered photographs? In glare, gold and silver may both be white.

People could not read such photographs either, so `photograph` renders them again in another light. Needs only numpy and
OpenCV, as it runs in the environment of photo.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from tests.evaluate.unlike.views import View

MIN_DIFFERENCE = 12.0
"""The least CIE76 difference between the usual colours of two kinds."""

MIN_TOLD_PART = 0.9
"""At least this part of the pieces of each kind must look more like their own kind than like the other one."""

_PART_OF_RADIUS = 0.55  # a piece's colour is the median of the picture within this part of its radius
_PART_OF_HEIGHT = 0.75  # at this part of its height, the middle of a piece is seen from every angle

Array = np.ndarray
Table = Mapping[str, Sequence[str]]


def find_alike(
    photos: Iterable[tuple[Array, Table]],
    layout: Mapping[str, Any],
    view: View,
    colours: Mapping[str, Sequence[float]],
) -> list[tuple[str, str]]:
    """The pairs of kinds that look alike though they have different colours.

    photos: BGR pictures, and the pieces on each cell from bottom to top. colours: the reflectance of each kind.
    """
    seen: dict[str, list[Array]] = {}
    for picture, table in photos:
        for kind, colour in _sample_pieces(picture, table, layout, view):
            seen.setdefault(kind, []).append(colour)
    pairs = ((a, b) for a, b in combinations(seen, 2) if tuple(colours[a]) != tuple(colours[b]))
    return [(a, b) for a, b in pairs if _look_alike(np.array(seen[a]), np.array(seen[b]))]


def _look_alike(a: Array, b: Array) -> bool:
    """True if people mix up pieces of these colours, (n, 3) and (m, 3) in CIE L*a*b*."""
    usual = np.median(a, axis=0), np.median(b, axis=0)
    if float(np.linalg.norm(usual[0] - usual[1])) < MIN_DIFFERENCE:
        return True
    for own, (same, other) in ((a, usual), (b, usual[::-1])):
        nearer = np.linalg.norm(own - same, axis=1) < np.linalg.norm(own - other, axis=1)
        if nearer.mean() < MIN_TOLD_PART:
            return True
    return False


def _sample_pieces(picture: Array, table: Table, layout: Mapping[str, Any], view: View) -> Iterable[tuple[str, Array]]:
    """The kind and the CIE L*a*b* colour of each piece that no other piece is on."""
    w, h = layout["size_mm"]
    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    for cell, kinds in table.items():
        told = layout["cells"][cell]
        spots = told.get("spots") or [[told["x"], told["y"]]]
        for number, kind in enumerate(kinds):
            if len(spots) - 1 <= number < len(kinds) - 1:
                continue
            (x, y), level = spots[min(number, len(spots) - 1)], max(0, number - len(spots) + 1)
            piece = layout["pieces"][kind]
            high, radius = piece["height_mm"], piece["diameter_mm"] / 2
            middle = np.array([x - w / 2, h / 2 - y, (level + _PART_OF_HEIGHT) * high])
            beside = middle + np.array([_PART_OF_RADIUS * radius, 0.0, 0.0])
            at, edge = view.project(np.stack([middle, beside]))
            reach = max(1.0, float(np.linalg.norm(edge - at)))
            if colour := _sample(lab, at, reach):
                yield kind, np.array(colour)


def _sample(picture: Array, at: Array, reach: float) -> list[float]:
    """The median colour of the pixels this near to a point; nothing if the point is outside the picture."""
    (x0, y0), (x1, y1) = np.floor(at - reach).astype(int), np.ceil(at + reach).astype(int) + 1
    if x0 < 0 or y0 < 0 or x1 > picture.shape[1] or y1 > picture.shape[0]:
        return []
    y, x = np.mgrid[y0:y1, x0:x1]
    inside = np.hypot(x - at[0], y - at[1]) <= reach
    return [float(v) for v in np.median(picture[y0:y1, x0:x1][inside], axis=0)]
