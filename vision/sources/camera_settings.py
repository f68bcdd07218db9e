"""What people can set on a camera, and what a camera reports about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Auto = Literal["auto"]


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a camera takes its pictures. For a setting that is `auto`, the camera finds the best value by itself and then
    keeps it.
    """

    focus: Auto | float = "auto"
    """Where the lens is held, in dioptres (1 / metres)."""
    exposure: Auto | int = "auto"
    """How long each picture is exposed, in microseconds."""
    gains: Auto | tuple[float, float] = "auto"
    """How strongly red and blue are amplified."""
    mode: Auto | tuple[int, int] = "auto"
    """The sensor mode as (width, height) in px; for a USB camera the size of its pictures."""
    flicker_hz: Literal[50, 60] = 50
    """The frequency of the mains. Lamps flicker twice as often."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a camera reports about itself."""

    name: str
    """The fact's name for programs, such as `exposure_us`."""
    label: str
    """The fact's name for people."""
    value: str | int | float | bool | tuple[float, ...] | None
    """The value; None if the camera has no such thing, or does not know it yet."""
