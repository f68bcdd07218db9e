"""The steps of a game, for people who look back: moves, corrections, and the starts of later parts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from companion.history.state import PastCorrection, State, Turn
from companion.rules.core import Table

PastStep = Turn | PastCorrection | None
"""One step: a move, a correction or resignation, or None for the start of a later part."""


def list_steps(state: State) -> tuple[PastStep, ...]:
    """All steps that count, oldest first."""
    steps: list[tuple[tuple[float, float, int], PastStep]] = []
    steps += [((at, math.inf, 0), turn) for at, turn in enumerate(state.turns)]
    steps += [((start, part, 1), None) for part, start in enumerate(state.part_starts)]
    steps += [((past.moves_before, past.parts_before, 0), past) for past in state.corrections]
    return tuple(step for _order, step in sorted(steps, key=lambda one: one[0]))


def go_back(state: State, number: int) -> State:
    """The state after this many steps, to show it. Its rolls are not those of that time."""
    steps = list_steps(state)
    done, later = steps[:number], steps[number:]
    moves = sum(isinstance(step, Turn) for step in done)
    if not done:
        position = state.start
    elif isinstance(done[-1], Turn):
        position = _play(state, done[-1])
    else:
        following = next((step for step in later if step is not None), None)
        position = state.position if following is None else following.before
    corrections = tuple(step for step in done if isinstance(step, PastCorrection))
    return replace(state, position=position, turns=state.turns[:moves], corrections=corrections, undone=())


def find_table(state: State, number: int) -> Table:
    """What was on the board after this many steps."""
    past = go_back(state, number)
    return past.game.table(past.position)


def count_moves(state: State, number: int) -> int | None:
    """How many moves had been made after this many steps. None if the last of these steps was no move, because the
    table may have changed without one.
    """
    done = list_steps(state)[: max(0, number)]
    if done and not isinstance(done[-1], Turn):
        return None
    return sum(isinstance(step, Turn) for step in done)


def _play(state: State, turn: Turn) -> Any:
    outcome = state.game.judge(turn.before, turn.move).outcome
    assert outcome is not None  # the move counts
    return outcome.position
