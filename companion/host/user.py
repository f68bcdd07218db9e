"""Who runs the companion."""

from __future__ import annotations

import getpass
import os


def name_user() -> str:
    """The name of this process's user, or the number of one that the system has no name for."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # an OSError from Python 3.13 on
        return str(os.getuid())
