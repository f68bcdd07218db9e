"""What vision says about a table: how likely each content of each cell is, whether there is a hand, and whether the
table is at rest.

These values go from vision to the referee. They do not judge: a likely content may be against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Content = tuple[str | None, int]
"""What a cell holds: (kind of the pieces, number of pieces). EMPTY for nothing."""

EMPTY: Content = (None, 0)

SURE = 0.95
"""If the most likely content of a cell has a lower probability than this, the cell is unsure."""

ENOUGH_DOUBT = 1.005 * (1 - SURE)
"""This much doubt, and no more, is added to a cell that must not be sure."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """How likely each content of one cell is."""

    likely: Mapping[Content, float]
    """The probability of each content. Their sum is at most 1; the rest is the probability of something else."""
    covered: bool = False
    """True if something that is neither board nor piece hides part of the cell."""
    countable: int | None = None
    """For piles: from this number of pieces on, all numbers look alike from above, and `likely` only guesses. None if
    the camera can tell every number.
    """

    @property
    def best(self) -> Content:
        """The most likely content."""
        return max(self.likely, key=lambda content: self.likely[content])

    @property
    def p(self) -> float:
        """The probability of the most likely content."""
        return self.likely[self.best]

    def chance(self, pieces: tuple[str, ...]) -> float:
        """The probability that the cell holds these pieces, named from bottom to top. If piles are too high to be
        counted, every such height has the same probability.
        """
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
    """What each cell of the layout shows, by the cell's name."""
    hand: bool
    """True if a hand or another thing is over the board."""
    strays: tuple[tuple[float, float], ...] = ()
    """Where pieces are on no cell, in mm: beside the cells, or far from each of them. Empty if the print is not known,
    or if there is a hand.
    """

    @property
    def unsure(self) -> tuple[str, ...]:
        """The names of the unsure cells."""
        return tuple(name for name, cell in self.cells.items() if cell.unsure)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame of a running camera shows."""

    frame: int
    """The number of the frame, counted from 0."""
    reading: Reading | None
    """What the board shows; None if it is not in sight."""
    settled: bool
    """True if nothing has moved for long enough to trust the reading, and no hand is over the board."""
    hand: bool
    """True if a hand or another thing is over the board."""
    problem: str | None = None
    """Why the board is not in sight, in words for people."""
    ms: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """How many milliseconds each step took, for the benchmark and for `companion read`."""
    advice: str | None = None
    """What makes the picture worse than necessary, and what to do about it; None if it is good enough."""
    resting: bool = False
    """True if nothing moves. A hand that is held still may be over the board."""
    blurred: bool = False
    """True if the board is out of focus."""
