"""Reads files that people name. It refuses what could be read forever, such as a pipe or a device."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vision.message import Message


def read_file(path: Path) -> bytes:
    """The content of a file. Raises OSError, also for a pipe, a device or a folder, so it never waits."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(None, Message("this is not a file"))
        return file.read()
