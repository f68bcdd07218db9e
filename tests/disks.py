"""Small disks that tests can fill."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Mounts a small disk below a folder; skips the test if mounting is not allowed."""
    folder.mkdir()
    options = f"size={kilobytes}k"
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Fills a disk to the last byte. Returns the file to delete."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"0" * 512):
            pass
    return ballast
