"""Checks the libraries: does each load, which version is it, and where does it come from?"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from companion.config import Settings
from companion.doctor.finding import Check, Finding, shell, try_again
from companion.doctor.machine import Machine
from companion.doctor.python_modules import Loaded, TooSlow, load_module
from companion.language import N_, _
from companion.words import join_words

ALWAYS = {"numpy": "python3-numpy", "cv2": "python3-opencv", "pygame": "python3-pygame", "serial": "python3-serial"}
"""The modules that the companion always needs. For each, the system's package that has it."""

CAMERA = {"libcamera": "python3-libcamera", "picamera2": "python3-picamera2"}
"""The modules for the Pi's camera. For each, the system's package that has it."""

PINS = {"lgpio": "python3-lgpio", "gpiozero": "python3-gpiozero"}
"""The modules for the Pi's pins. For each, the system's package that has it."""

NAMES = {**ALWAYS, **CAMERA, **PINS}

MUST_HAVE = {"lgpio": ("gpiochip_open",)}
"""The names that a module must have. pip can install an lgpio that is empty (lg#43)."""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Loads each library in a Python process of its own."""
    config = settings.config
    needed = dict(ALWAYS)
    if config.camera_uri.startswith("picamera"):
        needed |= CAMERA
    if "gpio" in (config.die_uri, config.buttons_uri):
        needed |= PINS
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda name: load_module(machine, name, *MUST_HAVE.get(name, ())), NAMES)
        for name, loaded in zip(NAMES, found, strict=True):
            yield _judge(machine, name, loaded, needed.get(name))


def _judge(machine: Machine, name: str, loaded: Loaded | TooSlow | str, package: str | None) -> Finding:
    """The finding about a module. loaded: what came of loading it. package: the system's package that has it; None if
    the module is not needed.
    """
    if isinstance(loaded, Loaded) and not loaded.lacks:
        version = f"{name} {loaded.version or _ask_system(machine, NAMES[name])}".rstrip()
        return Finding("good", _("{module}, from {origin}").format(module=version, origin=loaded.origin))
    if package is None:
        return Finding(
            "absent", _("{module} cannot be loaded, and nothing in the settings needs it").format(module=name)
        )
    if isinstance(loaded, TooSlow):
        text = _("{module} cannot be loaded: {reason}").format(module=name, reason=loaded.text)
        return Finding("fix", text, try_again())
    if isinstance(loaded, Loaded):
        text = _("{module} in {folder} is empty: it lacks {names}").format(
            module=name, folder=loaded.origin, names=join_words(loaded.lacks)
        )
        return Finding("fix", text, shell(f"{machine.python} -m pip uninstall {name} && sudo apt install {package}"))
    if loaded.startswith("ModuleNotFoundError") and machine.list(f"/usr/lib/python3/dist-packages/{name}*"):
        text = _("{module} is installed, but the environment of the companion does not see it").format(module=name)
        return Finding(
            "fix", text, _("make the environment again with --system-site-packages: `sudo make install` does")
        )
    text = _("{module} cannot be loaded: {reason}").format(module=name, reason=loaded)
    if "numpy.dtype size changed" in loaded:
        return Finding(
            "fix", text, shell(f"{machine.python} -m pip uninstall numpy && sudo apt install python3-numpy {package}")
        )
    return Finding("fix", text, shell(f"sudo apt install {package}"))


def _ask_system(machine: Machine, package: str) -> str:
    """The version of a system's package; "" if nobody knows it. It is asked because some modules, such as libcamera, do
    not know their version.
    """
    answer = machine.run("dpkg-query", "--show", "--showformat=${Version}", package)
    return answer.text if answer is not None and answer.status == 0 else ""


CHECK = Check(30, N_("libraries"), check)
