"""Collects the positions that the table may show by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.history.state import State

MOST_MOVES = 1000
"""How many legal moves are listed one by one."""


@dataclass(frozen=True)
class ReachablePositions:
    """The positions that the table may show by the rules: this one, those after a legal move, and earlier ones."""

    now: Any
    """The position of the game now."""
    after: tuple[Any, ...]
    """The positions after each legal move; empty if `complete` is False."""
    before: tuple[Any, ...]
    """The positions before each earlier move. The last move comes first."""
    complete: bool
    """False if there are too many legal moves to list. Then `after` is empty."""


def known(state: State) -> ReachablePositions:
    """The positions that the table may show in this state. Callers should keep the result while the state stays the
    same.
    """
    legal = state.game.legal(state.position, MOST_MOVES)
    after = []
    for move in legal.moves if legal.complete else ():
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None:
            after.append(outcome.position)
    before = tuple(turn.before for turn in reversed(state.turns))
    return ReachablePositions(state.position, tuple(after), before, legal.complete)
