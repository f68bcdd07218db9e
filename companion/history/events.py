"""The events of a game: what the journal keeps, as values and as JSON.

Events hold JSON only. `companion.history.state` asks the rules what the events lead to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import NoneType
from typing import ClassVar, get_args

from companion.rules.core import JSON


class RecordError(ValueError):
    """Events that make no game: one of them is unknown, or the rules refuse it in its position."""


@dataclass(frozen=True, slots=True)
class Started:
    """A new game began."""

    kind: ClassVar[str] = "started"
    game: str
    """The game's id."""
    position: Mapping[str, JSON]
    """Its start position, as JSON."""


KEPT = "stands"
"""The source of a roll that was made before moves were undone, and counts again."""

TYPED = "typed"
"""The source of a roll of ordinary dice that people entered on the screen."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice were rolled."""

    kind: ClassVar[str] = "rolled"
    dice: JSON
    """The values, as `Game.roll` takes them."""
    source: str
    """What rolled them: a die's name, a script, TYPED or KEPT."""
    proof: Mapping[str, JSON] | None = None
    """Where the roll comes from (`companion.devices.die.Proof`). None if nothing can be proved, and in journals
    that are older than proofs."""

    @property
    def seal(self) -> str | None:
        """The seal that the roll was made under, None for none."""
        seal = self.proof.get("seal") if isinstance(self.proof, Mapping) else None
        return seal if isinstance(seal, str) else None


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move was made."""

    kind: ClassVar[str] = "moved"
    move: str
    """Its text, as docs/contract.md section 3 writes it."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last moves were undone. The first of them keeps its roll."""

    kind: ClassVar[str] = "taken-back"
    moves: int
    """How many."""


@dataclass(frozen=True, slots=True)
class Redone:
    """What was undone last counts again."""

    kind: ClassVar[str] = "redone"


@dataclass(frozen=True, slots=True)
class RollVoided:
    """The players agreed that the last rolls do not count."""

    kind: ClassVar[str] = "annulled"
    throws: int | None = None
    """How many rolls, None for all since the last move. The journal keeps the field by this name."""


@dataclass(frozen=True, slots=True)
class NextPartStarted:
    """The next bout, game or round began."""

    kind: ClassVar[str] = "continued"


@dataclass(frozen=True, slots=True)
class Corrected:
    """The players corrected something that no camera sees."""

    kind: ClassVar[str] = "corrected"
    position: Mapping[str, JSON]
    """The whole position as JSON. The rules accept it."""


@dataclass(frozen=True, slots=True)
class CorrectionUndone:
    """The last correction or resignation was undone."""

    kind: ClassVar[str] = "correction-undone"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up the game or a part of it, or the players agreed on its end."""

    kind: ClassVar[str] = "resigned"
    what: str
    """What was given up, as `Game.resignations` names it."""


LONGEST_NAME = 12
"""How many letters a player's name has at most, so that it fits on the screen."""


@dataclass(frozen=True, slots=True)
class Named:
    """The players entered their names. Players without one are called by their colour."""

    kind: ClassVar[str] = "named"
    names: Mapping[str, JSON]
    """Each player, as positions name them, with their name."""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The players went back to an earlier game. The entries after this one belong to that game."""

    kind: ClassVar[str] = "went-on"
    game: int
    """Its number, from 1, in the order in which the games were started."""


@dataclass(frozen=True, slots=True)
class GameDeleted:
    """The players deleted an earlier game: it is no longer offered. Its entries stay, as nothing is ever changed."""

    kind: ClassVar[str] = "deleted"
    game: int
    """Its number, as in GameResumed."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The rolls made here from now on follow from a secret number (see `companion.fairness`)."""

    kind: ClassVar[str] = "sealed"
    digest: str
    """The secret's digest, in hex."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret of the last seal was published after the game, so that everybody can check its rolls."""

    kind: ClassVar[str] = "revealed"
    secret: str
    """In hex."""


Event = (
    Started
    | Rolled
    | RollVoided
    | Moved
    | TakenBack
    | Redone
    | NextPartStarted
    | Corrected
    | CorrectionUndone
    | Resigned
    | Named
    | GameResumed
    | GameDeleted
    | Sealed
    | Revealed
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
        event = _KINDS[kind](**data)
    except TypeError as error:
        raise RecordError(f"{kind}: {error}") from error
    for field in fields(event):
        # Python counts True as an integer, but a field for integers takes no bool.
        allowed, value = _TYPES[str(field.type)], getattr(event, field.name)
        if not isinstance(value, allowed) or (isinstance(value, bool) and allowed is not object):
            raise RecordError(f"{kind}: its field {field.name!r} cannot be {value!r}")
    return event


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "JSON": object,
    "Mapping[str, JSON]": dict,
    "Mapping[str, JSON] | None": (dict, NoneType),
    "int": int,
    "int | None": (int, NoneType),
    "str": str,
}
"""The types that a value may have, by the annotation of its field."""
