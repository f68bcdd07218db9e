"""Checks temperature and voltage. A hot Pi is slow, and one with too little power may stop in the middle of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.language import N_, _

HOT_C = 80.0
"""From this temperature on, the Pi makes itself slower (its documentation, "Frequency management and thermal
control").
"""

TOO_LITTLE_NOW, TOO_LITTLE_BEFORE = 1 << 0, 1 << 16
SLOW_NOW, SLOW_BEFORE = 1 << 2 | 1 << 3, 1 << 18 | 1 << 19
"""Bits of `vcgencmd get_throttled`: the Pi is slow now, and it was slow before (documentation of Raspberry Pi)."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Reads the sensors for temperature and voltage."""
    yield _check_temperature(machine)
    flags = read_flags(machine)
    if flags is None:
        yield Finding("absent", _("nothing measures the voltage"))
        return
    supply = _("use a power supply of 5 V and 3 A for a Pi 4, of 5 V and 5 A for a Pi 5, with its own cable")
    if flags & TOO_LITTLE_NOW:
        yield Finding("fix", _("the voltage is too low"), supply)
    elif flags & TOO_LITTLE_BEFORE:
        yield Finding("fix", _("the voltage was too low since the Pi started"), supply)
    else:
        yield Finding("good", _("the voltage was high enough since the Pi started"))
    if flags & (SLOW_NOW | SLOW_BEFORE):
        text = _("the Pi was so hot since it started that it made itself slower")
        yield Finding("fix", text, _("give the Pi a heat sink or a fan, and air"))


def _check_temperature(machine: Machine) -> Finding:
    read = [machine.read(machine.name(path)) or "" for path in machine.list("/sys/class/thermal/thermal_zone*/temp")]
    degrees = [int(text) / 1000 for text in read if re.fullmatch(r"-?\d+", text)]
    if not degrees:
        return Finding("absent", _("nothing measures the temperature"))
    text = _("{degrees:.0f} °C").format(degrees=max(degrees))
    if max(degrees) >= HOT_C:
        return Finding(
            "fix",
            _("the computer is too hot: {degrees}").format(degrees=text),
            _("give the Pi a heat sink or a fan, and air"),
        )
    return Finding("good", text)


def read_flags(machine: Machine) -> int | None:
    """What the Pi's firmware says about its voltage and speed, as bits; None if it says nothing."""
    answer = machine.run("vcgencmd", "get_throttled")
    text = answer.text if answer is not None and answer.status == 0 else ""
    if found := re.fullmatch(r"throttled=(0x[0-9a-fA-F]+)", text):
        return int(found[1], 16)
    for path in machine.list("/sys/devices/platform/soc*/*firmware/get_throttled"):
        if re.fullmatch(r"[0-9a-fA-F]+", text := machine.read(machine.name(path)) or ""):
            return int(text, 16)
    for name in machine.list("/sys/class/hwmon/hwmon*/name"):
        if machine.read(machine.name(name)) == "rpi_volt":
            alarm = machine.read(machine.name(name.parent / "in0_lcrit_alarm"))
            return TOO_LITTLE_BEFORE if alarm == "1" else 0
    return None


CHECK = Check(120, N_("power"), check)
