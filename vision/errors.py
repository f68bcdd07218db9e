"""Everything that goes wrong in vision, in one small hierarchy. Every message says what to do."""

from __future__ import annotations


class VisionError(Exception):
    """Base of all errors of vision; its text is for people."""


class SourceError(VisionError):
    """A frame source cannot be opened or has failed (missing file, no picture, unplugged camera)."""


class SourceEnded(SourceError):
    """The last frame of a recorded source has been delivered. No fault, the end."""


class SourceStalled(SourceError):
    """A live source has delivered nothing for too long; reading again may succeed."""


class BoardNotFound(VisionError):
    """No board in sight, or too little of it to place it."""


class CalibrationRefused(VisionError):
    """A picture of a known table from which nothing was learned, as it does not read back as that table."""


class BoardMirrored(BoardNotFound):
    """The picture is mirrored, so left and right of every cell would be exchanged."""
