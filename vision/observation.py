"""What vision says about a table: how likely each content of each cell is, if there is a hand, and if the table is at
rest.

These values go from vision to the referee. They never judge: a likely content need not be legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Content = tuple[str | None, int]
"""What a cell holds: (piece kind, how many of it); EMPTY for nothing."""

EMPTY: Content = (None, 0)

SURE = 0.95
"""A cell whose most likely content has a lower probability is unsure."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """How likely each content of one cell is."""

    likely: Mapping[Content, float]
    """Probabilities with a sum of at most 1; the rest is "something else"."""
    covered: bool = False
    """True if something that is neither board nor piece hides part of the cell."""
    countable: int | None = None
    """For piles: from this count on, all counts look alike, and `likely` only guesses among them. None if the camera
    can tell every count."""

    @property
    def best(self) -> Content:
        """The most likely content."""
        return max(self.likely, key=lambda content: self.likely[content])

    @property
    def p(self) -> float:
        """The probability of `best`."""
        return self.likely[self.best]

    def chance(self, pieces: tuple[str, ...]) -> float:
        """The probability that these pieces are here, named from bottom to top. Piles too high to count match at any
        such height."""
        if len(set(pieces)) > 1:
            return 0.0
        kind, count = (pieces[0], len(pieces)) if pieces else EMPTY
        if self.countable is None or count < self.countable:
            return self.likely.get((kind, count), 0.0)
        return sum(p for (other, many), p in self.likely.items() if other == kind and many >= self.countable)

    @property
    def unsure(self) -> bool:
        """True if the cell is covered, or its most likely content is not likely enough."""
        return self.covered or self.p < SURE


@dataclass(frozen=True, slots=True)
class Reading:
    """What one frame shows on the board."""

    cells: Mapping[str, CellReading]
    """By name, every cell of the layout."""
    hand: bool
    """True if a hand or another thing is over the board."""

    @property
    def unsure(self) -> tuple[str, ...]:
        """The names of the unsure cells."""
        return tuple(name for name, cell in self.cells.items() if cell.unsure)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame of a running camera shows."""

    frame: int
    """The frame's number."""
    reading: Reading | None
    """None if the board is not in sight."""
    settled: bool
    """True if nothing has moved for long enough to believe the reading, and no hand is over the board."""
    hand: bool
    """True if a hand or a thing is over the board."""
    problem: str | None = None
    """Why the board is not in sight, in words for people."""
    ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Milliseconds that each stage took, for the benchmark and for `companion read`."""
    advice: str | None = None
    """What makes the picture worse than necessary and what to do; None if it is good enough."""
    resting: bool = False
    """True if nothing moves; a hand or a thing may still be there."""
    blurred: bool = False
    """True if the board is out of focus."""
