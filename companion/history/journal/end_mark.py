"""The end mark: a small file beside the journal with the number of its entries and the digest of the last one.

The digests of the entries guard everything but the end: without the mark, a journal whose last entries or whose log are
gone would look whole. The mark is written after each entry. A power cut between the two leaves a mark that is one entry
behind, and that is no damage.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

_LINE_BYTES = 63
"""The mark's length. It always fits into one sector of a disk, which is written whole or not at all."""


class EndMarkDamaged(Exception):
    """The file with the mark does not hold what was written."""


@dataclass(frozen=True, slots=True)
class EndMark:
    """Where a journal ends."""

    entries: int = 0
    """How many entries it has."""

    digest: str = ""
    """The digest of the last one; "" if there is none."""


def mark_path(path: Path) -> Path:
    """Returns the path of a journal's end mark."""
    return path.with_name(path.name + "-end")


def read_mark(path: Path) -> EndMark | None:
    """Reads the end mark of a journal; None if there is none. Raises EndMarkDamaged, or OSError."""
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
        """path: the journal's."""
        self._fd = os.open(mark_path(path), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)

    def write(self, mark: EndMark) -> None:
        """Writes the mark in place of the one before. It is on the disk when this returns."""
        os.pwrite(self._fd, _to_line(mark), 0)
        os.ftruncate(self._fd, _LINE_BYTES)
        os.fdatasync(self._fd)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._fd)


def _to_line(mark: EndMark) -> bytes:
    line = f"{mark.entries:012d} {mark.digest or '-':->40}"
    return f"{line} {hashlib.sha256(line.encode()).hexdigest()[:8]}\n".encode()
