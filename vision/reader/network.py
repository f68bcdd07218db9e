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
_LARGE = 3  # the answer after those

_AT_ONCE = 32
"""Windows that go through the network together: more cost memory, and no less time."""

_SHARPER = 1.4
"""Photographs are clearer than the scenes that it learned from; fitted to path-traced ones of design seeds."""

_LEAST = 1e-5
"""No window says more than this against anything: the network has not seen everything."""


@cache
def _loaded(weights: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(weights))


def answers(weights: Path, windows: Singles) -> Floats:
    """(n, k) what the network with these weights answers to windows (n, channels, SIDE, SIDE)."""
    net = _loaded(weights)
    parts = []
    for first in range(0, len(windows), _AT_ONCE):
        net.setInput(windows[first : first + _AT_ONCE])
        parts.append(net.forward().astype(np.float64))
    return np.concatenate(parts)


@dataclass(frozen=True, eq=False)
class Said:
    """What the network says of windows."""

    verdict: Floats
    """(n, 3) logarithms of how likely they show nothing, a piece, something else."""
    large: Floats
    """(n,) logarithms of the odds that a piece there is as large as the largest kind, and not smaller."""


def told(windows: Singles) -> Said:
    """What windows (n, CHANNELS, SIDE, SIDE) show."""
    said = answers(WEIGHTS, windows)
    logits = said[:, :_LARGE]
    logits = _SHARPER * (logits - logits.max(axis=1, keepdims=True))
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    return Said(np.asarray(np.log(chances * (1 - 3 * _LEAST) + _LEAST)), said[:, _LARGE])


def in_the_dark(verdict: Floats, unlit: Flags) -> Floats:
    """Verdicts (n, 3) of which those on windows that are `unlit` (n,) say nothing."""
    return np.where(unlit[:, None], -np.log(verdict.shape[1]), verdict)
