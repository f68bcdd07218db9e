"""Checks the camera: is it there, may the companion use it, does it see its whole field of view, and can it focus?
Opens no camera.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from companion.config import Config, Settings
from companion.config.toml import to_toml
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.doctor.pi_cameras import LIST_COMMANDS, PiCamera, read_cameras
from companion.doctor.users import advise_to_join
from companion.language import N_, _
from companion.words import join_words

LENS_DRIVERS = ("ad5398", "ak7375", "dw9714", "dw9807", "dw9817")
"""How the names of chips that move a lens begin."""

SENSOR_DRIVERS = ("gc2145", "imx", "ov")
"""How the names of the Pi's camera sensors begin."""

WHOLE = 0.99
"""A mode that sees at least this part of the sensor's width sees the whole field of view."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks at the camera that the settings name."""
    config = settings.config
    scheme, _colon, device = config.camera_uri.partition(":")
    usb = find_usb_cameras(machine)
    if scheme == "v4l2":
        yield from _check_usb(machine, device.partition("?")[0], usb)
    elif scheme.partition("?")[0] == "picamera":
        yield from _check_pi(machine, config)
    else:
        text = _("the settings use no camera ({uri})").format(uri=config.camera_uri)
        if usb:
            text = _("the settings use no camera ({uri}), but one is plugged in at {devices}").format(
                uri=config.camera_uri, devices=join_words(usb)
            )
        yield Finding("absent", text)


def find_usb_cameras(machine: Machine) -> dict[str, str]:
    """The name of each USB camera, by its device. A camera may have more devices, which give no pictures; these are
    left out.
    """
    found = {}
    for path in machine.list("/sys/class/video4linux/video*"):
        place = path.resolve()
        is_usb = any((folder / "idVendor").exists() for folder in place.parents)
        if is_usb and (machine.read(machine.name(path / "index")) or "0") == "0":
            found[f"/dev/{path.name}"] = machine.read(machine.name(path / "name")) or path.name
    return found


def _check_usb(machine: Machine, device: str, usb: dict[str, str]) -> Iterator[Finding]:
    path = machine.path(device)
    if not path.exists():
        text = _("there is no camera at {device}").format(device=device)
        if usb:
            first = next(iter(usb))
            yield Finding("fix", text, _("set camera.uri to {uri}").format(uri=to_toml(f"v4l2:{first}")))
        else:
            yield Finding("fix", text, _("plug in the camera; `ls /dev/video*` shows the cameras"))
    elif not machine.may(path, os.R_OK | os.W_OK):
        text = _("the user {user} may not use {device}").format(user=machine.user_name, device=device)
        yield Finding("fix", text, advise_to_join(machine, "video"))
    else:
        name = usb.get(machine.name(path.resolve()) if machine.is_this_one else device, device)
        yield Finding("good", _("{camera} is at {device}").format(camera=name, device=device))


def _check_pi(machine: Machine, config: Config) -> Iterator[Finding]:
    """Checks the Pi's own camera."""
    names = [machine.read(machine.name(path)) or "" for path in machine.list("/sys/class/video4linux/v4l-subdev*/name")]
    sensor = next((name for name in names if name.startswith(SENSOR_DRIVERS)), None)
    if sensor is None:
        yield Finding(
            "fix",
            _("the system has found no camera of the Raspberry Pi"),
            _(
                "switch the Pi off, check both ends of the ribbon cable, write camera_auto_detect=1 into"
                " /boot/firmware/config.txt"
            ),
        )
        return
    yield Finding("good", _("the sensor is {sensor}").format(sensor=sensor.split()[0]))
    yield from _check_rights(machine)
    has_lens = any(name.startswith(LENS_DRIVERS) for name in names)
    yield _check_focus(config, has_lens)
    answer = next((one for words in LIST_COMMANDS if (one := machine.run(*words)) is not None), None)
    cameras = read_cameras(answer.text) if answer is not None else []
    if answer is None:
        yield Finding(
            "absent",
            _("the modes of the sensor are unknown: `sudo apt install rpicam-apps-lite` helps to find them out"),
        )
    elif not cameras:
        yield Finding(
            "fix",
            _("libcamera finds no camera: {reason}").format(reason=(answer.text.splitlines() or ["?"])[-1]),
            shell("sudo apt install --reinstall libcamera-ipa rpicam-apps-lite"),
        )
    else:
        yield _check_mode(config, cameras[0])


def _check_rights(machine: Machine) -> Iterator[Finding]:
    """Checks if the companion may use the devices that libcamera opens."""
    devices = [*machine.list("/dev/media*"), *machine.list("/dev/dma_heap/*")]
    closed = [machine.name(path) for path in devices if not machine.may(path, os.R_OK | os.W_OK)]
    if closed:
        text = _("the user {user} may not use {device}").format(
            user=machine.user_name, device=join_words(closed, most=3)
        )
        yield Finding("fix", text, advise_to_join(machine, "video"))


def _check_focus(config: Config, has_lens: bool) -> Finding:
    if has_lens:
        return Finding(
            "good", _("the camera can focus; camera.focus is {focus}").format(focus=to_toml(config.camera_focus))
        )
    if config.camera_focus != "auto":
        return Finding(
            "fix",
            _("camera.focus is {focus}, but this camera cannot focus by itself").format(
                focus=to_toml(config.camera_focus)
            ),
            _("remove camera.focus, and turn the ring of the lens until the picture is sharp"),
        )
    return Finding(
        "good", _("the camera cannot focus by itself: turn the ring of the lens if the picture is not sharp")
    )


def _check_mode(config: Config, camera: PiCamera) -> Finding:
    """Says whether the camera has the mode that the settings name, and whether this mode sees everything."""
    if config.camera_mode == "auto":
        whole = [f"{mode.width}x{mode.height}" for mode in camera.modes if mode.seen >= WHOLE]
        if not whole:
            return Finding("absent", _("no mode of the sensor sees the whole field of view"))
        return Finding("good", _("these modes see the whole field of view: {modes}").format(modes=join_words(whole)))
    width, height = config.camera_mode
    mode = next((mode for mode in camera.modes if (mode.width, mode.height) == (width, height)), None)
    if mode is None:
        known = join_words([f"[{mode.width}, {mode.height}]" for mode in camera.modes], "or")
        text = _("the sensor has no mode [{width}, {height}]").format(width=width, height=height)
        return Finding("fix", text, _("set camera.mode to {modes}, or remove it").format(modes=known))
    if mode.seen < WHOLE:
        return Finding(
            "fix",
            _("the mode [{width}, {height}] sees only {percent:.0f} % of the width").format(
                width=width, height=height, percent=100 * mode.seen
            ),
            _("remove camera.mode, or put the camera higher"),
        )
    return Finding(
        "good",
        _("the mode [{width}, {height}] sees the whole field of view").format(width=width, height=height),
    )


CHECK = Check(60, N_("camera"), check)
