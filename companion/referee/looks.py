"""What the camera sees, as the referee uses it: the looks of the cells, and how well a table fits them.

A look is the visible part of a cell's content. On a pile, all counts from `countable` on look alike, and vision's
likelihoods of the single counts mean nothing. The rules decide what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.language import translate
from companion.rules.core import Table
from vision.observation import EMPTY, SURE, CellReading, Content, Observation, Reading

OTHER = 0.3
"""If more probability than this has moved between a cell's contents, people's answer about it no longer counts."""

STEADY = 0.15
"""If no more probability than this has moved between a cell's contents, the cell looks unchanged."""

PLAUSIBLE = 0.01
"""The lowest probability at which a look of a cell is considered although another look is likelier."""

STRANGE = 0.5
"""A cell looks like a foreign object if all contents that are possible in the game together have less probability."""

MIN_COVERED_CELLS = 2
"""How many cells a thing must cover, before a message asks people to take it off. One cell is a question to them."""

Look = CellReading
"""How one cell looked."""

Told = Mapping[str, Content]
"""What people have answered about doubtful cells."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame shows of the game."""

    frame: int
    """Its number, from 0."""
    t: float
    """Seconds since the camera started."""
    hand: bool
    """True if a hand is over the board."""
    problem: str | None
    """Why the camera cannot see the board, in words; None if it can."""
    reading: Reading | None
    """The reading; None while the table is not at rest or a hand is over it."""
    advice: str | None = None
    """What would make the picture better, in words; None if it is good."""
    under: Reading | None = None
    """The reading at rest below something that looks like a hand, for when people say that there is no hand."""


def sight(observation: Observation, t: float) -> Sight:
    """A frame's observation as the session takes it."""
    rests = observation.settled and not observation.hand
    reading = observation.reading if rests else None
    under = observation.reading if observation.resting and observation.hand else None
    problem, advice = (None if text is None else translate(text) for text in (observation.problem, observation.advice))
    return Sight(observation.frame, t, observation.hand, problem, reading, advice, under)


def looks_other(now: Look, then: Look) -> bool:
    """True if a cell looks so different that people's answer about it no longer counts.

    If it looks most like a foreign object both times, only the contents that the game can have are compared.
    """
    strange = max(_known(now), _known(then)) < STRANGE
    shift = _shift(now, then, _known(now), _known(then)) if strange else _shift(now, then, 1.0, 1.0)
    return shift > OTHER


def looks_steady(now: Look, then: Look) -> bool:
    """True if a cell looks nearly the same, so that nothing on it can have changed."""
    return _shift(now, then, 1.0, 1.0) <= STEADY


def list_kinds(look: Look) -> set[str]:
    """The kinds of pieces that may be in a cell: all kinds if it looks most like a foreign object."""
    least = PLAUSIBLE if _known(look) >= STRANGE else 0.0
    return {kind for (kind, _count), p in look.likely.items() if kind is not None and p >= least}


def is_count_hidden(look: Look, content: Content) -> bool:
    """True if the camera cannot count this many pieces in the cell."""
    return look.countable is not None and content[1] >= look.countable


def _shift(now: Look, then: Look, all_now: float, all_then: float) -> float:
    """How much probability has moved from some contents to others, from 0 to 1."""
    contents = {*now.likely, *then.likely}
    return sum(abs(now.likely.get(c, 0.0) / all_now - then.likely.get(c, 0.0) / all_then) for c in contents) / 2


def _known(look: Look) -> float:
    """How likely it is that a cell holds something that it can hold in the game."""
    return max(sum(look.likely.values()), 1e-12)


@dataclass(frozen=True)
class Likelihoods:
    """How likely each look of each cell is. A look is a content; all counts that look alike on a pile are one look."""

    looks: Mapping[str, Mapping[Content, float]]
    """cell -> look -> likelihood."""
    piles: Mapping[str, int]
    """cell -> the count from which on all counts look alike."""
    doubtful: tuple[str, ...]
    """The cells whose look is not sure."""

    def best(self, cell: str) -> Content:
        """The likeliest look of a cell."""
        looks = self.looks[cell]
        return max(looks, key=lambda look: looks[look])

    def look(self, cell: str, content: Content) -> Content:
        """How a content looks in a cell."""
        kind, count = content
        return (kind, min(count, self.piles[cell])) if cell in self.piles else content

    def hides(self, cell: str, content: Content) -> bool:
        """True if the camera cannot count the pieces of a content in a cell."""
        return cell in self.piles and content[1] >= self.piles[cell]

    def fit(self, table: Table) -> float:
        """The likelihood of a table: 1 if it has the best look of every sure cell and no cell is doubtful.

        Doubtful cells count with their probability, sure cells with the ratio to their best look's probability.
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


def read_likelihoods(reading: Reading, told: Told) -> Likelihoods:
    """The likelihoods of a reading. told: people's answers; they count only if the reading is unsure."""
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
    return Likelihoods(looks, piles, tuple(doubtful))


def find_thing(reading: Reading) -> tuple[str, ...]:
    """The cells that something large covers, such as a cup, so that nobody can tell what is on them; empty if there is
    none."""
    found = tuple(name for name, cell in reading.cells.items() if cell.covered and _known(cell) < STRANGE)
    return found if len(found) >= MIN_COVERED_CELLS else ()


def content_of(pieces: tuple[str, ...]) -> Content | None:
    """What vision would call these pieces; None for several kinds in one cell, which it has no name for."""
    if not pieces:
        return EMPTY
    return (pieces[0], len(pieces)) if len(set(pieces)) == 1 else None


def pieces_of(content: Content) -> tuple[str, ...]:
    """The pieces of a content."""
    kind, count = content
    return () if kind is None else (kind,) * count
