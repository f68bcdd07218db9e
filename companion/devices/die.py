"""Dice: where throws come from. Here the die on the screen, thrown by a tap.

A die knows no rules: which throw is due, and what it means, the game says.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from companion.actions import Dice


class ScreenDie:
    """Dice on the screen, thrown by the system's source of randomness."""

    def throw(self, names: Sequence[str], *, by_name: bool) -> Dice:
        """One throw of the named dice: by their names, or in their order."""
        values = [1 + secrets.randbelow(6) for _ in names]
        return dict(zip(names, values, strict=True)) if by_name else values
