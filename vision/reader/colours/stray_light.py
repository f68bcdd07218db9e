"""Removes stray light from pictures: light that the lens scatters over a whole picture, for example when the sun shines
on it. Then everything dark looks grey, and all contrasts are small.

Nothing in a picture is darker than the stray light. So the darkest things of a picture, such as markers, lines and
shadows, say how much of it there is at most. This module knows no boards.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reader.colours.light import to_linear
from vision.reader.places.atlas import Floats, Picture

_STRIDE = 8  # every eighth pixel in both directions is measured
_DARKEST_PART = 0.002  # this part of a picture may be darker because of noise
_USUAL_PART = 0.02  # the darkest things of pictures without stray light are at most this bright, as a part of the mean
_LEAST = 0.02  # less stray light (linear) does no harm
_MOST = 0.5  # more than this (linear) is no stray light: the camera clips a channel nearly everywhere
_MAX_WAVERING = 0.005, 0.15
"""By how much the same stray light may be measured higher or lower in another picture: this much linear light, or this
part of it.
"""

_LINEAR_OF_BYTE = to_linear(np.arange(256, dtype=np.uint8)).astype(np.float64)
_BYTE_BORDERS = (_LINEAR_OF_BYTE[1:] + _LINEAR_OF_BYTE[:-1]) / 2  # the linear light between two bytes

NO_STRAY_LIGHT: Floats = np.zeros(3)


def measure(picture: Picture) -> Floats:
    """(3,) the stray light in a BGR picture, as linear light."""
    h, w = picture.shape[:2]
    few = cv2.resize(picture, (-(-w // _STRIDE), -(-h // _STRIDE)), interpolation=cv2.INTER_NEAREST)
    counts = np.stack([cv2.calcHist([few], [channel], None, [256], [0, 256]).ravel() for channel in range(3)], axis=1)
    part = counts / (few.shape[0] * few.shape[1])
    darkest = _LINEAR_OF_BYTE[(part.cumsum(axis=0) > _DARKEST_PART).argmax(axis=0)]
    # After this much was removed, the darkest things are as bright as they may be, so a second time removes nothing.
    more = darkest - _USUAL_PART * (_LINEAR_OF_BYTE @ part)
    return np.asarray(np.clip(more / (1 - _USUAL_PART), 0.0, _MOST))


def follow(before: Floats, now: Floats) -> Floats:
    """(3,) the stray light to remove from a picture of a film: that of the picture before, unless it has clearly
    changed. So noise does not make pictures brighter and darker. before, now: (3,) removed there, measured here.
    """
    same = np.abs(now - before) <= np.maximum(_MAX_WAVERING[0], _MAX_WAVERING[1] * before)
    return before if same.all() else now


def remove(picture: Picture, stray: Floats | None = None) -> Picture:
    """A BGR picture without its stray light; the same picture if it has hardly any. stray: (3,) linear light; measured
    in the picture if None.
    """
    stray = measure(picture) if stray is None else stray
    if stray.max() < _LEAST:
        return picture
    # What the camera clips stays as bright as that, so that everybody knows that it is clipped.
    kept = (_LINEAR_OF_BYTE[:, None] - stray) / (1 - stray)
    byte_of_byte = np.searchsorted(_BYTE_BORDERS, kept).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, byte_of_byte[None]), np.uint8)
