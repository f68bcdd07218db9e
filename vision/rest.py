"""Whether the table is at rest: nothing on it moves from one frame to the next.

Two equal frames are rest, at any number of frames a second: what people wait for is the verdict. It does not know
what a table holds, nor whether a hand lies on it.
"""

from __future__ import annotations

from vision import motion
from vision.motion import Grid, Singles

EQUAL_PAIRS = 1
"""Pairs of equal frames, one after the other, from which on the table is at rest: two equal frames."""

NOISE_GROWTH_PER_S = 66.0
"""By which factor the camera's noise may grow in a second (a lamp went out) without being taken for motion for ever."""

LONGEST_STEP_S = 0.5
"""A longer time between two frames counts as this: after a pause nothing may be believed at once."""


class RestDetector:
    """Compares each frame's samples of the board with those of the frame before."""

    def __init__(self) -> None:
        self._before: Singles | None = None
        self._t = 0.0
        self._equal = 0
        self.noise: float | None = None
        """Grey levels of the camera's noise, as averaged differences show it; None until it was measured."""

    @property
    def was_at_rest(self) -> bool:
        """True if the table was at rest in the frame before."""
        return self._equal >= EQUAL_PAIRS

    def restart(self) -> None:
        """Forgets the frame before: the board was not in sight, or lies elsewhere."""
        self._before, self._equal = None, 0

    def is_at_rest(self, samples: Singles, grid: Grid, t: float) -> bool:
        """True if nothing moves between the frame before and this one of time t."""
        if self._before is None or self._before.shape != samples.shape:
            self._equal = 0
            return False
        change = motion.compare(samples, self._before, grid.window, self.noise)
        self._equal = 0 if change.something else self._equal + 1
        if change.noise == 0:  # the same picture twice, as cameras show it in the dark: it tells nothing of their noise
            pass
        elif not change.something:
            self.noise = change.noise
        else:
            growth = NOISE_GROWTH_PER_S ** min(max(t - self._t, 0.0), LONGEST_STEP_S)
            self.noise = min(change.noise, growth * max(self.noise or 0.0, 0.1))
        return self.was_at_rest

    def remember(self, samples: Singles, t: float) -> None:
        """Keeps a frame's samples for the comparison with the next one."""
        self._before, self._t = samples, t
