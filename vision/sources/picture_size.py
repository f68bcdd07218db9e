"""Reads how large a picture is from the first bytes of its file, before the whole picture is unpacked and fills the
memory.

It looks only into PNG (RFC 2083, section 11.2.2) and JPEG (ITU-T T.81, section B.2.2). OpenCV limits the other formats
itself.
"""

from __future__ import annotations

import struct

from vision.errors import SourceError
from vision.message import Message

LEAST_SIDE_PX = 16
MOST_SIDE_PX = 32768
MOST_PIXELS = 120_000_000
"""The most pixels that a picture may have. The largest cameras of phones have 108 million."""

_PNG = b"\x89PNG\r\n\x1a\n"
_WITHOUT_LENGTH = (0x01, *range(0xD0, 0xD8))
"""Bytes that mark a part of a JPEG file without any data."""
_FRAMES = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
"""Bytes that mark the part of a JPEG file in which the size is."""


def check_size(width: int, height: int) -> None:
    """Raises SourceError for a picture that is too large or too narrow to be one of a board."""
    sides = sorted((width, height))
    if sides[0] < LEAST_SIDE_PX or sides[1] > MOST_SIDE_PX or width * height > MOST_PIXELS:
        raise SourceError(
            Message(
                "a picture of {width}x{height} pixels is not one of a board: sides have {least} to {most} pixels, and "
                "{millions} million pixels are the most",
                width=width,
                height=height,
                least=LEAST_SIDE_PX,
                most=MOST_SIDE_PX,
                millions=MOST_PIXELS // 1_000_000,
            )
        )


def read_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that a PNG or JPEG file claims to have; None if it claims nothing, or is another kind of
    file.
    """
    if data.startswith(_PNG):
        return struct.unpack(">II", data[16:24]) if len(data) >= 24 else None
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a byte that fills
            at += 1
        elif marker in _WITHOUT_LENGTH:
            at += 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
