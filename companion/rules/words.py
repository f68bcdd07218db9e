"""Words that several games say alike."""

from __future__ import annotations


def in_points(count: int) -> str:
    """ "1 point", "2 points"."""
    return f"{count} point{'' if count == 1 else 's'}"
