"""Runs the small network that classifies windows: an empty place, a piece, or something else.

The network also says whether a piece is of the largest kind. Its weights are beside this file; `vision.training` made
them (docs/training.md). It sees one window at a time and does not know what a colour is called. `posterior` finds the
kinds from all pieces of a picture together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.reader.places.atlas import Flags, Floats, Singles

WEIGHTS = Path(__file__).with_name("network.onnx")  # the network's weights
EMPTY, PIECE, THING = 0, 1, 2  # the columns of its answers
_LARGE_ANSWER = 3  # the column of the size in the raw output

_MIRROR_AXES = (2,), (3,), (2, 3)  # axes to flip for a window upside down, in a mirror, and both

_BATCH_SIZE = 32
"""How many windows the network classifies at once. More would need more memory and save no time."""

_LOGIT_GAIN = 1.4
"""A factor for the network's outputs, because photographs are clearer than the scenes that it was trained on. Fitted to
path-traced pictures.
"""

_MIN_P = 1e-5
"""The least probability of any answer. The network has not seen everything, so it may not be entirely sure."""

_MAX_BLINDED_LOG_ODDS = 2.0
"""A window that the camera clips may be empty, or show a white piece on white print. So the log odds that it is empty
are at most this.
"""


@cache
def _load(weights: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(weights))


def run_network(weights: Path, windows: Singles) -> Floats:
    """(n, k) the outputs of a network for windows (n, channels, SIDE, SIDE). weights: the file with its weights."""
    net = _load(weights)
    parts = []
    for first in range(0, len(windows), _BATCH_SIZE):
        net.setInput(windows[first : first + _BATCH_SIZE])
        parts.append(net.forward().astype(np.float64))
    return np.concatenate(parts)


@dataclass(frozen=True, eq=False)
class NetworkAnswer:
    """What the network answers for n windows."""

    log_p: Floats
    """(n, 3) logarithms of how likely each window shows an empty place, a piece, something else."""
    large: Floats
    """(n,) for each window, the log odds that its piece is of the largest kind."""


def classify(windows: Singles, turned: Flags | None = None) -> NetworkAnswer:
    """What windows (n, CHANNELS, SIDE, SIDE) show.

    turned: (n,) True for windows that are also classified mirrored and upside down. In these copies, light and patterns
    come from other directions. The mean of the four answers is wrong less often.
    """
    said = run_network(WEIGHTS, windows)
    if turned is not None and turned.any():
        looks = [said[turned], *(run_network(WEIGHTS, np.flip(windows[turned], axes)) for axes in _MIRROR_AXES)]
        said[turned] = np.mean(looks, axis=0)
    logits = said[:, :_LARGE_ANSWER]
    logits = _LOGIT_GAIN * (logits - logits.max(axis=1, keepdims=True))
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    return NetworkAnswer(np.asarray(np.log(chances * (1 - 3 * _MIN_P) + _MIN_P)), said[:, _LARGE_ANSWER])


def mask_unlit(log_p: Floats, unlit: Flags) -> Floats:
    """The network's answers (n, 3), in which dark windows say nothing: all three answers are equally likely. unlit:
    (n,) True for dark windows.
    """
    return np.where(unlit[:, None], -np.log(log_p.shape[1]), log_p)


def doubt_blinded(log_p: Floats, blinded: Flags) -> Floats:
    """The network's answers (n, 3), in which windows that the camera clips are no longer surely empty. blinded: (n,)
    True for windows that the camera clips.
    """
    piece = np.maximum(log_p[:, PIECE], log_p[:, EMPTY] - _MAX_BLINDED_LOG_ODDS)
    doubted = np.column_stack([log_p[:, EMPTY], piece, log_p[:, THING]])
    doubted = doubted - np.logaddexp.reduce(doubted, axis=1)[:, None]
    return np.where(blinded[:, None], doubted, log_p)
