"""Checks the computer, its system, and their versions."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib import metadata

from companion.appliance.os_release import is_too_old, parse_os_release
from companion.config import Settings
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.language import N_, _


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Names the computer, its system and the companion. On a Raspberry Pi, the system must be new enough."""
    system = parse_os_release(machine.read("/etc/os-release") or "")
    name = system.get("PRETTY_NAME", "")
    yield Finding("good", machine.model or _("{machine}, not a Raspberry Pi").format(machine=platform.machine()))
    if machine.model and is_too_old(system):
        yield Finding(
            "fix",
            _("{system} is too old for the companion").format(system=name),
            _("write Raspberry Pi OS (64-bit, trixie) to the card with Raspberry Pi Imager"),
        )
    elif name:
        kernel = machine.read("/proc/sys/kernel/osrelease") or "?"
        yield Finding("good", _("{system}, kernel {kernel}").format(system=name, kernel=kernel))
    if machine.model and machine.is_this_one and sys.maxsize < 2**32:
        yield Finding(
            "fix",
            _("this system has 32 bits; the companion needs 64"),
            _("write Raspberry Pi OS (64-bit, trixie) to the card with Raspberry Pi Imager"),
        )
    yield Finding(
        "good",
        _("companion {version}, Python {python}").format(version=_version(), python=platform.python_version()),
    )


def _version() -> str:
    try:
        return metadata.version("board-companion")
    except metadata.PackageNotFoundError:
        return _("(not installed)")


CHECK = Check(20, N_("computer"), check)
