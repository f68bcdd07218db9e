"""A game as it counts: throws, moves and bouts one after the other, without what was taken back.

The journal keeps everything that happened; who reads a game afterwards wants the game that was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from companion.history.events import Event, Moved, NextPartStarted, Rolled, RollVoided, TakenBack
from companion.history.saved_games import SavedGame
from companion.history.state import State, fold
from companion.rules.core import Event as Told


@dataclass(frozen=True, slots=True)
class Step:
    """One event that counts: when it was written (seconds since 1970), the positions before and after, and what it
    brought about."""

    time: float
    event: Event
    before: Any
    after: Any
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The steps of a game in order, and where it stands."""

    steps: tuple[Step, ...]
    state: State


def played_game(saved: SavedGame) -> PlayedGame:
    """What counts of a saved game. Raises RecordError where it cannot be folded."""
    state, steps = fold(None, saved.started), list[Step]()
    for entry in saved.entries[1:]:
        after = fold(state, entry.event)
        match entry.event:
            case TakenBack(moves):
                # The roll that a move was played with still counts, so it stays.
                made = [place for place, step in enumerate(steps) if isinstance(step.event, Moved)]
                del steps[made[-moves] :]
            case RollVoided(rolls):
                rolled = list(takewhile(lambda step: isinstance(step.event, Rolled), reversed(steps)))
                del steps[len(steps) - (rolls or len(rolled)) :]
            case Rolled() | Moved() | NextPartStarted() as event if after.last_outcome is not None:
                steps.append(Step(entry.time, event, state.position, after.position, after.last_outcome.events))
            case event if after.position != state.position:
                steps.append(Step(entry.time, event, state.position, after.position))
        state = after
    return PlayedGame(tuple(steps), state)


def moment(time: float) -> str:
    """A time as other programs read it: UTC, ISO 8601, to the millisecond."""
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
