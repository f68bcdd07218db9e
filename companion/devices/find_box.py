"""Finds the port of the die box, by the vendor and the product number of its USB chip."""

from __future__ import annotations

from pathlib import Path

AUTO = "auto"
"""The name to give for a port that the program should find by itself."""

FIXED_NAME = "companion-diebox"
"""The name in /dev that a udev rule gives to the die box."""

USB_IDS = frozenset(
    {
        "2341:0001", "2341:0043", "2341:0243", "2a03:0043",  # Arduino Uno
        "1a86:5523", "1a86:7523",  # CH341 and CH340: most Nanos
        "0403:6001", "0403:6015",  # FT232R and FT231X: the first Nanos
        "10c4:ea60",  # CP2102: other Nanos
    }
)  # fmt: skip
"""Vendor and product numbers of the USB chips on an Arduino Nano or Uno."""


def find_port(root: Path = Path("/")) -> str | None:
    """The port of a die box; None if there is none. A port with the name of the udev rule is preferred. root: where the
    folders dev and sys are.
    """
    fixed = root / "dev" / FIXED_NAME
    if fixed.exists():
        return str(fixed)
    for port in sorted((root / "sys/class/tty").glob("tty[UA][SC][BM]*")):
        if _read_usb_id(port / "device") in USB_IDS:
            return str(root / "dev" / port.name)
    return None


def _read_usb_id(device: Path) -> str | None:
    """The vendor and product numbers of the USB device that a port belongs to. None if there is none, or if it is just
    being unplugged.
    """
    try:
        place = device.resolve(strict=True)
        for folder in (place, *place.parents):
            files = folder / "idVendor", folder / "idProduct"
            if all(file.is_file() for file in files):
                return ":".join(file.read_text(encoding="ascii", errors="replace").strip() for file in files)
    except OSError:
        return None
    return None
