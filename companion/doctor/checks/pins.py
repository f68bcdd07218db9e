"""Checks the Pi's pins: is there a chip for them, and may the companion use it?"""

from __future__ import annotations

import os
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.doctor.users import advise_to_join
from companion.language import N_, _

PI_CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The kernel's names for the chips that have the 40 pins, on Pi 3, 4 and 5."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks for the chip of the pins. Opens no pin."""
    is_needed = "gpio" in (settings.config.die_uri, settings.config.buttons_uri)
    devices = machine.list("/dev/gpiochip*")
    if not devices and not is_needed:
        yield Finding("absent", _("no pins, and nothing in the settings needs them"))
        return
    if not devices:
        yield Finding(
            "fix",
            _("die or buttons are on the Pi's pins, but there is no chip for them (no /dev/gpiochip*)"),
            _("on a computer without pins set die.uri and buttons.uri to screen"),
        )
        return
    labels = {machine.read(machine.name(path)) for path in machine.list("/sys/class/gpio/gpiochip*/label")}
    named = next((chip for chip in PI_CHIPS if chip in labels), _("chip of unknown name"))
    if any(machine.may(device, os.R_OK | os.W_OK) for device in devices):
        yield Finding("good", _("the user {user} may use the pins ({chip})").format(user=machine.user_name, chip=named))
    elif is_needed:
        yield Finding(
            "fix",
            _("the user {user} may not use the pins ({chip})").format(user=machine.user_name, chip=named),
            advise_to_join(machine, "gpio"),
        )
    else:
        yield Finding("absent", _("there are pins ({chip}), but nothing in the settings needs them").format(chip=named))
    factory = machine.environment.get("GPIOZERO_PIN_FACTORY", "")
    if is_needed and factory not in ("", "lgpio"):
        yield Finding(
            "fix",
            _("GPIOZERO_PIN_FACTORY is {factory}; the companion uses lgpio").format(factory=factory),
            shell("unset GPIOZERO_PIN_FACTORY"),
        )


CHECK = Check(70, N_("pins"), check)
