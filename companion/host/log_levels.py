"""Marks lines on standard error with a level, if the journal of systemd reads them.

The journal takes a line that begins with `<4>` for a warning (man sd-daemon). A terminal or a file gets plain lines.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from enum import IntEnum
from typing import TextIO


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
    """Returns the text with the level before each line for the journal; for other readers, the text itself."""
    if not for_journal:
        return text
    return "".join(f"<{level.value}>{line}" for line in text.splitlines(keepends=True))


class _Formatter(logging.Formatter):
    """Writes a message of Python's log as one text with its level."""

    LEVELS: Mapping[int, Level] = {logging.ERROR: Level.ERROR, logging.WARNING: Level.WARNING, logging.INFO: Level.INFO}

    def __init__(self, *, for_journal: bool) -> None:
        super().__init__("%(message)s")
        self._for_journal = for_journal

    def format(self, record: logging.LogRecord) -> str:
        level = self.LEVELS.get(record.levelno, Level.ERROR if record.levelno > logging.ERROR else Level.INFO)
        return mark_level(super().format(record), level, for_journal=self._for_journal)


def send_log_to(stream: TextIO, *, for_journal: bool) -> None:
    """Sends what the parts report by Python's log (warnings and errors) to a stream, with levels for the journal."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Formatter(for_journal=for_journal))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
