"""Checks the touch panel: is there one, and may the companion read it? If it may not, SDL reports no error
(SDL#12613).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.doctor.users import advise_to_join
from companion.language import N_, _

DIRECT = 1 << 1
"""The kernel's bit INPUT_PROP_DIRECT, for a device on whose picture people touch."""

TOUCH_X = 1 << 0x35
"""The kernel's bit ABS_MT_POSITION_X, for a device that says where a finger is."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks for touch panels in the kernel's list of input devices."""
    panels = list(find_panels(machine.read("/proc/bus/input/devices") or ""))
    if not panels:
        yield Finding("absent", _("no touch panel is connected"))
    for name, event in panels:
        device = machine.path(f"/dev/input/{event}")
        if machine.may(device, os.R_OK):
            text = _("the user {user} may read the touch panel {name}").format(user=machine.user_name, name=name)
            yield Finding("good", text)
        elif machine.environment.get("WAYLAND_DISPLAY") or machine.environment.get("DISPLAY"):
            yield Finding("good", _("the desktop reads the touch panel {name}").format(name=name))
        else:
            yield Finding(
                "fix",
                _("the user {user} may not read the touch panel {name}: all touches are lost").format(
                    user=machine.user_name, name=name
                ),
                advise_to_join(machine, "input"),
            )


def find_panels(devices: str) -> Iterator[tuple[str, str]]:
    """The name and the event device of each touch panel. devices: the text of /proc/bus/input/devices."""
    for block in devices.split("\n\n"):
        fields = dict(re.findall(r"^[BNH]: (\w+)=(.*)$", block, re.MULTILINE))
        event = re.search(r"\bevent\d+", fields.get("Handlers", ""))
        if event and _bits(fields.get("PROP", "")) & DIRECT and _bits(fields.get("ABS", "")) & TOUCH_X:
            yield fields.get("Name", "").strip('"'), event[0]


def _bits(words: str) -> int:
    """A number from the text in which the kernel writes bits: words of 64 bits, the highest word first."""
    bits = 0
    for word in words.split():
        bits = bits << 64 | int(word, 16)
    return bits


CHECK = Check(50, N_("touch"), check)
