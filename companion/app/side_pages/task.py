"""Something that takes a while, done in a thread of its own while the screen goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Task(Generic[T]):
    """Works in a thread that ends with the program."""

    def __init__(self, work: Callable[[], T]) -> None:
        """work: what to do. It says what went wrong in what it returns, and raises nothing."""
        self._done: SimpleQueue[T] = SimpleQueue()
        threading.Thread(target=lambda: self._done.put(work()), daemon=True).start()

    def poll(self) -> T | None:
        """What came of it, once; None while it works."""
        try:
            return self._done.get_nowait()
        except Empty:
            return None
