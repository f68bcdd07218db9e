"""What `import lgpio` does to the working directory and to files, as read in its sources (lgUtil.c, lgNotify.c and
lgpio.py of lg 0.2.2). For machines without lgpio; it drives no pins.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = SET_BIAS_DISABLE = 0
BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2


class error(Exception):  # noqa: N801 - lgpio's own name
    """An error of lgpio."""


def _notify_open() -> int:
    os.chdir(os.environ.get("LG_WD") or ".")
    name = str(Path.cwd() / ".lgd-nfy0")
    for make in (os.unlink, lambda path: os.mkfifo(path, 0o664)):
        with suppress(OSError):
            make(name)
    try:
        return os.open(name, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return -18


def gpiochip_open(chip: int) -> int:
    """A machine with this stand-in has no chip."""
    raise error("can not open gpiochip")


if _notify_open() < 0:
    _file = open(".lgd-nfy-18", "rb")  # noqa: PTH123, SIM115 - what lgpio.py does
_file = open(".lgd-nfy0", "rb")  # noqa: PTH123, SIM115 - kept open while the program runs
