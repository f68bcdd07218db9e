"""Marks lines on standard error with a level, where the journal of systemd reads them.

The journal takes a line that begins with `<4>` for a warning (man sd-daemon). A terminal or a file gets plain lines.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import IntEnum


class Level(IntEnum):
    """How serious a message is, as syslog counts."""

    ERROR = 3
    WARNING = 4
    NOTICE = 5
    INFO = 6


def is_read_by_journal(descriptor: int, environment: Mapping[str, str] = os.environ) -> bool:
    """True if the journal reads what is written to a descriptor: systemd names its device and inode (man systemd.exec).

    Only comparing them tells: a program started by another service may have its output redirected.
    """
    named = environment.get("JOURNAL_STREAM")
    if not named:
        return False
    try:
        status = os.fstat(descriptor)
    except OSError:  # the descriptor is closed: nobody reads it
        return False
    return named == f"{status.st_dev}:{status.st_ino}"


def mark_level(text: str, level: Level, *, for_journal: bool) -> str:
    """Returns the text with the level before each line if the journal reads it, else the text itself."""
    if not for_journal:
        return text
    return "".join(f"<{level.value}>{line}" for line in text.splitlines(keepends=True))
