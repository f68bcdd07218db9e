"""How likely what is seen at each place is if a piece of each kind is there, or something that is no piece of the game.

A mirrored lamp may hide the colour of a piece, and a shade may darken it. This module knows nothing about print.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.colours.appearance import (
    compute_anything_log_density,
    compute_log_density,
    decode,
    encode,
    find_hue,
    find_vivid,
    make_covariance,
)
from vision.reader.evidence.place_evidence import Evidence
from vision.reader.networks.network import PIECE
from vision.reader.places.atlas import Flags, Floats

LOG_ODD_PRIOR = float(np.log(0.001))  # how often what the network takes for a piece is none of the game (a logarithm)
_LOG_GLARE_ODDS = float(np.log(0.3))
"""Where a mirrored lamp may hide the colour of a cell's pieces, each darker kind is at least this likely for all of
them together, compared with the likeliest one.
"""

_MIN_RIM_LEVEL, _MAX_OWN_HUE_GAP, _MIN_OTHER_HUE_GAP = -1.6, 0.45, 0.8
"""A mirrored lamp hides no kind of another hue than the darkest part of the piece, which mirrors no lamp. This counts
if the brightest channel of that part is above the first value (a logarithm), and if its hue is at most the second value
from that of the likeliest kind and at least the third from that of the other. Hues are logarithms of the channels, less
their mean.
"""

_MIN_MIRRORED, _MIN_NEARER_HUE = 0.7, 0.2
"""A middle may mirror something if it is brighter than the darkest part of the piece by at least the first value (a
logarithm), and if that part has the hue of another, darker kind: at most `_MAX_OWN_HUE_GAP` from it, and at least the
second value nearer to it than to the likeliest kind. A gold stone that mirrors a lamp looks like silver. On photographs
of 100 boards, none of 5,600 pieces looks like this. Nor does it tell the kind if that part is nearer in brightness to
that of a darker kind, as far as both are known (`_MIN_RIM_GAP`): of 2,772 pieces these are five, four of them unsure
anyway.
"""

_NEARER = 0.5  # what is darker by more than this part of the way to another value is nearer to that

_SHINY_RIM_LOG_ODDS = 5.0
"""How much likelier a darker kind is (a logarithm) where the brightness varies as a mirrored lamp makes it, and the
darkest part is nearer in brightness to that of this kind than to that of the likeliest one. Of 12 such readings in the
first moves of 120 games in any light, nine were of the darker kind; in the other three the likeliest kind explained the
middle better by 8 or more.
"""

_MIN_RIM_GAP, _MAX_RIM_DROP = 0.8, 0.2
"""Nor does it hide a darker kind if the darkest part of the piece is as bright as that of others of its kind. This part
must be known of both kinds. In the darker kind it must be darker by the first value (a logarithm). In the piece it may
be darker than in its kind by the second value times that. On photographs of 220 boards, all of 84 such places held what
they seemed to hold.
"""
_SHADED_P, _LIGHT_PARTS = 0.1, (0.12, 0.2, 0.33, 0.55)
"""How often a piece of a strong colour is in a shade that its look does not tell, compared with all others, and the
parts of the light that may be left there.
"""
_SHADED_COVARIANCE = make_covariance(0.15, 0.12)  # of a piece's colour in one of these shades

_MIN_PIECE_P = 0.5  # from this probability on, the network sees a piece


def explain_by_kinds(
    evidence: Evidence, core: Floats, mean: Floats, covariance: Floats, rims: Floats | None = None
) -> tuple[Floats, Floats]:
    """Log densities: (n, k) how well each kind explains each place, (n,) how well something that is no piece of the
    game does. The arguments are those of `_compute_probabilities`.
    """
    odd = compute_anything_log_density(core) + LOG_ODD_PRIOR
    of = compute_kinds_log_density(core, np.minimum(mean, evidence.brightest), covariance).T - np.log(len(mean))
    is_darker = core.mean(axis=1)[:, None] > mean.mean(axis=2).T
    is_bright = (core - evidence.darkest).mean(axis=1) > _MIN_MIRRORED
    is_mirror = is_darker & (is_bright & evidence.is_shiny)[:, None]
    hues = _RimHues.measure(evidence, of, mean)
    is_no_rim_of, is_rim_of, shines = hues.find_others(), hues.find_nearer(), of
    if rims is not None:
        drop = _measure_rim_drops(evidence, of, rims)
        is_no_rim_of, is_rim_of = is_no_rim_of | (drop < _MAX_RIM_DROP), is_rim_of | (drop > _NEARER)
        shines = _scale_alike(of + _SHINY_RIM_LOG_ODDS * (is_mirror & (drop > _NEARER)), of)
    log_odds = np.where(is_darker & ~is_no_rim_of, _find_glare_log_odds(evidence)[:, None], -np.inf)
    log_odds[is_mirror & is_rim_of] = _LOG_GLARE_ODDS
    return _doubt_colours(shines, log_odds) + evidence.size_fit, np.asarray(odd)


def compute_kinds_log_density(core: Floats, mean: Floats, covariance: Floats) -> Floats:
    """(k, n) log densities: how well each kind explains each colour, in its usual light or, if the kind is of a strong
    colour, in a shade.

    core: (n, 3) the colours. mean (k, n, 3), covariance (k, n, 3, 3): how the kinds look.
    """
    out = compute_log_density(core, mean, covariance)
    vivid = find_vivid(mean)
    if not len(vivid):
        return out
    shades = encode(np.multiply.outer(_LIGHT_PARTS, decode(mean[vivid])))
    in_shades = compute_log_density(core, shades, _SHADED_COVARIANCE)
    shaded = np.logaddexp.reduce(in_shades, axis=0) - np.log(len(_LIGHT_PARTS))
    out[vivid] = np.logaddexp(out[vivid], shaded + np.log(_SHADED_P))
    return out


@dataclass(frozen=True, eq=False)
class _RimHues:
    """How far the hue of the darkest part of n pieces is from the hues of k kinds."""

    away: Floats
    """(n, k) from each kind."""
    own: Floats
    """(n, 1) from the kind that is the likeliest by the middle."""
    apart: Floats
    """(n, k) how far the hue of that kind is from those of all kinds."""
    is_clear: Flags
    """(n, 1) True where that part is bright enough to have a hue."""

    @classmethod
    def measure(cls, evidence: Evidence, of: Floats, mean: Floats) -> _RimHues:
        """of: (n, k) log densities of the kinds. mean: (k, n, 3) how the kinds look."""
        rim, looks = evidence.darkest[:, None], mean.transpose(1, 0, 2)
        away = np.linalg.norm(find_hue(rim) - find_hue(looks), axis=2)
        best = of.argmax(axis=1)[:, None]
        own, likeliest = np.take_along_axis(away, best, axis=1), np.take_along_axis(looks, best[..., None], axis=1)
        apart = np.linalg.norm(find_hue(likeliest) - find_hue(looks), axis=2)
        return cls(away, own, apart, rim.max(axis=2) > _MIN_RIM_LEVEL)

    def find_others(self) -> Flags:
        """(n, k) True where a piece is not of this kind, whatever its middle mirrors."""
        return np.asarray(self.is_clear & (self.own < _MAX_OWN_HUE_GAP) & (self.away > _MIN_OTHER_HUE_GAP))

    def find_nearer(self) -> Flags:
        """(n, k) True where this kind has the hue, and the likeliest one has not. Rims of kinds of one hue may mirror a
        coloured table.
        """
        differ = self.apart > _MAX_OWN_HUE_GAP
        return np.asarray(
            differ & self.is_clear & (self.away < _MAX_OWN_HUE_GAP) & (self.own - self.away > _MIN_NEARER_HUE)
        )


def _measure_rim_drops(evidence: Evidence, of: Floats, rims: Floats) -> Floats:
    """(n, k) how much darker the darkest part of a piece is than that of the likeliest kind, if that of this kind is
    darker by 1; nan if it is hardly darker, or unknown.

    of: (n, k) log densities of the kinds. rims: (k,) see `measure_rims`.
    """
    level, own = evidence.darkest.mean(axis=1)[:, None], rims[of.argmax(axis=1)][:, None]
    gap = own - rims
    return np.asarray((own - level) / np.where(gap > _MIN_RIM_GAP, gap, np.nan))


def _find_glare_log_odds(evidence: Evidence) -> Floats:
    """(n,) how likely a darker kind is at least at each place, because a lamp may be mirrored there (a logarithm, -inf
    for no such lamp).

    The pieces of a cell are of one kind, and one lamp is mirrored in all of them. So if it may be in most of them, it
    may be in all, and they share the doubt.
    """
    is_piece = evidence.log_p[:, PIECE] > np.log(_MIN_PIECE_P)
    count, glared = (np.bincount(evidence.cell, some) for some in (is_piece, is_piece & evidence.may_be_glare))
    is_shared = (is_piece & (2 * glared >= count)[evidence.cell]) & (glared > 0)[evidence.cell]
    part = np.where(is_shared, np.maximum(count, 1)[evidence.cell], 1)
    return np.where(is_shared | evidence.may_be_glare, _LOG_GLARE_ODDS / part, -np.inf)


def _doubt_colours(of: Floats, log_odds: Floats) -> Floats:
    """(n, k) the log densities of colours for each kind, if a mirrored lamp may hide the colours of some kinds. How
    well all kinds together explain each colour stays the same.

    log_odds: (n, k) how likely each kind is at least, compared with the likeliest one (a logarithm): -inf for kinds
    whose colours no lamp hides. A lamp only adds light, so these are all kinds that are not darker than what is seen.
    """
    return _scale_alike(np.maximum(of, of.max(axis=1, keepdims=True) + log_odds), of)


def _scale_alike(of: Floats, other: Floats) -> Floats:
    """The log densities `of` (n, k), scaled so that all kinds together explain each place as well as in `other` (n,
    k).
    """
    before, after = (np.logaddexp.reduce(some, axis=1, keepdims=True) for some in (other, of))
    return np.asarray(of + before - after)
