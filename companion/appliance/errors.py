"""Why the companion cannot be installed."""

from __future__ import annotations


class InstallError(Exception):
    """The companion cannot be installed. The message says what to do."""
