"""Marks lines on standard error with a level, if the journal of systemd reads them.

The journal takes a line that begins with `<4>` for a warning (man sd-daemon). A terminal or a file gets lines without
such marks.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from enum import IntEnum
from typing import TextIO


class Level(IntEnum):
    """How serious a message is, with the numbers of syslog."""

    ERROR = 3
    WARNING = 4
    NOTICE = 5
    INFO = 6


def is_read_by_journal(descriptor: int, environment: Mapping[str, str] = os.environ) -> bool:
    """True if the journal reads what is written to this file descriptor.

    systemd names the device and the inode of the file that the journal reads (man systemd.exec). They must be compared,
    because the output of a program that a service has started may go elsewhere.
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
    """The text, with the level before each line if the journal reads it; otherwise unchanged."""
    if not for_journal:
        return text
    return "".join(f"<{level.value}>{line}" for line in text.splitlines(keepends=True))


class _Formatter(logging.Formatter):
    """Formats messages of Python's log, each with its level."""

    LEVELS: Mapping[int, Level] = {logging.ERROR: Level.ERROR, logging.WARNING: Level.WARNING, logging.INFO: Level.INFO}

    def __init__(self, *, for_journal: bool) -> None:
        super().__init__("%(message)s")
        self._for_journal = for_journal

    def format(self, record: logging.LogRecord) -> str:
        level = self.LEVELS.get(record.levelno, Level.ERROR if record.levelno > logging.ERROR else Level.INFO)
        return mark_level(super().format(record), level, for_journal=self._for_journal)


def send_log_to(stream: TextIO, *, for_journal: bool) -> None:
    """Sends the warnings and errors in Python's log to a stream. for_journal: True to mark them with levels."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Formatter(for_journal=for_journal))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
