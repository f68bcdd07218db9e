"""Measures how sharp a board without markers is, at the scale at which the network sees pieces.

Blurring a picture a little more weakens its sharp edges much and its blurred ones hardly (Zhuo and Sim 2011). The
samples are as dense as in the network's windows, so a picture in which the board is very small seems blurred, too.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader.colours.kinds import Kinds
from vision.reader.networks.windows import REACH, SIDE
from vision.reader.places.atlas import Floats, Picture, Singles
from vision.reader.places.view import View
from vision.register import Registration

MAX_BLUR = 1.5
"""A standard deviation in samples, of which a piece is 15 wide. It is 0.28 to 0.84 on 57 photographs of strangers'
boards, none of them out of focus. When 17 of these were blurred step by step, none of 5,968 sure cells was wrong up to
1.5, and 1,629 of 7,760 beyond.
"""

_MORE_BLUR = 1.5  # the standard deviation, in samples, by which the board is blurred once more
_SHARPEST_PART, _SHARP_QUANTILE = 0.01, 0.25
"""Which part of all samples counts as edges, the steepest ones; and the quantile of their blur that is taken."""
_LEAST_SLOPE = 1.0  # less steep is nothing but rounding, in Sobel's units: eight times grey levels a sample
_MOST_SAMPLES = 300  # along each side: of a larger board, the middle is measured


def measure_blur(image: Picture, registration: Registration, layout: Layout) -> float:
    """How blurred the sharpest edges on a board are in a BGR picture: a standard deviation in samples. 0 if it shows
    nothing.
    """
    step = 2 * REACH * float(Kinds.of(layout).size_radii[-1]) / SIDE
    axes = [_list_samples(side, step) for side in layout.size_mm]
    points = np.stack(np.meshgrid(*axes), axis=-1)
    scale = float(np.median(registration.scale_at(points.reshape(-1, 2))))
    view = View.of(registration.project(points), registration.size, step * scale)
    grey = cv2.cvtColor(view.sample(image), cv2.COLOR_BGR2GRAY).astype(np.float32)
    softened = np.asarray(cv2.GaussianBlur(grey, (0, 0), _MORE_BLUR), np.float32)
    steep, softer = _measure_slopes(grey), _measure_slopes(softened)
    some = (steep >= np.quantile(steep, 1 - _SHARPEST_PART)) & (softer > _LEAST_SLOPE)
    if not some.any():
        return 0.0
    weaker = np.maximum(steep[some] / softer[some], 1 + 1e-6)
    return float(np.quantile(_MORE_BLUR / np.sqrt(weaker**2 - 1), _SHARP_QUANTILE))


def _list_samples(side: float, step: float) -> Floats:
    """(m,) where samples are along a side of a board, in mm: in its middle. step: from one to the next."""
    count = min(round(side / step) + 1, _MOST_SAMPLES)
    return np.asarray(side / 2 + (np.arange(count) - (count - 1) / 2) * step, np.float64)


def _measure_slopes(grey: Singles) -> Floats:
    """(h, w) how steep a grey picture is."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(np.hypot(across, down), np.float64)
