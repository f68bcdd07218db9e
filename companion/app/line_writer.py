"""Writes lines for other programs, and never lets the game wait for a stalled reader or a full disk.

A thread writes the lines. Usually a line is written when `write` returns. If the target does not take it, it waits, and
all later lines wait behind it. Lines are never cut, and they stay in order.
"""

from __future__ import annotations

import errno
import os
import threading
from collections import deque
from dataclasses import dataclass, field

PATIENCE_S = 0.5
"""How long the game waits until a line is written, if no other line waits already."""

CLOSE_PATIENCE_S = 2.0
"""How long the program waits at its end for lines that are not written yet."""

RETRY_S = 0.5
"""How long to wait before trying again to write to a full disk."""

MOST_WAITING = 10_000
"""The most lines that may wait, which is some ten megabytes. If more come, the writer gives up, and the target gets no
more lines.
"""


@dataclass
class _Queue:
    """The lines that the writer gives to its thread. `changed` is the lock around them."""

    lines: deque[bytes] = field(default_factory=deque)
    """The lines that are not written yet. The first one stays until all of it is written."""
    problem: OSError | None = None
    """Why the first line is not written yet; the thread tries it again."""
    failed: OSError | None = None
    """Why nothing can be written any more."""
    closing: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)


class LineWriter:
    """Writes whole lines to an open file, pipe or terminal, in their order."""

    def __init__(self, fd: int) -> None:
        """fd: an open file descriptor. The writer closes it at its end."""
        self._queue = _Queue()
        self._is_cut = False
        self._thread = threading.Thread(target=_write_lines, args=(fd, self._queue), name="lines", daemon=True)
        self._thread.start()

    @property
    def failed(self) -> OSError | None:
        """Why no line can be written any more, for example because the reader has gone; None if lines can be
        written.
        """
        return self._queue.failed

    @property
    def problem(self) -> OSError | None:
        """Why lines wait, for example because the disk is full. None if they do not wait, or only wait for a slow
        reader.
        """
        return self._queue.problem

    @property
    def waiting(self) -> int:
        """How many lines wait to be written."""
        return len(self._queue.lines)

    @property
    def is_cut(self) -> bool:
        """True if too many lines have waited (`MOST_WAITING`). Since then, the writer drops all lines."""
        return self._is_cut

    def write(self, line: str) -> None:
        """Writes a line, or lets it wait. line: without the newline at its end."""
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
        """Waits a moment for lines that are not written yet. Returns how many remain; they are lost. If a stalled
        reader blocks the thread, it ends with the program.
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
    """True if an error may go away by itself: a full disk, or a full pipe that another program has set not to block."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EAGAIN)


def _write_lines(fd: int, queue: _Queue) -> None:
    """Writes the lines of a queue until it is closed, or until nothing can be written any more. The thread runs
    this.
    """
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
    """The next line, when there is one; None if the queue is closed and empty."""
    with queue.changed:
        queue.changed.wait_for(lambda: queue.lines or queue.closing)
        return queue.lines[0] if queue.lines else None


def _write_line(fd: int, line: bytes, queue: _Queue) -> OSError | None:
    """Writes a whole line, in several tries if necessary. Returns the error if it can never be written."""
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
