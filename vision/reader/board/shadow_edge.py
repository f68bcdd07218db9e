"""Finds where the edge of a shadow runs, and how soft it is, once it is known roughly what is in the shade.

Pieces that lie on an edge hide where it is. Edges of walls and windows are straight, so a straight edge is tried, too.
This module knows no pictures.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reader.places.atlas import Flags, Floats, Singles

_NEAR_EDGE_MM = 8.0  # the edge is at most this far from where it runs roughly
_SOFT_MM = 4.0  # light and shade along the edge are averaged over squares with sides twice as long
_AT_EDGE, _MIN_CLEAR_PART = (0.02, 0.98), 0.3
"""Around a point at the edge, this part is in the shade, at least and at most; and of what is nearest to it, this part
must be clear.
"""
_TINY = 1e-6
_MAX_SAMPLES = 3000  # this many say where a straight edge is
_TURNS_DEGREES = np.arange(-12.0, 12.1, 0.5)  # of straight edges that are tried
_MAX_BESIDE_EDGE = 0.06  # at most this part of the samples is on the wrong side of a straight edge
_WIDEST_MM, _STEP_MM = 18.0, 2.0  # how far from a straight edge light and shade may mix


def list_shapes(seems: Singles, is_clear: Flags, in_shade: Flags, stride: int, points: Floats) -> list[Singles]:
    """(h, w) how far points are in a shadow, from 0 to 1, for each shape that it may have: any shape, and one with a
    straight edge if it nearly has that.

    seems: (h, w) how far each seems to be. is_clear: (h, w) True where this is clear. in_shade: for every n-th of them,
    True in the shade. stride: n. points: (h, w, 2) mm, where they are, evenly spaced.
    """
    any_shape = _soften(seems, is_clear, in_shade, stride, 1 / float(points[0, 1, 0] - points[0, 0, 0]))
    some = np.flatnonzero(is_clear)[:: max(1, int(is_clear.sum()) // _MAX_SAMPLES)]
    edge = _find_straight_edge(points.reshape(-1, 2)[some], seems.ravel()[some] > 0.5)
    if edge is None:
        return [any_shape]
    beyond = points @ edge[:2] - edge[2]
    steps = np.arange(-_WIDEST_MM, _WIDEST_MM + 1, _STEP_MM)
    profile = np.array([_measure_at(seems[is_clear & (np.abs(beyond - step) < _STEP_MM)], step) for step in steps])
    profile[[0, -1]] = 0.0, 1.0
    rising = np.maximum.accumulate(np.clip(profile, 0, 1))
    return [any_shape, np.asarray(np.interp(beyond, steps, rising), np.float32)]


def _measure_at(seen: Singles, beyond: float) -> float:
    """How far what is seen at some distance from the edge is in the shadow. beyond: mm, this distance."""
    return float(np.median(seen)) if len(seen) else float(beyond > 0)


def _find_straight_edge(points: Floats, in_shade: Flags) -> Floats | None:
    """(3,) the straight line between points (m, 2) in the shade and the others: its normal, and how far along it the
    line is; None if no line parts them well.
    """
    middle = points.mean(axis=0)
    slope = np.linalg.lstsq(np.column_stack([points - middle, np.ones(len(points))]), in_shade * 2.0 - 1, rcond=None)[0]
    best: tuple[float, Floats] = (1.0, np.zeros(3))
    for turn in np.arctan2(slope[1], slope[0]) + np.deg2rad(_TURNS_DEGREES):
        normal = np.array([np.cos(turn), np.sin(turn)])
        along = points @ normal
        order = np.argsort(along)
        shade = in_shade[order]
        wrong = np.append(0, shade.cumsum()) + np.append((~shade)[::-1].cumsum()[::-1], 0)  # for an edge before each
        first = int(wrong.argmin())
        if wrong[first] / len(points) < best[0] and 0 < first < len(points):
            best = wrong[first] / len(points), np.append(normal, along[order[first - 1 : first + 1]].mean())
    return best[1] if best[0] < _MAX_BESIDE_EDGE else None


def _soften(seems: Singles, is_clear: Flags, in_shade: Flags, stride: int, per_mm: float) -> Singles:
    """(h, w) how far points are in a shadow of any shape, from 0 to 1. seems, is_clear, in_shade, stride: see
    `list_shapes`. per_mm: points to a mm.
    """
    h, w = seems.shape
    thinned, flags = np.array([[1 / stride, 0, 0], [0, 1 / stride, 0]]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shade = in_shade.astype(np.float32)
    rough = cv2.warpAffine(shade, thinned, (w, h), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    reach = 2 * round(_NEAR_EDGE_MM * per_mm) + 1
    beside = cv2.blur(rough, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    size = (2 * round(_SOFT_MM * per_mm) + 1,) * 2
    many = cv2.blur(is_clear.astype(np.float32), size)
    soft = cv2.blur(np.where(is_clear, np.clip(seems, 0, 1), 0).astype(np.float32), size) / np.maximum(many, _TINY)
    at_edge = (beside > _AT_EDGE[0]) & (beside < _AT_EDGE[1]) & (many > _MIN_CLEAR_PART)
    return np.asarray(np.where(at_edge, soft, rough > 0.5), np.float32)
