"""Checks the clock. Games and reports carry its time, and a Pi without a battery starts with a wrong one."""

from __future__ import annotations

import time
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.language import N_, _

RELEASED = 1_763_000_000.0
"""November 2025, when this was written. A clock that shows an earlier time is wrong."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks whether the clock is right, and what sets it."""
    shown = time.strftime("%Y-%m-%d %H:%M %Z")
    if time.time() < RELEASED:
        yield Finding(
            "fix",
            _("the clock is wrong: it shows {time}").format(time=shown),
            shell("sudo timedatectl set-ntp true"),
        )
        return
    answer = machine.run("timedatectl", "show", "--property=NTP", "--property=NTPSynchronized")
    says = dict(line.partition("=")[::2] for line in answer.text.splitlines()) if answer is not None else {}
    if says.get("NTPSynchronized") == "yes":
        yield Finding("good", _("the network sets the clock: {time}").format(time=shown))
    elif machine.list("/sys/class/rtc/rtc*"):
        yield Finding("good", _("the clock goes on while the power is off: {time}").format(time=shown))
    elif not machine.model:
        yield Finding("good", _("the clock shows {time}").format(time=shown))
    elif says.get("NTP") == "no":
        yield Finding(
            "fix",
            _("nothing sets the clock, and it stops while the power is off: {time}").format(time=shown),
            shell("sudo timedatectl set-ntp true"),
        )
    else:
        yield Finding(
            "fix",
            _("the network has not set the clock yet, and the clock stops while the power is off: {time}").format(
                time=shown
            ),
            _("connect the Pi to a network once after each start, or give it a clock with a battery"),
        )


CHECK = Check(110, N_("clock"), check)
