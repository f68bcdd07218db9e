"""The points of a backgammon board, and the checkers: what our board and bought boards have in common."""

from __future__ import annotations

CHECKERS = 15
"""How many checkers of each colour there are."""


def find_column(point: int) -> int:
    """The column of a point (1 to 24, White's numbers), from 0 on the side away from White's home."""
    return 12 - point if point <= 12 else point - 13


def is_low(point: int) -> bool:
    """True if a point (White's numbers) is in the half of the board that is nearer to White."""
    return point <= 12
