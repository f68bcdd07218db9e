"""How many files, pipes and sockets this process has open."""

from __future__ import annotations

from pathlib import Path


def count_descriptors() -> int:
    """The number of open descriptors, without the one that counts them."""
    return len(list(Path("/proc/self/fd").iterdir())) - 1
