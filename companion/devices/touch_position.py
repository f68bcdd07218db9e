"""Finds where a finger is when SDL does not know it: at the first touches after the panel was opened.

The kernel reports a coordinate only if it differs from that of the last touch. When SDL opens a panel, it learns that
last touch only if the finger is still there; else it takes 0 until the coordinate changes (`SDL_EVDEV_sync_device`). So
a tap in the same row or column as the last one before would seem to be at the rim. SDL's number of a panel is the file
descriptor that it has opened, so this module can ask the kernel.
"""

from __future__ import annotations

import fcntl
import struct
from array import array

_ABS_X, _ABS_Y, _MT_SLOT, _MT_X, _MT_Y = 0x00, 0x01, 0x2F, 0x35, 0x36
"""The numbers of axes in <linux/input-event-codes.h>: x and y of a panel for one finger; slot, x and y of a panel for
several.
"""

_AXIS = struct.Struct("6i")
"""The struct input_absinfo of Linux: value, minimum, maximum, fuzz, flat, resolution."""


def find_position(x: float, y: float, panel: int) -> tuple[float, float]:
    """Where a finger is on a panel: x and y, from 0 to 1.

    x, y: what SDL says. If one of them is 0, the kernel is asked. panel: SDL's number of the panel (`touch_id`).
    """
    if (x and y) or not 0 <= panel < 1 << 31:
        return x, y
    try:
        return _ask_kernel(panel)
    except OSError:  # no panel of the kernel, so SDL knows better: a window's fingers, or a test's
        return x, y


def _ask_kernel(panel: int) -> tuple[float, float]:
    """Where the kernel has last seen a finger. panel: the panel's file descriptor. Raises OSError if it is none."""
    slot, _least, last_slot = _read_axis(panel, _MT_SLOT)
    if last_slot == 0:  # then SDL reads the axes of one finger too
        x, y = _read_axis(panel, _ABS_X), _read_axis(panel, _ABS_Y)
    else:
        x, y = ((_read_slot(panel, axis, slot), *_read_axis(panel, axis)[1:]) for axis in (_MT_X, _MT_Y))
    return _share(*x), _share(*y)


def _read_axis(panel: int, axis: int) -> tuple[int, int, int]:
    """The value of an axis, its minimum and its maximum (EVIOCGABS)."""
    answer = bytes(_AXIS.size)
    request = 2 << 30 | _AXIS.size << 16 | ord("E") << 8 | 0x40 + axis
    value, least, most, *_ = _AXIS.unpack(fcntl.ioctl(panel, request, answer))
    return value, least, most


def _read_slot(panel: int, axis: int, slot: int) -> int:
    """The value of an axis for the finger in a slot (EVIOCGMTSLOTS)."""
    values = array("i", [axis, *[0] * (slot + 1)])
    request = 2 << 30 | len(values) * values.itemsize << 16 | ord("E") << 8 | 0x0A
    fcntl.ioctl(panel, request, values)
    return values[slot + 1]


def _share(value: int, least: int, most: int) -> float:
    return (value - least) / max(1, most - least)
