"""Why the companion cannot be installed."""

from __future__ import annotations

from companion.language import _


class InstallError(Exception):
    """The companion cannot be installed. The message says what to do."""


def describe_file_error(error: OSError) -> str:
    """A text that names the file that could not be read or written, and says why."""
    return _("{file}: {reason}").format(file=error.filename, reason=error.strerror)
