"""A USB stick in the machine: a game is copied to it, and it is unplugged when the screen says so, or too early."""

from __future__ import annotations

import time
from pathlib import Path

from tests.evaluate.virtual_machine.machine import MachineError
from tests.evaluate.virtual_machine.table import STICK
from tests.evaluate.virtual_machine.trial import COMPANION, Trial

BYTES = 64 * 2**20
SLOW = 512
"""Bytes a second: then writing a copy takes long enough to unplug the stick meanwhile."""

MOUNTED = f"mountpoint -q /run/media/system/{STICK}"


def save_copies(trial: Trial, menu: str, copy: str, text: str) -> str:
    """Saves a copy of the running game by these taps: whole, then to a stick that is unplugged too early, and again."""
    machine, screens = trial.machine, trial.table.screens
    stick = trial.pictures / "stick.img"
    format_stick(trial, stick)
    found = save_copy(trial, stick, menu, copy, text)
    name = check_copy(trial, stick)
    machine.plug_stick(stick, bytes_per_second=SLOW)
    machine.wait_until(MOUNTED, 120)
    trial.wait_for_screen("written", ("folder",), 60)
    trial.tap(screens["written"].find(text))
    time.sleep(2)
    machine.pull_stick()
    trial.wait_for_screen("pulled", ("folder", "stick", "written"), 120)
    machine.plug_stick(stick)
    trial.wait_for_screen("again", ("pulled",), 120)
    trial.tap(screens["again"].find(text))
    trial.wait_for_screen("written", ("stick", "again", "pulled"), 60)
    machine.pull_stick()
    check_copy(trial, stick)
    trial.tap(screens["folder"].find("Back"))
    return f"found {found:.0f} s after it was plugged in; {name} is whole; unplugged too early, the screen says so"


def save_after_restart(trial: Trial, menu: str, copy: str, text: str) -> str:
    """Saves a copy on a stick that was there before, after the service has started again."""
    stick = trial.pictures / "stick.img"
    save_copy(trial, stick, menu, copy, text)
    name = check_copy(trial, stick)
    stick.unlink()
    trial.tap(trial.table.screens["folder"].find("Back"))
    return f"{name} is whole"


def save_copy(trial: Trial, stick: Path, menu: str, copy: str, text: str) -> float:
    """Opens the page, plugs the stick in, saves a copy, and unplugs the stick as soon as the screen says so.

    Returns how many seconds it took until the screen showed the stick.
    """
    machine, screens = trial.machine, trial.table.screens
    trial.tap(screens["moved"].find(menu))
    trial.wait_for_screen("menu", ("moved",), 60)
    trial.tap(screens["menu"].find(copy))
    trial.wait_for_screen("folder", ("menu", "moved"), 60)
    machine.plug_stick(stick)
    found = trial.wait_for_screen("stick", ("folder",), 120)
    trial.tap(screens["stick"].find(text))
    trial.wait_for_screen("written", ("stick", "again", "folder"), 60)
    machine.pull_stick()
    return found


def format_stick(trial: Trial, stick: Path) -> None:
    """Makes an empty stick with a name, in the format of most sticks."""
    machine = trial.machine
    stick.unlink(missing_ok=True)
    with stick.open("wb") as file:
        file.truncate(BYTES)
    machine.plug_stick(stick)
    machine.wait_until("test -b /dev/sda", 60)
    machine.run(f"mkfs.vfat -I -n {STICK} /dev/sda && sync")
    machine.pull_stick()
    machine.wait_until("test ! -e /dev/sda", 60)


def check_copy(trial: Trial, stick: Path) -> str:
    """The name of the copy: nothing else is on the stick, and it holds what the command line exports."""
    machine = trial.machine
    machine.wait_until(f"! {MOUNTED}", 60)
    machine.plug_stick(stick)
    machine.wait_until(MOUNTED, 120)
    # FSCK*.REC is what fsck found on a stick that was unplugged too early.
    name = machine.run(f"ls -A --ignore='FSCK*' /run/media/system/{STICK}")
    wanted = machine.run(f"{COMPANION} journal export 1 --format text --data /var/lib/companion")
    there = machine.run(f"cat /run/media/system/{STICK}/*.txt")
    machine.pull_stick()
    machine.wait_until(f"! {MOUNTED}", 60)
    if there != wanted or len(name.splitlines()) != 1:
        raise MachineError(f"on the stick are {name!r}, with:\n{there}\nand not:\n{wanted}")
    return name
