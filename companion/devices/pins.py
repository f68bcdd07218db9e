"""Which GPIO line of the Pi does what. hardware/wiring.md shows the same table.

Lines have the numbers that Broadcom and gpiozero use. These lines stay free: 2 and 3 (I2C), 14 and 15 (serial console),
18 to 21 (digital audio).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from companion.devices.buttons import ButtonName

BUTTON_PINS: Mapping[ButtonName, int] = MappingProxyType({"throw": 24, "done": 25, "undo": 26, "hint": 27})
"""The line of each button. A pressed button connects its line to ground; otherwise the Pi's own resistor pulls
it up.
"""


@dataclass(frozen=True, slots=True)
class DiePins:
    """The lines of the seven lamps of one die. Each lamp is connected to ground through a resistor.

    The lamps are named by their places on the die. The same lines can drive a seven-segment display with its common
    cathode on ground: segment a is on the line of the first lamp, and so on to g.
    """

    top_left: int
    top_right: int
    middle_left: int
    centre: int
    middle_right: int
    bottom_left: int
    bottom_right: int

    def pips(self) -> dict[str, int]:
        """The line of each lamp by the lamp's name, in the order of the fields."""
        return asdict(self)

    def segments(self) -> dict[str, int]:
        """The line of each segment, from a to g."""
        return dict(zip("abcdefg", asdict(self).values(), strict=True))


DIE_PINS: tuple[DiePins, ...] = (
    DiePins(4, 5, 6, 7, 8, 9, 10),
    DiePins(11, 12, 13, 16, 17, 22, 23),
)
"""The lines of the first die and of the second."""

HEADER: Mapping[int, int] = MappingProxyType(
    {
        4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 16: 36,
        17: 11, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""For each line, the number of its pin on the 40-pin header."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
"""The pins of the header that are ground."""
