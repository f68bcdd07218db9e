"""Makes a camera's picture small enough for the screen, and measures how sharp it is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sources import Picture

MAX_WIDTH = 640
"""The widest picture in px. On a small screen, a wider one helps nobody."""

_SHARP_ROWS = 4
"""To save time, only one row out of this many is measured."""


def shrink(picture: Picture) -> tuple[tuple[int, int], bytes]:
    """A BGR picture made at most MAX_WIDTH wide: its size and its pixels."""
    height, width = picture.shape[:2]
    if width > MAX_WIDTH:
        width, height = MAX_WIDTH, round(height * MAX_WIDTH / width)
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return (width, height), np.ascontiguousarray(picture).tobytes()


def measure_sharpness(picture: Picture) -> float:
    """How steep the steepest edges of a picture are, in grey levels from one pixel to the next. The result depends on
    what the picture shows, so only pictures of the same scene can be compared.
    """
    green = picture[::_SHARP_ROWS, :, 1].astype(np.int16)
    return float(np.percentile(np.abs(np.diff(green, axis=1)), 99.5))
