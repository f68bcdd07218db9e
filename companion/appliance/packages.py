"""The packages that the companion needs, what each is for, and where it comes from. docs/install.md shows this list.

Raspberry Pi OS has these libraries in versions that fit its kernel, its camera and its display. The versions on the
Python Package Index do not fit: pygame's wheel cannot draw on a bare panel, lgpio has none for this Python, and numpy's
wheel breaks picamera2. So pip installs only what the system does not have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Origin = Literal["apt", "raspberry-pi", "pip", "optional"]


@dataclass(frozen=True, slots=True)
class Package:
    """One package that the companion needs."""

    name: str
    """The package's name in the place that it comes from."""
    purpose: str
    """What the companion needs it for, in English as in docs/install.md."""
    origin: Origin = "apt"
    """Where it comes from. `raspberry-pi`: from apt, in the archive of Raspberry Pi OS; only a Pi needs it. `optional`:
    from apt, but the installer leaves it out.
    """
    version: str = ""
    """For pip: the version with which the tests ran, as in constraints.txt."""


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
"""All packages, in the order in which docs/install.md shows them."""

SYSTEM_MODULES = ("numpy", "cv2", "pygame", "serial", "reportlab")
"""The modules that must come from the system's packages."""

PI_MODULES = ("picamera2", "libcamera", "lgpio", "gpiozero")
"""The modules that on a Raspberry Pi must also come from the system's packages."""

PIP_MODULES = ("cobs", "pypdfium2")
"""The modules that pip installs."""


def list_names(*origins: Origin) -> tuple[str, ...]:
    """The names of all packages that come from these origins."""
    return tuple(package.name for package in PACKAGES if package.origin in origins)


def list_pins() -> tuple[str, ...]:
    """The packages that pip installs, each with its version: "cobs==1.2.0"."""
    return tuple(f"{package.name}=={package.version}" for package in PACKAGES if package.origin == "pip")
