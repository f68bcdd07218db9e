"""What the commands write to the shell: answers on standard output, what went wrong on standard error."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.language import _, translate


class OutputError(Exception):
    """Standard output cannot be written; the message says why."""


def say(text: str) -> None:
    """Writes to standard output, at once.

    Raises OutputError, for example for a full disk, or BrokenPipeError if the reader of a pipe has gone.
    """
    try:
        sys.stdout.write(text)
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
    """Writes to standard error what went wrong in a command; returns the exit status."""
    sys.stderr.write(f"companion {command}: {translate(message)}\n")
    return status


def describe_unwritable(file: Path, error: OSError, option: str) -> str:
    """Says that a file cannot be written, and what to do. option: the one that names the file."""
    return _(
        "{file} cannot be written ({reason}): free some space on the disk or name another file with {option}"
    ).format(file=file, reason=error.strerror, option=option)
