"""What vision says of a table: for each cell how likely each content is; hand or no hand; at rest or not.

The value types between vision and the referee. They never judge: that a content is likely does not
make it legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Content = tuple[str | None, int]
"""What lies in a cell: (piece kind, how many of it); EMPTY where nothing does."""

EMPTY: Content = (None, 0)

SURE = 0.95
"""A cell whose likeliest content has a lower probability is said to be unsure."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """How likely each content of one cell is.

    `likely` holds probabilities of at most 1 in sum; what is left over is "something else".
    `covered` says that something that is neither board nor piece hides part of the cell.
    `countable`: where pieces pile up, from how many on counts look alike; what `likely` says of those is a guess.
    """

    likely: Mapping[Content, float]
    covered: bool = False
    countable: int | None = None

    @property
    def best(self) -> Content:
        return max(self.likely, key=lambda content: self.likely[content])

    @property
    def p(self) -> float:
        """The probability of `best`."""
        return self.likely[self.best]

    def chance(self, pieces: tuple[str, ...]) -> float:
        """How likely these pieces lie here, bottom to top; of piles that cannot be counted any height will do."""
        if len(set(pieces)) > 1:
            return 0.0
        kind, count = (pieces[0], len(pieces)) if pieces else EMPTY
        if self.countable is None or count < self.countable:
            return self.likely.get((kind, count), 0.0)
        return sum(p for (other, many), p in self.likely.items() if other == kind and many >= self.countable)

    @property
    def unsure(self) -> bool:
        return self.covered or self.p < SURE


@dataclass(frozen=True, slots=True)
class Reading:
    """One frame read: every cell of the layout, and whether a hand (or anything foreign) is over the board."""

    cells: Mapping[str, CellReading]
    hand: bool

    @property
    def unsure(self) -> tuple[str, ...]:
        return tuple(name for name, cell in self.cells.items() if cell.unsure)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame of a running camera shows.

    `reading` is None where the board is not in sight; `problem` then says why, in words for people.
    `settled` says that nothing has moved for long enough to believe the reading; `resting` that nothing moves, but that
    a hand or a thing may lie there.
    `advice` says what makes the picture worse than it need be and what to do, None where it is good enough.
    `ms` tells what the stages took, for the bench and for `companion read`.
    """

    frame: int
    reading: Reading | None
    settled: bool
    hand: bool
    problem: str | None = None
    ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    advice: str | None = None
    resting: bool = False
