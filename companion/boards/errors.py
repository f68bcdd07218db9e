"""The error for boards that cannot be made."""

from __future__ import annotations


class BoardError(ValueError):
    """A board cannot be made with these measures. The message says what to do instead."""
