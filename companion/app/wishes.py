"""How people want the touchscreen, by the settings."""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.config import Config, TextSize
from companion.devices.display import Display
from companion.devices.panel_size import find_diagonal_mm
from companion.screen.page import Wishes

_INCH_MM = 25.4

_LARGER: Mapping[TextSize, float] = {"normal": 1.0, "large": 1.2, "largest": 1.45}
"""For each size that people can choose, how many times as large the texts are."""


def make_wishes(config: Config, display: Display | None = None) -> Wishes:
    """How people want the screen, by the settings.

    display: an open one. If people touch it, everything to tap is made large enough for fingers.
    """
    px_per_mm = 0.0
    if display is not None and display.fills:
        asked = config.display_diagonal_inch
        diagonal_mm = find_diagonal_mm() if asked == "auto" else asked * _INCH_MM
        px_per_mm = math.hypot(*display.size) / diagonal_mm if diagonal_mm else 0.0
    return Wishes(
        _LARGER[config.display_text],
        left_handed=config.display_hand == "left",
        motion=config.display_motion == "on",
        px_per_mm=px_per_mm,
    )
