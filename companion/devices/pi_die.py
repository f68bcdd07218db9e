"""The die whose rolls the companion makes: shown by lamps on the Pi's pins, on the screen, or by nothing at all.

A function from outside makes the rolls (`companion.fairness.commit_reveal`). The dice roll for a moment, so that people
see it. The press decides the values, never the moment at which the dice stop.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Self

from companion.devices.die import FACES, Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.errors import DeviceError

ROLLING_S = 0.8
"""How long the dice roll where somebody watches."""

SPIN_S = 0.08
"""How long each value shows while the dice roll."""

TURN_S = 1.5
"""How long each value shows where there are more dice than lamps for them."""

RETRY_S = 2.0
"""How long after a failure the lamps are tried again."""


class DiceDisplay(ABC):
    """Shows the values of dice. A context manager. Every method may raise DeviceError."""

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - a display without anything to close is a display
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes it."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many dice it can show."""

    @abstractmethod
    def show(self, values: Sequence[int]) -> None:
        """Shows these values, beginning with the first die. Dice without a value go dark."""


class VirtualDiceDisplay(DiceDisplay):
    """A display without hardware."""

    def __init__(self, count: int = 2) -> None:
        self._count = count
        self.shown: tuple[int, ...] = ()
        """The values that it shows."""

    @property
    def count(self) -> int:
        return self._count

    def show(self, values: Sequence[int]) -> None:
        self.shown = tuple(values)


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
        """source: `gpio`, `screen` or `virtual`. roll: rolls this many dice; may raise DeviceError.

        display: None where only the screen shows the dice. rolling_s: 0 where nobody watches.
        """
        self.source = source
        self.by_tap = True
        self.at_hand = at_hand
        self._make_roll = roll
        self._display = display
        self._rolling_s = rolling_s
        self._request: Request | None = None
        self._rolling_for = Request((), "")
        self._pressed = 0
        self._began: float | None = None
        self._values: tuple[int, ...] = ()
        self._shown: tuple[int, ...] | None = None
        self._failed_at: float | None = None

    @property
    def max_dice(self) -> int:
        return max(2, self._display.count) if self._display is not None else 6

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._display is not None:
            self._display.__exit__(kind, error, trace)

    def __enter__(self) -> Self:
        if self._display is not None:
            self._display.__enter__()
        return self

    def ask(self, request: Request | None) -> None:
        self._request = request

    def press(self, now: float) -> None:
        self._pressed += 1

    def show(self, values: Sequence[int]) -> None:
        self._values = tuple(values)

    def events(self, now: float) -> Iterator[DieEvent]:
        yield from self._retry(now)
        pressed, self._pressed = self._pressed, 0
        if pressed and self._began is None:
            if self._request is None:
                yield NotDue()
            elif self._failed_at is None:
                self._began = now
                self._rolling_for = self._request
                yield Rolling()
        if self._began is not None:
            yield from self._roll(now, self._began)
        yield from self._show(now)

    def _roll(self, now: float, began: float) -> Iterator[DieEvent]:
        if self._request != self._rolling_for or self._failed_at is not None:
            self._began = None
            yield InvalidRoll("The roll was interrupted and does not count")
        elif now - began >= self._rolling_s:
            self._began = None
            try:
                settled = self._make_roll(len(self._rolling_for.dice))
            except DeviceError as error:
                yield InvalidRoll(f"The dice cannot be rolled: {error}")
                return
            self._values = settled.values
            yield settled

    def _show(self, now: float) -> Iterator[DieEvent]:
        """Updates the lamps. Reports once where they fail."""
        values = self._values_while_rolling(now, self._began) if self._began is not None else self._values_at_rest(now)
        if self._display is None or self._failed_at is not None or values == self._shown:
            return
        try:
            self._display.show(values)
        except DeviceError as error:
            self._failed_at, self._shown = now, None
            yield DieLost(f"{error}. Until it works again, roll ordinary dice and enter the roll")
        else:
            self._shown = values

    def _retry(self, now: float) -> Iterator[DieEvent]:
        """Tries lamps that failed again from time to time."""
        if self._display is None or self._failed_at is None or now - self._failed_at < RETRY_S:
            return
        try:
            self._display.show(self._values_at_rest(now))
        except DeviceError:
            self._failed_at = now
        else:
            self._failed_at = None
            yield DieBack("The die works again", self._values)

    def _values_while_rolling(self, now: float, began: float) -> tuple[int, ...]:
        step = int((now - began) / SPIN_S)
        return tuple(1 + (step * 5 + 3 * i) % FACES for i in range(self._count_shown(len(self._rolling_for.dice))))

    def _values_at_rest(self, now: float) -> tuple[int, ...]:
        """Returns the values to show now: in turn, where there are more of them than lamps."""
        lit = self._count_shown(len(self._values))
        first = int(now / TURN_S) * lit % len(self._values) if 0 < lit < len(self._values) else 0
        return self._values[first : first + lit]

    def _count_shown(self, dice: int) -> int:
        return min(dice, self._display.count) if self._display is not None else dice
