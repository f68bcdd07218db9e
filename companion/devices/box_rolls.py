"""Remembers the rolls of a die box, so that each counts once, even if the box sends it again.

A roll is named by the start of the box (boot) and by its number since that start (firmware/PROTOCOL.md, "A roll").
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.devices.messages import Greeting, LossReason, RollLost, RollResult, RollStarted, State


class BoxRolls:
    """Which roll is in progress, which rolls have counted, and which of them are not yet saved."""

    def __init__(self, last_saved: Mapping[int, int] | None = None) -> None:
        """last_saved: for each start of the box, the number of the last roll that is saved."""
        self._counted = dict(last_saved or {})
        self._unsaved: set[tuple[int, int]] = set()
        self._rolling: RollStarted | None = None
        self._lost: RollLost | None = None

    def start(self, rolling: RollStarted) -> bool:
        """True if this roll has just begun; False if the box tells it again in a new session."""
        is_new = rolling != self._rolling
        self._rolling = rolling
        return is_new

    def add(self, result: RollResult) -> bool:
        """True if this roll counts, False if it has counted before."""
        self._rolling = None
        if result.number <= self._counted.get(result.boot, 0):
            return False
        self._counted[result.boot] = result.number
        self._unsaved.add((result.boot, result.number))
        return True

    def is_saved(self, result: RollResult) -> bool:
        """True if a roll that has counted is on disk, so that the box may forget it."""
        return (result.boot, result.number) not in self._unsaved

    def mark_saved(self, boot: int, number: int) -> None:
        """Remembers that a roll is on disk, or was refused for good."""
        self._unsaved.discard((boot, number))

    def lose(self, lost: RollLost) -> bool:
        """True if the loss of this roll was not known yet."""
        self._rolling = None
        if self._lost is not None and (lost.boot, lost.number) == (self._lost.boot, self._lost.number):
            return False
        self._lost = lost
        return True

    def find_loss(self, greeting: Greeting) -> RollLost | None:
        """The roll that was lost because the box had no power; None if there is none. The box has forgotten such a
        roll, and its greeting shows that it was started again.
        """
        rolling = self._rolling
        if rolling is None or rolling.boot == greeting.boot or greeting.state & State.KEPT:
            return None
        return RollLost(rolling.boot, rolling.number, rolling.request, LossReason.POWER)
