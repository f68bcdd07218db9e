"""Combines places to cells: how many pieces of which kind each cell holds, how likely that is, and what a hand hides.

The places of a cell were read one by one; here they become the probabilities of the cell's contents. A camera that
looks from above cannot count pieces that are on top of each other. So the count of a full cell that could hold more is
never certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from vision.layout import Cell, Layout
from vision.observation import EMPTY, CellReading, Content, Reading
from vision.reader.contents import stock as stocks
from vision.reader.contents.hand import Occlusion
from vision.reader.contents.place_doubt import MIN_DOUBT, SeenPlaces, doubt_places
from vision.reader.contents.posterior import Posterior
from vision.reader.places.atlas import Floats, Ints

_MIXED_KINDS_P = 0.003
"""A cell holds one kind only, so its places support each other: contents of two kinds are this much less likely than
others. They are not impossible, so that a cell with two kinds is noticed if the picture shows them clearly.
"""

_SKIPPED_PLACE_P, _SKIPPED_UNKNOWN_PLACE_P = 0.15, 0.02
"""Pieces of a cell rarely skip a place: each empty place before a piece makes a content this much less likely. If the
picture clearly shows such a gap, it is believed: the first checker of a row may have left. But a checker at the far end
of a row may be the top of a high pile on the other side of the board. The second value is for print that is not known,
because there a gap is more often an error.
"""

_COUNTED_P = 0.99
"""A pile counts as counted if one height is more likely than this; otherwise the rules decide. In a game, seven
checkers were called six with a probability of 0.961. With a lower limit this wrong count would contradict the move to
this pile, and the move would never count.
"""

_TALLER_PRIOR = 0.5
"""Each further piece on top of a full cell makes a content this much less likely."""

_SINGLE_PRIOR = 0.2
"""How likely a last place holds a single piece if nothing tells how high the pile there is. If that is less likely, a
pile is seen, and no place before it is skipped.
"""


def conclude(
    layout: Layout,
    kinds: Sequence[str],
    posterior: Posterior,
    seen: SeenPlaces,
    occlusion: Occlusion,
    stock: Mapping[str, int],
) -> Reading:
    """The reading of a picture: the probabilities of each cell's contents, and whether something covers the cell.

    posterior: what the places hold. seen: how well they are seen. occlusion: what covers the board. stock: how many
    pieces of each kind are on the board, if known.
    """
    cell, tops = seen.atlas.cell, seen.tops
    probabilities = doubt_places(posterior, seen, occlusion)
    hidden = np.bincount(cell, occlusion.covered & occlusion.is_seen, minlength=len(layout.cells)) > 0
    every = tuple(layout.cells.values())
    skipped_p = _SKIPPED_PLACE_P if seen.is_print_known else _SKIPPED_UNKNOWN_PLACE_P
    shown = combine_contents(probabilities, cell, kinds, every, tops, skipped_p)
    # What is below a hand is unknown, but nowhere are more pieces than the game has.
    seem_piled = frozenset(number for number, heights in tops.items() if heights[0] < _SINGLE_PRIOR)
    apply_stock = stocks.limit_to_stock if occlusion.is_seen else partial(stocks.apply_stock, seem_piled=seem_piled)
    likely = stocks.doubt_unseen(apply_stock(shown, every, stock), shown, every, stock)
    likely = stocks.doubt_tops(likely, every, stock, seen.overlooked)
    visible = np.bincount(cell, minlength=len(layout.cells)).tolist()
    readings = {}
    for number, (name, each) in enumerate(layout.cells.items()):
        counted = number in tops and is_count_known(tops[number])
        countable = visible[number] if each.capacity > visible[number] and not counted else None
        readings[name] = CellReading(likely[number], bool(hidden[number]), countable)
    return Reading(readings, occlusion.is_seen)


def is_count_known(heights: Floats) -> bool:
    """True if a pile's count is known. heights: how likely 1, 2, ... pieces are on its last place."""
    return float(heights.max()) > _COUNTED_P


def combine_contents(
    probabilities: Floats,
    cell: Ints,
    kinds: Sequence[str],
    cells: Sequence[Cell],
    tops: Mapping[int, Floats],
    skipped_p: float = _SKIPPED_PLACE_P,
) -> list[dict[Content, float]]:
    """For each cell the probabilities of (kind, count). What is missing to 1 is the probability of something else.

    probabilities: (n, 1 + kinds + 1) of the places. cell: (n,) the number of each place's cell, in order. tops: see
    `conclude`. skipped_p: how much less likely each place that is skipped makes a content. A cell holds one kind only.
    Its places are filled from the first on.
    """
    places = np.bincount(cell, minlength=len(cells))
    first = np.cumsum(places) - places
    most = np.maximum([c.capacity for c in cells], places)
    out: list[dict[Content, float]] = [{} for _ in cells]
    for many, high in {*zip(places.tolist(), most.tolist(), strict=True)}:
        numbers = np.flatnonzero((places == many) & (most == high))
        rows = probabilities[first[numbers, None] + np.arange(many)]
        empty, full = rows[:, :, :1], rows[:, :, 1:-1]
        single = np.array([_fit_single(tops[n]) if n in tops else 1.0 for n in numbers.tolist()])
        counts = _count_pieces(empty, full, skipped_p, single)
        any_kind = _count_pieces(empty, full.sum(axis=2, keepdims=True), skipped_p, single)
        mixed = (any_kind - counts.sum(axis=1, keepdims=True))[..., 1:].sum(axis=(1, 2))
        plausible = any_kind.sum(axis=(1, 2)) - (1 - _MIXED_KINDS_P) * mixed
        # What the prior takes from some contents goes to the others, and not to something else that is no piece.
        scale = rows[:, :, :-1].sum(axis=2).prod(axis=1) / np.maximum(plausible, 1e-12)
        # The probability of a full cell is divided among the numbers of pieces that may be on top.
        on_top = np.tile(_TALLER_PRIOR ** np.arange(high - many + 1), (len(numbers), 1))
        for row, number in enumerate(numbers.tolist()):
            if number in tops:
                on_top[row] = tops[number][: high - many + 1] + MIN_DOUBT
        on_top = on_top / on_top.sum(axis=1, keepdims=True)
        piled = np.concatenate([counts[..., 1:many], counts[..., many:] * on_top[:, None]], axis=2)
        chances = np.column_stack([empty.prod(axis=(1, 2)), piled.reshape(len(numbers), -1)]) * scale[:, None]
        names: list[Content] = [EMPTY, *((kind, n) for kind in kinds for n in range(1, high + 1))]
        for number, chance in zip(numbers.tolist(), chances.tolist(), strict=True):
            out[number] = dict(zip(names, chance, strict=True))
    return out


def _fit_single(heights: Floats) -> float:
    """How well what is seen at the last place of a cell fits a single piece, up to 1. heights: how likely 1, 2, ...
    pieces are there.
    """
    return min(1.0, float(heights[0]) / _SINGLE_PRIOR + MIN_DOUBT)


def _count_pieces(empty: Floats, full: Floats, skipped_p: float, single: Floats) -> Floats:
    """(m, kinds, places + 1) how likely m cells hold 0, 1, ... pieces of each kind.

    empty: (m, places, 1) how likely each place is empty. full: (m, places, kinds) how likely it holds each kind.
    skipped_p: how much less likely each empty place before a piece makes it. single: (m,) how well what is seen at the
    last place fits a single piece; only a full cell has a pile there.
    """
    m, many, kinds = full.shape
    counts = np.zeros((m, kinds, many + 1))
    counts[..., 0] = 1.0  # no piece so far, from the last place on
    for place in reversed(range(many)):
        fits = single[:, None, None] if place == many - 1 else 1.0
        here = counts[..., :-1] * full[:, place, :, None] * fits
        counts[..., 1:] = counts[..., 1:] * (skipped_p * empty[:, place, :, None]) + here
        counts[..., 0] *= empty[:, place]
    counts[..., -1] /= single[:, None]
    return counts
