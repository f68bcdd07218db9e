"""Dates of the journal's times. A clock may be set to anything, and a damaged journal may hold any number."""

from __future__ import annotations

from datetime import UTC, datetime

FIRST = datetime(1, 1, 2, tzinfo=UTC)
LAST = datetime(9999, 12, 30, tzinfo=UTC)
"""The first and last date for which every time zone has one."""


def to_date(time: float) -> datetime:
    """Returns the date of a time in seconds since 1970, in UTC; the nearest one that a calendar has."""
    return datetime.fromtimestamp(min(max(time, FIRST.timestamp()), LAST.timestamp()), UTC)
