"""Tells systemd when the companion is ready, and then that it is alive, as long as all of its parts work.

A part that hangs gives no sign of life, and systemd starts the companion again. A part with a known fault, such as an
unplugged camera, is different: it is tried again and again, and the players see the fault. That is no reason to start
the companion again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from companion.app.stop_signal import IsStopped
from companion.host.service_manager import ServiceManager
from companion.language import _

Part = Literal["camera", "vision", "screen"]

ALL_PARTS: frozenset[Part] = frozenset(get_args(Part))

FEEDS = 4
"""How many signs of life systemd gets within the time that it allows."""

EXTEND_EVERY_S = 5.0
"""How often the companion asks systemd for more time while it starts and waits for a part."""

EXTEND_S = 30
"""How many seconds more it asks for."""


class Heartbeat:
    """Collects the signs of life of all parts, and sends one to systemd when each part has given one."""

    def __init__(self, manager: ServiceManager, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: returns seconds."""
        self._manager = manager
        self._clock = clock
        self._needed: frozenset[Part] = ALL_PARTS
        self._worked: set[Part] = set()
        self._waits: set[Part] = set()
        self._ready = False
        self._status = ""
        self._next_at = clock()

    def need(self, parts: Iterable[Part]) -> None:
        """Sets which parts must work from now on: only the screen in the menu, all parts in a game."""
        self._needed = frozenset(parts)
        self._forget()

    def beat(self, part: Part) -> None:
        """Notes that a part has just done its work."""
        self._worked.add(part)
        self._waits.discard(part)
        self._report()

    def wait(self, *parts: Part, why: str) -> None:
        """Notes that some parts cannot work now for a known reason, and are tried again."""
        self._waits.update(parts)
        self._worked.difference_update(parts)
        self._say(_("waiting: {reason}").format(reason=why))
        self._report()

    def report(self, part: Part, problem: str | None) -> None:
        """Notes that a part works. If it could not do its work, `problem` says why."""
        if problem is None:
            self.beat(part)
        else:
            self.wait(part, why=problem)

    def stop(self) -> None:
        """Tells systemd that the companion ends because somebody wants it to."""
        self._manager.notify(STOPPING=1)

    def _report(self) -> None:
        if not self._manager.listens:
            return
        now = self._clock()
        works = self._needed <= self._worked
        if works:
            self._say(_("playing") if self._needed == ALL_PARTS else _("waiting for a game to be chosen"))
        if not self._ready:
            if works:
                self._ready = self._manager.notify(READY=1)
                self._next_at = now
            elif now >= self._next_at and self._needed <= self._worked | self._waits:
                self._manager.notify(EXTEND_TIMEOUT_USEC=EXTEND_S * 1_000_000)
                self._next_at = now + EXTEND_EVERY_S
                self._forget()
        if not self._ready or self._manager.watchdog_s is None or now < self._next_at:
            return
        if self._needed <= self._worked | self._waits and self._manager.notify(WATCHDOG=1):
            self._next_at = now + self._manager.watchdog_s / FEEDS
            self._forget()

    def _forget(self) -> None:
        self._worked.clear()
        self._waits.clear()

    def _say(self, text: str) -> None:
        if text != self._status and self._manager.notify(STATUS=text):
            self._status = text


@dataclass(frozen=True)
class Computer:
    """The computer that the companion runs on: what the companion tells it and asks of it."""

    heartbeat: Heartbeat = field(default_factory=lambda: Heartbeat(ServiceManager({})))
    """Gets the signs of life. Without systemd they go nowhere."""

    switch_off: Callable[[], None] | None = None
    """Switches the computer off when players shut down. None on a computer that people use for other things, too: there
    only the companion ends.
    """

    is_stopped: IsStopped = lambda: False
    """Returns True if the system asks the program to end."""
