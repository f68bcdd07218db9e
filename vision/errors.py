"""The errors of vision. Every message says what to do."""

from __future__ import annotations


class VisionError(Exception):
    """The base of all errors of vision; its text is for people."""


class SourceError(VisionError):
    """A frame source cannot be opened or has failed (missing file, no picture, unplugged camera)."""


class UnknownSource(SourceError):
    """A URI names a kind of source that does not exist."""


class SourceEnded(SourceError):
    """The last frame of a recording has been delivered. This is the end, not a fault."""


class SourceStalled(SourceError):
    """A camera has delivered nothing for too long. The next try may succeed."""


class BoardNotFound(VisionError):
    """The board is not in sight, or too little of it to say where it is."""


class CalibrationRefused(VisionError):
    """Nothing was learned from a picture of a known table, because the reading does not match that table."""


class BoardMirrored(BoardNotFound):
    """The picture is mirrored. Vision would take the left of every board for its right."""
