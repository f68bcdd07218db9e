"""What every die has in common: the game asks for a roll, the die rolls, and it comes to rest.

A die knows no rules. A request says how many dice to roll and for whom; only the game knows what the values mean. A die
never rolls without a request, and never gives the same roll twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, TracebackType
from typing import Any, Self

FACES = 6
"""The number of faces of a die."""

Proof = Mapping[str, Any]
"""What proves where a roll comes from, as JSON for the journal. For a roll made by the companion: its seal and its
number. For a die box: the box and the number. Empty if nothing can be proved.
"""


@dataclass(frozen=True, slots=True)
class Request:
    """A roll that is due."""

    dice: tuple[str, ...]
    """The names of the dice to roll together."""

    player: str
    """The name of the player who rolls, for people."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice are rolling, and their values do not count yet."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The dice have come to rest."""

    values: tuple[int, ...]
    """Their values from 1 to 6, in the order of the request."""

    proof: Proof = field(default_factory=lambda: MappingProxyType({}))
    """What proves where the roll comes from."""


@dataclass(frozen=True, slots=True)
class InvalidRoll:
    """A roll does not count, for example because it was interrupted. The roll is still due."""

    text: str
    """Why it does not count, for people."""


@dataclass(frozen=True, slots=True)
class NotDue:
    """Somebody rolled, or tried to, when no roll was asked for. It was ignored."""


@dataclass(frozen=True, slots=True)
class DieLost:
    """The die cannot roll at present."""

    text: str
    """Why it cannot roll and what to do, for people."""


@dataclass(frozen=True, slots=True)
class DieBack:
    """A lost die can roll again."""

    text: str
    """What happened, for people."""

    shown: tuple[int, ...] = ()
    """The values that the die shows; empty if it shows none."""


DieEvent = Rolling | Settled | InvalidRoll | NotDue | DieLost | DieBack


class Die(ABC):
    """One die, or several that are rolled together. It is a context manager.

    Opening it raises DeviceError if that fails. An open die raises nothing, and reports DieLost instead.
    """

    source: str
    """The die's name in the journal."""

    by_tap: bool = False
    """True if `press` rolls the die. Otherwise only a button of the die itself, or a hand, rolls it."""

    at_hand: bool = False
    """True if the die is on the table, so that nobody needs an ordinary one."""

    @property
    def max_dice(self) -> int:
        """How many dice can be rolled at once. A request never asks for more."""
        return 2

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - a die without anything to close is a die
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the die."""

    @abstractmethod
    def ask(self, request: Request | None) -> None:
        """Tells the die which roll is due now; None for no roll. Asking for the same roll again changes nothing."""

    @abstractmethod
    def press(self, now: float) -> None:
        """Presses the roll button, which may be one on the screen. now: as in `events`."""

    @abstractmethod
    def events(self, now: float) -> Iterable[DieEvent]:
        """Returns what has happened since the last call. It never waits. now: seconds of time.monotonic."""

    def show(self, values: Sequence[int]) -> None:  # noqa: B027 - not every die can show values
        """Shows values that were not just rolled, because a game is resumed."""

    def forget(self, settled: Settled) -> None:  # noqa: B027 - most dice have nothing to forget
        """Lets the die forget a roll, because it is saved, or was refused for good."""
