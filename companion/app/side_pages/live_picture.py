"""A camera's picture for the screen: small, and with a measure of how sharp it is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sources import Picture

MAX_WIDTH = 640
"""Wider pictures are made smaller: more pixels help nobody on a small screen."""

_SHARP_ROWS = 4
"""One of this number of rows is measured."""


def shrink(picture: Picture) -> tuple[tuple[int, int], bytes]:
    """The size and the pixels of a picture (BGR) that is at most MAX_WIDTH wide."""
    height, width = picture.shape[:2]
    if width > MAX_WIDTH:
        width, height = MAX_WIDTH, round(height * MAX_WIDTH / width)
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return (width, height), np.ascontiguousarray(picture).tobytes()


def measure_sharpness(picture: Picture) -> float:
    """How steep the steepest edges are (grey levels from one pixel to the next). It depends on what is seen: only
    pictures of the same scene can be compared."""
    green = picture[::_SHARP_ROWS, :, 1].astype(np.int16)
    return float(np.percentile(np.abs(np.diff(green, axis=1)), 99.5))
