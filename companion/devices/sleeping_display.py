"""A panel that gets darker and then dark when nobody uses it.

A touch wakes it, and so does a change in the game. The touch that wakes a dark screen does nothing else, because nobody
could see what they touched.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Literal

import pygame

from companion.devices.backlight import DIMMED, Backlight, find_backlights
from companion.devices.display import Input, Panel, Touch
from companion.devices.keyboard import Key, Letters
from companion.devices.mount import Size

Lit = Literal["full", "dim", "dark"]


class SleepingDisplay:
    """Puts the display of a panel to sleep.

    A window on a desktop never sleeps, because the desktop does this itself. A screen without a backlight does not get
    darker; it only turns black.
    """

    def __init__(
        self,
        panel: Panel,
        dim_s: float,
        sleep_s: float,
        *,
        find_lights: Callable[[], Sequence[Backlight]] = find_backlights,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """dim_s, sleep_s: after how many seconds without use the panel gets darker, and dark; infinite for never."""
        self._panel = panel
        self._dim_s = dim_s
        self._sleep_s = sleep_s
        self._find_lights = find_lights
        self._clock = clock
        self._lights: Sequence[Backlight] = ()
        self._lit: Lit = "full"
        self._used_at = 0.0
        self._picture: pygame.Surface | None = None

    @property
    def size(self) -> Size:
        return self._panel.size

    @property
    def fills(self) -> bool:
        """True if the display is open and its picture fills the whole screen."""
        return self._panel.fills

    def __enter__(self) -> SleepingDisplay:
        self._panel.__enter__()
        self._lights = self._find_lights() if self._panel.fills else ()
        self._used_at, self._picture = self._clock(), None
        self._set_lights("full")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._light("full")
        self._panel.__exit__(kind, error, trace)

    def events(self) -> Iterator[Input]:
        for event in self._panel.events():
            if isinstance(event, Touch | Key | Letters):
                wakes = self._lit == "dark"
                self._use()
                if wakes:
                    continue
            yield event
        idle_s = self._clock() - self._used_at
        if self._panel.fills:
            self._light("dark" if idle_s >= self._sleep_s else "dim" if idle_s >= self._dim_s else "full")

    def show(self, picture: pygame.Surface) -> None:
        if picture is not self._picture:
            self._picture = picture
            self._use()
        if self._lit != "dark":
            self._panel.show(picture)

    def _use(self) -> None:
        """Notes that somebody touched the screen or did something on the table."""
        self._used_at = self._clock()
        self._light("full")

    def _light(self, lit: Lit) -> None:
        if lit == self._lit:
            return
        self._set_lights(lit)
        if lit == "dark":
            self._panel.show(pygame.Surface(self._panel.size))
        elif self._picture is not None:
            self._panel.show(self._picture)

    def _set_lights(self, lit: Lit) -> None:
        self._lit = lit
        for light in self._lights:
            light.set_share({"full": 1.0, "dim": DIMMED, "dark": 0.0}[lit])
