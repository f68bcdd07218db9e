"""What vision says, as the referee weighs it: the looks of the cells, and how well a table fits them.

A look is a cell's content as far as it can be seen: where pieces pile up, counts from `countable` on look
alike, and how likely vision takes each of them to be says nothing. The rules settle what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.core import Table
from vision.observation import EMPTY, SURE, CellReading, Content, Observation, Reading

OTHER = 0.3
"""How far the likelihoods of a cell's contents may shift before what people said of it no longer counts."""

STRANGE = 0.5
"""A cell that holds with less than this probability what it can hold in the game looks most like something else."""

Look = CellReading
"""How one cell looked."""

Told = Mapping[str, Content]
"""What people have said of cells that could not be told."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame says to the game: a reading only where the table is at rest and no hand is over it.

    frame: its number from 0 on; t: seconds since the camera started. problem: why the board is not in
    sight, in words, or None where it is. advice: what would make the picture better, None where it is good.
    under: what is seen at rest below a hand or whatever is taken for one, for when people say that it is none.
    """

    frame: int
    t: float
    hand: bool
    problem: str | None
    reading: Reading | None
    advice: str | None = None
    under: Reading | None = None


def sight(observation: Observation, t: float) -> Sight:
    """A frame's observation as the session takes it."""
    rests = observation.settled and not observation.hand
    reading = observation.reading if rests else None
    under = observation.reading if observation.resting and observation.hand else None
    return Sight(observation.frame, t, observation.hand, observation.problem, reading, observation.advice, under)


def looks_other(now: Look, then: Look) -> bool:
    """Whether a cell looks so different, or so clear, that what people said of it no longer counts.

    Where it looks most like something else both times, it is told by what it would be if it were a piece of the game.
    """
    strange = max(_known(now), _known(then)) < STRANGE
    shift = _shift(now, then, _known(now), _known(then)) if strange else _shift(now, then, 1.0, 1.0)
    return not now.unsure or shift > OTHER


def _shift(now: Look, then: Look, all_now: float, all_then: float) -> float:
    """How much of all probability has gone from contents to others."""
    contents = {*now.likely, *then.likely}
    return sum(abs(now.likely.get(c, 0.0) / all_now - then.likely.get(c, 0.0) / all_then) for c in contents) / 2


def _known(look: Look) -> float:
    """How likely a cell holds what it can hold in the game."""
    return max(sum(look.likely.values()), 1e-12)


@dataclass(frozen=True)
class Seen:
    """The looks of all cells. looks: cell -> look -> probability. piles: cell -> from how many on counts look alike."""

    looks: Mapping[str, Mapping[Content, float]]
    piles: Mapping[str, int]
    doubtful: tuple[str, ...]

    def best(self, cell: str) -> Content:
        looks = self.looks[cell]
        return max(looks, key=lambda look: looks[look])

    def look(self, cell: str, content: Content) -> Content:
        """How a content looks in a cell."""
        kind, count = content
        return (kind, min(count, self.piles[cell])) if cell in self.piles else content

    def hides(self, cell: str, content: Content) -> bool:
        """Whether a content's count cannot be seen in a cell."""
        return cell in self.piles and content[1] >= self.piles[cell]

    def fit(self, table: Table) -> float:
        """How likely a table is to look like this: 1 where the best look of every sure cell is its own.

        The probabilities of the doubtful cells count as they are, those of the sure ones beside the best look's.
        """
        p = 1.0
        for cell, looks in self.looks.items():
            content = content_of(table.get(cell, ()))
            best = self.best(cell)
            look = None if content is None else self.look(cell, content)
            if look == best and cell not in self.doubtful:
                continue
            p *= 0.0 if look is None else looks.get(look, 0.0)
            if cell not in self.doubtful:
                p /= looks[best]
            if p < _NEVER:
                return 0.0
        return p


_NEVER = 1e-9


def seen(reading: Reading, told: Told) -> Seen:
    """The looks of a reading. told: counts only where the reading is unsure."""
    looks: dict[str, Mapping[Content, float]] = {}
    piles: dict[str, int] = {}
    doubtful: list[str] = []
    for name, cell in reading.cells.items():
        if cell.unsure and name in told:
            looks[name] = {told[name]: 1.0}
            continue
        if cell.countable is None:
            looks[name] = cell.likely
        else:
            piles[name] = cell.countable
            merged: dict[Content, float] = {}
            for (kind, count), p in cell.likely.items():
                look = kind, min(count, cell.countable)
                merged[look] = merged.get(look, 0.0) + p
            looks[name] = merged
        if cell.covered or max(looks[name].values()) < SURE:
            doubtful.append(name)
    return Seen(looks, piles, tuple(doubtful))


def content_of(pieces: tuple[str, ...]) -> Content | None:
    """What vision would call these pieces; None for several kinds in one cell, which it has no name for."""
    if not pieces:
        return EMPTY
    return (pieces[0], len(pieces)) if len(set(pieces)) == 1 else None


def pieces_of(content: Content) -> tuple[str, ...]:
    """The pieces of a content."""
    kind, count = content
    return () if kind is None else (kind,) * count
