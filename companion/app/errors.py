"""The error for everything that keeps the companion from starting or going on."""

from __future__ import annotations


class ServiceError(Exception):
    """The companion cannot start or go on. The message says what to do. Saved games are safe."""
