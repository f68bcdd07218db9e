"""Finds out whether people are at the table, and tells the camera."""

from __future__ import annotations

from vision.observation import Observation
from vision.sources import Activity

IDLE_AFTER_S = 180.0
"""If nobody touches, presses, rolls or moves anything for this long, the camera takes fewer frames."""


class Attention:
    """Remembers when somebody last did something."""

    def __init__(self, now: float) -> None:
        """now: the time in seconds, by the same clock as in the methods."""
        self._touched_at = now

    def touch(self, now: float) -> None:
        """Notes that somebody has just done something."""
        self._touched_at = now

    def look(self, seen: Observation, now: float) -> Activity:
        """Returns what the camera must know after this frame."""
        is_in_sight = seen.reading is not None
        if seen.hand or (is_in_sight and not seen.resting):
            self.touch(now)
        return Activity(
            calm=not seen.hand and (seen.resting or not is_in_sight),
            blurred=seen.blurred or not is_in_sight,
            idle=now - self._touched_at >= IDLE_AFTER_S,
        )
