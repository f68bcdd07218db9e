"""Which content explains what is seen at each place: expectation maximisation over a whole picture.

The network says of each place whether it is empty, holds a piece or something else. Which kind a piece is, is told
here: the looks of the kinds and what the light adds to all of them are estimated together with the contents
(Dempster, Laird and Rubin 1977), starting from what is known beforehand. It never looks at pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reader import kind_assignment
from vision.reader.appearance import Look, compute_log_density, estimate_light_shift, make_covariance, update_looks
from vision.reader.atlas import Floats
from vision.reader.network import EMPTY, PIECE, THING
from vision.reader.shade import UNKNOWN_LOG_DENSITY

_MAX_ROUNDS = 6
_MAX_SETTLED_CHANGE = (
    0.003  # shares that change no more than this are final after one last round, the light left as it is
)
_VAGUE_DOUBT = make_covariance(1.5, 1.2)  # of a look that nothing was said of
_ODD_PRIOR = 0.001  # how often what the network takes for a piece is none of the game
_ASSIGNED_LIGHT_DOUBT = make_covariance(0.05, 0.03)  # how far off the light may be by which the kinds have been named
_PRINT_MARGIN, _PRINT_GAIN, _MAX_PRINT_WEIGHT = 1.5, 2.0, 8.0
"""By how much, as a logarithm, print in the shade must explain a colour better than any kind does to speak against a
piece, how much each further one counts, and what it says at most: gloss and dirt make pieces look like anything."""
_KIND_MARGIN, _MAX_KIND_WEIGHT = 1.0, 6.0
"""By how much a kind must explain a colour better than print in any shade to speak against an empty place, and what it
says at most: stains, reflections and what people put there look like no print either."""
_MIN_KIND_LOG_DENSITY, _KIND_GAIN = 0.5, 4.0
"""How well a kind must explain it at all, as a logarithm of the density, and how much more each further one says."""

_ODD_MEAN = np.log([0.25, 0.25, 0.25])


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """What is known of each place before contents are weighed; colours as in `appearance`."""

    core: Floats
    """(n, 3) the colour in the middle."""
    terms: Floats
    """(n, 6) of a surface of light at the places, see `light.terms`."""
    brightest: Floats
    """(n, 3) the brightest that the camera can show there."""
    size_fit: Floats
    """(n, kinds) logarithms of how well the size fits each kind."""
    print_log_density: Floats
    """(n,) logarithms of how well print in some shade explains the colours; see `shade.explains`."""
    any_print_log_density: Floats
    """(n,) the same of any print that may lie there: where it is not known, what other places of the same sort show."""
    log_p: Floats
    """(n, 3) logarithms of how likely nothing, a piece, something else lies there; see `network.told`."""


@dataclass(frozen=True, eq=False)
class Posterior:
    """probabilities: (n, 1 + kinds + 1) probabilities: empty, each kind, something else. looks: as refined by the picture.

    shift: (3,) what the light adds to every colour.
    """

    probabilities: Floats
    looks: tuple[Look, ...]
    shift: Floats


def estimate_posterior(evidence: Evidence, looks: Sequence[Look], light_doubt: Floats, learned: bool) -> Posterior:
    """What each place holds.

    light_doubt: (3, 3) how far off the light's estimate may be. learned: whether all looks were learned from pieces, so
    that they need no names.
    """
    core = evidence.core
    n, k = len(core), len(looks)
    shift = np.zeros(3)
    # Nothing has been seen of the looks yet, so all places are taught alike.
    now, taught = update_looks(looks, core[:1], np.zeros((k, 1)), shift)
    piece = np.exp(evidence.log_p[:, PIECE])
    named = None if learned else kind_assignment.assign_kinds(core, piece, looks, light_doubt, evidence.terms)
    if named is not None:
        light_doubt = light_doubt if named.looks == tuple(looks) else _ASSIGNED_LIGHT_DOUBT
        looks, core = named.looks, named.core
        shift = estimate_light_shift(looks, core, named.weights, light_doubt)
        now, taught = update_looks(looks, core, named.weights, shift)
    probabilities = np.zeros((n, k + 2))
    settled = False
    for turn in range(_MAX_ROUNDS):
        after = _compute_probabilities(evidence, core, taught.mean, taught.covariance)
        before, probabilities = probabilities, after
        if turn == _MAX_ROUNDS - 1 or settled:
            break
        settled = turn == _MAX_ROUNDS - 2 or float(np.abs(probabilities - before).max()) < _MAX_SETTLED_CHANGE
        weights = probabilities[:, 1 : k + 1].T
        if not settled:
            shift = estimate_light_shift(looks, core, weights, light_doubt)
        now, taught = update_looks(looks, core, weights, shift)
    return Posterior(probabilities, now, shift)


def estimate_posterior_given_table(evidence: Evidence, looks: Sequence[Look], weights: Floats) -> Posterior:
    """What each place holds, if the others hold what they are said to: names promise only what no piece shows.

    weights: (k, n) 1 where a table has a piece of a kind at a place. Kinds of one colour look alike, only their sizes
    differ. So a kind with one piece has the colour of the others.
    """
    words = kind_assignment.number_colours(looks)
    of_colour = (words[:, None] == words[None]).astype(np.float64) @ weights
    several = of_colour.sum(axis=1) > 1
    vague = tuple(
        replace(look, doubt=_VAGUE_DOUBT) if some else look for look, some in zip(looks, several, strict=True)
    )
    now, taught = update_looks(vague, evidence.core, of_colour, np.zeros(3), np.inf)
    # What a kind's only piece looks like is hardly known: that print explains its colour better says nothing.
    tells = several.all() & ~weights.any(axis=0)
    told = replace(evidence, print_log_density=np.where(tells, evidence.print_log_density, UNKNOWN_LOG_DENSITY))
    return Posterior(_compute_probabilities(told, evidence.core, taught.mean, taught.covariance), now, np.zeros(3))


def _compute_probabilities(evidence: Evidence, core: Floats, mean: Floats, covariance: Floats) -> Floats:
    """(n, 1 + k + 1) probabilities of what places hold, the kinds looking like this: (k, n, 3) and (k, n, 3, 3)."""
    n, k = len(core), len(mean)
    odd = compute_log_density(core, _ODD_MEAN, make_covariance(1.2, 0.9)) + np.log(_ODD_PRIOR)
    of = compute_log_density(core, np.minimum(mean, evidence.brightest), covariance).T - np.log(k) + evidence.size_fit
    a_kind = np.logaddexp.reduce(of, axis=1)
    any_kind = np.logaddexp(a_kind, odd)
    piece = evidence.log_p[:, PIECE] - np.clip(
        _PRINT_GAIN * (evidence.print_log_density - any_kind - _PRINT_MARGIN), 0.0, _MAX_PRINT_WEIGHT
    )
    logs = np.empty((n, k + 2))
    like_no_print = np.minimum(
        a_kind - evidence.any_print_log_density - _KIND_MARGIN, _KIND_GAIN * (a_kind - _MIN_KIND_LOG_DENSITY)
    )
    like_pieces = np.clip(like_no_print, 0.0, _MAX_KIND_WEIGHT)
    logs[:, 0] = evidence.log_p[:, EMPTY] - np.where(
        evidence.any_print_log_density > UNKNOWN_LOG_DENSITY, like_pieces, 0.0
    )
    logs[:, 1 : k + 1] = piece[:, None] + of - any_kind[:, None]
    logs[:, k + 1] = np.logaddexp(evidence.log_p[:, THING], piece + odd - any_kind)
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None]))
