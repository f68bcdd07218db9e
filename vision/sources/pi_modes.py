"""Chooses the mode of the Raspberry Pi's camera sensor.

A sensor has fast modes that see only the middle of the field of view. Left to itself, libcamera takes one of them for a
picture of 1280x720: 67 % of the width with Camera Module 3, 58 % with Camera Module 2. The board would not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.errors import SourceError
from vision.message import Message
from vision.sources.camera_settings import CameraSettings

WIDTH_PX = 1280
"""The width of the pictures, if nobody asks for another one."""

FULL_FIELD = 0.97
"""A mode with this share of the largest field counts as whole: sensors leave out some pixels at the edges."""


@dataclass(frozen=True, slots=True)
class SensorMode:
    """A mode of a sensor."""

    size: tuple[int, int]
    """The width and height in px that the sensor delivers."""
    bit_depth: int
    """Bits of each pixel."""
    fps: float
    """Frames a second, at most."""
    field: float
    """How much of the sensor's largest field of view it sees, by area."""


def list_modes(described: Sequence[Mapping[str, Any]]) -> tuple[SensorMode, ...]:
    """The modes as picamera2 describes them. A camera that is no bare sensor has none."""
    whole = [mode for mode in described if "crop_limits" in mode]
    areas = [int(mode["crop_limits"][2]) * int(mode["crop_limits"][3]) for mode in whole]
    return tuple(
        SensorMode(
            (int(mode["size"][0]), int(mode["size"][1])),
            int(mode["bit_depth"]),
            float(mode["fps"]),
            area / max(1, *areas),
        )
        for mode, area in zip(whole, areas, strict=True)
    )


def choose_mode(
    modes: Sequence[SensorMode], settings: CameraSettings, size: tuple[int, int] | None, fps: float
) -> SensorMode | None:
    """The mode that is set, or the smallest one with the whole field that is large and fast enough.

    None for a camera without modes. Raises SourceError if the camera does not have the mode that is set.
    """
    if settings.mode != "auto":
        wanted = [mode for mode in modes if mode.size == settings.mode]
        if not wanted:
            known = ", ".join(f"[{w}, {h}]" for w, h in dict.fromkeys(mode.size for mode in modes))
            raise SourceError(
                Message(
                    'the camera has no mode {mode}: set [camera] mode to "auto" or to one of {known}',
                    mode=list(settings.mode),
                    known=known or '"auto"',
                )
            )
        return max(wanted, key=lambda mode: mode.bit_depth)
    full = [mode for mode in modes if mode.field >= FULL_FIELD]
    if not full:
        return None
    width, height = size or (WIDTH_PX, 0)
    return min(
        full,
        key=lambda mode: (
            mode.size[0] < width or mode.size[1] < height,
            mode.fps < fps,
            mode.size[0] * mode.size[1],
            -mode.bit_depth,
        ),
    )


def choose_size(mode: SensorMode | None) -> tuple[int, int]:
    """The size of the pictures that shows all that a mode sees."""
    width, height = mode.size if mode is not None else (16, 9)
    return WIDTH_PX, round(WIDTH_PX * height / width / 2) * 2
