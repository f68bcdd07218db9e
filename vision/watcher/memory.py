"""Remembers the last reading and how the board looked then, to decide if a table at rest must be read again.

It compares samples of the board (`motion.Grid`) and never looks at the picture itself.
"""

from __future__ import annotations

from math import exp

import cv2
import numpy as np

from vision.differences import Changed
from vision.observation import Reading
from vision.watcher import motion
from vision.watcher.compression import shows_only_jumps
from vision.watcher.motion import Grid, Singles

FOLLOW_S = 0.3
"""When the light changes slowly, the remembered look follows it in about this time."""

READER_SENSITIVITY = 2.0
"""The reader learns about differences that are this many times smaller than those that cause a reading."""

MAX_KEPT_LIGHT_CHANGE = 0.03
"""If the light has changed by more than this part, the reader looks at everything."""

LIGHT_AGAIN_S = 0.5
"""If nothing moves and only the light changes, the next reading comes at least this long after the last one."""

_NEIGHBOURHOOD = np.ones((3, 3), np.uint8)  # samples this close to a change may have changed as well


class Memory:
    """Remembers the last reading and the samples of its picture. It also remembers the samples of the pictures that the
    reader keeps, because the reader asks what has changed since then.
    """

    def __init__(self) -> None:
        self._cast = np.ones(3)  # the factors by which the light has changed since the last reading
        self._compared_at = 0.0
        self._kept: Singles | None = None
        self._moved = True  # True if something has moved since the last reading
        self._read_unmoved = False  # True if nothing moved between the last two readings
        self.look: Singles | None = None
        """How the board looked when it was read, kept up to date. None if the board must be read in any case."""
        self.reading: Reading | None = None
        self.read_at = 0.0
        """The time of the frame that was read last."""

    def is_outdated(self, samples: Singles, grid: Grid, noise: float | None, t: float, jump: float) -> bool:
        """True if a table at rest looks different from when it was read. If it does not, the remembered look is
        updated.

        jump: how many grey levels blocks of the picture may jump, see `compression`. While nothing moves, jumps are no
        reason to read the board again. Otherwise people would be asked about every jump.
        """
        assert self.look is not None
        step = max(t - self._compared_at, 0.0)
        self._compared_at = t
        if self.look.shape != samples.shape:
            return True
        change = motion.compare(samples, self.look, grid.window, noise)
        if np.abs(self._cast * change.cast - 1).max() > motion.MAX_SAME_LIGHT:
            return True
        if change.is_changed:
            return self._moved or not shows_only_jumps(samples, self.look, grid.window, jump)
        follow = 1 - exp(-step / FOLLOW_S)
        self._cast *= 1 + follow * (change.cast - 1)
        self.look = motion.blend(self.look, samples, follow)
        return False

    def find_changes(self, samples: Singles, grid: Grid, noise: float | None) -> Changed:
        """Where the board looks different from the pictures that the reader keeps. Everywhere, if it keeps none in this
        light.
        """
        if self._kept is not None and self._kept.shape == samples.shape:
            change = motion.compare(samples, self._kept, grid.window, noise, READER_SENSITIVITY)
            if not change.is_relit(MAX_KEPT_LIGHT_CHANGE):
                return Changed(
                    cv2.dilate(change.where.astype(np.uint8), _NEIGHBOURHOOD) > 0, grid.step_mm, change.light
                )
        return Changed(np.ones(grid.shape, np.bool_), grid.step_mm)

    def may_wait(self, t: float) -> bool:
        """True if the next reading can wait: nothing has moved since the last but one, so only the light can have
        changed, and the last one was a short time ago.
        """
        return not self._moved and self._read_unmoved and t - self.read_at < LIGHT_AGAIN_S

    def note_motion(self) -> None:
        """Notes that something moves."""
        self._moved = True

    def take(self, reading: Reading, samples: Singles, t: float) -> None:
        """Remembers a reading and the samples that it was made from."""
        self.reading, self.look, self._cast = reading, samples, np.ones(3)
        self.read_at = self._compared_at = t
        self._read_unmoved, self._moved = not self._moved, False

    def keep(self, samples: Singles, changed: Changed) -> None:
        """Notes that the reader now keeps these samples where something has changed, and its old ones everywhere
        else.
        """
        if self._kept is not None and self._kept.shape == samples.shape:
            # The new samples are stored in the old light, so that slow changes add up until they are noticed.
            samples = np.where(changed.where[..., None], samples / np.float32(changed.light), self._kept)
        self._kept = samples

    def forget_kept(self) -> None:
        """From now on, tells the reader that everything has changed."""
        self._kept = None

    def forget(self) -> None:
        """Forgets the reading and how the board looked, because the board is not in sight any more."""
        self.reading, self.look = None, None
