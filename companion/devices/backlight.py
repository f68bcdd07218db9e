"""The light of a panel. Its brightness is a file in /sys/class/backlight. An HDMI screen has no such light.

Linux describes the files in Documentation/ABI/stable/sysfs-class-backlight.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

CLASS = Path("/sys/class/backlight")

ON, OFF = "0", "4"
"""The values of bl_power for a light that is on, and for one that is off: FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN."""


DIMMED = 0.25
"""How bright a dimmed light is, as a part of its full brightness."""


class Backlight:
    """The light of one panel. It may fail at any time, for example when the panel is unplugged. Then nothing
    changes.
    """

    def __init__(self, folder: Path) -> None:
        """Remembers how bright the light is now. Raises OSError or ValueError if this cannot be read."""
        self._folder = folder
        brightness, most = (int((folder / name).read_text()) for name in ("brightness", "max_brightness"))
        # A companion that was killed while the panel was dim has left this little light. Nobody chose it.
        self._full = brightness if brightness > DIMMED * most else most

    def set_share(self, share: float) -> bool:
        """Sets the brightness to a part of the one that it had at first; 0 for dark. True if that worked."""
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
    """The lights that this program is allowed to change. `companion doctor` names any other."""
    found = []
    for place in sorted(folder.glob("*")):
        if os.access(place / "brightness", os.W_OK):
            with suppress(OSError, ValueError):  # a panel that is just being unplugged
                found.append(Backlight(place))
    return tuple(found)
