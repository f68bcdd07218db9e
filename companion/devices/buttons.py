"""Buttons: from contacts that bounce to presses that count, and what is said of a button that sticks.

`Keys` turns the contacts of any kind of button into events; devices feed it. What a press means, the
session knows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Self, get_args

ButtonName = Literal["throw", "done", "undo", "hint"]
BUTTONS: tuple[ButtonName, ...] = get_args(ButtonName)

DEBOUNCE_S = 0.025
"""A contact counts once it has kept still for so long: longer than the 20 ms that switches bounce."""

CHORD_S = 0.15
"""Done waits so long for undo, and undo for done: two fingers never come down together."""

STOP_S = 2.0
"""Done and undo held together for so long ask to shut down."""

STUCK_S = 10.0
"""Nobody holds a button for so long: it sticks, or its wire touches ground."""

_CHORD: frozenset[ButtonName] = frozenset(("done", "undo"))


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed, once."""

    name: ButtonName


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button is down and stays down; it counts as not pressed until it comes up."""

    name: ButtonName


@dataclass(frozen=True, slots=True)
class Freed:
    """A stuck button has come up again."""

    name: ButtonName


@dataclass(frozen=True, slots=True)
class StopAsked:
    """Done and undo were held together: somebody asks to shut down."""


@dataclass(frozen=True, slots=True)
class ButtonsLost:
    """The buttons give nothing for now; `text` says why and what to do."""

    text: str


@dataclass(frozen=True, slots=True)
class ButtonsBack:
    """Lost buttons are back."""

    text: str


ButtonEvent = Pressed | Stuck | Freed | StopAsked | ButtonsLost | ButtonsBack


class Buttons(ABC):
    """A set of buttons. A context manager; entering raises DeviceError, once open it raises nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - buttons without anything to close are buttons
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes them."""

    @abstractmethod
    def events(self, now: float) -> Iterable[ButtonEvent]:
        """What has happened since the last call; never waits. `now`: seconds of time.monotonic."""


@dataclass
class _Key:
    """One contact: `raw` since `since`, believed to be `down`; `pressed` at, where that is not told yet."""

    raw: bool = False
    since: float = 0.0
    down: bool = False
    down_at: float = 0.0
    waits: bool = False
    stuck: bool = False


@dataclass
class Keys:
    """The events of contacts that bounce. Pure: it is given every time, in order, in seconds."""

    debounce_s: float = DEBOUNCE_S
    _keys: dict[ButtonName, _Key] = field(default_factory=lambda: {name: _Key() for name in BUTTONS})
    _both_at: float | None = None
    _stop_told: bool = False
    _news: list[ButtonEvent] = field(default_factory=list)

    def contact(self, name: ButtonName, closed: bool, t: float) -> None:
        """A contact closed or opened at `t`."""
        key = self._keys[name]
        self._believe(name, key, t)
        if closed != key.raw:
            key.raw, key.since = closed, t

    def held(self, name: ButtonName, t: float) -> None:
        """A contact was closed from the start: nobody has pressed it, but it may be stuck."""
        key = self._keys[name]
        key.raw = key.down = True
        key.since = key.down_at = t

    def events(self, now: float) -> Iterator[ButtonEvent]:
        """What the contacts amount to by `now`."""
        for name, key in self._keys.items():
            self._believe(name, key, now)
        for name, key in self._keys.items():
            if key.waits and now - key.down_at >= CHORD_S:
                key.waits = False
                self._news.append(Pressed(name))
            if key.down and not key.stuck and now - key.down_at >= STUCK_S:
                key.stuck = True
                self._news.append(Stuck(name))
        if self._both_at is not None and not self._stop_told and now - self._both_at >= STOP_S:
            self._stop_told = True
            self._news.append(StopAsked())
        news, self._news = self._news, []
        yield from news

    def _believe(self, name: ButtonName, key: _Key, t: float) -> None:
        """Lets a contact count that has kept still until `t`."""
        if key.raw == key.down or t - key.since < self.debounce_s:
            return
        key.down = key.raw
        if key.down:
            key.down_at = key.since
            self._goes_down(name, key)
        else:
            self._comes_up(name, key)

    def _goes_down(self, name: ButtonName, key: _Key) -> None:
        if name not in _CHORD:
            self._news.append(Pressed(name))
            return
        (other,) = _CHORD - {name}
        partner = self._keys[other]
        if partner.down and not partner.stuck:
            if key.down_at - partner.down_at < CHORD_S:
                partner.waits = False
            self._both_at, self._stop_told = key.down_at, False
        else:
            key.waits = True

    def _comes_up(self, name: ButtonName, key: _Key) -> None:
        if key.waits:
            key.waits = False
            self._news.append(Pressed(name))
        if key.stuck:
            key.stuck = False
            self._news.append(Freed(name))
        if name in _CHORD:
            self._both_at = None
