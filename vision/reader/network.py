"""The small network that tells a window with a piece from an empty one, and from one with something else in it.

Of a piece it also says whether it is one of the larger kind.

Its weights lie beside this file; `vision.training` made them (docs/training.md). It sees one
window at a time and knows no colours by name: which kind a piece is, is told from all pieces of a picture together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.reader.atlas import Flags, Floats, Singles

WEIGHTS = Path(__file__).with_name("network.onnx")
EMPTY, PIECE, THING = 0, 1, 2
_LARGE_ANSWER = 3  # the answer after those

_MIRROR_AXES = (2,), (3,), (2, 3)  # axes of windows: upside down, in a mirror, both

_BATCH_SIZE = 32
"""Windows that go through the network together: more cost memory, and no less time."""

_LOGIT_GAIN = 1.4
"""Photographs are clearer than the scenes that it learned from; fitted to path-traced ones of design seeds."""

_MIN_P = 1e-5
"""No window says more than this against anything: the network has not seen everything."""


@cache
def _load(weights: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(weights))


def run_network(weights: Path, windows: Singles) -> Floats:
    """(n, k) what the network with these weights answers to windows (n, channels, SIDE, SIDE)."""
    net = _load(weights)
    parts = []
    for first in range(0, len(windows), _BATCH_SIZE):
        net.setInput(windows[first : first + _BATCH_SIZE])
        parts.append(net.forward().astype(np.float64))
    return np.concatenate(parts)


@dataclass(frozen=True, eq=False)
class NetworkAnswer:
    """What the network says of windows."""

    log_p: Floats
    """(n, 3) logarithms of how likely they show nothing, a piece, something else."""
    large: Floats
    """(n,) logarithms of the odds that a piece there is as large as the largest kind, and not smaller."""


def classify(windows: Singles, turned: Flags | None = None) -> NetworkAnswer:
    """What windows (n, CHANNELS, SIDE, SIDE) show.

    turned: (n,) those that are looked at in a mirror and upside down too: light and patterns have another direction
    there, and the mean of all looks is less often wrong.
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
    """Verdicts (n, 3) of which those on windows that are `unlit` (n,) say nothing."""
    return np.where(unlit[:, None], -np.log(log_p.shape[1]), log_p)
