"""Which content explains what is seen at each place: expectation maximisation over a whole picture.

Every place is empty, holds a piece of one kind, or something else. The looks of the kinds, what the light
adds to all of them and how empty places differ from their surroundings are estimated together with the
contents (Dempster, Laird and Rubin 1977), starting from what is known beforehand. It never looks at pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.reader.appearance import Look, inverted, log_density, refined, shifted, spread
from vision.reader.atlas import Floats

_ROUNDS = 6
_SETTLED = 0.003  # shares that change no more than this are final after one last round, the light left as it is
_ODD = 0.01  # how often something lies there that is neither board nor a piece of the game
_ODD_COLOUR = np.log([0.25, 0.25, 0.25])
_SHADED = 0.02  # how often a shadow falls into the middle of an empty cell and not into its corners
_EMPTY = 0.5


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of each place before contents are weighed; colours as in `appearance`.

    core: (n, 3) the colour in the middle. ground: (n, 3) what it would be if empty, doubt: (n,) of that.
    cap: (n, 3) the brightest that the camera can show there.
    shape: (n, 1 + kinds) logarithms of how well the form fits an empty place and each kind.
    """

    core: Floats
    ground: Floats
    doubt: Floats
    cap: Floats
    shape: Floats


@dataclass(frozen=True, eq=False)
class Beliefs:
    """share: (n, 1 + kinds + 1) probabilities: empty, each kind, something else. looks: as refined by the picture.

    shift: (3,) what the light adds to every colour. expected: (n, 3) how each place looks empty.
    """

    share: Floats
    looks: tuple[Look, ...]
    shift: Floats
    expected: Floats


def weigh(evidence: Evidence, near: Floats, looks: Sequence[Look], light_doubt: Floats) -> Beliefs:
    """What each place holds.

    near: (n, n) from 0 to 1, how much an empty place tells how another looks empty; nothing about itself.
    light_doubt: (3, 3) how far off the light's estimate may be.
    """
    n, k = len(evidence.core), len(looks)
    shift = np.zeros(3)
    # Nothing has been seen of the looks yet, so all places are taught alike.
    now, taught = refined(looks, evidence.core[:1], np.zeros((k, 1)), shift)
    empty_spread = spread(0.16, 0.07)
    expected = evidence.ground
    odd = log_density(evidence.core, _ODD_COLOUR, spread(1.2, 0.9)) + np.log(_ODD)
    prior = np.log([_EMPTY, *[(1 - _EMPTY) / max(k, 1)] * k])
    share = np.zeros((n, k + 2))
    settled = False
    for turn in range(_ROUNDS):
        logs = np.empty((n, k + 2))
        logs[:, 0] = _empty(evidence, expected, empty_spread)
        if k:
            seen = np.minimum(taught.mean, evidence.cap)
            logs[:, 1 : k + 1] = log_density(evidence.core, seen, taught.covariance).T
        logs[:, : k + 1] += evidence.shape + prior
        logs[:, k + 1] = odd
        before, share = share, _normalised(logs)
        if turn == _ROUNDS - 1 or settled:
            break
        settled = turn == _ROUNDS - 2 or float(np.abs(share - before).max()) < _SETTLED
        weights = share[:, 1 : k + 1].T
        if not settled:
            shift = shifted(looks, evidence.core, weights, light_doubt)
        now, taught = refined(looks, evidence.core, weights, shift)
        expected, empty_spread = _empties(evidence, near, share[:, 0])
    return Beliefs(share, now, shift, expected)


def _empty(evidence: Evidence, expected: Floats, empty_spread: Floats) -> Floats:
    """How well the colour fits an empty place, in the light or in a shadow."""
    extra = np.exp(-0.5 * np.log1p((evidence.doubt / 0.1) ** 2))
    d = (evidence.core - expected) * extra[:, None]
    lit = log_density(d, np.zeros(3), empty_spread) + 3 * np.log(extra)
    shaded = log_density(d, np.full(3, -0.6), spread(0.4, 0.2)) + 3 * np.log(extra) + np.log(_SHADED)
    return np.asarray(np.logaddexp(lit, shaded))


def _empties(evidence: Evidence, near: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """How empty places look, by those around them that are empty, and how much they differ from that."""
    off = evidence.core - evidence.ground
    total = (near @ weight)[:, None]
    overall = (weight @ off) / (weight.sum() + 2.0)
    bias = (near @ (weight[:, None] * off) + 2.0 * overall) / (total + 2.0)
    d = off - bias
    held = 6.0
    usual = spread(0.14, 0.06)
    # Strays would widen the spread and then be let in: only what is near counts.
    usual_inverse, _ = inverted(usual)
    calm = weight * (np.einsum("ni,ij,nj->n", d, usual_inverse, d) < 25)
    own = ((d * calm[:, None]).T @ d + held * usual) / (calm.sum() + held)
    return evidence.ground + bias, own


def _normalised(logs: Floats) -> Floats:
    top = logs.max(axis=1, keepdims=True)
    e = np.exp(logs - top)
    return np.asarray(e / e.sum(axis=1, keepdims=True))
