"""The port of the die box, found in trees of files like those of a Pi with several things plugged in."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices.find_box import find_port


def plug_in(root: Path, port: str, usb_id: str | None) -> None:
    """Files as Linux makes them for a serial port, on USB or soldered to the board."""
    vendor, _, product = (usb_id or "").partition(":")
    bus = "usb1/1-1/1-1.3" if port.startswith("ttyUSB") else f"usb1/1-2.{port[-1]}"
    interface = root / "sys/devices/pci0" / bus / "1-1.3:1.0"
    serial = interface / port if port.startswith("ttyUSB") else interface
    tty = serial / "tty" / port
    tty.mkdir(parents=True)
    (tty / "device").symlink_to(serial)
    if usb_id is not None:
        (interface.parent / "idVendor").write_text(vendor + "\n")
        (interface.parent / "idProduct").write_text(product + "\n")
    (root / "sys/class/tty").mkdir(parents=True, exist_ok=True)
    (root / "sys/class/tty" / port).symlink_to(tty)
    (root / "dev").mkdir(exist_ok=True)
    (root / "dev" / port).touch()


@pytest.mark.parametrize("usb_id", ["1a86:7523", "2341:0043", "0403:6001"])
@pytest.mark.parametrize("port", ["ttyUSB0", "ttyACM3"])
def test_a_nano_or_uno_is_found(tmp_path: Path, port: str, usb_id: str) -> None:
    plug_in(tmp_path, port, usb_id)
    assert find_port(tmp_path) == str(tmp_path / "dev" / port)


def test_other_things_on_serial_ports_are_left_alone(tmp_path: Path) -> None:
    assert find_port(tmp_path) is None
    plug_in(tmp_path, "ttyACM0", "1d6b:0002")  # a modem
    plug_in(tmp_path, "ttyAMA0", None)
    plug_in(tmp_path, "ttyACM1", None)
    assert find_port(tmp_path) is None
    plug_in(tmp_path, "ttyUSB1", "1a86:7523")
    assert find_port(tmp_path) == str(tmp_path / "dev/ttyUSB1")


def test_the_name_from_the_udev_rule_goes_first(tmp_path: Path) -> None:
    plug_in(tmp_path, "ttyUSB0", "1a86:7523")
    fixed = tmp_path / "dev/companion-diebox"
    fixed.symlink_to(tmp_path / "dev/ttyUSB0")
    assert find_port(tmp_path) == str(fixed)
    (tmp_path / "dev/ttyUSB0").unlink()
    (tmp_path / "sys/class/tty/ttyUSB0").unlink()
    assert find_port(tmp_path) is None, "a link that leads nowhere is no port"


def test_what_is_just_being_unplugged_is_no_error(tmp_path: Path) -> None:
    plug_in(tmp_path, "ttyUSB0", "1a86:7523")
    next(tmp_path.rglob("idProduct")).unlink()
    assert find_port(tmp_path) is None
