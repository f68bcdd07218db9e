"""Notes that the system asks the program to end (SIGTERM), as at a shutdown, so that the game can end cleanly."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

IsStopped = Callable[[], bool]
"""True if the program was asked to end."""


@contextmanager
def hear_stop_signal() -> Iterator[IsStopped]:
    """Notes a SIGTERM instead of dying of it, until the end of the context.

    SDL would take the signal too, but not where somebody handles it already. So this comes before a display.
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
