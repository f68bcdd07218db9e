"""Symbolic links of the system."""

from __future__ import annotations

from pathlib import Path


def make_link(link: Path, to: str) -> None:
    """Makes or changes a symbolic link in one step, so that after a power cut either the old or the new one is
    there.
    """
    part = link.with_name(f".{link.name}.part")
    part.unlink(missing_ok=True)
    part.symlink_to(to)
    part.replace(link)


def read_link(link: Path) -> str | None:
    """Where a link leads; None if there is none."""
    return str(link.readlink()) if link.is_symlink() else None
