"""Where files for people can be written: the USB sticks that are plugged in, and a folder of this computer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
"""The file in which Linux lists what is mounted (linux/Documentation/filesystems/proc.rst, section 3.5)."""

STICKS = (Path("/media"), Path("/run/media"))
"""The folders below which sticks are mounted, by desktops and by the companion's own rule for udev."""

DOCUMENTS = "XDG_DOCUMENTS_DIR"
"""The name for the documents folder in the file `user-dirs.dirs` (xdg-user-dirs)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder to which files can be written."""

    folder: Path
    device: int | None = None
    """The number of the stick's file system; None for a folder of this computer."""

    @property
    def is_stick(self) -> bool:
        """True if this is a USB stick, which can be unplugged."""
        return self.device is not None

    def is_reachable(self) -> bool:
        """True if this is a folder of the computer, or a stick that is plugged in. The folder of an unplugged stick may
        still exist.
        """
        if self.device is None:
            return True
        try:
            return self.folder.stat().st_dev == self.device
        except OSError:
            return False


def list_sticks(mounts: Path = MOUNTS, below: Sequence[Path] = STICKS) -> Iterator[Place]:
    """The USB sticks that are mounted now, in the order in which they were mounted. Empty on a computer without
    Linux.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    # A service sees some mounts twice, and the folder above the sticks as one, too (systemd.exec(5), ReadWritePaths=).
    for folder in dict.fromkeys(Path(_unescape(line.split(" ")[4])) for line in lines):
        if any(one in folder.parents for one in below):
            try:
                yield Place(folder, folder.stat().st_dev)
            except OSError:  # it was unplugged just now
                continue


def _unescape(field: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), field)


def find_documents(home: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for a person's documents, as their desktop names it. Without a desktop, it is their home folder."""
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    try:
        text = (config / "user-dirs.dirs").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return home
    found = re.search(rf'^{DOCUMENTS}="(?:\$HOME/)?([^"]*)"', text, re.MULTILINE)
    folder = home if found is None else home / found[1]
    return folder if folder.is_dir() else home
