"""What comparing patches needs: patches freed from the light, and the place of a correlation's peak."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]


def normalise(patches: Singles) -> Singles:
    """Patches (n, m) with mean 0 and length 1, whatever the light.

    A patch without any contrast resembles nothing: noise of one grey level is not blown up to a pattern.
    """
    level = patches - patches.mean(axis=1, keepdims=True)
    length = np.sqrt((level * level).sum(axis=1, keepdims=True))
    return np.asarray(level / np.maximum(length, 2.0 * np.sqrt(patches.shape[1])), np.float32)


def find_peak(match: NDArray[np.float32], x: int, y: int) -> tuple[float, float]:
    """The highest place of a correlation around its highest pixel, by a parabola in each direction."""

    def vertex(before: float, here: float, after: float) -> float:
        bend = before - 2 * here + after
        return 0.0 if bend >= 0 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))

    dx = vertex(match[y, x - 1], match[y, x], match[y, x + 1]) if 0 < x < match.shape[1] - 1 else 0.0
    dy = vertex(match[y - 1, x], match[y, x], match[y + 1, x]) if 0 < y < match.shape[0] - 1 else 0.0
    return x + dx, y + dy
