"""A bare panel that may be missing, at the start or later. It is tried again and again, while the game goes on.

A missing panel cannot show what is wrong with it. So the log says it, once for each reason.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import TracebackType

import pygame

from companion.devices.display import WINDOW, Display, DisplayError, Input
from companion.devices.mount import Size
from companion.devices.retry import RetryTimer
from companion.language import _

RETRY_S = 1.0
"""How long to wait after the first failed try to open the panel."""

_LOG = logging.getLogger(__name__)


class LastingDisplay:
    """Shows what another display shows, and goes on if that display fails."""

    def __init__(self, make: Callable[[], Display], clock: Callable[[], float] = time.monotonic) -> None:
        """make: makes the other display, which is then opened; both may raise DisplayError. clock: returns seconds."""
        self._make = make
        self._clock = clock
        self._display: Display | None = None
        self._problem: str | None = None
        self._retry = RetryTimer(RETRY_S)

    @property
    def size(self) -> Size:
        return WINDOW if self._display is None else self._display.size

    @property
    def fills(self) -> bool:
        """True if the display is open and its picture fills the whole screen."""
        return self._display is not None and self._display.fills

    @property
    def problem(self) -> str | None:
        """In words, why nothing is shown; None if the display is open."""
        return self._problem

    def __enter__(self) -> LastingDisplay:
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._display is not None:
            self._display.__exit__(kind, error, trace)
            self._display = None

    def events(self) -> Iterable[Input]:
        if self._display is None and self._retry.is_due(self._clock()):
            self._open()
        if self._display is None:
            return ()
        try:
            return tuple(self._display.events())
        except pygame.error as error:
            self._lose(error)
            return ()

    def show(self, picture: pygame.Surface) -> None:
        if self._display is None:
            return
        try:
            self._display.show(picture)
        except pygame.error as error:
            self._lose(error)

    def _open(self) -> None:
        try:
            self._display = self._make().__enter__()
        except DisplayError as error:
            self._report(str(error))
        else:
            self._problem = None
            self._retry.succeed()

    def _lose(self, error: pygame.error) -> None:
        if self._display is not None:
            with suppress(pygame.error):  # what fails to show may fail to close, and is opened again anyway
                self._display.__exit__(None, None, None)
            self._display = None
        self._report(_("the panel has failed ({reason}): check its cable").format(reason=error))

    def _report(self, problem: str) -> None:
        """Logs a problem, unless it is the same as last time, and sets when to try again."""
        if problem != self._problem:
            _LOG.warning("%s", problem)
        self._problem = problem
        self._retry.fail(self._clock())
