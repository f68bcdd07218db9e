"""Positions of Spaces written by hand, and what the rules say about a move or a table in them."""

from __future__ import annotations

from typing import Any

from companion.rules.spaces import Position
from tests.rules.spaces.positions import SPACES, at

START = {"J6": "W", "A6": "B"}


def position(pieces: dict[str, str], roll: int | None = None, **fields: Any) -> Position:
    return SPACES.parse(at(pieces, roll, **fields))


def dumped(outcome: Any) -> dict[str, Any]:
    return SPACES.dump(outcome.position)


def rules_broken(where: Position, move: str) -> list[str]:
    return [violation.rule for violation in SPACES.judge(where, move).violations]


def shown(where: Position, table: dict[str, str]) -> Any:
    return SPACES.match(where, {cell: tuple(kinds.split()) for cell, kinds in table.items()})
