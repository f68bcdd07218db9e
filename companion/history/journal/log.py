"""Checks SQLite's write-ahead log for damage that SQLite itself does not report.

SQLite reads the log up to the first frame that does not fit. It takes the rest for a write that a power cut stopped.
That is right for the last write, because the companion had not shown that event to anybody. But the companion had shown
whole commits behind such a frame, so they are a loss. Format: https://www.sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""The byte order of the log's checksums, by the log's first number."""

Checksum = tuple[int, int]


def count_lost_commits(log: bytes, page_bytes: int) -> int:
    """Counts the commits behind the point up to which SQLite reads a log; 0 if at most the last one is cut.

    page_bytes: the page size of the database that the log belongs to.
    """
    if len(log) < HEADER_BYTES + FRAME_HEADER_BYTES:
        return 0
    magic, _, _, _, *salts, first, second = struct.unpack_from(">8I", log)
    order = _ORDERS.get(magic, ">")
    sums = _add_checksum(log[: HEADER_BYTES - 8], (0, 0), order)
    reads = magic in _ORDERS and sums == (first, second)
    if not reads:
        salts = list(struct.unpack_from(">2I", log, HEADER_BYTES + 8))
    behind = 0
    step = FRAME_HEADER_BYTES + page_bytes
    for start in range(HEADER_BYTES, len(log) - step + 1, step):
        _, pages_after_commit, salt, pepper, first, second = struct.unpack_from(">6I", log, start)
        if [salt, pepper] != salts:
            reads = False
            continue
        if reads:
            page = start + FRAME_HEADER_BYTES
            sums = _add_checksum(log[start : start + 8] + log[page : page + page_bytes], sums, order)
            reads = sums == (first, second)
        if not reads and pages_after_commit:
            behind += 1
    return behind if behind > 1 else 0


def _add_checksum(data: bytes, sums: Checksum, order: str) -> Checksum:
    """Returns SQLite's running checksum over pairs of 32-bit numbers."""
    s, t = sums
    for x, y in struct.iter_unpack(f"{order}2I", data):
        s = (s + x + t) & 0xFFFFFFFF
        t = (t + y + s) & 0xFFFFFFFF
    return s, t
