"""The end mark: a small file beside the journal with the number of its entries and the digest of the last one.

The digests in the entries show any change, except at the end: if the last entries or the log were gone, the rest would
look complete. The mark shows that. It is written after each entry. A power cut between the two leaves a mark that is
one entry behind, and this counts as no damage.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

_LINE_BYTES = 63
"""How long the mark is. It always fits into one sector of a disk, which is written wholly or not at all."""


class EndMarkDamaged(Exception):
    """The file with the mark is damaged."""


@dataclass(frozen=True, slots=True)
class EndMark:
    """Where a journal ends."""

    entries: int = 0
    """How many entries the journal has."""

    digest: str = ""
    """The digest of the last entry; "" if there is none."""


def mark_path(path: Path) -> Path:
    """The path of a journal's end mark."""
    return path.with_name(path.name + "-end")


def read_mark(path: Path) -> EndMark | None:
    """The end mark of a journal; None if there is none. Raises EndMarkDamaged, or OSError."""
    try:
        line = mark_path(path).read_bytes()
    except FileNotFoundError:
        return None
    if not line:
        return None  # the disk was full when the mark was made
    try:
        entries, digest, _ = line.decode("ascii").split()
        mark = EndMark(int(entries), digest.strip("-"))
    except ValueError as error:
        raise EndMarkDamaged from error
    if _to_line(mark) != line:
        raise EndMarkDamaged
    return mark


class EndMarkFile:
    """The end mark of a journal that is open for writing. Every method raises OSError."""

    def __init__(self, path: Path) -> None:
        """path: of the journal."""
        self._fd = os.open(mark_path(path), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)

    def write(self, mark: EndMark) -> None:
        """Writes a new mark in place of the old one. When this returns, it is on the disk."""
        os.pwrite(self._fd, _to_line(mark), 0)
        os.ftruncate(self._fd, _LINE_BYTES)
        os.fdatasync(self._fd)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._fd)


def _to_line(mark: EndMark) -> bytes:
    line = f"{mark.entries:012d} {mark.digest or '-':->40}"
    return f"{line} {hashlib.sha256(line.encode()).hexdigest()[:8]}\n".encode()
