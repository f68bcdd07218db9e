"""Chooses a mode of the Raspberry Pi's camera sensor that sees the whole board.

A sensor has fast modes that see only the middle of the field of view. Without this module, libcamera takes one of them
for a picture of 1280x720: it shows 67 % of the width with Camera Module 3, 58 % with Camera Module 2. The board would
not fit into such a picture.
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
"""A mode that sees at least this part of the largest field of view counts as seeing all of it. Sensors leave out some
pixels at the edges.
"""


@dataclass(frozen=True, slots=True)
class SensorMode:
    """A mode of a sensor."""

    size: tuple[int, int]
    """The width and height in px that the sensor delivers."""
    bit_depth: int
    """How many bits each pixel has."""
    fps: float
    """The most frames a second."""
    field: float
    """The part of the sensor's largest field of view that this mode sees, by area."""


def list_modes(described: Sequence[Mapping[str, Any]]) -> tuple[SensorMode, ...]:
    """The modes of a sensor. described: as picamera2 lists them. Empty for a camera that is more than a bare sensor."""
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
    """The mode that the settings name. If they name none, the smallest mode with the whole field of view that is large
    and fast enough.

    None for a camera without modes. Raises SourceError if the camera does not have the mode that was named.
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
    """The size of pictures that show everything that this mode sees."""
    width, height = mode.size if mode is not None else (16, 9)
    return WIDTH_PX, round(WIDTH_PX * height / width / 2) * 2
