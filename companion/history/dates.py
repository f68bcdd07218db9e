"""Turns the times in a journal into dates. A clock may be set to any time, and a damaged journal may contain any
number.
"""

from __future__ import annotations

from datetime import UTC, datetime

FIRST = datetime(1, 1, 2, tzinfo=UTC)
LAST = datetime(9999, 12, 30, tzinfo=UTC)
"""FIRST and LAST are the first and the last date that exist in every time zone."""


def to_date(time: float) -> datetime:
    """The date in UTC of a time in seconds since 1970. If the calendar has no such date, the nearest one."""
    return datetime.fromtimestamp(min(max(time, FIRST.timestamp()), LAST.timestamp()), UTC)
