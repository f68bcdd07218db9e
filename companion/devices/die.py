"""The one contract of every die, whatever it is made of: asked to throw, rolling, settled, void, lost, back again.

A die knows no rules: how many dice are due, and for whom, it is asked; what a value means, the game says.
It never throws unasked, and never gives one throw twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, TracebackType
from typing import Any, Self

FACES = 6

Proof = Mapping[str, Any]
"""Where a throw comes from, as JSON that the journal keeps: the seal and number of a throw made here, the
box and number of one made there. Empty where nothing can be proved."""


@dataclass(frozen=True, slots=True)
class Request:
    """A throw that is due: the names of the dice to be thrown together, and for whom, as people call him."""

    dice: tuple[str, ...]
    player: str


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice have been thrown and roll; nothing counts yet."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The dice have come to rest on values from 1 to 6, in the order of the request."""

    values: tuple[int, ...]
    proof: Proof = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Void:
    """A throw that does not count: cocked, or broken off. `text` says why; the throw is still due."""

    text: str


@dataclass(frozen=True, slots=True)
class NotDue:
    """Somebody threw, or tried to, when no throw was asked for: it was ignored."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The die gives no throws for now; `text` says why and what to do."""

    text: str


@dataclass(frozen=True, slots=True)
class Back:
    """A lost die is back; `stands` are the values that it shows, empty where it shows none."""

    text: str
    stands: tuple[int, ...] = ()


DieEvent = Rolling | Settled | Void | NotDue | Lost | Back


class Die(ABC):
    """One die or several that are thrown together. A context manager: it is open inside `with`.

    Entering raises DeviceError where it cannot be opened; once open it raises nothing, but says Lost.

    source: its name in the journal. by_tap: `press` throws it; else it is thrown by its own button or hand alone.
    at_hand: it lies on the table, so that nobody needs an ordinary die.
    """

    source: str
    by_tap: bool = False
    at_hand: bool = False

    @property
    def most(self) -> int:
        """How many dice it throws at once; a request never asks for more."""
        return 2

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - a die without anything to close is a die
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes it."""

    @abstractmethod
    def ask(self, request: Request | None) -> None:
        """This throw is due now, None for none. Asking the same again changes nothing."""

    @abstractmethod
    def press(self, now: float) -> None:
        """The throw button was pressed, here or on the screen. `now` as in `events`."""

    @abstractmethod
    def events(self, now: float) -> Iterable[DieEvent]:
        """What has happened since the last call; never waits. `now`: seconds of time.monotonic."""

    def stand(self, values: Sequence[int]) -> None:  # noqa: B027 - not every die can be told
        """These values lie, though it was not thrown just now: a game goes on."""

    def written(self, settled: Settled) -> None:  # noqa: B027 - most dice have nothing to forget
        """A throw has been written down or refused for good: the die need not keep it any longer."""
