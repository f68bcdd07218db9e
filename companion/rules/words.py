"""Words that several games share."""

from __future__ import annotations

from companion.language import ngettext


def in_points(count: int) -> str:
    """ "1 point", "2 points"."""
    return ngettext("{count} point", "{count} points", count).format(count=count)
