"""What the commands write to the shell: answers on standard output, what went wrong on standard error."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.host.log_levels import Level, is_read_by_journal, mark_level
from companion.language import _, translate

STANDARD_ERROR = 2
"""The file descriptor of standard error."""


class OutputError(Exception):
    """Standard output cannot be written; the message says why."""


def open_standard_files() -> None:
    """Opens /dev/null as standard input, output or error if the program was started without one of them.

    Otherwise the first file that the program opens would get its number, and then the messages of libraries.
    """
    for fd in (0, 1, STANDARD_ERROR):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.dup(STANDARD_ERROR), "w")


def close_output() -> None:
    """Drops output that is not written yet. Otherwise Python would try to write it when it ends, and fail a second
    time.
    """
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """Writes to standard output at once. Raises OutputError, for example if the disk is full, or BrokenPipeError if
    nobody reads a pipe any more.
    """
    if sys.stdout is None:
        raise OutputError(_("the answer cannot be written: standard output is closed. Send it to a file or a pipe"))
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:  # the name of a file may be any bytes
            sys.stdout.buffer.write(os.fsencode(text))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            _("the answer cannot be written ({reason}): free some space on the disk or send it elsewhere").format(
                reason=error.strerror
            )
        ) from error


def fail(command: str, message: str, status: int = 1) -> int:
    """Writes to standard error why a command failed, and returns its exit status."""
    complain(f"companion {command}: {translate(message)}\n")
    return status


def complain(text: str) -> None:
    """Writes to standard error. If that fails, too, only the exit status shows the error."""
    try:
        sys.stderr.write(mark_level(text, Level.ERROR, for_journal=is_read_by_journal(STANDARD_ERROR)))
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def describe_unwritable(file: Path, error: OSError, option: str) -> str:
    """A text that says that a file cannot be written, and what to do. option: the option that names the file."""
    return _(
        "{file} cannot be written ({reason}): free some space on the disk or name another file with {option}"
    ).format(file=file, reason=error.strerror, option=option)
