"""The events of a game: what the journal keeps, as values and as JSON.

Events contain only JSON. `companion.history.state` asks the rules what they lead to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import NoneType
from typing import ClassVar, get_args

from companion.rules.core import JSON


class RecordError(ValueError):
    """These events are no game: one of them is unknown, or the rules do not allow it in its position."""


@dataclass(frozen=True, slots=True)
class Started:
    """A new game began."""

    kind: ClassVar[str] = "started"
    game: str
    """The game's id."""
    position: Mapping[str, JSON]
    """The position at the start, as JSON."""


KEPT = "stands"
"""The source of a roll that counts again after moves were undone. It was made before that."""

TYPED = "typed"
"""The source of a roll with ordinary dice, whose values people entered on the screen."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice were rolled."""

    kind: ClassVar[str] = "rolled"
    dice: JSON
    """The values of the dice, in the form that `Game.roll` takes."""
    source: str
    """What rolled the dice: the name of a die, a script, TYPED or KEPT."""
    proof: Mapping[str, JSON] | None = None
    """What proves where the roll comes from (`companion.devices.die.Proof`). None if nothing can be proved, and in
    journals that are older than proofs.
    """

    @property
    def seal(self) -> str | None:
        """The seal under which the roll was made; None for none."""
        seal = self.proof.get("seal") if isinstance(self.proof, Mapping) else None
        return seal if isinstance(seal, str) else None


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move was made."""

    kind: ClassVar[str] = "moved"
    move: str
    """The text of the move, as in docs/contract.md section 3."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last moves were undone. The roll of the first of them counts again."""

    kind: ClassVar[str] = "taken-back"
    moves: int
    """How many moves were undone."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The last undo was reversed: what it undid counts again."""

    kind: ClassVar[str] = "redone"


@dataclass(frozen=True, slots=True)
class RollVoided:
    """The players agreed that the last rolls do not count."""

    kind: ClassVar[str] = "annulled"
    throws: int | None = None
    """How many rolls; None for all since the last move. The journal keeps the field by this name."""


@dataclass(frozen=True, slots=True)
class NextPartStarted:
    """The next bout, game or round began."""

    kind: ClassVar[str] = "continued"


@dataclass(frozen=True, slots=True)
class Corrected:
    """The players corrected something that no camera sees."""

    kind: ClassVar[str] = "corrected"
    position: Mapping[str, JSON]
    """The whole position as JSON. The rules have accepted it."""


@dataclass(frozen=True, slots=True)
class CorrectionUndone:
    """The last correction or resignation was undone."""

    kind: ClassVar[str] = "correction-undone"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up the game or a part of it, or the players agreed on its end."""

    kind: ClassVar[str] = "resigned"
    what: str
    """What was given up, by its name in `Game.resignations`."""


LONGEST_NAME = 12
"""The most letters that a player's name may have, so that it fits on the screen."""


@dataclass(frozen=True, slots=True)
class Named:
    """The players entered their names. A player without a name is called by their colour."""

    kind: ClassVar[str] = "named"
    names: Mapping[str, JSON]
    """For each player, by the name that positions use: the name that was entered."""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The players went back to an earlier game. The entries after this one belong to that game."""

    kind: ClassVar[str] = "went-on"
    game: int
    """The number of the game: 1 for the game that was started first."""


@dataclass(frozen=True, slots=True)
class GameDeleted:
    """The players deleted an earlier game, so it is no longer offered. Its entries stay, because the journal never
    changes any.
    """

    kind: ClassVar[str] = "deleted"
    game: int
    """The number of the game, as in GameResumed."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """From now on, the rolls that the companion makes follow from a secret number (see `companion.fairness`)."""

    kind: ClassVar[str] = "sealed"
    digest: str
    """The digest of the secret, in hex."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret of the last seal was published after the game, so that everybody can check its rolls."""

    kind: ClassVar[str] = "revealed"
    secret: str
    """The secret, in hex."""


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
    """The fields of an event as JSON. The kind of the event is not among them."""
    return asdict(event)


def from_json(kind: str, data: JSON) -> Event:
    """The event of this kind with these fields. Raises RecordError if the kind is unknown or the fields do not
    fit it.
    """
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
"""For each type that a field of an event may have, by its name in the code: the types of its values."""
