"""Finds how far people are in a lesson: which step is due, whether it is done, and whether they have done something
else.

All functions depend only on the lesson, the game's state and its transient state. Nothing here is saved: after people
leave a lesson, it begins again from its start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.history.state import State
from companion.referee import MovePlayed, Unchanged
from companion.rules.core import JSON, Game
from companion.rules.lesson import (
    GoToNextPart,
    Lesson,
    LessonStep,
    Mistake,
    Play,
    PlayAny,
    Press,
    PutRight,
    Read,
    Roll,
    SetUp,
)
from companion.session.transient_state import TransientState

Deviation = Literal["moved", "undone", "changed"]
"""What people did instead of the step: they made another move, undid too much, or changed something else."""


class LessonError(ValueError):
    """The rules do not allow this lesson. The message names the step."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of a lesson, with the positions that it begins and ends with."""

    step: LessonStep
    turns: int
    """How many moves have been made, and count, when the step begins."""
    before: Any = None
    """The position when the step begins; None if people could choose a move before it."""
    after: Any = None
    """The position when the step is done; None if people can choose the move."""


def lay_path(game: Game[Any], lesson: Lesson) -> tuple[Stop, ...]:
    """All steps of a lesson with their positions. Raises LessonError if the rules do not allow a roll or a move."""
    return tuple(_list_stops(game, lesson))


def _list_stops(game: Game[Any], lesson: Lesson) -> Iterator[Stop]:
    position = game.new(lesson.options)
    earlier: list[Any] = []
    for number, step in enumerate(lesson.steps, start=1):
        turns = len(earlier)
        if position is None:
            if not isinstance(step, Read | PlayAny):
                raise LessonError(f"step {number} depends on a move that people choose")
            after = None
        else:
            try:
                after = _find_after(game, position, step, earlier)
            except ValueError as error:
                raise LessonError(f"step {number}, {step!r}: {error}") from error
        yield Stop(step, turns, position, after)
        if isinstance(step, Play | PlayAny):
            earlier.append(position)
        elif isinstance(step, Press) and step.button == "undo":
            earlier.pop()
        position = after


def _find_after(game: Game[Any], position: Any, step: LessonStep, earlier: list[Any]) -> Any:
    """The position after a step. earlier: the positions before the moves that count. Raises ValueError."""
    match step:
        case Roll(dice=dice):
            return game.roll(position, dice).position
        case Play(move=move):
            verdict = game.judge(position, move)
            if verdict.outcome is None:
                raise LessonError(verdict.violations[0].text)
            return verdict.outcome.position
        case PlayAny():
            return None
        case GoToNextPart():
            return game.next(position).position
        case Press(button="undo"):
            return earlier[-1]
        case Read() | SetUp() | Mistake() | PutRight() | Press():
            return position


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """How far people are in a lesson."""

    path: tuple[Stop, ...]
    at: int = 0

    @property
    def stop(self) -> Stop:
        """The step where people are now, with its positions."""
        return self.path[self.at]

    @property
    def is_last(self) -> bool:
        """True if this is the end of the lesson."""
        return self.at == len(self.path) - 1

    def go_on(self) -> LessonProgress:
        """The progress after the current step."""
        return self if self.is_last else replace(self, at=self.at + 1)


def follow(progress: LessonProgress, state: State, now: TransientState) -> LessonProgress:
    """The progress after all steps that are done now. People who act before they have read everything skip the
    texts.
    """
    while not progress.is_last:
        if _is_done(progress.stop, state, now):
            progress = progress.go_on()
            continue
        due = next((i for i in range(progress.at, len(progress.path)) if not _is_read(progress.path[i])), progress.at)
        stop = progress.path[due]
        if due == progress.at or stop.before == stop.after or not _is_done(stop, state, now):
            break
        progress = replace(progress, at=due)
    return progress


def _is_read(stop: Stop) -> bool:
    return isinstance(stop.step, Read)


def _is_done(stop: Stop, state: State, now: TransientState) -> bool:
    match stop.step:
        case Read():
            return False
        case SetUp():
            return not now.laying_out
        case PlayAny():
            return len(state.turns) > stop.turns
        case Mistake(rule=rule):
            return now.wrong is not None and any(found.rule == rule for found in now.wrong.violations)
        case PutRight():
            return _is_right(now) and isinstance(now.rest, Unchanged | MovePlayed)
        case Press(button="hint"):
            return now.hint
        case Press():
            return bool(state.position == stop.after) and _is_right(now) and isinstance(now.rest, Unchanged)
        case Roll() | Play() | GoToNextPart():
            return bool(state.position == stop.after)


def _is_right(now: TransientState) -> bool:
    """True if nothing on the table must be repaired or put back."""
    return now.wrong is None and now.restoring is None


def find_deviation(progress: LessonProgress, state: State) -> Deviation | None:
    """What people did instead of the step; None if the game is where the lesson expects it."""
    stop = progress.stop
    if stop.before is None or state.position in (stop.before, stop.after):
        return None
    turns = len(state.turns) - stop.turns
    return "moved" if turns > 0 else "undone" if turns < 0 else "changed"


def is_asked_for(progress: LessonProgress, state: State, move: str) -> bool:
    """True if a legal move may count now, because the lesson asks for it or lets people choose, or because they have
    left the lesson's way. Who moves instead of reading has read enough.
    """
    if find_deviation(progress, state) is not None:
        return True
    due = next((stop for stop in progress.path[progress.at :] if not _is_read(stop)), progress.stop)
    if isinstance(due.step, Play):
        outcome = state.game.judge(state.position, move).outcome
        return move == due.step.move or (outcome is not None and bool(outcome.position == due.after))
    return isinstance(due.step, PlayAny)


def find_roll(progress: LessonProgress, state: State) -> JSON:
    """The roll that the lesson gives now; None if it gives none. If people have undone a roll, they get the same one
    again.
    """
    reached = progress.path[: progress.at + 1]
    stops = (stop for stop in reversed(reached) if isinstance(stop.step, Roll) and stop.before == state.position)
    return next((stop.step.dice for stop in stops if isinstance(stop.step, Roll)), None)
