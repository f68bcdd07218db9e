"""Writes what happens in a game as JSON lines, for other programs (`--events`)."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from types import TracebackType

from companion.app.errors import ServiceError
from companion.app.line_writer import LineWriter
from companion.language import _, ngettext
from companion.values.notifications import Notification


class EventLog:
    """Writes each notification as one line of JSON to the end of a file, or to standard output ("-"). A context
    manager.

    If the target takes no lines for a while, they wait and the game goes on. Raises ServiceError if the target cannot
    be written at all, and at the end if the disk was too full for some lines.
    """

    def __init__(self, target: str, say: Callable[[str], None]) -> None:
        """say: called with a message if lines must wait, and if some are lost."""
        self._target = target
        self._say = say
        self._told: set[str] = set()
        try:
            if target == "-":
                fd = os.dup(_find_standard_output())
            else:
                fd = os.open(target, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise self._make_error(error) from error
        # A line that a power cut left unfinished ends here, so that the next one is a line of its own.
        cut = target != "-" and _ends_within_line(fd)
        self._lines = LineWriter(fd)
        if cut:
            self._lines.write("")

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left = self._lines.close()
        if not left:
            return
        text = ngettext(
            "{count} event could not be written to {target}. The game is saved",
            "{count} events could not be written to {target}. The game is saved",
            left,
        ).format(count=left, target=self._target)
        # A reader may stop reading, so that is no error. A full disk is one.
        if self._lines.failed is None or kind is not None:
            self._say(text)
        else:
            raise ServiceError(text) from self._lines.failed

    def write(self, notification: Notification) -> None:
        """Writes one notification, or lets it wait. Raises ServiceError if nothing can be written any more."""
        self._lines.write(json.dumps(notification.to_json()))
        if self._lines.failed is not None:
            raise ServiceError(
                _(
                    "the events cannot be written to {target}: {reason}. The game is saved. Solve this and start "
                    "again to continue"
                ).format(target=self._target, reason=self._lines.failed.strerror)
            ) from self._lines.failed
        self._tell_waiting()

    def _tell_waiting(self) -> None:
        """Says once that lines wait, and why."""
        lines = self._lines
        if lines.is_cut:
            self._say_once(
                _("No more events are written to {target}: too many of them wait. The game goes on").format(
                    target=self._target
                )
            )
        elif lines.problem is not None:
            self._say_once(
                _("The events wait until they can be written to {target}: {reason}. The game goes on").format(
                    target=self._target, reason=lines.problem.strerror
                )
            )
        elif lines.waiting:
            self._say_once(
                _("The events wait, because nobody reads them from {target}. The game goes on").format(
                    target=self._target
                )
            )
        else:
            self._told.clear()

    def _say_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._say(text)

    def _make_error(self, error: OSError) -> ServiceError:
        return ServiceError(
            _("the events cannot be written to {target}: {reason}").format(target=self._target, reason=error.strerror)
        )


def _find_standard_output() -> int:
    """The file descriptor of standard output. Raises OSError if the program was started without one."""
    if sys.stdout is None:
        raise OSError(None, _("standard output is closed"))
    return sys.stdout.fileno()


def _ends_within_line(fd: int) -> bool:
    """True if a file ends in the middle of a line. False for a pipe or a terminal."""
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        return False
    size = os.fstat(fd).st_size
    return size > 0 and os.pread(fd, 1, size - 1) != b"\n"
