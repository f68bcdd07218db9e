"""Finds out which part of the pieces tells their kinds apart: their middle or their darkest part.

The tops of glossy pieces mirror the room. In some lights they look alike on black and on white pieces, while the
darkest part, which mirrors no lamp, still differs. Tables whose contents are known show which part is clearer. On a
board with few pieces several tables are needed: where a lamp is mirrored, a piece looks unlike those elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

import numpy as np

from vision.reader.places.atlas import Flags, Floats, Ints

_LEAST_RIMS = 2  # how many pieces of a kind must show their darkest part for it to be known
_MIN_PIECES = 4  # a kind's colour must have at least this many pieces, otherwise nothing is decided
_CLEAR_GAP = 6.0  # a part whose colours are this many standard deviations apart is clear enough
_CLEARER = 1.5  # the other part is taken if its colours are this many times as far apart
_USUAL_DEVIATION = 0.05  # colours of equal pieces differ by at least this much (a logarithm), even if a few do not


class Part(Enum):
    """The part of a piece whose colour tells the kind."""

    MIDDLE = "middle"
    DARKEST = "darkest"


@dataclass(frozen=True, eq=False)
class KnownPieces:
    """The last known piece at each place."""

    middle: Floats
    darkest: Floats
    """(n, 3) the colours of the middle and of the darkest part of the piece at each place."""
    colour: Ints
    """(n,) the number of its colour, -1 for places that have shown none."""

    @staticmethod
    def none(count: int) -> KnownPieces:
        """No piece at any of `count` places."""
        return KnownPieces(np.zeros((count, 3)), np.zeros((count, 3)), np.full(count, -1))

    def add(self, middle: Floats, darkest: Floats, colour: Ints) -> KnownPieces:
        """With the pieces of another table. middle, darkest: (n, 3). colour: (n,) -1 where the table has no piece."""
        there = colour >= 0
        return KnownPieces(
            np.where(there[:, None], middle, self.middle),
            np.where(there[:, None], darkest, self.darkest),
            np.where(there, colour, self.colour),
        )

    def measure_rims(self, colours: Ints) -> Floats:
        """(k,) the same as the function `measure_rims`, for pieces of these colours. colours: (k,) their numbers."""
        return measure_rims(self.darkest, self.colour == colours[:, None])


def measure_rims(darkest: Floats, shown: Flags) -> Floats:
    """(k,) how bright the darkest part of pieces of each kind is (a logarithm), nan if too few of them show it.

    darkest: (n, 3) the colour of the darkest part at each place. shown: (k, n) True where it shows this kind.
    """
    level = darkest.mean(axis=1)
    return np.array([np.median(level[some]) if some.sum() >= _LEAST_RIMS else np.nan for some in shown])


def choose_part(now: Part, pieces: KnownPieces) -> Part:
    """The part that tells the kinds apart best. It stays as it is now (`now`) unless the other one is much clearer."""
    numbers = np.unique(pieces.colour[pieces.colour >= 0])
    shown = [np.flatnonzero(pieces.colour == number) for number in numbers]
    if len(shown) < 2 or min(len(places) for places in shown) < _MIN_PIECES:
        return now
    gaps = {
        part: _measure_gap(colours, shown)
        for part, colours in ((Part.MIDDLE, pieces.middle), (Part.DARKEST, pieces.darkest))
    }
    other = Part.MIDDLE if now is Part.DARKEST else Part.DARKEST
    return other if gaps[now] < _CLEAR_GAP and gaps[other] > _CLEARER * gaps[now] else now


def _measure_gap(colours: Floats, shown: list[Ints]) -> float:
    """How many standard deviations the two groups of places that look most alike are apart. shown: the groups."""
    return min(_measure_pair(colours[one], colours[other]) for one, other in combinations(shown, 2))


def _measure_pair(one: Floats, other: Floats) -> float:
    """The same for the colours (m, 3) and (l, 3) of two groups."""
    apart = one.mean(axis=0) - other.mean(axis=0)
    distance = float(np.linalg.norm(apart))
    if not distance:
        return 0.0
    along = apart / distance
    variance = ((one @ along).var() + (other @ along).var()) / 2
    return distance / float(np.sqrt(variance + _USUAL_DEVIATION**2))
