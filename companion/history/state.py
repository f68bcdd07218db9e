"""The state of a game: what its events lead to, one after the other.

The state depends on the events and on nothing else. So resuming after a power cut, undoing a move and replaying a bug
report are the same code. The rules judge each event once, when it is added. Nothing here reads a clock, a disk or a
camera.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from companion.history.events import (
    KEPT,
    LONGEST_NAME,
    Corrected,
    CorrectionUndone,
    Event,
    GameDeleted,
    GameResumed,
    Moved,
    Named,
    NextPartStarted,
    RecordError,
    Redone,
    Resigned,
    Revealed,
    Rolled,
    RollVoided,
    Sealed,
    Started,
    TakenBack,
)
from companion.rules import GAMES
from companion.rules.core import JSON, Game, Outcome, Resignation, RulesError


@dataclass(frozen=True, slots=True)
class Turn:
    """One move that counts."""

    before: Any
    """The position in which the move was made."""
    move: str


@dataclass(frozen=True, slots=True)
class PastRoll:
    """One roll that counts, or that counted before moves were undone."""

    before: Any
    """The position in which the roll was made."""
    player: str
    """The player who rolled, as positions name them."""
    dice: JSON
    moves_before: int
    """How many moves had been made before the roll."""


@dataclass(frozen=True, slots=True)
class PastCorrection:
    """One correction by hand, or one resignation. It changed the position without a move or a roll."""

    before: Any
    """The position before the correction."""
    moves_before: int
    """How many moves had been made before the correction."""
    rolls_before: int
    """How many rolls that count had been made before the correction."""
    parts_before: int
    """How many later parts of the game had begun before the correction."""
    text: str = ""
    """For a resignation, what was given up, in words; "" for a correction."""


@dataclass(frozen=True, slots=True)
class State:
    """A game after some events."""

    game: Game[Any]
    position: Any
    start: Any
    """The position at the start of the game."""
    last: Event
    """The latest event that changed the game."""
    last_outcome: Outcome[Any] | None = None
    """What the rules said that the latest event caused. None after a start, an undo, a redo, a voided roll or a
    correction, because the rules did not judge these.
    """
    turns: tuple[Turn, ...] = ()
    """The moves that count, oldest first. Undone moves are not among them."""
    rolls: tuple[PastRoll, ...] = ()
    """The rolls that count, oldest first."""
    kept_rolls: tuple[PastRoll, ...] = ()
    """Rolls of moves that were undone, oldest first. When its player rolls again after a new move, such a roll counts
    again instead (`next_kept_roll`).
    """
    corrections: tuple[PastCorrection, ...] = ()
    """The corrections that count, oldest first."""
    part_starts: tuple[int, ...] = ()
    """For each later part of the game (bout, round, game of a match), how many moves had been made before it began."""
    just_begun: bool = False
    """True at the start of the game or of a later part, until something happens that is not a correction. The players
    may still be setting up the pieces.
    """
    undone: tuple[State, ...] = ()
    """What can be redone: the state before each undo since the last new move or roll, oldest first. In these states,
    `undone` is empty.
    """
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The names that players have entered. The keys are the players as in positions."""
    seal: str | None = None
    """The seal of the rolls that the companion makes, until the secret of the seal is published."""
    sealed_rolls: int = 0
    """How many rolls were made under the seal."""

    @property
    def moves(self) -> list[str]:
        return [turn.move for turn in self.turns]

    @property
    def part_start(self) -> int:
        """How many moves had been made before the current part began."""
        return self.part_starts[-1] if self.part_starts else 0

    @property
    def last_correction(self) -> PastCorrection | None:
        """The last correction or resignation, if no move, roll or new part has come after it; else None."""
        last = self.corrections[-1] if self.corrections else None
        made = (len(self.turns), len(self.rolls), len(self.part_starts))
        before = last and (last.moves_before, last.rolls_before, last.parts_before)
        return last if before == made else None

    @property
    def undo_limit(self) -> int:
        """How many moves can be undone before an undo would reach more than moves: the start of a part, a correction or
        a resignation.
        """
        first = max([self.part_start, *(correction.moves_before for correction in self.corrections)])
        return len(self.turns) - first

    @property
    def over(self) -> bool:
        """True if the whole game has ended."""
        return self.game.status(self.position).due == "nothing"


def fold(state: State | None, event: Event, outcome: Outcome[Any] | None = None) -> State:
    """The state after one more event. Raises RecordError if the rules do not allow the event in this state.

    outcome: what the rules say about a roll, a move or a next part, if the caller has just asked them; None to ask them
    here.
    """
    if isinstance(event, Started):
        return _start(event)
    if state is None:
        raise RecordError(f"{event.kind}: no game has been started")
    match event:
        case Rolled() | Moved() | NextPartStarted():
            return _advance(state, event, outcome if outcome is not None else _judge(state, event))
        case RollVoided():
            return _void_rolls(state, event)
        case TakenBack():
            return _take_back(state, event)
        case Redone():
            return _redo(state, event)
        case Corrected():
            return _correct(state, event)
        case Resigned():
            return _resign(state, event)
        case CorrectionUndone():
            return _undo_correction(state, event)
        case Named():
            return _name(state, event)
        case GameResumed() | GameDeleted():
            return state
        case Sealed():
            return replace(state, seal=event.digest, sealed_rolls=0)
        case Revealed():
            return replace(state, seal=None, sealed_rolls=0)


def fold_all(events: Iterable[Event]) -> State | None:
    """The state after all events; None if there are no events."""
    state: State | None = None
    for event in events:
        state = fold(state, event)
    return state


def next_kept_roll(state: State) -> Rolled | None:
    """The kept roll that counts again now; None if there is none. It counts if its player must roll after a new
    move.
    """
    if not state.kept_rolls or isinstance(state.last, TakenBack):
        return None
    roll, status = state.kept_rolls[0], state.game.status(state.position)
    if status.due != "roll" or status.player != roll.player:
        return None
    return Rolled(roll.dice, KEPT)


def find_resignation(state: State, name: str) -> Resignation[Any] | None:
    """The resignation with this name; None if nobody can give that up now."""
    return next((one for one in state.game.resignations(state.position) if one.name == name), None)


def _start(event: Started) -> State:
    if event.game not in GAMES:
        raise RecordError(f"unknown game {event.game!r}; known are {', '.join(GAMES)}")
    game = GAMES[event.game]
    try:
        start = game.parse(event.position)
    except RulesError as error:
        raise RecordError(f"{event.kind}: {error}") from error
    return State(game, start, start, event, just_begun=True)


def _judge(state: State, event: Rolled | Moved | NextPartStarted) -> Outcome[Any]:
    """What the rules say that an event leads to. Raises RecordError if they do not allow it."""
    rules, position = state.game, state.position
    try:
        match event:
            case Rolled():
                return rules.roll(position, event.dice)
            case NextPartStarted():
                return rules.next(position)
            case Moved():
                verdict = rules.judge(position, event.move)
    except RulesError as error:
        raise RecordError(f"{event.kind}: {error}") from error
    if verdict.outcome is None:
        raise RecordError(f"moved {event.move}: {verdict.violations[0].text}")
    return verdict.outcome


def _advance(state: State, event: Rolled | Moved | NextPartStarted, outcome: Outcome[Any]) -> State:
    after = replace(
        state,
        position=outcome.position,
        last=event,
        last_outcome=outcome,
        just_begun=isinstance(event, NextPartStarted),
        undone=(),
    )
    match event:
        case Rolled():
            player = state.game.status(state.position).player
            roll = PastRoll(state.position, player, event.dice, len(state.turns))
            return replace(
                after,
                rolls=(*state.rolls, roll),
                kept_rolls=state.kept_rolls[1:] if event.source == KEPT else (),
                sealed_rolls=state.sealed_rolls + (event.seal is not None and event.seal == state.seal),
            )
        case NextPartStarted():
            return replace(after, kept_rolls=(), part_starts=(*state.part_starts, len(state.turns)))
        case Moved():
            return replace(after, turns=(*state.turns, Turn(state.position, event.move)))


def _correct(state: State, event: Corrected) -> State:
    try:
        position = state.game.parse(event.position)
    except RulesError as error:
        raise RecordError(f"{event.kind}: {error}") from error
    return _follow_correction(state, event, position, None, "")


def _resign(state: State, event: Resigned) -> State:
    found = find_resignation(state, event.what)
    if found is None:
        raise RecordError(f"{event.kind}: nobody can give up {event.what!r} now")
    return _follow_correction(state, event, found.outcome.position, found.outcome, found.text)


def _follow_correction(
    state: State, event: Corrected | Resigned, position: Any, outcome: Outcome[Any] | None, text: str
) -> State:
    past = PastCorrection(state.position, len(state.turns), len(state.rolls), len(state.part_starts), text)
    return replace(
        state,
        position=position,
        last=event,
        last_outcome=outcome,
        kept_rolls=(),
        corrections=(*state.corrections, past),
        just_begun=state.just_begun and isinstance(event, Corrected),
        undone=(),
    )


def _undo_correction(state: State, event: CorrectionUndone) -> State:
    last = state.last_correction
    if last is None:
        raise RecordError(f"{event.kind}: nothing was corrected since the last move or roll")
    return replace(_keep_for_redo(state, event), position=last.before, corrections=state.corrections[:-1])


def _void_rolls(state: State, event: RollVoided) -> State:
    since_move = [roll for roll in state.rolls if roll.moves_before == len(state.turns)]
    if not since_move or not 1 <= (event.throws or 1) <= len(since_move):
        raise RecordError(f"{event.kind}: there are fewer rolls since the last move, or none")
    voided = since_move[-event.throws :] if event.throws else since_move
    kept = state.rolls[: len(state.rolls) - len(voided)]
    return replace(
        state,
        position=voided[0].before,
        last=event,
        last_outcome=None,
        rolls=kept,
        kept_rolls=(),
        corrections=tuple(c for c in state.corrections if c.rolls_before <= len(kept)),
        just_begun=False,
        undone=(),
    )


def _take_back(state: State, event: TakenBack) -> State:
    if not 1 <= event.moves <= len(state.turns):
        raise RecordError(f"taken-back: {event.moves} of {len(state.turns)} moves")
    before, turns = state.turns[-event.moves].before, state.turns[: -event.moves]
    kept = tuple(roll for roll in state.rolls if roll.moves_before <= len(turns))
    later = (*state.rolls[len(kept) :], *state.kept_rolls)
    return replace(
        _keep_for_redo(state, event),
        position=before,
        turns=turns,
        rolls=kept,
        kept_rolls=later,
        corrections=tuple(c for c in state.corrections if c.moves_before <= len(turns)),
        just_begun=False,
        part_starts=tuple(start for start in state.part_starts if start <= len(turns)),
    )


def _keep_for_redo(state: State, event: TakenBack | CorrectionUndone) -> State:
    """The state from which an undo starts, with a copy of itself added to `undone` for a redo."""
    return replace(state, last=event, last_outcome=None, undone=(*state.undone, replace(state, undone=())))


def _redo(state: State, event: Redone) -> State:
    if not state.undone:
        raise RecordError(f"{event.kind}: nothing was undone since the last move or roll")
    again, earlier = state.undone[-1], state.undone[:-1]
    # An undo or a redo changes nothing about seals, which count every roll that was made, or about names.
    return replace(
        again,
        last=event,
        last_outcome=None,
        undone=earlier,
        names=state.names,
        seal=state.seal,
        sealed_rolls=state.sealed_rolls,
    )


def _name(state: State, event: Named) -> State:
    known = state.game.info.names
    for player, name in event.names.items():
        if player not in known:
            raise RecordError(f"{event.kind}: there is no player {player!r}")
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise RecordError(f"{event.kind}: {name!r} is no name of 1 to {LONGEST_NAME} letters")
    return replace(state, names=MappingProxyType(dict(event.names)))
