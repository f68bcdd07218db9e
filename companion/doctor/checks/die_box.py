"""Checks the die box: is it plugged in, may the companion use it, and which firmware does it have?"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from companion.config import ConfigError, Settings
from companion.devices.diebox import DieBox, describe_event
from companion.devices.find_box import find_port
from companion.devices.link import Greeted
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.doctor.users import advise_to_join, find_folder
from companion.history.journal import is_in_use
from companion.language import N_, _, start_sentence

ANSWER_S = 6.0
"""How long to wait until the box answers. Many boxes restart when their port is opened, which takes two seconds."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks for the box. If the settings use it and no running companion does, asks it for the version of its
    firmware.
    """
    named = {uri for uri in (settings.config.die_uri, settings.config.buttons_uri) if uri.startswith("serial")}
    ports = {port for uri in named if (port := uri.partition(":")[2])}
    found = find_port(machine.root)
    if not named:
        if found is None:
            yield Finding("absent", _("no die box is plugged in"))
        else:
            port = machine.name(Path(found))
            yield Finding(
                "absent", _("the die box is at {port}, but nothing in the settings uses it").format(port=port)
            )
        return
    for port in sorted(ports) or [machine.name(Path(found)) if found else ""]:
        yield from _check_port(machine, settings, port)


def _check_port(machine: Machine, settings: Settings, port: str) -> Iterator[Finding]:
    """Checks the port of the box. port: where the box must be; "" if none was found."""
    device = machine.path(port)
    if not port or not device.exists():
        text = _("there is no {port}").format(port=port) if port else _("no die box is plugged in")
        yield Finding("fix", text, _("plug in the die box; `ls /dev/ttyUSB* /dev/ttyACM*` shows the ports"))
        return
    if not machine.may(device, os.R_OK | os.W_OK):
        text = _("the user {user} may not use {device}").format(user=machine.user_name, device=port)
        yield Finding("fix", text, advise_to_join(machine, "dialout"))
        return
    yield Finding("good", _("the die box is at {port}").format(port=port))
    if _is_in_use(machine, settings):
        yield Finding("good", _("a running companion uses the die box, so its firmware cannot be checked"))
    elif machine.is_this_one:
        yield _ask_firmware(port)


def _is_in_use(machine: Machine, settings: Settings) -> bool:
    """True if a companion is running that may have the port open."""
    try:
        folder = machine.path(find_folder(machine, settings.config))
    except ConfigError:  # without a folder for its games, no companion runs
        return False
    return folder.is_dir() and is_in_use(folder)


def _ask_firmware(port: str) -> Finding:
    """Opens the port and waits for the greeting of the box."""
    heard = _("it does not answer")
    until = time.monotonic() + ANSWER_S
    with DieBox(port) as box:
        while (now := time.monotonic()) < until:
            for event in box.poll(now):
                if isinstance(event, Greeted):
                    greeting = event.greeting
                    return Finding(
                        "good",
                        _("the firmware of the die box is {major}.{minor}; the box has {dice} dice").format(
                            major=greeting.major, minor=greeting.minor, dice=greeting.dice
                        ),
                    )
                heard = describe_event(event) or heard
            time.sleep(0.02)
    return Finding("fix", start_sentence(heard), _("check its cable; `make -C firmware flash` writes its firmware"))


CHECK = Check(80, N_("die box"), check)
