"""Finds out which part of the pieces tells their kinds apart: their middle or their darkest part.

The tops of glossy pieces mirror the room. In some lights they look alike on black and on white pieces, while the
darkest part, which mirrors no lamp, still differs. A table whose contents are known shows which part is clearer.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations

import numpy as np

from vision.reader.atlas import Floats, Ints

_MIN_PIECES = 4  # a kind's colour must have at least this many pieces, otherwise nothing is decided
_CLEAR_GAP = 6.0  # a part whose colours are this many standard deviations apart is clear enough
_CLEARER = 1.5  # the other part is taken if its colours are this many times as far apart
_USUAL_DEVIATION = 0.05  # colours of equal pieces differ by at least this much (a logarithm), even if a few do not


class Part(Enum):
    """The part of a piece whose colour tells the kind."""

    MIDDLE = "middle"
    DARKEST = "darkest"


def choose_part(now: Part, middle: Floats, darkest: Floats, colour_at: Ints) -> Part:
    """The part that tells the kinds apart best. It stays as it is now (`now`) unless the other one is much clearer.

    middle, darkest: (n, 3) the colours of both parts of the piece at each place. colour_at: (n,) the number of the
    colour of the piece that is known to be there, -1 for none.
    """
    numbers = np.unique(colour_at[colour_at >= 0])
    shown = [np.flatnonzero(colour_at == number) for number in numbers]
    if len(shown) < 2 or min(len(places) for places in shown) < _MIN_PIECES:
        return now
    gaps = {part: _measure_gap(colours, shown) for part, colours in ((Part.MIDDLE, middle), (Part.DARKEST, darkest))}
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
