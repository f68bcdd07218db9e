"""Finds out which user runs the companion."""

from __future__ import annotations

import getpass
import os


def name_user() -> str:
    """The name of this process's user. If the system knows no name, the user's number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # an OSError from Python 3.13 on
        return str(os.getuid())
