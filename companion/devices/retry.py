"""Decides when to try again to open a device that could not be opened."""

from __future__ import annotations

MAX_RETRY_S = 30.0
"""The longest pause between two tries."""


class RetryTimer:
    """Says when the next try is due. After each failed try, the pause is twice as long."""

    def __init__(self, first_s: float) -> None:
        """first_s: how long the pause is after the first failed try."""
        self._first_s = first_s
        self._pause_s = first_s
        self._next_at = 0.0

    def is_due(self, now: float) -> bool:
        """True if it is time for the next try. now: seconds, by the clock of `fail`."""
        return now >= self._next_at

    def fail(self, now: float) -> None:
        """Notes that a try failed, or that the device was lost."""
        self._next_at = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, MAX_RETRY_S)

    def succeed(self) -> None:
        """Notes that the device is open. The next pause will be the shortest one again."""
        self._pause_s = self._first_s
