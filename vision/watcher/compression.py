"""Tells the noise of a strongly compressed picture from motion.

JPEG and MJPEG store brightness and colours of each block of 8x8 or 16x16 pixels in coarse steps. A block that is
halfway between two steps jumps from one to the other although nothing moves, and most other blocks stay exactly equal.
So the usual measure of noise, which is that of most samples, does not show it. But steps between the blocks of a single
picture do.
"""

from __future__ import annotations

from math import inf

import cv2
import numpy as np

from vision.register.markers import Picture, to_grey
from vision.watcher import motion
from vision.watcher.motion import Singles

_JUMP_PER_BLOCKINESS = 10.0
"""Grey levels that a block may jump, for each part by which `measure_blockiness` exceeds 1. Fitted to JPEG qualities of
3 to 30; it is a little more than a step."""

# grey levels: with less, jumps are no more than other noise; with more, hands cannot be told from jumping blocks
_MIN_JUMP, _MAX_JUMP = 3.0, 30.0
_MEASURE_EVERY_S = 1.0  # cameras compress all their pictures in much the same way

# luminance and the two colour differences, as JPEG stores them, from blue, green and red
_TO_STORED = np.array(
    [[0.114, 0.587, 0.299], [0.5, -0.331, -0.169], [-0.081, -0.419, 0.5]],
    np.float32,
)


def measure_blockiness(image: Picture) -> float:
    """Brightness steps between blocks of 8 columns, relative to the steps inside them; 1 without blocks."""
    lines = to_grey(np.ascontiguousarray(image[3::24])).astype(np.float32)
    steps = np.abs(np.diff(lines, axis=1))
    steps = steps[:, : steps.shape[1] // 8 * 8].mean(axis=0).reshape(-1, 8).mean(axis=0)
    return float(steps[7] / max(float(np.median(steps[:7])), 0.3))


class Compression:
    """Measures now and then how strongly a camera compresses its pictures."""

    def __init__(self) -> None:
        self._measured_at = -inf
        self._jump = 0.0

    def measure_jump(self, image: Picture, t: float) -> float:
        """How many grey levels a block of the picture of time t may jump although nothing moves; 0 for hardly any."""
        if t - self._measured_at >= _MEASURE_EVERY_S:
            jump = _JUMP_PER_BLOCKINESS * (measure_blockiness(image) - 1)
            self._measured_at, self._jump = t, 0.0 if jump < _MIN_JUMP else min(jump, _MAX_JUMP)
        return self._jump


def shows_only_jumps(now: Singles, before: Singles, window: int, jump: float) -> bool:
    """True if two samplings of one grid differ no more than jumping blocks and a change of the light explain.

    window: samples across a small piece. jump: from `Compression.measure_jump`.
    """
    if jump == 0:
        return False
    lit = np.minimum(before * np.float32(motion.measure_light(now, before)), np.float32(255))
    stored = np.abs(cv2.transform(cv2.blur(now - lit, (window, window)), _TO_STORED))
    rim = window // 2
    return bool(stored[rim:-rim, rim:-rim].max() <= jump)
