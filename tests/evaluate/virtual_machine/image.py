"""The disk of the virtual machine: Debian trixie with a kernel and with the packages that the installer wants.

The first test makes the disk, and later tests use it again. A test never changes it: what the machine writes is thrown
away at the end of the test.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.appliance.packages import list_names
from tests.evaluate import debian

GUEST = Path(__file__).parent / "guest"
"""Files that are copied into the root folder of the machine's disk."""

SYSTEM = ("systemd-sysv", "udev", "kmod", "dbus", "libpam-systemd", "linux-image-amd64", "initramfs-tools", "procps")
CAMERA = ("v4l-utils",)
CARD = ("sudo", "make", "cloud-init", "dosfstools", "espeak-ng")
"""What docs/install.md wants beside: Raspberry Pi OS Lite has all of it on the card, or gets it from the network."""
DESKTOP = ("labwc", "dex")
"""A small desktop: Raspberry Pi OS has labwc too, and dex starts what wants to start with the session."""
USER = "pi"
"""Who owns the machine: may use sudo without a password, as the first user of Raspberry Pi OS."""
SIZE = "5G"


@dataclass(frozen=True)
class Image:
    """What QEMU starts."""

    kernel: Path
    initrd: Path
    disk: Path


def build(folder: Path) -> Image:
    """The image in this folder, made there if it is missing or was made from another recipe.

    Ends the program with advice if a tool is missing or the user is not root. Raises CommandError.
    """
    image = Image(folder / "vmlinuz", folder / "initrd", folder / "root.img")
    recipe, made = _describe(), folder / "recipe"
    if made.exists() and made.read_text(encoding="utf-8") == recipe:
        return image
    _check_tools()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    root = folder / "root"
    try:
        debian.make_root(root, (*SYSTEM, *CAMERA, *list_names("apt")))
        debian.add_packages(root, (*CARD, *DESKTOP))
        shutil.copytree(GUEST, root, dirs_exist_ok=True)
        for command in (
            ("systemctl", "enable", "test-shell.service"),
            ("passwd", "--delete", "root"),
            (
                "useradd",
                "--create-home",
                "--shell=/bin/bash",
                "--groups=adm,dialout,cdrom,sudo,audio,video,plugdev,users,input,render",
                USER,
            ),
            ("update-initramfs", "-u"),
        ):
            debian.run_inside(root, *command)
        for stamp in ("etc/.updated", "var/.updated"):  # otherwise the first start rebuilds caches for half a minute
            (root / stamp).touch()
        for archive in (root / "var/cache/apt/archives").glob("*.deb"):
            archive.unlink()
        kernel = next((root / "boot").glob("vmlinuz-*"))
        shutil.copy(kernel, image.kernel)
        shutil.copy(kernel.with_name(kernel.name.replace("vmlinuz", "initrd.img")), image.initrd)
        write_disk(root, image.disk, SIZE)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    made.write_text(recipe, encoding="utf-8")
    return image


def write_disk(content: Path, disk: Path, size: str) -> None:
    """Writes a disk of this size, such as `300M`, with what a folder holds. Raises CommandError."""
    disk.unlink(missing_ok=True)
    debian.run("mkfs.ext4", "-q", "-F", "-d", str(content), str(disk), size)


def _describe() -> str:
    """What the image is made from, as one text that differs when anything differs."""
    files = (Path(debian.__file__), Path(__file__), *sorted(file for file in GUEST.rglob("*") if file.is_file()))
    told = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return f"{debian.SUITE} {told} {' '.join(list_names('apt'))}\n"


def _check_tools() -> None:
    if os.geteuid() != 0:
        sys.exit("The virtual machine's disk can be made by root only: run `sudo make test-appliance` once.")
    if missing := [tool for tool in ("debootstrap", "mkfs.ext4", "qemu-system-x86_64") if shutil.which(tool) is None]:
        sys.exit(f"{', '.join(missing)} is missing: `sudo .ci/prepare --virtual-machine` installs it.")
