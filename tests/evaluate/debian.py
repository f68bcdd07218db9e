"""A small Debian trixie in a folder, as Raspberry Pi OS is built on it: the evaluations of the installer run in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.appliance.packages import list_pins

SUITE = "trixie"
PYTHON = "3.13"
"""The version of Python in it."""

GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_27", "manylinux_2_28")
"""Pip's names for systems with the C library of trixie or an older one. Pip never adds the older ones by itself."""

ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
"""No program asks questions, and messages are in English."""


class CommandError(Exception):
    """A program failed. The message says which one, and shows the end of its output."""


def run(*command: str) -> str:
    """Runs a program and returns what it writes to standard output. Raises CommandError if its exit status is not 0."""
    environment = {**os.environ, **ENVIRONMENT}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if ended.returncode:
        output = (ended.stdout + ended.stderr)[-2000:]
        raise CommandError(f"`{' '.join(command)[:200]}` failed:\n{output}")
    return ended.stdout


def run_inside(root: Path, *command: str) -> str:
    """Runs a program of the system in this folder, and returns what it writes to standard output.

    Needs root. Raises CommandError if the program's exit status is not 0.
    """
    return run("chroot", str(root), *command)


def make_root(root: Path, packages: Sequence[str]) -> None:
    """Makes the smallest system, and these packages of Debian, in a folder. Takes minutes.

    Needs root, debootstrap and a network. Raises CommandError.
    """
    sys.stdout.write(f"making Debian {SUITE} in {root}: this takes some minutes\n")
    sys.stdout.flush()
    run("debootstrap", "--variant=minbase", f"--include={','.join(packages)}", SUITE, str(root), *find_mirror())


def add_packages(root: Path, packages: Sequence[str]) -> None:
    """Installs more packages of Debian, and what they need. Needs root and a network. Raises CommandError."""
    run_inside(root, "apt-get", "update", "-q")
    run_inside(root, "apt-get", "install", "-q", "-y", "--no-install-recommends", *packages)


def fetch_wheels(folder: Path, packages: Sequence[str] = list_pins()) -> None:
    """Downloads packages of pip, without those that they need, for the system's Python.

    packages: as pip reads them, such as "cobs==1.2.0"; usually what the installer gets with pip. Raises CommandError.
    """
    run(sys.executable, "-m", "pip", "download", "-q", *_choose_wheels(), "-d", str(folder), *packages)


def install_wheels(folder: Path, packages: Sequence[str], machine: str = os.uname().machine) -> None:
    """Installs packages of pip, without those that they need, for the system's Python into a folder for PYTHONPATH.

    packages: as pip reads them. machine: the processor. Raises CommandError.
    """
    run(sys.executable, "-m", "pip", "install", "-q", *_choose_wheels(machine), "--target", str(folder), *packages)


def _choose_wheels(machine: str = os.uname().machine) -> tuple[str, ...]:
    """The options that let pip choose wheels for the system in the folder, whatever Python runs pip."""
    platforms = (f"--platform={name}_{machine}" for name in GLIBC)
    return ("--no-deps", "--only-binary=:all:", f"--python-version={PYTHON}", "--platform=any", *platforms)


def find_mirror() -> tuple[str, ...]:
    """The address that this computer's own apt gets Debian's packages from; none if apt knows no archive of Debian.

    debootstrap then uses Debian's main archive.
    """
    shown = "$(ORIGIN) $(COMPONENT) $(REPO_URI)"
    for line in run("apt-get", "indextargets", "--format", shown, "Created-By: Packages").splitlines():
        origin, component, address = line.rsplit(" ", 2)
        if origin == "Debian" and component == "main" and "security" not in address:
            return (address,)
    return ()
