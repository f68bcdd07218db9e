"""Decides if the table is at rest: nothing on it moves from one frame to the next.

Two equal frames mean rest, however many frames there are in a second, because people wait for the verdict. If a shadow
or a reflection moves, or if the camera compresses its pictures strongly, frames stay different for longer. Then the
table is at rest after only light, or blocks of the compressed picture, have changed for MIN_REST_S. This module does
not know what is on the table, or if a hand is over it.
"""

from __future__ import annotations

from collections import deque

from vision.watcher import compression, motion
from vision.watcher.light_change import is_only_light
from vision.watcher.motion import Grid, Singles

EQUAL_PAIRS = 1
"""This many pairs of equal frames, one after the other, mean that the table is at rest."""

MIN_REST_S = 0.4
"""For this long only light or blocks must have changed. Even the slowest hand moves further in this time than its edges
are wide.
"""

CHECK_EVERY_S = 0.1
"""While the table is not at rest, it is checked this often whether only light or blocks have changed."""

NOISE_GROWTH_PER_S = 66.0
"""By this factor the camera's noise may grow in a second. It must be able to grow: otherwise, after a lamp goes out,
the stronger noise would count as motion forever.
"""

MAX_STEP_S = 0.5
"""Between two frames at most this time counts, so that after a pause the noise does not grow too far at once."""

CLOCK_SLACK_S = 0.005
"""By this time frames may be early, because a camera's frames do not come at exactly equal times."""


class RestDetector:
    """Compares each frame's samples of the board with those of the frame before, and of a moment ago."""

    def __init__(self) -> None:
        self._before: Singles | None = None
        self._t = 0.0
        self._equal = 0
        # some frames of the last MIN_REST_S, from the beginning of the motion on
        self._past: deque[tuple[float, Singles]] = deque()
        self.unmoved = False
        """True if the table is at rest although its light, or blocks of the picture, change in every frame."""
        self.noise: float | None = None
        """The camera's noise in averaged differences, in grey levels; None until it was measured."""

    @property
    def was_at_rest(self) -> bool:
        """True if the table was at rest in the last frame."""
        return self._equal >= EQUAL_PAIRS or self.unmoved

    def restart(self) -> None:
        """Forgets all frames so far, because the board was not in sight or is in another place now."""
        self._before, self._equal, self.unmoved = None, 0, False
        self._past.clear()

    def is_at_rest(self, samples: Singles, grid: Grid, t: float, *, with_hand: bool = False, jump: float = 0.0) -> bool:
        """True if nothing moves between the last frames and this one of time t.

        with_hand: True if a hand was over the board in the last frame. Then light and motion need not be told apart.
        jump: how many grey levels blocks of the picture may jump, see `compression`.
        """
        if self._before is None or self._before.shape != samples.shape:
            self.restart()
            return False
        change = motion.compare(samples, self._before, grid.window, self.noise)
        self._equal = 0 if change.is_changed else self._equal + 1
        # the camera gave the same picture twice, as some do in the dark; this says nothing about its noise
        if change.noise == 0:
            pass
        elif not change.is_changed:
            self.noise = change.noise
        else:
            growth = NOISE_GROWTH_PER_S ** min(max(t - self._t, 0.0), MAX_STEP_S)
            self.noise = min(change.noise, growth * max(self.noise or 0.0, 0.1))
        if change.is_changed:
            if not self._past:
                self._past.append((self._t, self._before))
            self.unmoved = not with_hand and self._shows_no_motion(samples, grid, t, jump)
        elif not self.unmoved or self._equal > EQUAL_PAIRS:
            self.unmoved = False
            self._past.clear()
        return self.was_at_rest

    def remember(self, samples: Singles, t: float) -> None:
        """Keeps the samples of a frame, to compare later frames with them."""
        self._before, self._t = samples, t
        if self._past and t - self._past[-1][0] >= CHECK_EVERY_S - CLOCK_SLACK_S:
            self._past.append((t, samples))
            while len(self._past) > 1 and t - self._past[1][0] >= MIN_REST_S - CLOCK_SLACK_S:
                self._past.popleft()

    def _shows_no_motion(self, samples: Singles, grid: Grid, t: float, jump: float) -> bool:
        """True if only light or blocks have changed for MIN_REST_S. This takes time, so it is checked only every
        CHECK_EVERY_S.
        """
        then, past = self._past[0]
        is_due = t - then >= MIN_REST_S - CLOCK_SLACK_S and t - self._past[-1][0] >= CHECK_EVERY_S - CLOCK_SLACK_S
        if not self.unmoved and not is_due:
            return False
        if compression.shows_only_jumps(samples, past, grid.window, jump):
            return True
        return is_only_light(samples, past, grid.window)
