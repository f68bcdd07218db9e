"""Checks numbers of dice that come from outside."""

from __future__ import annotations

from companion.language import _
from companion.rules.core import JSON, RollError, shown


def is_face(data: JSON) -> bool:
    """True if JSON is a number that a die can show."""
    return isinstance(data, int) and not isinstance(data, bool) and 1 <= data <= 6


def read_face(data: JSON, where: str) -> int:
    """The number that a die shows. Raises RollError that names the field."""
    if not is_face(data):
        raise RollError(_("a die shows a whole number from 1 to 6, not {value}").format(value=shown(data)), where)
    face: int = data
    return face
