"""Disks for tests: small ones, which can be filled."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of its own below a folder; skips the test where it may not be mounted."""
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
