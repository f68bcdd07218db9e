"""Checks the screen: on what SDL can show pictures, which connectors have a screen, and whether the screen can be
dimmed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell, try_again
from companion.doctor.machine import Machine
from companion.doctor.python_modules import TooSlow, load_sdl
from companion.doctor.users import advise_to_join
from companion.language import N_, _
from companion.words import join_words


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks at SDL and at the screens. Opens no screen."""
    mode = settings.config.display_mode
    if mode == "none":
        yield Finding("absent", _("the settings show the game on no screen"))
        return
    desktop = next((name for name in ("WAYLAND_DISPLAY", "DISPLAY") if machine.environment.get(name)), None)
    bare = mode == "kmsdrm" or (mode == "auto" and desktop is None)
    is_needed = mode == "kmsdrm" or bool(machine.model)
    yield _check_desktop(mode, desktop)
    yield _check_sdl(machine, bare and is_needed)
    yield from _check_connectors(machine, bare and is_needed)
    if bare:
        yield from _check_card(machine)
    yield from _check_backlight(machine)


def _check_desktop(mode: str, desktop: str | None) -> Finding:
    if desktop is not None:
        return Finding("good", _("there is a desktop ({variable} is set)").format(variable=desktop))
    if mode == "window":
        return Finding(
            "fix",
            _("the settings show the game in a window, but there is no desktop here"),
            _("start the companion on the desktop, or set display.mode to auto"),
        )
    return Finding("absent", _("no desktop here"))


def _check_sdl(machine: Machine, bare: bool) -> Finding:
    """Checks if SDL can show pictures. bare: True if the companion must show the game on a panel without a desktop."""
    sdl = load_sdl(machine)
    if isinstance(sdl, TooSlow):
        return Finding("fix", _("SDL cannot be loaded: {reason}").format(reason=sdl.text), try_again())
    if isinstance(sdl, str):
        return Finding(
            "fix", _("SDL cannot be loaded: {reason}").format(reason=sdl), shell("sudo apt install python3-pygame")
        )
    drivers = join_words(sdl.drivers)
    if bare and "kmsdrm" not in sdl.drivers:
        text = _("{sdl} cannot use a bare panel: it has only {drivers}").format(sdl=sdl.about, drivers=drivers)
        return Finding(
            "fix", text, shell(f"{machine.python} -m pip uninstall pygame && sudo apt install python3-pygame")
        )
    return Finding("good", _("{sdl} can use {drivers}").format(sdl=sdl.about, drivers=drivers))


def _check_connectors(machine: Machine, is_needed: bool) -> Iterator[Finding]:
    """Checks the connectors of the graphics card. is_needed: True if there must be a screen at one of them."""
    connectors = [path for path in machine.list("/sys/class/drm/card*-*") if (path / "status").exists()]
    connected = [path for path in connectors if machine.read(machine.name(path / "status")) == "connected"]
    for path in connected:
        size = (machine.read(machine.name(path / "modes")) or _("size unknown")).splitlines()[0]
        name = path.name.partition("-")[2]
        yield Finding("good", _("a screen is connected at {connector}, {size}").format(connector=name, size=size))
    if connected:
        return
    if not is_needed:
        yield Finding("absent", _("no screen is connected"))
    elif connectors:
        names = join_words(path.name.partition("-")[2] for path in connectors)
        yield Finding(
            "fix",
            _("no screen is connected at {connectors}").format(connectors=names),
            _("check the cable of the screen, and restart"),
        )
    else:
        yield Finding(
            "fix",
            _("the system has no driver for the screen"),
            _("write dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt, and restart"),
        )


def _check_card(machine: Machine) -> Iterator[Finding]:
    """Checks if the user may use the graphics card. On a desktop, nobody needs this."""
    cards = machine.list("/dev/dri/card*")
    if not cards:
        return
    may = any(machine.may(card, os.R_OK | os.W_OK) for card in cards)
    if may:
        yield Finding("good", _("the user {user} may use the graphics card").format(user=machine.user_name))
    else:
        yield Finding(
            "fix",
            _("the user {user} may not use {device}").format(user=machine.user_name, device=machine.name(cards[0])),
            advise_to_join(machine, "video", "render"),
        )


def _check_backlight(machine: Machine) -> Iterator[Finding]:
    for light in machine.list("/sys/class/backlight/*"):
        if machine.may(light / "brightness", os.W_OK):
            yield Finding("good", _("the backlight {name} can be dimmed").format(name=light.name))
        else:
            yield Finding(
                "fix",
                _("the user {user} may not dim the backlight {name}").format(user=machine.user_name, name=light.name),
                shell("sudo make install"),
            )


CHECK = Check(40, N_("screen"), check)
