"""When to try again what has failed, and what to say about it: each reason once."""

from __future__ import annotations


class Attempts:
    """The pauses between attempts, each twice as long as the one before, and the reason why the last one failed."""

    def __init__(self, first_s: float, longest_s: float) -> None:
        self._first_s = first_s
        self._longest_s = longest_s
        self._pause_s = first_s
        self._next_at: float | None = None
        self._reason = ""

    def is_due(self, now: float) -> bool:
        """True if it is time for an attempt. now: a clock (s), as for `fail`."""
        return self._next_at is None or now >= self._next_at

    def fail(self, reason: str, now: float) -> bool:
        """Notes an attempt that has failed. True if the reason is a new one."""
        self._next_at = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, self._longest_s)
        is_new, self._reason = reason != self._reason, reason
        return is_new

    def succeed(self) -> bool:
        """Notes an attempt that has worked. True if the one before had failed."""
        had_failed, self._reason = bool(self._reason), ""
        self._pause_s, self._next_at = self._first_s, None
        return had_failed
