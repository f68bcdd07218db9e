"""Positions of Mindfield written by hand, and what the rules say about a move in them."""

from __future__ import annotations

from typing import Any

from companion.rules.mindfield import Position
from tests.rules.mindfield.positions import MINDFIELD, at

OPEN = """
    .......
    .......
    ..G....
    ..SA...
    .......
    .......
    G.....S"""
"""Gold a1 c5, Silver c4 g1, the Antipode on d4."""


def position(rows: str, **fields: Any) -> Position:
    parsed = MINDFIELD.parse(at(rows, **fields))
    assert isinstance(parsed, Position)
    return parsed


def rules_of(p: Position, move: str) -> list[str]:
    return [v.rule for v in MINDFIELD.judge(p, move).violations]


def after(p: Position, move: str) -> Position:
    verdict = MINDFIELD.judge(p, move)
    assert verdict.outcome is not None, verdict.violations
    result = verdict.outcome.position
    assert isinstance(result, Position)
    return result


def shown(p: Position, **changes: str) -> dict[str, tuple[str, ...]]:
    """The position's table with some cells changed; "" empties one."""
    table = dict(MINDFIELD.table(p))
    table.update({cell: (kind,) if kind else () for cell, kind in changes.items()})
    return table


CHAIN = """
    .......
    .......
    ..G....
    ..SA...
    .......
    ...S...
    G.....S"""
