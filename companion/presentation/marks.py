"""Marks and arrows on the drawn board: the last move, the repair of a table, hints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.history.state import State
from companion.rules.core import Hints
from companion.values.views import Arrow, Mark, Step


def mark_last_move(state: State) -> Iterator[Mark]:
    """The cells that the last move changed."""
    if not state.turns:
        return
    before = state.game.table(state.turns[-1].before)
    after = state.game.table(state.position)
    for cell in sorted({*before, *after}):
        if before.get(cell) != after.get(cell):
            yield Mark(cell, "last")


def mark_steps(steps: Iterable[Step]) -> Iterator[Mark]:
    """The cells where the steps of a repair begin and end."""
    for step in steps:
        if step.start is not None:
            yield Mark(step.start, "wrong")
        if step.end is not None and step.end != step.start:
            yield Mark(step.end, "missing")


def list_step_arrows(steps: Iterable[Step]) -> Iterator[Arrow]:
    """How the pieces go in the repair of a table."""
    for step in steps:
        if step.start is not None and step.end is not None and step.start != step.end:
            yield Arrow(step.start, step.end, "missing")


def mark_hints(hints: Hints) -> Iterator[Mark]:
    """The cells whose pieces can move."""
    for cell, ways in hints.cells.items():
        if any(way.to is not None for way in ways):
            yield Mark(cell, "hint")


def list_hint_arrows(hints: Hints) -> Iterator[Arrow]:
    """Where the pieces can go."""
    for cell, ways in hints.cells.items():
        for way in ways:
            if way.to is not None and way.to != cell:
                yield Arrow(cell, way.to, "hint")
