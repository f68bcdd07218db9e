"""Writes what happens in a game as JSON lines, for other programs (`--events`)."""

from __future__ import annotations

import json
import os
import sys
from types import TracebackType

from companion.app.errors import ServiceError
from companion.language import _
from companion.values.notifications import Notification


class EventLog:
    """Writes each notification as one line of JSON to a file, at its end, or to standard output ("-").

    A context manager. Raises ServiceError if the target cannot be written.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        try:
            if target == "-":
                self._fd = os.dup(sys.stdout.fileno())
            else:
                self._fd = os.open(target, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
                self._end_cut_line()
        except OSError as error:
            raise ServiceError(
                _("the events cannot be written to {target}: {reason}").format(target=target, reason=error.strerror)
            ) from error

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)

    def write(self, notification: Notification) -> None:
        line = json.dumps(notification.to_json()).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._fd, line) :]
        except OSError as error:
            raise ServiceError(
                _(
                    "the events cannot be written to {target}: {reason}. The game is saved. Repair that and start "
                    "again to continue"
                ).format(target=self._target, reason=error.strerror)
            ) from error

    def _end_cut_line(self) -> None:
        """Ends a line that a power cut left unfinished, so that the next one is a line of its own."""
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            os.write(self._fd, b"\n")
