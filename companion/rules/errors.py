"""The errors for requests that the rules cannot answer, and how a message quotes wrong input. `core` offers all of
this, too.
"""

from __future__ import annotations

import json
from typing import Any


class RulesError(ValueError):
    """A request that the rules cannot answer."""

    code = "bad-request"

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
        """The part of the input that is wrong."""
        self.reason = message
        """The message for people, without the name of the field."""


class PositionError(RulesError):
    """A position (or option) with unknown, missing or contradictory fields."""

    code = "bad-position"


class MoveTextError(RulesError):
    """A text that is no move of this game: it breaks the grammar, or names a cell that does not exist."""

    code = "bad-move"


class RollError(RulesError):
    """A roll that is not due, has the wrong number of dice, or rolls a die too often."""

    code = "bad-roll"


class TableError(RulesError):
    """A table with unknown cells or kinds, or more pieces than a cell holds."""

    code = "bad-table"


class ExportError(RulesError):
    """A played game cannot be written in a file format. The message says why."""

    code = "bad-export"


def shown(data: Any, longest: int = 60) -> str:
    """A piece of input, as a message quotes it: as JSON, cut if it is long, and always printable."""
    text = json.dumps(data, ensure_ascii=False, default=repr)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= longest else text[: longest - 3] + "..."
