"""Reads what `rpicam-hello --list-cameras` says about the Pi's cameras and their modes. It opens no camera."""

from __future__ import annotations

import re
from dataclasses import dataclass

LIST_COMMANDS = (("rpicam-hello", "--list-cameras"), ("libcamera-hello", "--list-cameras"))
"""The command, by its name now and by its name before 2024."""

_CAMERA = re.compile(r"^\s*\d+ : (\S+) \[(\d+)x(\d+)")
_MODE = re.compile(r"(\d+)x(\d+) \[[\d.]+ fps - \(\d+, \d+\)/(\d+)x\d+ crop\]")


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of a sensor."""

    width: int
    """In pixels."""

    height: int
    """In pixels."""

    seen: float
    """The part of the sensor's width that this mode sees, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class PiCamera:
    """A camera of the Pi."""

    sensor: str
    """The name of its sensor, such as imx708."""

    modes: tuple[Mode, ...]
    """The modes of its sensor. Of modes with the same size, only the one with the fewest bits is listed."""


def read_cameras(text: str) -> list[PiCamera]:
    """The cameras that the command's answer lists."""
    cameras: list[PiCamera] = []
    width = 0
    for line in text.splitlines():
        if found := _CAMERA.match(line):
            width = int(found[2])
            cameras.append(PiCamera(found[1], ()))
        elif cameras and width and (mode := _MODE.search(line)):
            one = Mode(int(mode[1]), int(mode[2]), int(mode[3]) / width)
            last = cameras[-1]
            cameras[-1] = PiCamera(last.sensor, tuple(dict.fromkeys((*last.modes, one))))
    return cameras
