"""The die whose throws are made here: shown by lamps on the Pi's GPIO, on the screen, or by nothing at all.

Where the throws come from it is told (companion.fairness.commit_reveal); it rolls for a moment, so that people see it
thrown, and then stands. What it stands on is decided by the press, never by the rolling.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Self

from companion.devices.die import FACES, Back, Die, DieEvent, Lost, NotDue, Request, Rolling, Settled, Void
from companion.devices.errors import DeviceError

ROLLING_S = 0.8
"""How long the dice roll where somebody sees them."""

SPIN_S = 0.08
"""How long each face shows while they roll."""

TURN_S = 1.5
"""How long each value shows where there are more dice than faces."""

AGAIN_S = 2.0
"""How long after a failure the lamps are tried again."""


class Faces(ABC):
    """What shows the dice: one face a die. A context manager; every method raises DeviceError where it fails."""

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - faces without anything to close are faces
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes them."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many dice they show."""

    @abstractmethod
    def show(self, values: Sequence[int]) -> None:
        """Shows a value on each face, from the first on; faces without one go dark."""


class MemoryFaces(Faces):
    """The virtual faces: `shown` is what they show."""

    def __init__(self, count: int = 2) -> None:
        self._count = count
        self.shown: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return self._count

    def show(self, values: Sequence[int]) -> None:
        self.shown = tuple(values)


class PiDie(Die):
    """Dice thrown here.

    source: `gpio`, `screen` or `virtual`. draw: makes a throw of so many dice; may raise DeviceError.
    faces: None where only the screen shows them. rolling_s: 0 where nobody sees them roll.
    """

    def __init__(
        self,
        source: str,
        draw: Callable[[int], Settled],
        *,
        faces: Faces | None = None,
        rolling_s: float = ROLLING_S,
        at_hand: bool = False,
    ) -> None:
        self.source = source
        self.by_tap = True
        self.at_hand = at_hand
        self._draw = draw
        self._faces = faces
        self._rolling_s = rolling_s
        self._request: Request | None = None
        self._thrown_for = Request((), "")
        self._pressed = 0
        self._began: float | None = None
        self._values: tuple[int, ...] = ()
        self._shown: tuple[int, ...] | None = None
        self._failed_at: float | None = None

    @property
    def most(self) -> int:
        return max(2, self._faces.count) if self._faces is not None else 6

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._faces is not None:
            self._faces.__exit__(kind, error, trace)

    def __enter__(self) -> Self:
        if self._faces is not None:
            self._faces.__enter__()
        return self

    def ask(self, request: Request | None) -> None:
        self._request = request

    def press(self, now: float) -> None:
        self._pressed += 1

    def stand(self, values: Sequence[int]) -> None:
        self._values = tuple(values)

    def events(self, now: float) -> Iterator[DieEvent]:
        yield from self._repair(now)
        pressed, self._pressed = self._pressed, 0
        if pressed and self._began is None:
            if self._request is None:
                yield NotDue()
            elif self._failed_at is None:
                self._began = now
                self._thrown_for = self._request
                yield Rolling()
        if self._began is not None:
            yield from self._roll(now, self._began)
        yield from self._show(now)

    def _roll(self, now: float, began: float) -> Iterator[DieEvent]:
        if self._request != self._thrown_for or self._failed_at is not None:
            self._began = None
            yield Void("The throw was broken off and does not count")
        elif now - began >= self._rolling_s:
            self._began = None
            try:
                settled = self._draw(len(self._thrown_for.dice))
            except DeviceError as error:
                yield Void(f"There is no throw: {error}")
                return
            self._values = settled.values
            yield settled

    def _show(self, now: float) -> Iterator[DieEvent]:
        """Lets the lamps show what they are to show; says once where they fail."""
        values = self._spinning(now, self._began) if self._began is not None else self._standing(now)
        if self._faces is None or self._failed_at is not None or values == self._shown:
            return
        try:
            self._faces.show(values)
        except DeviceError as error:
            self._failed_at, self._shown = now, None
            yield Lost(f"{error}. Meanwhile type in the throws of an ordinary die")
        else:
            self._shown = values

    def _repair(self, now: float) -> Iterator[DieEvent]:
        """Tries lamps that failed again, from time to time."""
        if self._faces is None or self._failed_at is None or now - self._failed_at < AGAIN_S:
            return
        try:
            self._faces.show(self._standing(now))
        except DeviceError:
            self._failed_at = now
        else:
            self._failed_at = None
            yield Back("The die is back", self._values)

    def _spinning(self, now: float, began: float) -> tuple[int, ...]:
        step = int((now - began) / SPIN_S)
        return tuple(1 + (step * 5 + 3 * i) % FACES for i in range(self._lit(len(self._thrown_for.dice))))

    def _standing(self, now: float) -> tuple[int, ...]:
        """The values, in turns where there are more than faces."""
        lit = self._lit(len(self._values))
        first = int(now / TURN_S) * lit % len(self._values) if 0 < lit < len(self._values) else 0
        return self._values[first : first + lit]

    def _lit(self, dice: int) -> int:
        return min(dice, self._faces.count) if self._faces is not None else dice
