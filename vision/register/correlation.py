"""Compares patches of pictures in whatever light they are, and finds where two patches match best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]


def normalise(patches: Singles) -> Singles:
    """Patches (n, m) with mean 0 and length 1, so that brightness and contrast do not matter.

    A patch with almost no contrast becomes 0. Otherwise noise of one grey level would look like a pattern.
    """
    level = patches - patches.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("nm,nm->n", level, level))
    return np.asarray(level / np.maximum(length, 2.0 * np.sqrt(patches.shape[1]))[:, None], np.float32)


def find_peak(match: NDArray[np.float32], x: int, y: int) -> tuple[float, float]:
    """The place (x, y) where a correlation is largest, to a fraction of a pixel. x, y: its highest pixel. A parabola is
    laid through the pixels around it, in each direction.
    """

    def vertex(before: float, here: float, after: float) -> float:
        bend = before - 2 * here + after
        return 0.0 if bend >= 0 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))

    dx = vertex(match[y, x - 1], match[y, x], match[y, x + 1]) if 0 < x < match.shape[1] - 1 else 0.0
    dy = vertex(match[y - 1, x], match[y, x], match[y + 1, x]) if 0 < y < match.shape[0] - 1 else 0.0
    return x + dx, y + dy
