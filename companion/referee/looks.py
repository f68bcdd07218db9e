"""What the camera sees, in the form that the referee needs: the looks of the cells, and how well a table fits them.

A look is the part of a cell's content that can be seen. On a pile, all numbers of pieces from `countable` on look
alike, and vision's likelihoods of the single numbers mean nothing. The rules decide what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.language import translate
from companion.rules.core import Table
from vision.observation import EMPTY, SURE, CellReading, Content, Observation, Reading

OTHER = 0.3
"""People's answer about a cell counts until more probability than this has moved from some of its contents to
others.
"""

STEADY = 0.15
"""A cell looks unchanged if no more probability than this has moved from some of its contents to others."""

PLAUSIBLE = 0.01
"""A look of a cell is considered from this probability on, even if another look is likelier."""

STRANGE = 0.5
"""A cell looks like a foreign object if the contents that the game allows have less probability than this, all
together.
"""

MIN_COVERED_CELLS = 2
"""How many cells a thing must cover before people are asked to take it off. For a single cell, they are asked what is
in it.
"""

Look = CellReading
"""What one cell looked like."""

Told = Mapping[str, Content]
"""For each cell, the content that people have told when they were asked about it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame shows of the game."""

    frame: int
    """The number of the frame, from 0."""
    t: float
    """When the frame was taken: seconds since the camera started."""
    hand: bool
    """True if a hand is over the board."""
    problem: str | None
    """Why the camera cannot see the board, in words; None if it can see it."""
    reading: Reading | None
    """The reading; None while the table is not at rest or a hand is over it."""
    advice: str | None = None
    """What would make the picture better, in words; None if it is good."""
    under: Reading | None = None
    """What can be read below something that looks like a hand, while it rests. It is used if people say that there is
    no hand.
    """


def sight(observation: Observation, t: float) -> Sight:
    """An observation of vision, in the form that the session needs. t: when the frame was taken (s)."""
    rests = observation.settled and not observation.hand
    reading = observation.reading if rests else None
    under = observation.reading if observation.resting and observation.hand else None
    problem, advice = (None if text is None else translate(text) for text in (observation.problem, observation.advice))
    return Sight(observation.frame, t, observation.hand, problem, reading, advice, under)


def looks_other(now: Look, then: Look) -> bool:
    """True if a cell looks so different now that people's answer about it no longer counts.

    If it looks most like a foreign object both times, only the contents that the game allows are compared.
    """
    strange = max(_known(now), _known(then)) < STRANGE
    shift = _shift(now, then, _known(now), _known(then)) if strange else _shift(now, then, 1.0, 1.0)
    return shift > OTHER


def looks_steady(now: Look, then: Look) -> bool:
    """True if a cell looks nearly the same, so that nothing on it can have changed."""
    return _shift(now, then, 1.0, 1.0) <= STEADY


def is_surely_other(look: Look, content: Content) -> bool:
    """True if the camera is sure that a cell holds something else than this."""
    return not look.unsure and look.chance(pieces_of(content)) < look.p


def overrule(reading: Reading, told: Told) -> Reading:
    """The reading with people's answers in place of what the camera is sure of but they have denied. Answers about
    doubtful cells are left out: they count in `read_likelihoods`.
    """
    cells = reading.cells
    denied = {
        name: CellReading({content: 1.0}) for name, content in told.items() if is_surely_other(cells[name], content)
    }
    return replace(reading, cells={**cells, **denied}) if denied else reading


def list_kinds(look: Look) -> set[str]:
    """The kinds of pieces that may be in a cell. These are all kinds if it looks most like a foreign object."""
    least = PLAUSIBLE if _known(look) >= STRANGE else 0.0
    return {kind for (kind, _count), p in look.likely.items() if kind is not None and p >= least}


def is_count_hidden(look: Look, content: Content) -> bool:
    """True if the camera cannot count this many pieces in the cell."""
    return look.countable is not None and content[1] >= look.countable


def _shift(now: Look, then: Look, all_now: float, all_then: float) -> float:
    """How much probability has moved from some contents to others, from 0 to 1. all_now, all_then: the probability of
    all contents that are compared.
    """
    contents = {*now.likely, *then.likely}
    return sum(abs(now.likely.get(c, 0.0) / all_now - then.likely.get(c, 0.0) / all_then) for c in contents) / 2


def _known(look: Look) -> float:
    """How likely it is that a cell holds something that the game allows."""
    return max(sum(look.likely.values()), 1e-12)


@dataclass(frozen=True)
class Likelihoods:
    """How likely each look of each cell is. A look is a content, but all numbers of pieces that look alike on a pile
    are one look.
    """

    looks: Mapping[str, Mapping[Content, float]]
    """For each cell and each of its looks, the likelihood."""
    piles: Mapping[str, int]
    """For each cell with a pile, the number of pieces from which on all numbers look alike."""
    doubtful: tuple[str, ...]
    """The cells whose look is not sure."""

    def best(self, cell: str) -> Content:
        """The likeliest look of a cell."""
        looks = self.looks[cell]
        return max(looks, key=lambda look: looks[look])

    def look(self, cell: str, content: Content) -> Content:
        """What a content looks like in a cell."""
        kind, count = content
        return (kind, min(count, self.piles[cell])) if cell in self.piles else content

    def hides(self, cell: str, content: Content) -> bool:
        """True if the camera cannot count this many pieces in the cell."""
        return cell in self.piles and content[1] >= self.piles[cell]

    def fit(self, table: Table) -> float:
        """The likelihood of a table.

        It is 1 if no cell is doubtful and the table has the best look of every cell. Doubtful cells count with the
        probability of their look. Sure cells count with the ratio between that probability and the probability of their
        best look.
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
    """The cells that a large thing covers, such as a cup, so that nobody can tell what is on them. Empty if there is no
    such thing.
    """
    found = tuple(name for name, cell in reading.cells.items() if cell.covered and _known(cell) < STRANGE)
    return found if len(found) >= MIN_COVERED_CELLS else ()


def content_of(pieces: tuple[str, ...]) -> Content | None:
    """The name that vision has for these pieces. None for several kinds in one cell, because vision has no name for
    that.
    """
    if not pieces:
        return EMPTY
    return (pieces[0], len(pieces)) if len(set(pieces)) == 1 else None


def pieces_of(content: Content) -> tuple[str, ...]:
    """The pieces that a content of vision names."""
    kind, count = content
    return () if kind is None else (kind,) * count
