"""Combines places to cells: how many pieces of which kind each cell holds, how likely that is, and what a hand hides.

The places of a cell were read one by one; here they become the probabilities of the cell's contents. A camera that
looks from above cannot count pieces that are on top of each other. So the count of a full cell that could hold more is
never certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.layout import Cell, Layout
from vision.observation import EMPTY, CellReading, Content, Reading
from vision.reader import stock as stocks
from vision.reader.appearance import Look, find_vivid
from vision.reader.atlas import Atlas, Flags, Floats, Ints
from vision.reader.hand import Occlusion
from vision.reader.posterior import Posterior

_MIN_HIDDEN_P = 0.06
"""A cell counts as covered if something foreign covers one of its places with at least this probability."""

_DOUBT_BESIDE = 0.051
"""The probability of "something else" for a cell beside a hand, or beside a piece that is between two places. It is
just high enough to make the cell unsure (see `observation.SURE`).
"""

# a place whose probability of not being empty is in this range may show a piece between two places
_HALFWAY_P_RANGE = 0.08, 0.92
_MIN_TRACE_P = 0.003  # the other place must then be not empty with at least this probability
_CENTRED_P = 0.95  # a place on guessed print that surely holds a piece has no part of a piece beside it
_SHADOW_LOG_LIGHT, _SLIGHT_SHADOW_LOG_LIGHT = -0.2, -0.1
"""Print is in the hand's shadow if the logarithm of its light is below the first value. For a piece that may be a
lighter one in the shadow, the second value counts.
"""

_CLEAR_IN_SHADOW_P = 0.999
"""A place in the hand's shadow that is clearer than this is sure, unless the hand is near, or a lighter piece may look
like this in the shadow.
"""

_MIN_EMPTY_IN_SHADOW_P = 0.9
"""In a hand's shadow, a place that seems empty is not sure if the network alone is less sure of that, because a piece
there may have the colour of print in a shadow. On 200 photographs with a hand, one of 3 such places held a piece, and
none of 503 others.
"""

_CLEAR_BESIDE_P = 0.9999  # a piece near a hand is sure if it is clearer than this, unless it may be a lighter one
_CLEAR_EMPTY_BESIDE_P, _MIN_COVER_GAP = 0.999, 0.5
"""An empty place near a hand is sure if it is clearer than the first value and its colour (logarithms) is at least the
second value from that of all covered places: a sleeve may have the colour of the print. On photographs of 299 boards
with a hand, 966 such cells were all empty; of 512 others, whose colour was nearer, three were not.
"""

_MIN_LIGHTER = 0.5
"""A kind is lighter than another if its brightness (a logarithm) is by at least this much larger. In a hand's shadow a
white piece may look black, but no black one white.
"""

_EMPTY_BEHIND_P = 0.85
"""The probability that a place hidden by a pile of another cell is empty."""

_MAX_LIGHT_SHIFT = 0.3
"""A logarithm. If the pieces seem to get this much more or less light than the board's print, a hand has misled the
estimate of the light. Then print that was only guessed may look like a piece.
"""

_UNCOVERED_THING_ODDS = 0.1
"""Where the print is known and nothing large covers the board, something else is this much less likely at every place
than the network says. On photographs of 200 boards, it said so with a probability above 0.2 for 63 such cells, and all
of them held what it found next likely.
"""

_MIN_DOUBT = 1e-4  # the probability of something else that remains however clear a place looks

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
    atlas: Atlas,
    kinds: Sequence[str],
    posterior: Posterior,
    occlusion: Occlusion,
    colours: Floats,
    shade: Floats,
    askew: Floats,
    tops: Mapping[int, Floats],
    behind: Floats,
    guessed: Flags,
    empty: Floats,
    stock: Mapping[str, int],
    is_print_known: bool,
) -> Reading:
    """The reading of a picture: the probabilities of each cell's contents, and whether something covers the cell.

    posterior: what the places hold. occlusion: what covers the board. colours: (n, 3) of the places. shade: (n,) the
    logarithm of how much light the print at each place gets, compared with all print. askew: (n,) how likely a piece is
    between this place and another one. tops: for cells with piles, by the cell's number: how likely 1, 2, ... pieces
    are on the cell's last place. behind: (n,) how likely a pile of another cell hides the place. guessed: (n,) True
    where the print was only guessed. empty: (n,) how likely each place is empty, by the network alone.
    stock: how many pieces of each kind are on the board, if known.
    """
    seen = posterior.probabilities
    unclear = guessed & (np.abs(posterior.shift).max() > _MAX_LIGHT_SHIFT)
    unclear |= (shade < _SHADOW_LOG_LIGHT) & (seen.argmax(axis=1) == 0) & (empty < _MIN_EMPTY_IN_SHADOW_P)
    if is_print_known and not occlusion.is_seen:
        seen = doubt_uncovered_things(seen)
    seen = apply_piles(seen, behind)
    clear_kinds = find_clear_in_shadow(posterior.looks, len(kinds))
    probabilities = soften(seen, atlas, occlusion, colours, shade, askew, unclear, guessed, clear_kinds)
    covered = occlusion.hidden > _MIN_HIDDEN_P
    hidden = np.bincount(atlas.cell, covered & occlusion.is_seen, minlength=len(layout.cells)) > 0
    every = tuple(layout.cells.values())
    skipped_p = _SKIPPED_PLACE_P if is_print_known else _SKIPPED_UNKNOWN_PLACE_P
    likely = combine_contents(probabilities, atlas.cell, kinds, every, tops, skipped_p)
    if occlusion.is_seen:  # what is below a hand is unknown, but nowhere are more pieces than the game has
        likely = stocks.limit_to_stock(likely, every, stock)
    else:
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


def doubt_uncovered_things(probabilities: Floats) -> Floats:
    """The probabilities (n, 1 + kinds + 1) of the places, with something else less likely."""
    out = probabilities.copy()
    out[:, -1] *= _UNCOVERED_THING_ODDS
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def apply_piles(probabilities: Floats, behind: Floats) -> Floats:
    """The probabilities (n, 1 + kinds + 1) of the places, corrected for places hidden by piles: these are mostly empty.
    behind: (n,) how likely a pile of another cell hides the place.
    """
    out = probabilities * (1.0 - behind)[:, None]
    out[:, 0] += _EMPTY_BEHIND_P * behind
    out[:, -1] += (1 - _EMPTY_BEHIND_P) * behind
    return np.asarray(out)


def soften(
    probabilities: Floats,
    atlas: Atlas,
    occlusion: Occlusion,
    colours: Floats,
    shade: Floats,
    askew: Floats,
    unclear: Flags,
    guessed: Flags,
    clear_kinds: Flags,
) -> Floats:
    """The probabilities of the places, less sure where a place cannot be seen well: in the dark, near a hand, or beside
    a piece that is between places. colours, shade, askew, guessed: see `conclude`. unclear: (n,) True where a hand
    makes doubtful what is seen, wherever it is. clear_kinds: (k,) from `find_clear_in_shadow`.
    """
    unseen = 1.0 - atlas.visible.reshape(atlas.count, -1).mean(axis=1)
    doubt = np.clip(np.maximum(unseen * 1.5 - 0.2, askew), _MIN_DOUBT, 0.9)
    places = np.bincount(atlas.cell)[atlas.cell]
    # for each place, so that all places of a cell together have _DOUBT_BESIDE
    beside = 1.0 - (1.0 - _DOUBT_BESIDE) ** (1.0 / places)
    # A piece that may be at either of two adjacent places is between them. Something else that is seen where the print
    # was only guessed is mostly an error of the guess.
    occupied = 1.0 - probabilities[:, 0]
    shown = np.where(guessed, occupied - probabilities[:, -1], occupied)
    halfway = (shown > _HALFWAY_P_RANGE[0]) & (shown < _HALFWAY_P_RANGE[1])
    trace = (occupied > _MIN_TRACE_P) & ~(guessed & (occupied > _CENTRED_P))
    shared = atlas.adjacent & trace[:, None] & halfway[None]
    doubt = np.maximum(doubt, np.where(shared.any(axis=1), beside, 0.0))
    if occlusion.is_seen:
        # Next to a hand, its shadow and its skin can look like pieces, and within what it covers a sleeve like print.
        covered = occlusion.hidden > _MIN_HIDDEN_P
        empty, piece = probabilities[:, 0], probabilities[:, 1:-1].max(axis=1)
        is_kind_clear = clear_kinds[probabilities[:, 1:-1].argmax(axis=1)]
        is_clear = np.where(is_kind_clear, np.maximum(empty, piece), empty) > _CLEAR_IN_SHADOW_P
        is_clear_beside = (piece > _CLEAR_BESIDE_P) & is_kind_clear
        is_clear_beside |= (empty > _CLEAR_EMPTY_BESIDE_P) & _find_unlike(colours, covered)
        darkest = np.where(is_kind_clear | (empty > piece), _SHADOW_LOG_LIGHT, _SLIGHT_SHADOW_LOG_LIGHT)
        near = (shade < darkest) & ~is_clear
        near |= (atlas.nearby & covered[None]).any(axis=1) & ~is_clear_beside
        near |= unclear | _find_enclosed(atlas.place, covered)
        doubt = np.maximum(doubt, np.where(near, beside, 0.0))
    out = probabilities * (1.0 - doubt)[:, None]
    out[:, -1] += doubt
    return np.asarray(out)


def find_clear_in_shadow(looks: Sequence[Look], count: int) -> Flags:
    """(k,) True for kinds of which no shadow can make another one: kinds of strong colours, or one that is lighter than
    all others. looks: of the kinds. count: how many kinds there are; without looks, all are False.
    """
    out = np.zeros(count, np.bool_)
    if not looks:
        return out
    means = np.stack([look.mean for look in looks])
    out[find_vivid(means[:, None])] = True
    level = means.mean(axis=1)
    lightest = int(level.argmax())
    others = np.delete(level, lightest)
    out[lightest] |= bool((level[lightest] - others > _MIN_LIGHTER).all())
    return out


def _find_unlike(colours: Floats, covered: Flags) -> Flags:
    """(n,) True for places whose colour is unlike that of all covered ones. colours: (n, 3) of the places. covered:
    (n,) True for these.
    """
    gaps = np.linalg.norm(colours[:, None] - colours[None, covered], axis=2)
    return np.asarray(gaps.min(axis=1, initial=np.inf) > _MIN_COVER_GAP)


def _find_enclosed(place: Floats, some: Flags) -> Flags:
    """(n,) True for places inside the convex outline of some of them. place: (n, 2) mm. some: (n,) True for these."""
    if not some.any():
        return some
    outline = cv2.convexHull(place[some].astype(np.float32))
    return np.array([cv2.pointPolygonTest(outline, point, False) >= 0 for point in place.tolist()])


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
                on_top[row] = tops[number][: high - many + 1] + _MIN_DOUBT
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
    return min(1.0, float(heights[0]) / _SINGLE_PRIOR + _MIN_DOUBT)


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
