"""Dates of the journal's times. A clock may be set to anything, and a damaged journal may hold any number."""

from __future__ import annotations

from datetime import UTC, datetime

FIRST = datetime(1, 1, 2, tzinfo=UTC)
LAST = datetime(9999, 12, 30, tzinfo=UTC)
"""The first and the last date that exist in every time zone."""


def to_date(time: float) -> datetime:
    """Returns the date in UTC of a time in seconds since 1970, or the nearest date that the calendar has."""
    return datetime.fromtimestamp(min(max(time, FIRST.timestamp()), LAST.timestamp()), UTC)
