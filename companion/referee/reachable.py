"""The positions that a table may show according to the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.history.state import State

MOST_MOVES = 1000
"""How many legal moves are listed one by one."""


@dataclass(frozen=True)
class ReachablePositions:
    """The positions that a table may show according to the rules."""

    now: Any
    """The position itself."""
    after: tuple[Any, ...]
    """The positions after each legal move; empty if `complete` is False."""
    before: tuple[Any, ...]
    """The positions before each earlier move, the last move first."""
    complete: bool
    """False if there are too many legal moves to list."""


def known(state: State) -> ReachablePositions:
    """The positions that a game can reach from here. Callers should keep them while the state is the same."""
    legal = state.game.legal(state.position, MOST_MOVES)
    after = []
    for move in legal.moves if legal.complete else ():
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None:
            after.append(outcome.position)
    before = tuple(turn.before for turn in reversed(state.turns))
    return ReachablePositions(state.position, tuple(after), before, legal.complete)
