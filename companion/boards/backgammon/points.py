"""What our Backgammon board and bought ones have in common: the points, and the number of checkers."""

from __future__ import annotations

CHECKERS = 15
"""How many checkers of each colour there are."""


def find_column(point: int) -> int:
    """The column of a point, from 0 on the side away from White's home. point: 1 to 24, by White's numbers."""
    return 12 - point if point <= 12 else point - 13


def is_low(point: int) -> bool:
    """True if a point is in the half of the board nearer to White. point: by White's numbers."""
    return point <= 12
