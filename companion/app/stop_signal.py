"""Notices when the system asks the program to end (SIGTERM), as at a shutdown, so that the game can end cleanly."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

IsStopped = Callable[[], bool]
"""A function that returns True if the program was asked to end."""


@contextmanager
def hear_stop_signal() -> Iterator[IsStopped]:
    """Notes a SIGTERM instead of ending at once, as long as the context lasts.

    Use it before a display is opened: SDL also wants to handle this signal, but not if somebody handles it already.
    """
    asked = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True

    before = signal.signal(signal.SIGTERM, note)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGTERM, before)
