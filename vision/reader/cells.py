"""From places to cells: how many pieces of which kind, how likely, and what a hand hides.

A cell's places are read one by one; here they become one distribution over contents. What lies on top of
another piece cannot be counted from above, so a full cell that could hold more is never certain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.layout import Cell, Layout
from vision.observation import EMPTY, CellReading, Content, Reading
from vision.reader.atlas import Atlas, Floats
from vision.reader.beliefs import Beliefs
from vision.reader.hand import Foreign

_HIDDEN = 0.06
"""Of a place's own area: from here on a foreign thing counts as covering part of the cell."""

_BESIDE = 1.5  # of the places' distance: how near a foreign thing makes a place doubtful
_BESIDE_DOUBT = 0.06

_NEVER_SURER = 1e-4  # what no look at a place can rule out

_TALLER = 0.5
"""How much less likely each further piece on top of a full cell is."""


def conclude(layout: Layout, atlas: Atlas, kinds: Sequence[str], beliefs: Beliefs, foreign: Foreign) -> Reading:
    """The reading of a picture: for every cell its contents' probabilities, and whether something foreign is there."""
    share = soften(beliefs.share, atlas, foreign)
    covered = foreign.hidden > _HIDDEN
    readings: dict[str, CellReading] = {}
    for number, (name, cell) in enumerate(layout.cells.items()):
        places = np.flatnonzero(atlas.cell == number)
        likely = contents(share[places], kinds, cell)
        countable = len(places) if cell.capacity > len(places) else None
        readings[name] = CellReading(likely, bool(foreign.seen and covered[places].any()), countable)
    return Reading(readings, foreign.seen)


def soften(share: Floats, atlas: Atlas, foreign: Foreign) -> Floats:
    """The probabilities after what is unexplained around each place has taken its part of them."""
    unseen = 1.0 - atlas.visible.reshape(atlas.count, -1).mean(axis=1)
    doubt = np.clip((foreign.stray - 0.05) / 0.15, _NEVER_SURER, 0.9)
    doubt = np.maximum(doubt, np.clip(unseen * 1.5 - 0.2, 0.0, 0.9))
    if foreign.seen:
        # Next to a hand its shadow and its skin make pieces of nothing.
        near = ((atlas.gaps < _BESIDE * float(np.median(atlas.pitch))) & (foreign.hidden > _HIDDEN)[None]).any(axis=1)
        doubt = np.maximum(doubt, np.where(near, _BESIDE_DOUBT, 0.0))
    out = share * (1.0 - doubt)[:, None]
    out[:, -1] += doubt
    return np.asarray(out)


def contents(share: Floats, kinds: Sequence[str], cell: Cell) -> dict[Content, float]:
    """Probabilities of (kind, count) for a cell whose places have the probabilities share (places, 1 + kinds + 1).

    A cell holds one kind only; every set of its places may be filled. The rest to 1 is something else.
    """
    places = len(share)
    out: dict[Content, float] = {EMPTY: float(share[:, 0].prod())}
    for k, kind in enumerate(kinds):
        counts = np.zeros(places + 1)
        counts[0] = 1.0
        for row in share:
            counts[1:] = counts[1:] * row[0] + counts[:-1] * row[1 + k]
            counts[0] *= row[0]
        for n in range(1, places + 1):
            out[kind, n] = float(counts[n])
        if cell.capacity > places:
            out.update(_piled(kind, float(counts[places]), places, cell.capacity))
    return out


def _piled(kind: str, p: float, places: int, capacity: int) -> dict[Content, float]:
    """The probability of a full cell, spread over what may lie on top of it."""
    weight = _TALLER ** np.arange(capacity - places + 1)
    weight = weight / weight.sum()
    return {(kind, places + i): p * float(w) for i, w in enumerate(weight)}
