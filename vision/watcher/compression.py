"""Tells the noise of a strongly compressed picture from motion.

JPEG and MJPEG store brightness and colours of each block of 8x8 or 16x16 pixels in coarse steps. A block that is
halfway between two steps jumps from one to the other although nothing moves. Most other blocks stay exactly equal, so
the usual measure of noise, which looks at most samples, does not notice the jumps. But in a single picture, too, there
are steps between neighbouring blocks, and these can be measured.
"""

from __future__ import annotations

from math import inf

import cv2
import numpy as np

from vision.register.markers import Picture, to_grey
from vision.watcher import motion
from vision.watcher.motion import Singles

_JUMP_PER_BLOCKINESS = 10.0
"""How many grey levels a block may jump, for each unit by which `measure_blockiness` is above 1. Fitted to JPEG
qualities of 3 to 30, and made a little larger than a step.
"""

# grey levels: with less, jumps are no more than other noise; with more, hands cannot be told from jumping blocks
_MIN_JUMP, _MAX_JUMP = 3.0, 30.0
_MEASURE_EVERY_S = 1.0  # cameras compress all their pictures in much the same way

# luminance and the two colour differences, as JPEG stores them, from blue, green and red
_TO_STORED = np.array(
    [[0.114, 0.587, 0.299], [0.5, -0.331, -0.169], [-0.081, -0.419, 0.5]],
    np.float32,
)


def measure_blockiness(image: Picture) -> float:
    """How much larger the brightness steps between blocks of 8 columns are than those inside blocks; 1 without
    blocks.
    """
    lines = to_grey(np.ascontiguousarray(image[3::24])).astype(np.float32)
    steps = np.abs(np.diff(lines, axis=1))
    steps = steps[:, : steps.shape[1] // 8 * 8].mean(axis=0).reshape(-1, 8).mean(axis=0)
    return float(steps[7] / max(float(np.median(steps[:7])), 0.3))


class Compression:
    """Measures from time to time how strongly a camera compresses its pictures."""

    def __init__(self) -> None:
        self._measured_at = -inf
        self._jump = 0.0

    def measure_jump(self, image: Picture, t: float) -> float:
        """By how many grey levels a block may jump although nothing moves; 0 for hardly any. image: a picture taken at
        time t.
        """
        if t - self._measured_at >= _MEASURE_EVERY_S:
            jump = _JUMP_PER_BLOCKINESS * (measure_blockiness(image) - 1)
            self._measured_at, self._jump = t, 0.0 if jump < _MIN_JUMP else min(jump, _MAX_JUMP)
        return self._jump


def shows_only_jumps(now: Singles, before: Singles, window: int, jump: float) -> bool:
    """True if jumping blocks and a change of the light explain all differences between two samplings of one grid.
    window: samples across a small piece. jump: from `Compression.measure_jump`.
    """
    if jump == 0:
        return False
    lit = np.minimum(before * np.float32(motion.measure_light(now, before)), np.float32(255))
    stored = np.abs(cv2.transform(cv2.blur(now - lit, (window, window)), _TO_STORED))
    rim = window // 2
    return bool(stored[rim:-rim, rim:-rim].max() <= jump)
