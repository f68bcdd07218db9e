"""Measures how sharp a board without markers is, in the network's windows.

Blurring a picture a little more weakens its sharp edges much and its blurred ones hardly (Zhuo and Sim 2011). The
windows are as large as the pieces, so a picture in which the board is very small seems blurred, too.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader.colours.kinds import Kinds
from vision.reader.networks import windows
from vision.reader.places.atlas import Floats, Picture, Singles
from vision.register import Registration

MAX_BLUR = 1.5
"""A standard deviation, in samples of a window, of which a piece is about ten wide. On 40 photographs of 16 strangers'
boards it is at most 0.9. If these are blurred, up to 1.6 hardly any cell that is sure is wrong, and many from 1.7 on.
"""

_MORE_BLUR = 1.5  # the standard deviation, in samples, by which windows are blurred once more
_SHARPEST_PART, _SHARP_QUANTILE = 0.01, 0.25
"""Which part of all samples counts as edges, the steepest ones; and the quantile of their blur that is taken."""
_MARGIN = 3  # samples at the rim of a window that are not used
_MOST_WINDOWS = 60  # as many windows tell enough


def measure_blur(cut: Picture) -> float:
    """How blurred the sharpest edges in windows are: a standard deviation in samples. cut: (n, SIDE, SIDE, 3) BGR
    windows, as cut from a picture. 0 if they show nothing.
    """
    every = max(1, -(-len(cut) // _MOST_WINDOWS))
    grey = [cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float32) for one in cut[::every]]
    if not grey:
        return 0.0
    steep = np.concatenate([_measure_slopes(one).ravel() for one in grey])
    softer = np.concatenate([_measure_slopes(cv2.GaussianBlur(one, (0, 0), _MORE_BLUR)).ravel() for one in grey])
    some = steep >= np.quantile(steep, 1 - _SHARPEST_PART)
    some &= softer > 0
    if not some.any():
        return 0.0
    weaker = np.maximum(steep[some] / softer[some], 1 + 1e-6)
    return float(np.quantile(_MORE_BLUR / np.sqrt(weaker**2 - 1), _SHARP_QUANTILE))


def measure_board_blur(image: Picture, registration: Registration, layout: Layout) -> float:
    """The same for the cells of a layout in a BGR picture."""
    places = np.array([spot for cell in layout.cells.values() for spot in cell.places()], np.float64)
    every = max(1, -(-len(places) // _MOST_WINDOWS))
    around = windows.build(registration, places[::every], float(Kinds.of(layout).size_radii[-1]))
    return measure_blur(around.cut(image))


def _measure_slopes(grey: Singles) -> Floats:
    """(k, k) how steep a grey picture is at each of its samples but those at the rim."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(np.hypot(across, down)[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN], np.float64)
