"""Collects the steps of a game that count: rolls, moves and new parts, in order.

The journal keeps everything that happened, also what was taken back. Somebody who reads the game wants only what
counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.history.dates import to_date
from companion.history.events import (
    CorrectionUndone,
    Event,
    Moved,
    NextPartStarted,
    Redone,
    Resigned,
    Rolled,
    RollVoided,
    TakenBack,
)
from companion.history.saved_games import SavedGame
from companion.history.state import State, fold
from companion.rules.core import Event as RuleEvent


@dataclass(frozen=True, slots=True)
class Step:
    """One event that counts."""

    time: float
    """When it happened, in seconds since 1970."""

    event: Event
    """What people did."""

    before: Any
    """The position before it."""

    after: Any
    """The position after it."""

    rule_events: tuple[RuleEvent, ...] = ()
    """What the rules say that also happened, such as a hit."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game without the steps that were taken back."""

    steps: tuple[Step, ...]
    """The steps that count, in order."""

    state: State
    """The state after the last one."""


def collect_steps(saved: SavedGame) -> PlayedGame:
    """The steps of a saved game that count. Raises RecordError if the rules do not allow the game."""
    state, steps = fold(None, saved.started), list[Step]()
    undone: list[list[Step]] = []  # the steps before each undo, for a redo
    for entry in saved.entries[1:]:
        after = fold(state, entry.event)
        if isinstance(entry.event, TakenBack | CorrectionUndone):
            undone.append(list(steps))
        match entry.event:
            case Redone():
                steps = undone.pop()
            case CorrectionUndone():
                if after.position != state.position:
                    del steps[-1]
            case TakenBack(moves):
                # The roll that a move was played with still counts, so it stays.
                made = [place for place, step in enumerate(steps) if isinstance(step.event, Moved)]
                del steps[made[-moves] :]
            case RollVoided(rolls):
                rolled = list(takewhile(lambda step: isinstance(step.event, Rolled), reversed(steps)))
                del steps[len(steps) - (rolls or len(rolled)) :]
            case Rolled() | Moved() | NextPartStarted() | Resigned() as event if after.last_outcome is not None:
                steps.append(Step(entry.time, event, state.position, after.position, after.last_outcome.events))
            case event if after.position != state.position:
                steps.append(Step(entry.time, event, state.position, after.position))
        state = after
    return PlayedGame(tuple(steps), state)


def format_time(time: float) -> str:
    """A time for other programs: UTC, ISO 8601, to the millisecond."""
    return to_date(time).isoformat(timespec="milliseconds").replace("+00:00", "Z")
