"""How sure each place is, where it cannot be seen well: below piles, in the dark, and near a hand and in its shadow.

Something else, that is no piece, gets the probability that the contents of such a place lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.reader.colours.appearance import Look, find_vivid
from vision.reader.contents.hand import Occlusion
from vision.reader.contents.posterior import Posterior
from vision.reader.places.atlas import Atlas, Flags, Floats

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

_LIT_QUANTILE, _MIN_LIT_LOG_LIGHT = 0.9, 0.3
"""If this quantile of the logarithms of the light at all places that a hand does not cover is above the second value,
most of the board is in the hand's shadow.
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
"""An empty place on known print near a hand is sure if it is clearer than the first value and its colour (logarithms)
is at least the second value from that of all covered places: a sleeve may have the colour of the print. On photographs
of 299 boards with a hand, 966 such cells were all empty; of 512 others, whose colour was nearer, three were not.
"""
_MAX_BARE_CHANGE = 0.02
"""Such a place is also sure if it is clearer than `_CLEAR_BESIDE_P` and at most this part of a piece's area differs
from its print, which was not guessed. On photographs of 200 boards with a hand, 214 such cells were all empty. One of
21 less clear ones was a sleeve in the colour of the print.
"""

_MIN_BARE_GAP, _SURELY_HIDDEN_P = 0.1, 0.9
"""But it is not sure if its colour is less than the first value from that of a place that is covered with at least the
second probability: such a sleeve has the colour of the print. On photographs of 320 boards with a hand, one of 25 such
places held a piece (Spry 10,813, p = 1.000), and none of 469 others.
"""

_MIN_LIGHTER = 0.5
"""A kind is lighter than another if its brightness (a logarithm) is by at least this much larger. In a hand's shadow a
white piece may look black, but no black one white.
"""

_MIN_DARKER = 0.8
"""A piece is of a darker kind, and no lighter one in the shadow, if it is darker by at least this much (a logarithm)
than the next lighter kind in the shadow that is on the print there. On 320 photographs with a hand, none of 749 such
pieces of which the colour was clear (p > 0.999) was of another kind; of 542 others, three were.
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

MIN_DOUBT = 1e-4  # the probability of something else that remains however clear a place looks


@dataclass(frozen=True, eq=False, kw_only=True)
class SeenPlaces:
    """How well each of the n places of a picture is seen."""

    atlas: Atlas
    colours: Floats
    """(n, 3) their colours, see `appearance`."""
    shade: Floats
    """(n,) the logarithm of how much light the print at each place gets, compared with all print."""
    doubt: Floats
    """(n,) how likely each place holds something else than it seems, such as a piece that is between two places."""
    empty: Floats
    """(n,) how likely each place is empty, by the network alone."""
    guessed: Flags
    """(n,) True where the print was only guessed."""
    changed_area: Floats
    """(n,) how much of each place differs from its print, as a part of the area of the smallest piece."""
    is_print_known: bool
    uncovered: Flags
    """(n,) True for places that surely no arm hides, see `Survey.find_uncovered`."""
    behind: Floats
    """(n,) how likely a pile of another cell hides the place."""
    tops: Mapping[int, Floats]
    """For cells with piles, by the cell's number: how likely 1, 2, ... pieces are on the cell's last place."""
    overlooked: Mapping[int, Set[int]]
    """For cells with piles, by the cell's number: the numbers of other cells over which a high pile there would be
    seen.
    """


def doubt_places(posterior: Posterior, seen: SeenPlaces, occlusion: Occlusion) -> Floats:
    """(n, 1 + k + 1) how likely each place is empty, holds each of the k kinds, holds something else. posterior: the
    same before anything is doubted. occlusion: what covers the board.
    """
    held = posterior.probabilities
    if occlusion.is_seen:
        seen = replace(seen, shade=_compare_with_lit(seen.shade, occlusion.covered))
    unclear = seen.guessed & (np.abs(posterior.shift).max() > _MAX_LIGHT_SHIFT)
    unclear |= (seen.shade < _SHADOW_LOG_LIGHT) & (held.argmax(axis=1) == 0) & (seen.empty < _MIN_EMPTY_IN_SHADOW_P)
    if seen.is_print_known and not occlusion.is_seen:
        held = doubt_uncovered_things(held)
    held = apply_piles(held, seen.behind)
    return soften(held, seen, occlusion, unclear, find_clear_in_shadow(posterior.looks, held.shape[1] - 2, seen))


def _compare_with_lit(shade: Floats, covered: Flags) -> Floats:
    """(n,) `SeenPlaces.shade`, compared with the print that is not in the hand's shadow. If most of the print is in it,
    the light was estimated in the shadow. covered: (n,) True for places below the hand.
    """
    lit = float(np.quantile(shade[~covered], _LIT_QUANTILE)) if not covered.all() else 0.0
    return shade - lit if lit > _MIN_LIT_LOG_LIGHT else shade


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


def soften(probabilities: Floats, seen: SeenPlaces, occlusion: Occlusion, unclear: Flags, clear_kinds: Flags) -> Floats:
    """The probabilities of the places, less sure where a place cannot be seen well: in the dark, near a hand, or beside
    a piece that is between places. unclear: (n,) True where a hand makes doubtful what is seen, wherever it is.
    clear_kinds: (n, k) from `find_clear_in_shadow`.
    """
    atlas = seen.atlas
    unseen = 1.0 - atlas.visible.reshape(atlas.count, -1).mean(axis=1)
    doubt = np.clip(np.maximum(unseen * 1.5 - 0.2, seen.doubt), MIN_DOUBT, 0.9)
    places = np.bincount(atlas.cell)[atlas.cell]
    # for each place, so that all places of a cell together have _DOUBT_BESIDE
    beside = 1.0 - (1.0 - _DOUBT_BESIDE) ** (1.0 / places)
    # A piece that may be at either of two adjacent places is between them. Something else that is seen where the print
    # was only guessed is mostly an error of the guess.
    occupied = 1.0 - probabilities[:, 0]
    shown = np.where(seen.guessed, occupied - probabilities[:, -1], occupied)
    halfway = (shown > _HALFWAY_P_RANGE[0]) & (shown < _HALFWAY_P_RANGE[1])
    trace = (occupied > _MIN_TRACE_P) & ~(seen.guessed & (occupied > _CENTRED_P))
    shared = atlas.adjacent & trace[:, None] & halfway[None]
    doubt = np.maximum(doubt, np.where(shared.any(axis=1), beside, 0.0))
    if occlusion.is_seen:
        # Next to a hand, its shadow and its skin can look like pieces, and within what it covers a sleeve like print.
        covered = occlusion.covered
        empty, piece = probabilities[:, 0], probabilities[:, 1:-1].max(axis=1)
        kind = probabilities[:, 1:-1].argmax(axis=1)
        is_kind_clear = clear_kinds[np.arange(len(kind)), kind]
        is_clear = np.where(is_kind_clear, np.maximum(empty, piece), empty) > _CLEAR_IN_SHADOW_P
        is_clear_beside = (piece > _CLEAR_BESIDE_P) & is_kind_clear
        is_unlike = _find_unlike(seen.colours, covered, _MIN_COVER_GAP)
        is_clear_beside |= (empty > piece) & seen.uncovered
        if seen.is_print_known:  # else a dark place may be the hand's own dark side
            is_bare = ~seen.guessed & (seen.changed_area <= _MAX_BARE_CHANGE)
            is_bare &= _find_unlike(seen.colours, occlusion.hidden > _SURELY_HIDDEN_P, _MIN_BARE_GAP)
            is_clear_beside |= (empty > _CLEAR_BESIDE_P) & is_bare
            is_clear_beside |= (empty > _CLEAR_EMPTY_BESIDE_P) & is_unlike
        darkest = np.where(is_kind_clear | (empty > piece), _SHADOW_LOG_LIGHT, _SLIGHT_SHADOW_LOG_LIGHT)
        near = (seen.shade < darkest) & ~is_clear
        near |= (atlas.nearby & covered[None]).any(axis=1) & ~is_clear_beside
        near |= unclear | _find_enclosed(atlas.place, covered)
        near |= seen.guessed & (empty > piece) & ~is_unlike & ~seen.uncovered  # a sleeve may look like a guess
        doubt = np.maximum(doubt, np.where(near, beside, 0.0))
    out = probabilities * (1.0 - doubt)[:, None]
    out[:, -1] += doubt
    return np.asarray(out)


def find_clear_in_shadow(looks: Sequence[Look], count: int, seen: SeenPlaces) -> Flags:
    """(n, k) True for kinds of which no shadow can make another one at a place: kinds of strong colours, one that is
    lighter than all others, and kinds that are darker there than a lighter one is in the shadow on the print. looks: of
    the kinds. count: how many kinds there are, k; without looks, all are False.
    """
    if not looks:
        return np.zeros((seen.atlas.count, count), np.bool_)
    means = np.stack([look.mean for look in looks])
    level = means.mean(axis=1)
    lightest = int(level.argmax())
    clear = np.zeros(count, np.bool_)
    clear[find_vivid(means[:, None])] = True
    clear[lightest] |= bool((level[lightest] - np.delete(level, lightest) > _MIN_LIGHTER).all())
    out = np.tile(clear, (seen.atlas.count, 1))
    if seen.is_print_known:  # else nobody knows how deep the shadow is
        next_lighter = np.min(np.where(level > level[:, None], level, np.inf), axis=1)
        lit = np.minimum(seen.shade, 0.0) - seen.colours.mean(axis=1)
        out |= np.isfinite(next_lighter) & (next_lighter + lit[:, None] > _MIN_DARKER)
    return out


def _find_unlike(colours: Floats, covered: Flags, min_gap: float) -> Flags:
    """(n,) True for places whose colour is unlike that of all covered ones. colours: (n, 3) of the places. covered:
    (n,) True for these. min_gap: how far off they must be (logarithms).
    """
    gaps = np.linalg.norm(colours[:, None] - colours[None, covered], axis=2)
    return np.asarray(gaps.min(axis=1, initial=np.inf) > min_gap)


def _find_enclosed(place: Floats, some: Flags) -> Flags:
    """(n,) True for places inside the convex outline of some of them. place: (n, 2) mm. some: (n,) True for these."""
    if not some.any():
        return some
    outline = cv2.convexHull(place[some].astype(np.float32))
    return np.array([cv2.pointPolygonTest(outline, point, False) >= 0 for point in place.tolist()])
