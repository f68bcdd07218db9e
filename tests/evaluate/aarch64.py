# ruff: noqa: T201 - what it finds is printed
"""The libraries of a Raspberry Pi, loaded for its processor: `python -m tests.evaluate.aarch64 [FOLDER]`.

Debian trixie's packages for arm64 are unpacked into a folder (default: build/aarch64), beside the wheels that the
installer gets with pip. QEMU runs their Python. Checks that every module can be loaded, and that SDL can draw on a bare
panel. Needs root, apt, qemu-user-static and a network. Exit status 1 if something fails.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from companion.appliance.packages import PIP_MODULES, SYSTEM_MODULES, list_names, list_pins
from tests.evaluate import debian
from tests.evaluate.renders import ROOT

MACHINE = "aarch64"
QEMU = "qemu-aarch64-static"
SITE = "opt/wheels"
LIBRARIES = "/usr/lib/aarch64-linux-gnu/blas:/usr/lib/aarch64-linux-gnu/lapack"
"""Where numpy's libraries are before Debian's alternatives have made links to them."""

LOAD = "import importlib; module = importlib.import_module({name!r}); print(module.__file__)"
DRIVERS = "from companion.devices.sdl_drivers import list_video_drivers; print(*list_video_drivers())"


def main() -> int:
    """Prints where each module was loaded from, and what SDL can draw on."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "aarch64").absolute()
    if os.geteuid() != 0 or shutil.which(QEMU) is None:
        print("This needs root and qemu-user-static: sudo apt-get install qemu-user-static")
        return 2
    root = folder / "root"
    if not (folder / "made").exists():
        shutil.rmtree(folder, ignore_errors=True)
        unpack(folder, root)
        (folder / "made").touch()
    failed = 0
    for name in (*SYSTEM_MODULES, *PIP_MODULES):
        try:
            print(f"{name}: {run_python(root, LOAD.format(name=name))}", flush=True)
        except debian.CommandError as error:
            failed += 1
            print(f"{name}: FAILED\n{error}", flush=True)
    drivers = run_python(root, DRIVERS)
    print(f"SDL can draw on {drivers}")
    return 1 if failed or "kmsdrm" not in drivers.split() else 0


def unpack(folder: Path, root: Path) -> None:
    """Unpacks the packages of Debian, the wheels and the companion. Raises CommandError."""
    root.mkdir(parents=True)
    for name in ("bin", "sbin", "lib"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    archives = fetch_packages(folder, ("python3", *list_names("apt")))
    for archive in archives:
        debian.run("dpkg-deb", "-x", str(archive), str(root))
        archive.unlink()
    print(f"{len(archives)} packages of Debian {debian.SUITE} for arm64", flush=True)
    debian.install_wheels(root / SITE, list_pins(), MACHINE)
    for package in ("companion", "vision"):
        shutil.copytree(ROOT / package, root / SITE / package)
    shutil.copy(shutil.which(QEMU) or QEMU, root / "usr/bin" / QEMU)


def fetch_packages(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """Downloads packages for arm64 and all that they need, with an apt of its own. Raises CommandError."""
    for part in ("state/lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/apt.conf.d"):
        (folder / "apt" / part).mkdir(parents=True)
    (folder / "apt/status").touch()
    mirror = next(iter(debian.find_mirror()), None)
    if mirror is None:
        raise debian.CommandError("apt knows no archive of Debian: add one to /etc/apt/sources.list")
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "apt/etc/sources.list").write_text(f"deb [signed-by={keys}] {mirror} {debian.SUITE} main\n")
    options = (
        *("-o", f"Dir::State={folder}/apt/state", "-o", f"Dir::State::status={folder}/apt/status"),
        *("-o", f"Dir::Cache={folder}/apt/cache", "-o", f"Dir::Etc={folder}/apt/etc"),
        *("-o", "APT::Architecture=arm64", "-o", "APT::Architectures::=arm64", "-o", "APT::Sandbox::User=root"),
    )
    debian.run("apt-get", *options, "update", "-q")
    debian.run("apt-get", *options, "install", "-q", "-y", "--no-install-recommends", "--download-only", *names)
    return sorted((folder / "apt/cache/archives").glob("*.deb"))


def run_python(root: Path, script: str) -> str:
    """The last line that a script prints in the Pi's Python. Raises CommandError."""
    environment = ("-E", f"LD_LIBRARY_PATH={LIBRARIES}", "-E", f"PYTHONPATH=/{SITE}:/usr/lib/python3/dist-packages")
    python = f"/usr/bin/python{debian.PYTHON}"
    told = debian.run_inside(root, f"/usr/bin/{QEMU}", *environment, python, "-c", script)
    return re.split(r"\n", told.strip())[-1]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except debian.CommandError as error:
        sys.exit(str(error))
