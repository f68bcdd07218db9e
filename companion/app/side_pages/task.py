"""Runs something that takes a while in a thread of its own, while the screen goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Task(Generic[T]):
    """Some work in a thread. The thread ends with the program."""

    def __init__(self, work: Callable[[], T]) -> None:
        """work: what to do. It must raise nothing; if something goes wrong, its result says so."""
        self._done: SimpleQueue[T] = SimpleQueue()
        threading.Thread(target=lambda: self._done.put(work()), daemon=True).start()

    def poll(self) -> T | None:
        """The result of the work, once; None while it is not done, and after that."""
        try:
            return self._done.get_nowait()
        except Empty:
            return None
