"""Which GPIO line does what on the Pi: the one table, which hardware/wiring.md shows too.

Lines are numbered as Broadcom and gpiozero number them. Left free: 2 and 3 (I2C), 14 and 15 (serial
console), 18 to 21 (digital audio).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from companion.devices.buttons import ButtonName

BUTTON_PINS: Mapping[ButtonName, int] = MappingProxyType({"throw": 24, "done": 25, "undo": 26, "hint": 27})
"""Each button lies between its line and ground; the Pi's own resistor pulls the line up."""


@dataclass(frozen=True, slots=True)
class FacePins:
    """The seven lamps of one die, each from its line through a resistor to ground.

    Pips are named by where they are; the same lines drive a seven-segment display instead, its common
    cathode on ground: segment a in the place of the first pip, and so on to g.
    """

    top_left: int
    top_right: int
    middle_left: int
    centre: int
    middle_right: int
    bottom_left: int
    bottom_right: int

    def pips(self) -> dict[str, int]:
        """Each pip's line, in the order of the fields."""
        return asdict(self)

    def segments(self) -> dict[str, int]:
        """Each segment's line, from a to g."""
        return dict(zip("abcdefg", asdict(self).values(), strict=True))


FACE_PINS: tuple[FacePins, ...] = (
    FacePins(4, 5, 6, 7, 8, 9, 10),
    FacePins(11, 12, 13, 16, 17, 22, 23),
)
"""The first die and the second."""

HEADER: Mapping[int, int] = MappingProxyType(
    {
        4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 16: 36,
        17: 11, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""Line -> the number of its pin on the 40-pin header."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
"""The header's pins that are ground."""
