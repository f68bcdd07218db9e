"""The light of a panel: its brightness is a file in /sys/class/backlight. An HDMI screen has none.

Linux describes the files in Documentation/ABI/stable/sysfs-class-backlight.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

CLASS = Path("/sys/class/backlight")

ON, OFF = "0", "4"
"""What is written to bl_power: FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN."""


DIMMED = 0.25
"""The share of its brightness that a dimmed light has."""


class Backlight:
    """One light. It may fail at any time, as when a panel is unplugged: then nothing changes."""

    def __init__(self, folder: Path) -> None:
        """Remembers how bright it is now. Raises OSError or ValueError if that cannot be read."""
        self._folder = folder
        brightness, most = (int((folder / name).read_text()) for name in ("brightness", "max_brightness"))
        # A companion that was killed while the panel was dim has left this little light. Nobody chose it.
        self._full = brightness if brightness > DIMMED * most else most

    def set_share(self, share: float) -> bool:
        """Sets the brightness to a share of what it was at first, 0 for dark. True if that worked."""
        level = max(1, round(self._full * share)) if share else 0
        power = self._folder / "bl_power"
        try:
            if power.exists():
                power.write_text(OFF if share == 0 else ON)
                level = level or self._full  # the next start finds a panel that is not dark
            (self._folder / "brightness").write_text(str(level))
        except OSError:
            return False
        return True


def find_backlights(folder: Path = CLASS) -> tuple[Backlight, ...]:
    """The lights that this program may change; `companion doctor` names one that it may not change."""
    found = []
    for place in sorted(folder.glob("*")):
        if os.access(place / "brightness", os.W_OK):
            with suppress(OSError, ValueError):  # a panel that is just being unplugged
                found.append(Backlight(place))
    return tuple(found)
