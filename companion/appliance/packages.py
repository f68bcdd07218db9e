"""What the companion needs besides itself, what for, and where it comes from. docs/install.md shows this list.

Raspberry Pi OS has these libraries in versions that fit its kernel, its camera and its display. Those of the Python
Package Index do not: pygame's wheel cannot draw on a bare panel, lgpio has none for this Python, and numpy's own wheel
breaks picamera2. So pip only gets what the system does not have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Origin = Literal["apt", "raspberry-pi", "pip", "optional"]


@dataclass(frozen=True, slots=True)
class Package:
    """One package that the companion needs."""

    name: str
    """Its name where it comes from."""
    purpose: str
    """What for, in English as in docs/install.md."""
    origin: Origin = "apt"
    """`raspberry-pi`: apt, from the archive of Raspberry Pi OS; only a Pi needs it. `optional`: apt, but the
    installer leaves it out."""
    version: str = ""
    """For pip: the version that the tests ran with, as in constraints.txt."""


PACKAGES = (
    Package("python3-venv", "makes the environment of the companion"),
    Package("python3-setuptools", "installs the companion into it"),
    Package("python3-numpy", "numbers of pictures"),
    Package("python3-opencv", "finds and reads the board"),
    Package("python3-pygame", "draws the screen, with an SDL that can use a bare panel"),
    Package("python3-serial", "the die box"),
    Package("python3-reportlab", "boards to print"),
    Package("python3-picamera2", "the Pi's camera", "raspberry-pi"),
    Package("python3-libcamera", "the Pi's camera", "raspberry-pi"),
    Package("python3-lgpio", "buttons and dice on the Pi's pins", "raspberry-pi"),
    Package("python3-gpiozero", "buttons and dice on the Pi's pins", "raspberry-pi"),
    Package("libgl1-mesa-dri", "SDL draws on a bare panel with it"),
    Package("libgbm1", "SDL draws on a bare panel with it"),
    Package("libegl1", "SDL draws on a bare panel with it"),
    Package("libgles2", "SDL draws on a bare panel with it"),
    Package("kbd", "brings the terminal of the companion to the front"),
    Package("dbus", "carries the request to switch off"),
    Package("polkitd", "allows the companion to switch off"),
    Package("cobs", "the die box", "pip", "1.2.0"),
    Package("pypdfium2", "pictures of boards to print", "pip", "5.15.2"),
    Package("espeak-ng", "spoken prompts", "optional"),
)
"""Everything, in the order in which docs/install.md shows it."""

SYSTEM_MODULES = ("numpy", "cv2", "pygame", "serial", "reportlab")
"""The modules that must come from the system's packages."""

PI_MODULES = ("picamera2", "libcamera", "lgpio", "gpiozero")
"""Those that must come from the system's packages on a Raspberry Pi."""

PIP_MODULES = ("cobs", "pypdfium2")
"""The modules that pip installs."""


def list_names(*origins: Origin) -> tuple[str, ...]:
    """The names of the packages of some origins."""
    return tuple(package.name for package in PACKAGES if package.origin in origins)


def list_pins() -> tuple[str, ...]:
    """What pip installs, each with its version: "cobs==1.2.0"."""
    return tuple(f"{package.name}=={package.version}" for package in PACKAGES if package.origin == "pip")
