"""Assigns a kind to each piece of a picture, for all pieces together, by how they differ from each other.

The names of kinds say little about colours, but much about their order: white is the lighter kind, gold the warmer
metal. So the pieces are first grouped by colour into clusters, as few as explain the picture. Then each cluster gets a
kind, so that all clusters agree best, in whatever light. `posterior` starts from this result and decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reader.colours.appearance import (
    Look,
    compute_anything_log_density,
    find_hue,
    find_vivid_looks,
    make_covariance,
)
from vision.reader.colours.clusters import STRANGERS, list_clusterings, list_orders, score_clusters, score_orders
from vision.reader.places.atlas import Floats, Ints

_MIN_PIECE_P = 0.5  # places that hold a piece with at least this probability are clustered
_LIGHT_ROUNDS = 1  # rounds in which clusters and uneven light are estimated in turn
_FIT_STEPS = 4  # steps of the robust fit of uneven light
_MAX_KNOWN_LIGHT_VARIANCE = 0.1  # if the light is known at least this well, no unevenness is estimated
_CLUSTER_DOUBT = make_covariance(0.15, 0.1)
"""The covariance of the error of a cluster's mean colour."""

# the log odds that there is no piece, at least: the network is never more sure of a piece
_MIN_NO_PIECE_LOG_ODDS = -5.0

_PRINT_MARGIN, _PRINT_GAIN, _MAX_PRINT_WEIGHT = 1.5, 2.0, 8.0
"""Print that explains a colour better than any piece does is evidence against a piece. It counts from a margin on (the
first value, a logarithm). The second value is how much each further unit counts, and the third the most that it may
count: gloss and dirt can make pieces look like anything.
"""

_MAX_SAME_COLOUR = 1e-6  # looks that differ by less mean the same colour
_MIN_KIND_DIFFERENCE = 0.6
"""A logarithm, measured in the direction in which two kinds should differ by their names. Two kinds differ by more than
this, two pieces of one kind by less.
"""
_MIN_SAME_HUE_DIFFERENCE, _SAME_HUE = 1.3, 0.2
"""The first value is the same for two single pieces whose hues differ by less than the second one. Two such pieces may
be of one kind, and one gets more light.
"""
_LEAST_NAMED_PART = 0.5  # kinds differ by at least this part of what their names say
_MIN_DARK_DIFFERENCE = 0.3  # the same for the darkest parts of two pieces


@dataclass(frozen=True, eq=False)
class KindAssignment:
    """The kind of each place, as a start for `posterior`."""

    weights: Floats
    """(k, n) how much each place belongs to each kind."""
    looks: tuple[Look, ...]
    """The looks of the kinds in this picture. If only one kind is seen, they stay as the names say."""
    core: Floats
    """(n, 3) the colours, corrected for light that is uneven over the board."""


def weigh_print(log_density: Floats, piece_log_density: Floats) -> Floats:
    """(n,) the evidence against a piece at each place (a logarithm), because print explains its colour better. Both
    densities (n,) are logarithms: of how well print explains the colour, and how well pieces do.
    """
    return np.asarray(np.clip(_PRINT_GAIN * (log_density - piece_log_density - _PRINT_MARGIN), 0.0, _MAX_PRINT_WEIGHT))


def assign_kinds(
    core: Floats, piece: Floats, explained: Floats, looks: Sequence[Look], light_doubt: Floats, terms: Floats
) -> KindAssignment | None:
    """The kinds of all pieces of a picture; None if the kinds cannot be told apart.

    core: (n, 3) logarithmic colours. piece: (n,) how likely each place holds a piece. explained: (n,) logarithms of how
    well print explains each colour, see `shade.compute_print_log_density`. looks: as the kinds' names make us expect.
    light_doubt: (3, 3) the covariance of how far off the light may be. terms: (n, 6) of a surface of light, see
    `light_surface.compute_terms`.
    """
    there = np.flatnonzero(piece > _MIN_PIECE_P)
    word = number_colours(looks)
    expected = list_colour_looks(looks)
    if not len(there) or len(expected) < 2:
        return None
    none = np.clip(np.log((1 - piece[there] + 1e-9) / piece[there]), _MIN_NO_PIECE_LOG_ODDS, 0.0)
    strange = compute_anything_log_density(core[there])
    none += weigh_print(explained[there], strange)
    flat = core
    for _ in range(_LIGHT_ROUNDS):
        seen = flat[there]
        own, order = _find_best(seen, none, expected, light_doubt)
        if len(order) < 2:
            break
        if light_doubt[0, 0] < _MAX_KNOWN_LIGHT_VARIANCE:
            break
        middle = np.stack([np.median(seen[own == heap], axis=0) for heap in range(len(order))])
        flat = core - terms @ _fit_uneven_light(core[there] - middle[own], terms[there])
    weights = np.zeros((len(looks), len(core)))
    for heap, group in enumerate(order):
        if group == STRANGERS:
            continue
        for kind in np.flatnonzero(word == group):
            weights[kind, there[own == heap]] = 1.0 / (word == group).sum()
    if len(order) - (STRANGERS in order) < 2:
        return KindAssignment(weights, tuple(looks), core)
    of = {g: np.median(flat[there][own == heap], axis=0) for heap, g in enumerate(order) if g != STRANGERS}
    shift = np.mean([of[g] - expected[g].mean for g in of], axis=0)
    as_seen = (
        replace(look, mean=of.get(g, look.mean + shift), doubt=_CLUSTER_DOUBT if g in of else look.doubt)
        for look, g in zip(looks, word.tolist(), strict=True)
    )
    return KindAssignment(weights, tuple(as_seen), flat)


def _find_best(
    seen: Floats, none: Floats, expected: Sequence[Look], light_doubt: Floats
) -> tuple[Ints, tuple[int, ...]]:
    """The cluster of each colour (m,) and the look of each cluster, so that together they explain the colours best.

    One cluster may be `STRANGERS`: print that was taken for pieces. seen: (m, 3) the colours. none: (m,) the log odds
    that there is no piece. expected: the looks to choose from.
    """
    all_one: Ints = np.zeros(len(seen), np.int64)
    found: tuple[Ints, tuple[int, ...]] = (all_one, (0,))
    best = -np.inf
    groups = range(len(expected))
    # otherwise no piece is doubted, and no cluster needs to be strangers
    doubted = bool((none > _MIN_NO_PIECE_LOG_ODDS).any())
    for middle, own in list_clusterings(seen, len(expected) + doubted):
        heaps = len(middle)
        fits = score_clusters(seen, middle, own)
        strange = np.bincount(own, none, heaps) + compute_anything_log_density(middle)
        orders = list(list_orders(groups, heaps, int(doubted)))
        scores = fits + score_orders(middle, strange, np.array(orders), expected, light_doubt)
        if scores.max() > best:
            best, found = float(scores.max()), (own, orders[int(scores.argmax())])
    return found


def list_colour_looks(looks: Sequence[Look]) -> list[Look]:
    """The look of the first kind of each colour, in the order of `number_colours`."""
    _, first = np.unique(number_colours(looks), return_index=True)
    return [looks[i] for i in first.tolist()]


def _fit_uneven_light(off: Floats, terms: Floats) -> Floats:
    """(6, 3) the weights of a surface that says how uneven the light is. It goes through the deviations (m, 3) of the
    colours, stays near 0, and outliers count little.
    """
    hold = np.diag([1e3, 1.0, 1.0, 2.0, 2.0, 2.0])  # a constant level belongs to the clusters, not to the light
    weight: Floats = np.ones(len(off))
    fit: Floats = np.zeros((6, 3))
    for _ in range(_FIT_STEPS):
        weighed = terms.T * weight
        fit = np.asarray(np.linalg.solve(weighed @ terms + hold, weighed @ off), np.float64)
        far = np.abs(off - terms @ fit).max(axis=1)
        cut = 4.7 * max(1.4826 * float(np.median(far)), 0.05)
        weight = np.where(far < cut, (1 - (far / cut) ** 2) ** 2, 0.0)  # Tukey's biweight
    return np.asarray(fit)


def number_colours(looks: Sequence[Look]) -> Ints:
    """(k,) a number for the colour of each kind. Kinds that differ only in size have the same number."""
    out: list[int] = []
    for i, look in enumerate(looks):
        same = [out[j] for j in range(i) if np.abs(looks[j].mean - look.mean).max() < _MAX_SAME_COLOUR]
        out.append(same[0] if same else max(out, default=-1) + 1)
    return np.array(out)


def contradicts_names(expected: Sequence[Look], seen: Sequence[Floats]) -> bool:
    """True if kinds look the opposite of what their names say, for example white darker than black. Of kinds of strong
    colours only the hues count, because the light may make any of them the brightest.

    seen: for each kind the colours (m, 3) of its pieces. If one of the kinds has a single piece, the two kinds must
    also look clearly different, because nothing else shows that this piece belongs to another kind.
    """
    return any(differ < _choose_least_difference(seen[i], seen[j]) for i, j, differ in _compare_kinds(expected, seen))


def find_undecided(expected: Sequence[Look], seen: Sequence[Floats]) -> set[int]:
    """The numbers of the kinds that look nearly the same in what their names tell: red and green checkers that are
    equally bright may be called white and black in either way. seen: for each kind the colours (m, 3) of its pieces.
    """
    out: set[int] = set()
    for i, j, differ in _compare_kinds(expected, seen):
        named = float(np.linalg.norm(expected[i].mean - expected[j].mean))  # white and cream differ little
        if abs(differ) < min(_MIN_KIND_DIFFERENCE, _LEAST_NAMED_PART * named):
            out |= {i, j}
    return out


def are_swapped(expected: Sequence[Look], seen: Sequence[Floats]) -> bool:
    """True if kinds clearly look the opposite of what their names say. seen: for each kind the colours (m, 3) of its
    pieces.
    """
    return any(differ < -_MIN_KIND_DIFFERENCE for _, _, differ in _compare_kinds(expected, seen))


def _choose_least_difference(one: Floats, other: Floats) -> float:
    """How far two kinds must differ. one, other: (m, 3) the colours of their pieces. If both have a single piece,
    nothing shows how much light falls on each.
    """
    if len(one) > 1 and len(other) > 1:
        return 0.0
    is_same_hue = len(one) == len(other) == 1 and float(np.linalg.norm(find_hue(one[0] - other[0]))) < _SAME_HUE
    return _MIN_SAME_HUE_DIFFERENCE if is_same_hue else _MIN_KIND_DIFFERENCE


def looks_like_another_kind(expected: Sequence[Look], darkest: Sequence[Floats]) -> bool:
    """True if the only piece of a kind may be of another kind, because their darkest parts look alike. A cup looks
    darker than other pieces of its kind, but its darkest part is not darker than theirs. Kinds of strong colours are
    not compared: what is dark has hardly a colour.

    darkest: for each kind the colours (m, 3) of the darkest parts of its pieces.
    """
    vivid, lone = find_vivid_looks(expected), [len(some) == 1 for some in darkest]
    return any(
        differ < _MIN_DARK_DIFFERENCE
        for i, j, differ in _compare_kinds(expected, darkest)
        if (lone[i] or lone[j]) and not {i, j} & vivid
    )


def _compare_kinds(expected: Sequence[Look], seen: Sequence[Floats]) -> Iterator[tuple[int, int, float]]:
    """Two kinds of different colours, and how far they differ in the direction in which they should by their names (a
    logarithm): for all pairs. seen: for each kind the colours (m, 3) of its pieces.
    """
    vivid = find_vivid_looks(expected)
    shown = [np.median(some, axis=0) for some in seen]
    for i in range(len(expected)):
        for j in range(i):
            apart, differ = expected[i].mean - expected[j].mean, shown[i] - shown[j]
            if {i, j} <= vivid:
                apart, differ = find_hue(apart), find_hue(differ)
            far = float(np.linalg.norm(apart))
            if expected[i].is_named and expected[j].is_named and far > _MAX_SAME_COLOUR:
                yield i, j, float(apart @ differ) / far
