"""How small a picture may be so that its texts can still be read."""

from __future__ import annotations

SMALLEST = (320, 192)
"""The least length of the longer side and of the shorter side, in pixels."""


def is_large_enough(size: tuple[int, int]) -> bool:
    """True if texts can be read in a picture of this width and height. It may be landscape or portrait."""
    return max(size) >= SMALLEST[0] and min(size) >= SMALLEST[1]
