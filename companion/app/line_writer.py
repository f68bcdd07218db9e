"""Writes lines for other programs without ever keeping the game waiting: not for a stalled reader, not for a full disk.

A thread writes them. Usually a line is written when `write` returns. If the target does not take it, the line waits,
and the lines after it wait behind it. They stay whole and in their order.
"""

from __future__ import annotations

import errno
import os
import threading
from collections import deque
from dataclasses import dataclass, field

PATIENCE_S = 0.5
"""How long the game waits for a line to be written, while no other line waits."""

CLOSE_PATIENCE_S = 2.0
"""How long the end of the program waits for lines that wait."""

RETRY_S = 0.5
"""How long to wait before trying again to write to a full disk."""

MOST_WAITING = 10_000
"""How many lines wait at most, some ten megabytes. The target gets nothing after them."""


@dataclass
class _Queue:
    """What the writer and its thread share. `changed` guards it."""

    lines: deque[bytes] = field(default_factory=deque)
    """The lines to write. The first one stays until it is written whole."""
    problem: OSError | None = None
    """Why the first line is not written, while it is tried again."""
    failed: OSError | None = None
    """Why nothing can be written any more."""
    closing: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)


class LineWriter:
    """Writes whole lines to an open file, pipe or terminal, in their order."""

    def __init__(self, fd: int) -> None:
        """fd: an open file descriptor. It belongs to the writer from now on, which closes it."""
        self._queue = _Queue()
        self._is_cut = False
        self._thread = threading.Thread(target=_write_lines, args=(fd, self._queue), name="lines", daemon=True)
        self._thread.start()

    @property
    def failed(self) -> OSError | None:
        """Why nothing can be written any more, for example because the reader has gone; None if it can."""
        return self._queue.failed

    @property
    def problem(self) -> OSError | None:
        """Why lines wait, for example because the disk is full; None for a reader who does not read."""
        return self._queue.problem

    @property
    def waiting(self) -> int:
        """How many lines wait."""
        return len(self._queue.lines)

    @property
    def is_cut(self) -> bool:
        """True if too many lines have waited (`MOST_WAITING`). From then on, the writer drops all lines."""
        return self._is_cut

    def write(self, line: str) -> None:
        """Writes a line, given without its end, or lets it wait."""
        queue = self._queue
        with queue.changed:
            self._is_cut = self._is_cut or len(queue.lines) >= MOST_WAITING
            if self._is_cut or queue.failed is not None:
                return
            others_wait = bool(queue.lines)
            queue.lines.append(line.encode(errors="backslashreplace") + b"\n")
            queue.changed.notify_all()
            if not others_wait:
                queue.changed.wait_for(lambda: not queue.lines or queue.problem or queue.failed, PATIENCE_S)

    def close(self) -> int:
        """Waits a moment for the lines that wait; returns how many are left, which are not written.

        A write that a stalled reader blocks ends with the program.
        """
        queue = self._queue
        with queue.changed:
            queue.closing = True
            queue.changed.notify_all()
            queue.changed.wait_for(lambda: not queue.lines or queue.failed is not None, CLOSE_PATIENCE_S)
            left = len(queue.lines)
        if not left:
            self._thread.join()
        return left


def _is_temporary(error: OSError) -> bool:
    """True if an error may go away: a full disk, or a full pipe that others made return at once."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EAGAIN)


def _write_lines(fd: int, queue: _Queue) -> None:
    """Writes the lines of a queue until it is closed, or until nothing can be written. The thread's function."""
    while (line := _next_line(queue)) is not None:
        failed = _write_line(fd, line, queue)
        with queue.changed:
            queue.failed = failed
            if failed is None:
                queue.problem = None
                queue.lines.popleft()
            queue.changed.notify_all()
        if failed is not None:
            break
    os.close(fd)


def _next_line(queue: _Queue) -> bytes | None:
    """Waits for a line; None if there is none and there will be none."""
    with queue.changed:
        queue.changed.wait_for(lambda: queue.lines or queue.closing)
        return queue.lines[0] if queue.lines else None


def _write_line(fd: int, line: bytes, queue: _Queue) -> OSError | None:
    """Writes a line, as often as it takes. Returns the error if that can never succeed."""
    is_last_try = False
    while line:
        try:
            line = line[os.write(fd, line) :]
        except OSError as error:
            if is_last_try or not _is_temporary(error):
                return error
            with queue.changed:
                queue.problem = error
                queue.changed.notify_all()
                is_last_try = queue.changed.wait_for(lambda: queue.closing, RETRY_S)
    return None
