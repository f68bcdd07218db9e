"""What a command answers on standard output; that it could not be written is said like any other trouble."""

from __future__ import annotations

import sys


class OutputError(Exception):
    """Standard output takes nothing more; the message says why."""


def say(text: str) -> None:
    """Writes to standard output, at once.

    Raises OutputError, a full disk say, or BrokenPipeError where whoever read it has gone.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the answer cannot be written ({error.strerror}): make room or send it elsewhere") from error
