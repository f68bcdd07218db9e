"""Checks the disk with the saved games: is there space, can it be written, and is it worn or damaged?"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from companion.config import ConfigError, Settings
from companion.doctor.finding import Check, Finding, shell
from companion.doctor.machine import Machine
from companion.doctor.users import find_folder
from companion.language import N_, _

LEAST_FREE_BYTES = 200 * 2**20
"""With less free space than this, people should make space. At a third of it, the companion stops writing pictures for
bug reports.
"""

WORN_TENTHS = 9
"""How many tenths of its life a memory chip may have used before it counts as worn (JEDEC eMMC 5.0,
DEVICE_LIFE_TIME_EST).
"""


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks at the disk on which games are saved. Writes nothing."""
    try:
        folder = find_folder(machine, settings.config)
    except ConfigError as error:
        yield Finding("fix", str(error), shell("companion config explain data.dir"))
        return
    there = next(path for path in (folder, *folder.parents) if machine.path(path).is_dir())
    yield _check_room(machine, there)
    device, options = find_mount(machine.read("/proc/self/mounts") or "", there)
    if "ro" in options:
        yield Finding(
            "fix",
            _("the disk {device} can only be read").format(device=device),
            shell(f"sudo mount -o remount,rw {device}"),
        )
    elif not machine.may(machine.path(there), os.W_OK):
        yield Finding(
            "fix",
            _("the user {user} may not write into {folder}").format(user=machine.user_name, folder=there),
            shell(f"sudo chown {machine.user_name} {there}")
            if there == folder
            else _("name another folder in data.dir"),
        )
    else:
        yield Finding("good", _("the user {user} may write into {folder}").format(user=machine.user_name, folder=there))
    yield from _check_wear(machine, Path(device).name)


def _check_room(machine: Machine, folder: Path) -> Finding:
    usage = shutil.disk_usage(machine.path(folder))
    text = _("{free:.1f} of {total:.1f} GB are free in {folder}").format(
        free=usage.free / 1e9, total=usage.total / 1e9, folder=folder
    )
    if usage.free < LEAST_FREE_BYTES:
        return Finding("fix", text, shell("sudo apt clean && sudo journalctl --vacuum-size=50M"))
    return Finding("good", text)


def find_mount(mounts: str, folder: Path) -> tuple[str, frozenset[str]]:
    """The device that a folder is on, and the options of its mount. mounts: the text of /proc/self/mounts."""
    found, device, options = "", "", frozenset[str]()
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        place = re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), fields[1])
        if folder.is_relative_to(place) and len(place) >= len(found):
            found, device, options = place, fields[0], frozenset(fields[3].split(","))
    return device, options


def _check_wear(machine: Machine, device: str) -> Iterator[Finding]:
    """What the file system and the memory chip report about their health. device: a partition, such as mmcblk0p2."""
    errors = machine.read(f"/sys/fs/ext4/{device}/errors_count") if device else None
    if errors not in (None, "0"):
        yield Finding(
            "fix",
            _("the disk {device} has had {count} errors").format(device=device, count=errors),
            _("copy the saved games with `companion journal export`, and put in a new card"),
        )
    disk = re.sub(r"p?\d+$", "", device)
    life = (machine.read(f"/sys/block/{disk}/device/life_time") or "").split() if disk else []
    tenths = max((int(one, 16) for one in life if re.fullmatch(r"0x[0-9a-fA-F]+", one)), default=0)
    written = machine.read(f"/sys/fs/ext4/{device}/lifetime_write_kbytes") if device else None
    if tenths > WORN_TENTHS:
        yield Finding("fix", _("the disk {device} is worn out").format(device=disk), _("put in a new card"))
    elif tenths:
        yield Finding(
            "good", _("the disk {device} has used {percent} % of its life").format(device=disk, percent=10 * tenths)
        )
    elif written is not None and written.isdecimal():
        text = _("{gigabytes:.0f} GB were written to {device}; it does not say how worn it is").format(
            gigabytes=int(written) / 1e6, device=device
        )
        yield Finding("good", text)
    else:
        yield Finding("absent", _("the disk does not say how worn it is"))


CHECK = Check(100, N_("disk"), check)
