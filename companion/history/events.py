"""The record of a game: the events that happened, and the state that they fold into.

A game's state is the fold of its events and nothing else, so resuming after a power cut, taking a move
back and replaying a bug report are the same code. Events hold JSON only; the rules judge them again at
every fold. Nothing here reads a clock, a disk or a camera.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, get_args

from companion.rules import GAMES
from companion.rules.core import JSON, Game, Outcome, RulesError


class RecordError(ValueError):
    """Events that make no game: unknown ones, or one that the rules refuse where it stands."""


@dataclass(frozen=True, slots=True)
class Started:
    """A new game: its id, its start position as JSON."""

    kind: ClassVar[str] = "started"
    game: str
    position: Mapping[str, JSON]


STANDS = "stands"
"""The source of a throw that was made before moves were taken back, and stands."""

TYPED = "typed"
"""The source of a throw of ordinary dice that people have typed in."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A throw as `Game.roll` takes it, what threw it, and where it comes from (`companion.devices.die.Proof`).

    proof is None where nothing can be proved, and in journals that were written before there were any. The source
    STANDS: it was thrown before a takeback and counts again.
    """

    kind: ClassVar[str] = "rolled"
    dice: JSON
    source: str
    proof: Mapping[str, JSON] | None = None

    @property
    def seal(self) -> str | None:
        """The seal that the throw was made under, if any."""
        seal = self.proof.get("seal") if isinstance(self.proof, Mapping) else None
        return seal if isinstance(seal, str) else None


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move, as text."""

    kind: ClassVar[str] = "moved"
    move: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last `moves` moves undone; the dice that the first of them was played with stand."""

    kind: ClassVar[str] = "taken-back"
    moves: int


@dataclass(frozen=True, slots=True)
class RollVoided:
    """All agree to throw again: so many of the last throws do not count, None for all since the last move."""

    kind: ClassVar[str] = "annulled"
    throws: int | None = None


@dataclass(frozen=True, slots=True)
class NextPartStarted:
    """The next bout, game or round laid out."""

    kind: ClassVar[str] = "continued"


@dataclass(frozen=True, slots=True)
class Corrected:
    """People say that it is otherwise: the whole position as JSON, which the rules accept."""

    kind: ClassVar[str] = "corrected"
    position: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class GameResumed:
    """An earlier game goes on: the `game`-th that was started, from 1. What follows in the journal is its own."""

    kind: ClassVar[str] = "went-on"
    game: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """The rolls made here from now on follow from a secret with this digest (see `companion.fairness`)."""

    kind: ClassVar[str] = "sealed"
    digest: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret of the last seal, in hex, told after the game: now its throws can be counted over."""

    kind: ClassVar[str] = "revealed"
    secret: str


Event = (
    Started | Rolled | RollVoided | Moved | TakenBack | NextPartStarted | Corrected | GameResumed | Sealed | Revealed
)

_KINDS: Mapping[str, type[Event]] = {t.kind: t for t in get_args(Event)}


def to_json(event: Event) -> dict[str, JSON]:
    """The event's fields, without its kind."""
    return asdict(event)


def from_json(kind: str, data: JSON) -> Event:
    """The event of a kind. Raises RecordError for an unknown kind or fields that do not fit."""
    if kind not in _KINDS:
        raise RecordError(f"unknown event {kind!r}")
    if not isinstance(data, dict):
        raise RecordError(f"{kind}: an object is needed")
    try:
        return _KINDS[kind](**data)
    except TypeError as error:
        raise RecordError(f"{kind}: {error}") from error


@dataclass(frozen=True, slots=True)
class Turn:
    """One committed move and the position that it was made in."""

    before: Any
    move: str


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw that counted: the position before it, who threw, and how many moves had been made."""

    before: Any
    player: str
    dice: JSON
    after: int


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. `turns` are the moves that count, oldest first: those taken back are gone.

    start: the position that the game began with. last: the latest event that changed it.
    throws: those that count. standing: those made after moves that are taken back, in their order; they count again
    when their player's throw is due after a move (`due_again`).
    seal: what the throws made here are sealed with, until it is opened; sealed_throws: how many there were.
    """

    game: Game[Any]
    position: Any
    start: Any
    last: Event
    turns: tuple[Turn, ...] = ()
    throws: tuple[Throw, ...] = ()
    standing: tuple[Throw, ...] = ()
    seal: str | None = None
    sealed_throws: int = 0

    @property
    def moves(self) -> list[str]:
        return [turn.move for turn in self.turns]

    @property
    def over(self) -> bool:
        return self.game.status(self.position).due == "nothing"


def fold(state: State | None, event: Event) -> State:
    """The state after one more event of the same game. Raises RecordError where the event cannot stand there."""
    if isinstance(event, Started):
        if event.game not in GAMES:
            raise RecordError(f"unknown game {event.game!r}; known are {', '.join(GAMES)}")
        game = GAMES[event.game]
        try:
            start = game.parse(event.position)
        except RulesError as error:
            raise RecordError(f"{event.kind}: {error}") from error
        return State(game, start, start, event)
    if state is None:
        raise RecordError(f"{event.kind}: no game has been started")
    match event:
        case Rolled():
            seal = event.seal
            sealed = state.sealed_throws + (seal is not None and seal == state.seal)
            throw = Throw(state.position, state.game.status(state.position).player, event.dice, len(state.turns))
            return replace(
                state,
                position=outcome(state, event).position,
                last=event,
                throws=(*state.throws, throw),
                standing=state.standing[1:] if event.source == STANDS else (),
                sealed_throws=sealed,
            )
        case RollVoided():
            annulled = [throw for throw in state.throws if throw.after == len(state.turns)]
            if not annulled or not 1 <= (event.throws or 1) <= len(annulled):
                raise RecordError(f"{event.kind}: nothing has been thrown since the last move, or not so often")
            annulled = annulled[-event.throws :] if event.throws else annulled
            kept = state.throws[: len(state.throws) - len(annulled)]
            return replace(state, position=annulled[0].before, last=event, throws=kept, standing=())
        case NextPartStarted():
            return replace(state, position=outcome(state, event).position, last=event, standing=())
        case Moved():
            turns = (*state.turns, Turn(state.position, event.move))
            return replace(state, position=outcome(state, event).position, last=event, turns=turns)
        case TakenBack():
            if not 1 <= event.moves <= len(state.turns):
                raise RecordError(f"taken-back: {event.moves} of {len(state.turns)} moves")
            before, turns = state.turns[-event.moves].before, state.turns[: -event.moves]
            kept = tuple(throw for throw in state.throws if throw.after <= len(turns))
            standing = (*state.throws[len(kept) :], *state.standing)
            return replace(state, position=before, last=event, turns=turns, throws=kept, standing=standing)
        case Corrected():
            try:
                return replace(state, position=state.game.parse(event.position), last=event, standing=())
            except RulesError as error:
                raise RecordError(f"{event.kind}: {error}") from error
        case GameResumed():
            return state
        case Sealed():
            return replace(state, seal=event.digest, sealed_throws=0)
        case Revealed():
            return replace(state, seal=None, sealed_throws=0)


def outcome(state: State, event: Rolled | Moved | NextPartStarted) -> Outcome[Any]:
    """What a throw, a move or a next bout does by the rules, and what it brings about. Raises RecordError."""
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


def due_again(state: State) -> Rolled | None:
    """The throw that counts again just now: made by the player who is to throw, before moves were taken back."""
    if not state.standing or isinstance(state.last, TakenBack):
        return None
    throw, status = state.standing[0], state.game.status(state.position)
    if status.due != "roll" or status.player != throw.player:
        return None
    return Rolled(throw.dice, STANDS)


def fold_all(events: Iterable[Event]) -> State | None:
    """The state after all events, None where there is none."""
    state: State | None = None
    for event in events:
        state = fold(state, event)
    return state
