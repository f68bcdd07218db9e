"""Marks and arrows on the drawn board, for the last move and for the repair of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.history.state import State
from companion.rules.core import Table
from companion.values.views import Arrow, Mark, Step


def mark_last_move(state: State, after: Table) -> Iterator[Mark]:
    """The cells that the last move changed; none if a new part of the game has begun since. after: the table of the
    position, as it is drawn.
    """
    if len(state.turns) <= state.part_start:
        return
    before = state.game.arranged(state.turns[-1].before, after)
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
    """Arrows that show how pieces go in the repair of a table."""
    for step in steps:
        if step.start is not None and step.end is not None and step.start != step.end:
            yield Arrow(step.start, step.end, "missing")
