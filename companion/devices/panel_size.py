"""Finds how large a panel is, from the data that screens give to computers (EDID, VESA E-EDID 1.4)."""

from __future__ import annotations

import math
from pathlib import Path

DRM = Path("/sys/class/drm")
"""The folder in which Linux keeps what it knows of each connected screen."""

_HEAD = bytes([0, 255, 255, 255, 255, 255, 255, 0])
_SIZE_AT = 66
"""Where the size in mm begins in the first detailed timing of EDID: two bytes with the lower bits, then one with the
upper bits of both.
"""


def find_diagonal_mm(drm: Path = DRM) -> float | None:
    """The diagonal in mm of the screen, if exactly one is connected and says its size; else None."""
    connected = [
        folder for folder in drm.glob("card*-*") if (folder / "status").is_file() and _is_connected(folder / "status")
    ]
    if len(connected) != 1:
        return None
    try:
        edid = (connected[0] / "edid").read_bytes()
    except OSError:  # a panel on the ribbon cable has none
        return None
    if len(edid) < 128 or not edid.startswith(_HEAD):
        return None
    low_width, low_height, high = edid[_SIZE_AT : _SIZE_AT + 3]
    width, height = low_width | (high & 0xF0) << 4, low_height | (high & 0x0F) << 8
    return math.hypot(width, height) if width and height else None


def _is_connected(status: Path) -> bool:
    """True if a screen is connected. status: the file in which Linux says so."""
    try:
        return status.read_text().strip() == "connected"
    except OSError:
        return False
