"""From places to cells: how many pieces of which kind, how likely, and what a hand hides.

A cell's places are read one by one; here they become one distribution over contents. Pieces on top of others
cannot be counted from above, so the count of a full cell that could hold more is never certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.layout import Cell, Layout
from vision.observation import EMPTY, CellReading, Content, Reading
from vision.reader import stock as stocks
from vision.reader.atlas import Atlas, Floats, Ints
from vision.reader.hand import Occlusion
from vision.reader.posterior import Posterior

_MIN_HIDDEN_P = 0.06
"""A cell counts as covered if something foreign covers one of its places with at least this probability."""

_DOUBT_BESIDE = 0.051
"""The probability of "something else" for a cell beside a hand, or beside a piece between two places: high enough to
make the cell unsure by `observation.SURE`."""

# a place whose probability of not being empty is in this range may show a piece between two places
_HALFWAY_P_RANGE = 0.08, 0.92
_MIN_TRACE_P = 0.003  # the other place must then be not empty with at least this probability
_SHADOW_LOG_LIGHT = -0.2  # print is in the hand's shadow if the logarithm of its light is below this

_EMPTY_BEHIND_P = 0.85
"""The probability that a place behind a pile is empty."""

_MIN_DOUBT = 1e-4  # the probability of something else that remains however clear a place looks

_MAX_AGREEMENT = 100.0
"""How many times likelier a count becomes, at most, because a cell holds one kind only. A higher limit would hide that
a cell holds two kinds."""

_SKIPPED_PLACE_P = 0.25
"""The factor for contents in which pieces of a cell skip a place: the piece after the gap may be the top of a pile."""

_COUNTED_P = 0.99
"""A pile's count is known if one height is more likely than this; otherwise the rules have to decide.

In a game, seven checkers were called six with a probability of 0.961: with a lower limit the move to this pile never
counts, because then the count contradicts it.
"""

_TALLER_PRIOR = 0.5
"""The factor for each further piece on top of a full cell."""


def conclude(
    layout: Layout,
    atlas: Atlas,
    kinds: Sequence[str],
    posterior: Posterior,
    occlusion: Occlusion,
    shade: Floats,
    askew: Floats,
    tops: Mapping[int, Floats],
    behind: Floats,
    stock: Mapping[str, int],
) -> Reading:
    """The reading of a picture: for every cell the probabilities of its contents, and whether something covers it.

    posterior: what the places hold. occlusion: what covers the board. shade: (n,) the logarithm of how much light the
    print at each place gets, relative to all print. askew: (n,) how likely there is a piece between a place and another
    one. tops: by a cell's number, how likely 1, 2, ... pieces are piled on its last place, for cells with piles.
    behind: (n,) how likely a pile of another cell hides each place. stock: how many pieces of each kind are on the
    board, as far as known.
    """
    probabilities = soften(apply_piles(posterior.probabilities, behind), atlas, occlusion, shade, askew)
    covered = occlusion.hidden > _MIN_HIDDEN_P
    hidden = np.bincount(atlas.cell, covered & occlusion.is_seen, minlength=len(layout.cells)) > 0
    every = tuple(layout.cells.values())
    likely = combine_contents(probabilities, atlas.cell, kinds, every, tops)
    if not occlusion.is_seen:  # what is below a hand is unknown
        likely = stocks.apply_stock(likely, every, stock)
    visible = np.bincount(atlas.cell, minlength=len(layout.cells)).tolist()
    readings = {}
    for number, (name, cell) in enumerate(layout.cells.items()):
        counted = number in tops and is_count_known(tops[number])
        countable = visible[number] if cell.capacity > visible[number] and not counted else None
        readings[name] = CellReading(likely[number], bool(hidden[number]), countable)
    return Reading(readings, occlusion.is_seen)


def is_count_known(heights: Floats) -> bool:
    """True if a pile's count is known. heights: how likely 1, 2, ... pieces are on its last place."""
    return float(heights.max()) > _COUNTED_P


def apply_piles(probabilities: Floats, behind: Floats) -> Floats:
    """The probabilities, corrected for places that a pile of another cell may hide: these are mostly empty."""
    out = probabilities * (1.0 - behind)[:, None]
    out[:, 0] += _EMPTY_BEHIND_P * behind
    out[:, -1] += (1 - _EMPTY_BEHIND_P) * behind
    return np.asarray(out)


def soften(probabilities: Floats, atlas: Atlas, occlusion: Occlusion, shade: Floats, askew: Floats) -> Floats:
    """The probabilities with doubt added for places out of sight, near a hand, or beside a piece between places."""
    unseen = 1.0 - atlas.visible.reshape(atlas.count, -1).mean(axis=1)
    doubt = np.clip(np.maximum(unseen * 1.5 - 0.2, askew), _MIN_DOUBT, 0.9)
    places = np.bincount(atlas.cell)[atlas.cell]
    # for each place, so that all places of a cell together have _DOUBT_BESIDE
    beside = 1.0 - (1.0 - _DOUBT_BESIDE) ** (1.0 / places)
    # A piece that may be at either of two adjacent places is between them.
    occupied = 1.0 - probabilities[:, 0]
    halfway = (occupied > _HALFWAY_P_RANGE[0]) & (occupied < _HALFWAY_P_RANGE[1])
    shared = atlas.adjacent & (occupied > _MIN_TRACE_P)[:, None] & halfway[None]
    doubt = np.maximum(doubt, np.where(shared.any(axis=1), beside, 0.0))
    if occlusion.is_seen:
        # Next to a hand, its shadow and its skin can look like pieces.
        near = (shade < _SHADOW_LOG_LIGHT) | (atlas.nearby & (occlusion.hidden > _MIN_HIDDEN_P)[None]).any(axis=1)
        doubt = np.maximum(doubt, np.where(near, beside, 0.0))
    out = probabilities * (1.0 - doubt)[:, None]
    out[:, -1] += doubt
    return np.asarray(out)


def combine_contents(
    probabilities: Floats, cell: Ints, kinds: Sequence[str], cells: Sequence[Cell], tops: Mapping[int, Floats]
) -> list[dict[Content, float]]:
    """For each cell the probabilities of (kind, count). The rest to 1 is something else.

    probabilities: (n, 1 + kinds + 1) of the places. cell: (n,) the number of each place's cell, in order. A cell holds
    one kind only. Its places are filled from the first on, and one is rarely skipped. tops: see `conclude`.
    """
    places = np.bincount(cell, minlength=len(cells))
    first = np.cumsum(places) - places
    most = np.maximum([c.capacity for c in cells], places)
    out: list[dict[Content, float]] = [{} for _ in cells]
    for many, high in {*zip(places.tolist(), most.tolist(), strict=True)}:
        numbers = np.flatnonzero((places == many) & (most == high))
        rows = probabilities[first[numbers, None] + np.arange(many)]
        empty, full = rows[:, :, :1], rows[:, :, 1:-1]
        counts = _count_pieces(empty, full)
        # If the kind at one place is less clear, the other places decide, because a cell holds one kind only.
        any_kind = _count_pieces(empty, full.sum(axis=2, keepdims=True))
        # If the places clearly show two kinds, the limit leaves doubt: the cell then holds something impossible.
        agreement = any_kind / np.maximum(counts.sum(axis=1, keepdims=True), 1e-12)
        counts = counts * np.minimum(agreement, _MAX_AGREEMENT)
        # The probability of a full cell is divided among the numbers of pieces that may be on top.
        on_top = np.tile(_TALLER_PRIOR ** np.arange(high - many + 1), (len(numbers), 1))
        for row, number in enumerate(numbers.tolist()):
            if number in tops:
                on_top[row] = tops[number][: high - many + 1] + _MIN_DOUBT
        on_top = on_top / on_top.sum(axis=1, keepdims=True)
        piled = np.concatenate([counts[..., 1:many], counts[..., many:] * on_top[:, None]], axis=2)
        chances = np.column_stack([empty.prod(axis=(1, 2)), piled.reshape(len(numbers), -1)])
        names: list[Content] = [EMPTY, *((kind, n) for kind in kinds for n in range(1, high + 1))]
        for number, chance in zip(numbers.tolist(), chances.tolist(), strict=True):
            out[number] = dict(zip(names, chance, strict=True))
    return out


def _count_pieces(empty: Floats, full: Floats) -> Floats:
    """(m, kinds, places + 1) how likely cells hold 0, 1, ... pieces of each kind, rarely with a place skipped.

    empty: (m, places, 1), full: (m, places, kinds) how likely each place is empty, and holds each kind.
    """
    m, many, kinds = full.shape
    counts = np.zeros((m, kinds, many + 1))
    counts[..., 0] = 1.0
    in_order = np.empty((m, kinds, many + 1))
    for n in range(many + 1):
        in_order[..., n] = full[:, :n].prod(axis=1) * empty[:, n:].prod(axis=1)
    for place in range(many):
        counts[..., 1:] = counts[..., 1:] * empty[:, place, :, None] + counts[..., :-1] * full[:, place, :, None]
        counts[..., 0] *= empty[:, place]
    return in_order + _SKIPPED_PLACE_P * (counts - in_order)
