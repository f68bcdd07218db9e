"""The smallest picture in which texts can still be read."""

from __future__ import annotations

SMALLEST = (320, 192)
"""The longer and the shorter side in pixels, at least."""


def is_large_enough(size: tuple[int, int]) -> bool:
    """True if a picture of this width and height, landscape or portrait, is not too small to read."""
    return max(size) >= SMALLEST[0] and min(size) >= SMALLEST[1]
