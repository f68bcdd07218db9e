"""Buttons: decides which presses count, and which buttons are stuck.

`Debouncer` turns the contacts of any kind of button into events. The devices tell it what their contacts do. What a
press means is not known here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self, get_args

from companion.language import N_, Translated

ButtonName = Literal["throw", "done", "undo", "hint"]
BUTTONS: tuple[ButtonName, ...] = get_args(ButtonName)

BUTTON_WORDS: Mapping[str, str] = Translated(
    {"done": N_("Done"), "undo": N_("Undo"), "hint": N_("Hint"), "double": N_("Double"), "throw": N_("Roll")}
)
"""The name of each button for people. Some of these buttons are not on every device."""

DEBOUNCE_S = 0.025
"""How long a contact must stay the same before it counts. Switches bounce for up to 20 ms."""

CHORD_S = 0.15
"""How long done waits for undo, and undo for done, to become a press of both. Two fingers never come down at the same
moment.
"""

SHUTDOWN_S = 2.0
"""How long done and undo must be held together to ask for a shutdown."""

STUCK_S = 10.0
"""A button that is down for this long counts as stuck. Nobody holds a button that long on purpose."""

_CHORD: frozenset[ButtonName] = frozenset(("done", "undo"))


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed once."""

    name: ButtonName
    """Which button."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button stays down. It counts as not pressed until it comes up."""

    name: ButtonName
    """Which button."""


@dataclass(frozen=True, slots=True)
class Freed:
    """A stuck button has come up again."""

    name: ButtonName
    """Which button."""


@dataclass(frozen=True, slots=True)
class ShutdownAsked:
    """Done and undo were held together: somebody asks for a shutdown."""


@dataclass(frozen=True, slots=True)
class ButtonsLost:
    """The buttons do not work at present."""

    text: str
    """Why they do not work and what to do, for people."""


@dataclass(frozen=True, slots=True)
class ButtonsBack:
    """Lost buttons work again."""

    text: str
    """What happened, for people."""


ButtonEvent = Pressed | Stuck | Freed | ShutdownAsked | ButtonsLost | ButtonsBack


class Buttons(ABC):
    """A set of buttons. It is a context manager: opening it may raise DeviceError, and open buttons raise nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - buttons without anything to close are buttons
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the buttons."""

    @abstractmethod
    def events(self, now: float) -> Iterable[ButtonEvent]:
        """Returns what has happened since the last call. It never waits. now: seconds of time.monotonic."""


@dataclass
class _Contact:
    """One contact of a button: its state now, and the state that counts after debouncing."""

    closed: bool = False
    """True if the contact is closed at present. It may still bounce."""

    since: float = 0.0
    """When `closed` last changed."""

    down: bool = False
    """True if the button counts as down."""

    down_at: float = 0.0
    """When the button last went down."""

    waits: bool = False
    """True if the press is not reported yet, because another button may be pressed with it."""

    stuck: bool = False
    """True if the button was reported as stuck."""


class Debouncer:
    """Turns contacts that bounce into events. It reads no clock: every call says the time, in seconds and never earlier
    than before.
    """

    def __init__(self, debounce_s: float = DEBOUNCE_S) -> None:
        """debounce_s: how long a contact must stay the same before it counts; 0 for contacts that do not bounce."""
        self._debounce_s = debounce_s
        self._contacts = {name: _Contact() for name in BUTTONS}
        self._both_at: float | None = None
        self._shutdown_reported = False
        self._events: list[ButtonEvent] = []

    def change(self, name: ButtonName, closed: bool, t: float) -> None:
        """Notes that a contact closed or opened at the time `t`."""
        contact = self._contacts[name]
        self._debounce(name, contact, t)
        if closed != contact.closed:
            contact.closed, contact.since = closed, t

    def start_closed(self, name: ButtonName, t: float) -> None:
        """Notes that a contact is already closed at the start. Nobody has pressed the button, but it may be stuck."""
        contact = self._contacts[name]
        contact.closed = contact.down = True
        contact.since = contact.down_at = t

    def events(self, now: float) -> Iterator[ButtonEvent]:
        """The events up to the time `now`."""
        for name, contact in self._contacts.items():
            self._debounce(name, contact, now)
        for name, contact in self._contacts.items():
            if contact.waits and now - contact.down_at >= CHORD_S:
                contact.waits = False
                self._events.append(Pressed(name))
            if contact.down and not contact.stuck and now - contact.down_at >= STUCK_S:
                contact.stuck = True
                self._events.append(Stuck(name))
        if self._both_at is not None and not self._shutdown_reported and now - self._both_at >= SHUTDOWN_S:
            self._shutdown_reported = True
            self._events.append(ShutdownAsked())
        events, self._events = self._events, []
        yield from events

    def _debounce(self, name: ButtonName, contact: _Contact, t: float) -> None:
        """Decides if a contact has stayed the same long enough at the time `t`. If so, it counts."""
        if contact.closed == contact.down or t - contact.since < self._debounce_s:
            return
        contact.down = contact.closed
        if contact.down:
            contact.down_at = contact.since
            self._handle_down(name, contact)
        else:
            self._handle_up(name, contact)

    def _handle_down(self, name: ButtonName, contact: _Contact) -> None:
        if name not in _CHORD:
            self._events.append(Pressed(name))
            return
        (other,) = _CHORD - {name}
        partner = self._contacts[other]
        if partner.down and not partner.stuck:
            if contact.down_at - partner.down_at < CHORD_S:
                partner.waits = False
            self._both_at, self._shutdown_reported = contact.down_at, False
        else:
            contact.waits = True

    def _handle_up(self, name: ButtonName, contact: _Contact) -> None:
        if contact.waits:
            contact.waits = False
            self._events.append(Pressed(name))
        if contact.stuck:
            contact.stuck = False
            self._events.append(Freed(name))
        if name in _CHORD:
            self._both_at = None
