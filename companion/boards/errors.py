"""The error of this package."""

from __future__ import annotations


class BoardError(ValueError):
    """A board that cannot be made with these measures; the message says what to do instead."""
