"""Estimates what each place holds, by expectation maximisation over all places of a picture.

The network says how likely each place is empty, holds a piece or holds something else. This module says which kind the
piece is. Together with the contents it estimates the looks of the kinds, and what the light adds to all colours
(Dempster, Laird and Rubin 1977). It starts from what was known before the picture. It never looks at pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reader.colours import kind_assignment
from vision.reader.colours.appearance import (
    Look,
    OthersLooks,
    compute_anything_log_density,
    compute_looks_log_density,
    estimate_light_shift,
    find_clipped,
    make_covariance,
    update_looks,
)
from vision.reader.colours.shade import UNKNOWN_LOG_DENSITY
from vision.reader.colours.telling_part import measure_rims
from vision.reader.evidence.likelihood import LOG_ODD_PRIOR, compute_kinds_log_density, explain_by_kinds
from vision.reader.evidence.place_evidence import Evidence
from vision.reader.networks.network import EMPTY, PIECE, THING
from vision.reader.places.atlas import Flags, Floats

_MAX_ROUNDS = 6  # rounds of expectation maximisation

_MAX_SETTLED_CHANGE = 0.003
"""If no probability changes by more than this in a round, one last round follows, in which the light stays the same."""

_VAGUE_DOUBT = make_covariance(1.5, 1.2)  # the doubt of a look about which nothing is known
# the covariance of the light's error once kinds have been assigned in this light
_ASSIGNED_LIGHT_DOUBT = make_covariance(0.05, 0.03)
_KIND_MARGIN, _MAX_KIND_WEIGHT = 1.0, 6.0
"""A kind that explains a colour better than print in any shade does is evidence against an empty place. It counts from
a margin on (the first value, a logarithm). The second value is the most that it may count: stains and reflections do
not look like print either.
"""
_MIN_KIND_LOG_DENSITY, _KIND_GAIN = 0.5, 4.0
"""The first value is the log density with which the kind must at least explain the colour. The second is how much each
unit above it counts.
"""

_RIM_P = 0.9  # a place shows the darkest part of a kind if it holds this kind with at least this probability

_MIN_CLIPPED_EXPLAINED = 0.0
"""How well print or a kind must at least explain a clipped colour (a log density) if it may be that. In too much light,
white pieces and white print look alike, so if print explains it, the colour tells nothing.
"""
_UNSURE_LOG_ODDS, _MIN_BRIGHTEST = float(np.log(15.0)), -1.2
"""If a kind explains a clipped colour, an empty place on known print is at most this much likelier than a piece, so
that it is not sure. This counts if the brightest colour that the camera can show is at least the second value (a
logarithm): if it seems to be darker, a lamp is mirrored in the print.
"""

_MAX_GUESSED_KIND_WEIGHT, _MIN_TELLING_WEIGHT = 3.0, 2.0
"""Where the print was only guessed, a kind that explains a colour better than the guess is evidence against an empty
place even without a margin, if it explains it clearly better than pieces of any colour would. The first value is the
most that it may count then. From the second value on, the place is not surely empty, whatever the network says: on 120
photographs of repainted boards, 6 of 24 such places that seemed empty held a piece.
"""

_GUESSED_PRINT_LOG_ODDS = float(np.log(2.0))
"""Where the print was only guessed, it may have any colour. So a piece whose colour is that of no kind is at most this
much likelier there than print.
"""

_CLEAR_PIECE_P = 0.999
"""If the network and the colour are both surer than this, nobody doubts a piece because of that. On photographs of
repainted boards, all of 2,660 places at which the network was so sure held a piece; of 990 others, 12 did not.
"""

_UNSEEN_PIECE_LOG_ODDS, _MIN_SEEN_P = float(np.log(18.0)), 0.98
"""Where the print was only guessed and the network is less sure of a piece than the second value, a piece is at most
this much likelier than print, so that it is not sure: in the shadow of a tall piece, print looks like a dark one.
"""

_MIN_TALL_FIT = 4.0
"""How much better a kind explains the colours of foot and head together than any other thing would, where a tall piece
is as likely as the network alone says (a logarithm). This counts on print that was never seen: on 240 photographs of
repainted boards, 5 of 2,882 places whose print was only guessed are wrong by this, 13 were by print and middle alone,
and 18 instead of 177 are unsure.
"""

_STRANGE_LOG_ODDS, _MAX_STRANGE_P = -float(np.log(2.0)), 0.997
"""Print that was only guessed is likelier than a flat piece where the colour is rather that of anything than that of a
kind, by the first value (a logarithm). This does not count in rows, nor where a lamp may be mirrored, nor if the
network is surer of the piece than the second value. On 298 photographs of repainted boards there were 6 such places
that seemed to hold a piece; all were empty.
"""

_HEAD_ELSEWHERE_LOG_ODDS = -2.0
"""How likely the head of a tall piece is not where it is looked for, because the piece is off its place (a logarithm,
compared with a head that is there).
"""

_LIKE_PRINT_GAIN = 2.0
"""How much it counts against a tall piece that print explains its foot better than any kind does, if its head is not
where it should be either. The shadow of a pawn may look like the foot of another one.
"""

_EVEN = 0.5  # the probability at which two results are equally likely


@dataclass(frozen=True, eq=False, kw_only=True)
class Expected:
    """What is known about the k kinds of pieces and about the light before a picture."""

    looks: tuple[Look, ...]
    """The looks of the kinds: of the part that `Evidence.core` shows."""
    head_looks: tuple[Look, ...]
    """The looks of their heads; not needed if pieces are flat."""
    light_doubt: Floats
    """(3, 3) the covariance of how far off the estimate of the light may be."""
    is_learned: bool
    """True if all looks were learned from pieces. Then the names of the kinds are not needed."""
    rims: Floats
    """(k,) how bright the darkest part of each kind is in tables that are known, see `telling_part.measure_rims`."""


@dataclass(frozen=True, eq=False)
class Posterior:
    """What the places hold, and the quantities that were estimated together with it."""

    probabilities: Floats
    """(n, 1 + k + 1) how likely each place is empty, holds each of the k kinds, holds something else."""
    looks: tuple[Look, ...]
    """The looks of the kinds, after this picture."""
    shift: Floats
    """(3,) what the light adds to every colour."""


def estimate_posterior(evidence: Evidence, expected: Expected) -> Posterior:
    """What all places hold."""
    by_looks = _settle(evidence, evidence.core, expected, None)
    named = (
        None
        if expected.is_learned
        else kind_assignment.assign_kinds(
            evidence.core,
            np.exp(evidence.log_p[:, PIECE]),
            evidence.print_log_density,
            expected.looks,
            expected.light_doubt,
            evidence.terms,
        )
    )
    if named is None:
        return by_looks
    doubt = expected.light_doubt if named.looks == expected.looks else _ASSIGNED_LIGHT_DOUBT
    assigned = replace(expected, looks=named.looks, light_doubt=doubt)
    by_clusters = _settle(evidence, named.core, assigned, named.weights)
    if not _differ(by_clusters, by_looks):
        return by_clusters
    swapped = [
        _are_kinds_swapped(core, result, expected)
        for core, result in ((named.core, by_clusters), (evidence.core, by_looks))
    ]
    if swapped == [True, False]:
        return by_looks
    # Either may be wrong: the looks in a strange light, the clusters where a lamp lights pieces from one side.
    odds = _measure_likelihood(evidence, named.core, by_clusters, expected) - _measure_likelihood(
        evidence, evidence.core, by_looks, expected
    )
    return _average(by_clusters, by_looks, float(odds))


def _settle(evidence: Evidence, core: Floats, expected: Expected, weights: Floats | None) -> Posterior:
    """What all places hold, by expectation maximisation from what is expected on.

    core: (n, 3) the colours. weights: (k, n) how much each place belongs to each kind, to start from; None if nothing
    is known about that.
    """
    n, k = len(core), len(expected.looks)
    looks, light_doubt = expected.looks, expected.light_doubt
    shift = np.zeros(3)
    # No piece has been seen yet, so all places use the same looks.
    now, taught = update_looks(looks, core[:1], np.zeros((k, 1)), shift)
    if weights is not None:
        shift = estimate_light_shift(looks, core, weights, light_doubt)
        now, taught = update_looks(looks, core, weights, shift)
    # Print that the network takes for pieces must not teach how pieces look: then they would soon look like print.
    teaches = np.exp(
        -_weigh_print(evidence.print_log_density, explain_by_kinds(evidence, core, taught.mean, taught.covariance))
    )
    if expected.is_learned and evidence.head is None:  # print that was only guessed may look like a flat piece
        teaches = np.where(evidence.is_print_guessed, 0.0, teaches)
    weights = np.zeros((k, n)) if weights is None else weights
    probabilities = np.zeros((n, k + 2))
    settled = False
    for turn in range(_MAX_ROUNDS):
        shown = (probabilities[:, 1 : k + 1] > _RIM_P) & ~evidence.may_be_glare[:, None]
        seen = measure_rims(evidence.darkest, shown.T)
        known = np.where(np.isnan(seen), expected.rims, seen)
        heads = _compare_heads(evidence, expected, weights)
        after = _compute_probabilities(evidence, core, taught.mean, taught.covariance, known, heads)
        before, probabilities = probabilities, after
        if turn == _MAX_ROUNDS - 1 or settled:
            break
        settled = turn == _MAX_ROUNDS - 2 or float(np.abs(probabilities - before).max()) < _MAX_SETTLED_CHANGE
        weights = probabilities[:, 1 : k + 1].T * teaches
        if not settled:
            shift = estimate_light_shift(looks, core, weights, light_doubt)
        now, taught = update_looks(looks, core, weights, shift)
    return Posterior(_doubt_guessed_print(evidence, core, taught, probabilities), now, shift)


def _compare_heads(evidence: Evidence, expected: Expected, weights: Floats) -> Floats | None:
    """(n, k) log densities: how well what is seen where the head of each place would be fits the head of each kind;
    None if pieces are flat. weights: (k, n) how much each place belongs to each kind.
    """
    if evidence.head is None:
        return None
    shift = estimate_light_shift(expected.head_looks, evidence.head, weights, expected.light_doubt)
    _, taught = update_looks(expected.head_looks, evidence.head, weights, shift)
    return compute_kinds_log_density(evidence.head, taught.mean, taught.covariance).T


def _measure_likelihood(evidence: Evidence, core: Floats, final: Posterior, expected: Expected) -> float:
    """How likely the colours of a picture and the looks that were found in it are (a logarithm).

    core: (n, 3) the colours. final: has the looks.
    """
    mean = np.stack([look.mean for look in final.looks])[:, None].repeat(len(core), axis=1)
    covariance = np.stack([look.doubt + look.spread for look in final.looks])[:, None]
    of, odd = explain_by_kinds(evidence, core, mean, covariance)
    explained = np.logaddexp(np.logaddexp(np.logaddexp.reduce(of, axis=1), odd), evidence.print_log_density)
    piece = np.exp(evidence.log_p[:, PIECE])
    return float(piece @ explained) + compute_looks_log_density(expected.looks, final.looks, expected.light_doubt)


def _differ(one: Posterior, other: Posterior) -> bool:
    """True if two results give some piece different kinds."""
    a, b = (result.probabilities.argmax(axis=1) for result in (one, other))
    last = one.probabilities.shape[1] - 1
    return bool(((a != b) & (a > 0) & (b > 0) & (a < last) & (b < last)).any())


def _are_kinds_swapped(core: Floats, result: Posterior, expected: Expected) -> bool:
    """True if two kinds clearly look the opposite of what their names say, by the places that hold them. core: (n, 3)
    the colours.
    """
    best = result.probabilities.argmax(axis=1)
    held = [i for i in range(len(expected.looks)) if (best == 1 + i).any()]
    return kind_assignment.are_swapped([expected.looks[i] for i in held], [core[best == 1 + i] for i in held])


def _average(one: Posterior, other: Posterior, odds: float) -> Posterior:
    """The mean of two results, by how likely each is. odds: of the first one (a logarithm)."""
    part = float(np.exp(-np.logaddexp(0.0, -odds)))
    likelier = one if part >= _EVEN else other
    return replace(likelier, probabilities=part * one.probabilities + (1 - part) * other.probabilities)


def estimate_posterior_given_table(
    evidence: Evidence, looks: Sequence[Look], head_looks: Sequence[Look], weights: Floats
) -> Posterior:
    """What each place would hold if all the other places hold what people say.

    looks, head_looks: as the kinds' names make us expect, see `Expected`. weights: (k, n) 1 where people say that a
    piece of a kind is at a place, else 0. The name of a kind counts only if no piece shows how the kind looks. Kinds of
    one colour differ in size only, so a kind with a single piece has the colour of the others.
    """
    words = kind_assignment.number_colours(looks)
    of_colour = (words[:, None] == words[None]).astype(np.float64) @ weights
    several = of_colour.sum(axis=1) > 1
    now, taught = _teach_table(looks, evidence.core, of_colour, several)
    heads = None
    if evidence.head is not None:
        _, shown = _teach_table(head_looks, evidence.head, of_colour, several)
        heads = compute_kinds_log_density(evidence.head, shown.mean, shown.covariance).T
    # If a kind has only one piece, its look is hardly known, so print that explains the colour better is no evidence.
    tells = several.all() & ~weights.any(axis=0)
    told = replace(evidence, print_log_density=np.where(tells, evidence.print_log_density, UNKNOWN_LOG_DENSITY))
    rims = measure_rims(evidence.darkest, (of_colour > 0) & ~evidence.may_be_glare)
    probabilities = _compute_probabilities(told, evidence.core, taught.mean, taught.covariance, rims, heads)
    return Posterior(probabilities, now, np.zeros(3))


def _teach_table(
    looks: Sequence[Look], colours: Floats, weights: Floats, several: Flags
) -> tuple[tuple[Look, ...], OthersLooks]:
    """The looks, learned from a table alone if it has several pieces of a kind.

    colours: (n, 3) of the places. weights: (k, n) how much each belongs to each kind. several: (k,) True for these
    kinds.
    """
    vague = [replace(look, doubt=_VAGUE_DOUBT) if some else look for look, some in zip(looks, several, strict=True)]
    return update_looks(vague, colours, weights, np.zeros(3), np.inf)


def _compute_probabilities(
    evidence: Evidence,
    core: Floats,
    mean: Floats,
    covariance: Floats,
    rims: Floats | None = None,
    heads: Floats | None = None,
) -> Floats:
    """(n, 1 + k + 1) the probabilities of the contents, if the kinds look as these means (k, n, 3) and covariances (k,
    n, 3, 3) say. core: (n, 3) the colours. rims: (k,) see `measure_rims`; None if they are not known. heads: (n, k) how
    well each head fits each kind (logarithms); None if this is not known.
    """
    of, odd = explain_by_kinds(evidence, core, mean, covariance, rims)
    empty, piece = _weigh_middles(evidence, core, (of, odd))
    any_kind = np.logaddexp(np.logaddexp.reduce(of, axis=1), odd)
    a_kind, other, named = piece + np.logaddexp.reduce(of, axis=1) - any_kind, piece + odd - any_kind, of
    if heads is not None:
        fit, least, unlike = _fit_with_heads(evidence, core, of, heads)
        is_seen, seen, named = evidence.is_print_seen, evidence.log_p[:, PIECE], of + heads
        a_kind = np.where(is_seen, np.maximum(a_kind + unlike, seen + least), seen + fit - _MIN_TALL_FIT)
        other = np.where(is_seen, other, seen + LOG_ODD_PRIOR)
        empty = np.where(is_seen, empty, evidence.log_p[:, EMPTY])
    kinds = a_kind[:, None] + named - np.logaddexp.reduce(named, axis=1, keepdims=True)
    logs = np.column_stack([empty, kinds, np.logaddexp(evidence.log_p[:, THING], other)])
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None]))


def _fit_with_heads(evidence: Evidence, core: Floats, of: Floats, heads: Floats) -> tuple[Floats, Floats, Floats]:
    """How much better a kind explains foot and head of a tall piece than any other thing would, as logarithms.

    These are (n,) both together; (n,) the same, at most 0, if a head is seen in the colour of a kind, -inf if none is;
    and (n,) where the head has the colour of no kind and the foot has not either, or print explains it better, else 0.

    core: (n, 3) the colours of the feet. of, heads: (n, k) how well foot and head fit each kind.
    """
    assert evidence.head is not None
    by_foot = of - compute_anything_log_density(core)[:, None]
    by_head = heads - compute_anything_log_density(evidence.head)[:, None]
    both = np.logaddexp.reduce(by_foot + np.logaddexp(by_head, _HEAD_ELSEWHERE_LOG_ODDS), axis=1)
    foot, head = by_foot.max(axis=1), by_head.max(axis=1)
    with_head = np.where(by_head > 0, by_foot + by_head, -np.inf).max(axis=1)
    by_print = evidence.print_log_density - of.max(axis=1)
    unlike = np.minimum(foot, 0.0) - _LIKE_PRINT_GAIN * np.maximum(by_print, 0.0)
    return np.asarray(both), np.minimum(with_head, 0.0), np.where((head < 0) & (unlike < 0), unlike + head, 0.0)


def _weigh_middles(evidence: Evidence, core: Floats, explained: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Log odds (n,) that each place is empty, and that it holds something that the network takes for a piece.

    core: (n, 3) the colours of the middles of the pieces. explained: from `explain_by_kinds`.
    """
    of = explained[0]
    k, a_kind = of.shape[1], np.logaddexp.reduce(of, axis=1)
    piece = evidence.log_p[:, PIECE] - _weigh_print(evidence.print_log_density, explained)
    as_of_two = a_kind + np.log(k / 2)  # scaled as if there were two kinds, so that their number does not matter
    like_no_print = np.minimum(
        a_kind - evidence.any_print_log_density - _KIND_MARGIN, _KIND_GAIN * (as_of_two - _MIN_KIND_LOG_DENSITY)
    )
    like_pieces = np.clip(like_no_print, 0.0, _MAX_KIND_WEIGHT)
    any_colour = compute_anything_log_density(core)
    unlike_guess = np.minimum(a_kind, _MIN_KIND_LOG_DENSITY) - np.maximum(
        evidence.any_print_log_density, any_colour + _KIND_MARGIN
    )
    tells_piece = evidence.is_print_guessed & (unlike_guess > _MIN_TELLING_WEIGHT)
    unlike_guess = np.clip(unlike_guess, 0.0, _MAX_GUESSED_KIND_WEIGHT)
    like_pieces = np.where(evidence.is_print_guessed, np.maximum(like_pieces, unlike_guess), like_pieces)
    is_clipped = find_clipped(core, evidence.brightest)
    is_known = evidence.any_print_log_density > UNKNOWN_LOG_DENSITY
    tells = is_known & ~(is_clipped & (evidence.print_log_density > _MIN_CLIPPED_EXPLAINED))
    empty = evidence.log_p[:, EMPTY] - np.where(tells, like_pieces, 0.0)
    is_lit = evidence.brightest.mean(axis=1) > _MIN_BRIGHTEST
    is_alike = is_known & is_clipped & (a_kind > _MIN_CLIPPED_EXPLAINED) & is_lit
    return empty, np.where(is_alike | tells_piece, np.maximum(piece, empty - _UNSURE_LOG_ODDS), piece)


def _weigh_print(log_density: Floats, explained: tuple[Floats, Floats]) -> Floats:
    """(n,) the evidence against a piece at each place (a logarithm), because print explains its colour better.
    explained: from `explain_by_kinds`.
    """
    any_kind = np.logaddexp(np.logaddexp.reduce(explained[0], axis=1), explained[1])
    return kind_assignment.weigh_print(log_density, any_kind)


def _doubt_guessed_print(evidence: Evidence, core: Floats, taught: OthersLooks, probabilities: Floats) -> Floats:
    """The probabilities (n, 1 + k + 1), less sure of pieces where the print was only guessed and either no kind
    explains the colour or the network sees no clear piece. Tall pieces are judged by their heads instead. core: (n, 3)
    the colours. taught: how the kinds look.
    """
    if not evidence.is_print_guessed.any() or evidence.head is not None:
        return probabilities
    of, _ = explain_by_kinds(evidence, core, taught.mean, taught.covariance)
    fit = np.logaddexp.reduce(of, axis=1) - compute_anything_log_density(core)
    most = np.maximum(fit, _GUESSED_PRINT_LOG_ODDS)
    out = probabilities.copy()
    pieces = out[:, 1:-1]
    is_kind_clear = pieces.max(axis=1) > _CLEAR_PIECE_P * pieces.sum(axis=1)
    is_clear = is_kind_clear & (evidence.log_p[:, PIECE] > np.log(_CLEAR_PIECE_P))
    is_single = np.bincount(evidence.cell)[evidence.cell] == 1
    is_strange = is_single & (fit < 0) & (evidence.log_p[:, PIECE] < np.log(_MAX_STRANGE_P)) & ~evidence.may_be_glare
    most = np.where(is_strange, _STRANGE_LOG_ODDS, most)
    is_unseen = evidence.log_p[:, PIECE] < np.log(_MIN_SEEN_P)
    most = np.where(is_unseen, np.minimum(most, _UNSEEN_PIECE_LOG_ODDS), most)
    least = np.where(evidence.is_print_guessed & ~is_clear, pieces.sum(axis=1) * np.exp(-most), 0.0)
    out[:, 0] = np.maximum(out[:, 0], least)
    return np.asarray(out / out.sum(axis=1, keepdims=True))
