"""The die whose rolls the companion makes. Lamps on the Pi's pins show them, or the screen, or nothing at all.

A function from outside makes the rolls (`companion.fairness.commit_reveal`). The dice roll for a moment, so that people
see it. But the values are decided by the press, never by the moment at which the dice stop.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from companion.devices.die import FACES, Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.errors import DeviceError
from companion.language import _

ROLLING_S = 0.8
"""How long the dice roll if somebody watches."""

SPIN_S = 0.08
"""How long each value is shown while the dice roll."""

TURN_S = 1.5
"""How long each value is shown if there are more dice than lamps for them."""

RETRY_S = 2.0
"""How long to wait after the lamps have failed before they are tried again."""


class DiceDisplay(ABC):
    """Shows the values of dice. It is a context manager. Every method may raise DeviceError."""

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - a display without anything to close is a display
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the display."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many dice can be shown at the same time."""

    @abstractmethod
    def show(self, values: Sequence[int]) -> None:
        """Shows these values, beginning with the first die. Dice without a value go dark."""


class VirtualDiceDisplay(DiceDisplay):
    """A display without hardware."""

    def __init__(self, count: int = 2) -> None:
        self._count = count
        self.shown: tuple[int, ...] = ()
        """The values that are shown now."""

    @property
    def count(self) -> int:
        return self._count

    def show(self, values: Sequence[int]) -> None:
        self.shown = tuple(values)


class _Lamps:
    """The lamps of the dice, if there are any. It reports once when they fail, and tries them again from time to
    time.
    """

    def __init__(self, display: DiceDisplay | None) -> None:
        self.display = display
        self._shown: tuple[int, ...] | None = None
        self._failed_at: float | None = None

    @property
    def have_failed(self) -> bool:
        """True if the lamps have failed and do not work again yet."""
        return self._failed_at is not None

    def count(self, dice: int) -> int:
        """How many of these dice can be shown at the same time. Without lamps it is all of them, because the screen
        shows them.
        """
        return min(dice, self.display.count) if self.display is not None else dice

    def show(self, values: tuple[int, ...], now: float) -> Iterator[DieEvent]:
        """Shows these values, if the lamps show others now."""
        if self.display is None or self.have_failed or values == self._shown:
            return
        try:
            self.display.show(values)
        except DeviceError as error:
            self._failed_at, self._shown = now, None
            yield DieLost(
                _("{reason}. Until it works again, roll ordinary dice and enter the roll").format(reason=str(error))
            )
        else:
            self._shown = values

    def retry(self, values: tuple[int, ...], settled: tuple[int, ...], now: float) -> Iterator[DieEvent]:
        """Tries again to show these values, if the lamps have failed and it is time. settled: the whole last roll."""
        if self.display is None or self._failed_at is None or now - self._failed_at < RETRY_S:
            return
        try:
            self.display.show(values)
        except DeviceError:
            self._failed_at = now
        else:
            self._failed_at = None
            yield DieBack(_("The die works again"), settled)


@dataclass(frozen=True, slots=True)
class _Roll:
    """A roll that is decided, but whose dice still seem to roll for people to see."""

    request: Request
    """The request that the roll answers."""
    began: float
    """When the roll began, by the die's clock."""


class PiDie(Die):
    """Dice whose rolls the companion makes. `press` rolls them."""

    def __init__(
        self,
        source: str,
        roll: Callable[[int], Settled],
        *,
        display: DiceDisplay | None = None,
        rolling_s: float = ROLLING_S,
        at_hand: bool = False,
    ) -> None:
        """source: `gpio`, `screen` or `virtual`. roll: rolls this many dice; may raise DeviceError. display: None if
        only the screen shows the dice. rolling_s: how long they roll; 0 if nobody watches.
        """
        self.source = source
        self.by_tap = True
        self.at_hand = at_hand
        self._make_roll = roll
        self._lamps = _Lamps(display)
        self._rolling_s = rolling_s
        self._request: Request | None = None
        self._pressed = 0
        self._roll: _Roll | None = None
        self._values: tuple[int, ...] = ()

    @property
    def max_dice(self) -> int:
        display = self._lamps.display
        return max(2, display.count) if display is not None else 6

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lamps.display is not None:
            self._lamps.display.__exit__(kind, error, trace)

    def __enter__(self) -> Self:
        if self._lamps.display is not None:
            self._lamps.display.__enter__()
        return self

    def ask(self, request: Request | None) -> None:
        self._request = request

    def press(self, now: float) -> None:
        self._pressed += 1

    def show(self, values: Sequence[int]) -> None:
        self._values = tuple(values)

    def events(self, now: float) -> Iterator[DieEvent]:
        yield from self._lamps.retry(self._values_at_rest(now), self._values, now)
        pressed, self._pressed = self._pressed, 0
        if pressed and self._roll is None:
            if self._request is None:
                yield NotDue()
            elif not self._lamps.have_failed:
                self._roll = _Roll(self._request, now)
                yield Rolling()
        if self._roll is not None:
            yield from self._go_on(self._roll, now)
        values = self._values_at_rest(now) if self._roll is None else self._values_while_rolling(self._roll, now)
        yield from self._lamps.show(values, now)

    def _go_on(self, roll: _Roll, now: float) -> Iterator[DieEvent]:
        """Ends a roll, if people have seen it for long enough or if it was interrupted."""
        if self._request != roll.request or self._lamps.have_failed:
            self._roll = None
            yield InvalidRoll(_("The roll was interrupted and does not count"))
        elif now - roll.began >= self._rolling_s:
            self._roll = None
            try:
                settled = self._make_roll(len(roll.request.dice))
            except DeviceError as error:
                yield InvalidRoll(_("The dice cannot be rolled: {reason}").format(reason=str(error)))
                return
            self._values = settled.values
            yield settled

    def _values_while_rolling(self, roll: _Roll, now: float) -> tuple[int, ...]:
        step = int((now - roll.began) / SPIN_S)
        return tuple(1 + (step * 5 + 3 * i) % FACES for i in range(self._lamps.count(len(roll.request.dice))))

    def _values_at_rest(self, now: float) -> tuple[int, ...]:
        """The values to show now. If there are more values than lamps, they take turns."""
        lit = self._lamps.count(len(self._values))
        first = int(now / TURN_S) * lit % len(self._values) if 0 < lit < len(self._values) else 0
        return self._values[first : first + lit]
