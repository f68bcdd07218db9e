"""Why the companion cannot start or continue."""

from __future__ import annotations


class ServiceError(Exception):
    """The companion cannot start or continue. The message says what to do. What was saved is safe."""
