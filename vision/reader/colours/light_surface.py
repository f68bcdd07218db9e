"""The light over a board as a smooth surface, fitted to single values.

The surface is the logarithm of the light. For each of three channels, it is a sum of 1, x, y, x², y² and xy with
weights, with x and y from -1 to 1 over the board. This module knows no pictures.
"""

from __future__ import annotations

import numpy as np

from vision.median import median
from vision.reader.places.atlas import Floats

_ROUNDS = 6
_PULL = np.array([1e-6, 0.2, 0.2, 1.0, 1.0, 1.0])  # how strongly each weight is kept near 0
_NOISE = 0.03  # values are this far off the surface at least (logarithms)
_MAX_MISFIT = 0.3
"""A part of all values. If more of them do not lie on the surface, others are tried. On photographs without hard
shadows fewer do not.
"""
_MIN_GAIN = 0.9  # another surface must leave at most this part of the misfit, or the first one stays
_START_QUANTILES = 0.25, 0.5, 0.75, 0.9  # where other surfaces start among the values
_NEAR = 0.3  # values that are farther from such a surface do not draw it (logarithms)
_OFF = 0.25  # values that are farther off do not lie on a surface at all (logarithms)


def compute_terms(points: Floats, size: tuple[float, float]) -> Floats:
    """(..., 6) 1, x, y, x², y² and xy for points (..., 2) in mm, with x and y from -1 to 1 over a board of this size. A
    surface of light is a weighted sum of them.
    """
    u = np.asarray(points) / size * 2 - 1
    x, y = u[..., 0], u[..., 1]
    return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=-1)


def fit_surface(
    where: Floats,
    values: Floats,
    size: tuple[float, float],
    valid: Floats | None = None,
    trust: Floats | None = None,
    stiff: float = 1.0,
) -> Floats:
    """(6, 3) the weights of a surface through values (m, 3) at points (m, 2).

    Fitted by iteratively reweighted least squares with Tukey's biweight. The surface is kept near a plane, so that
    neither few points nor wrong ones bend it much. size: of the board, in mm. valid: (m, 3) 1 where a value counts,
    else 0. trust: (m,) weights for the first round. stiff: how strongly it is kept near a plane, as a factor.
    """
    a = compute_terms(where, size)
    counts = np.ones_like(values) if valid is None else valid
    weight = np.ones(len(where)) if trust is None else trust
    first = weight > 0.5 * weight.max()
    middle = median(values[first])
    fit: Floats = np.zeros((6, values.shape[1]))
    for _ in range(_ROUNDS):
        fit = _solve(a, values - middle, counts * weight[:, None], stiff)
        off = (np.abs(values - middle - a @ fit) * counts).max(axis=1)
        weight = weigh(off, 4.7 * max(1.4826 * float(median(off)), _NOISE))
    fit[0] += middle
    return fit


def find_commonest_surface(
    terms: Floats, where: Floats, values: Floats, size: tuple[float, float], valid: Floats, starts: Floats
) -> Floats:
    """(6, 3) the weights of the surface that most values lie on. It is the given one, unless many values are far from
    it and another one fits clearly better.

    A fit starts with all values, so if many of them are wrong in the same way, it may end between these and the others.

    terms: (6, 3) the given weights, from `fit_surface`. where, values, size, valid: as there. starts: (k, 3) values
    from which other fits may start.
    """
    a = compute_terms(where, size)
    misfit = _measure_misfit(a, values, valid, terms)
    if misfit < _MAX_MISFIT * len(values) or not len(starts):
        return terms
    others = [_fit_near(a, values, valid, start) for start in np.quantile(starts, _START_QUANTILES, axis=0)]
    misfits = [_measure_misfit(a, values, valid, other) for other in others]
    best = int(np.argmin(misfits))
    return others[best] if misfits[best] < _MIN_GAIN * misfit else terms


def _fit_near(a: Floats, values: Floats, valid: Floats, start: Floats) -> Floats:
    """(6, 3) the weights of a surface through the values that are near it. a: (m, 6) the terms of the points. start:
    (3,) the surface is flat at first.
    """
    fit: Floats = np.zeros((6, values.shape[1]))
    for _ in range(_ROUNDS):
        off = (np.abs(values - start - a @ fit) * valid).max(axis=1)
        fit = _solve(a, values - start, valid * weigh(off, _NEAR)[:, None], 1.0)
    fit[0] += start
    return fit


def _measure_misfit(a: Floats, values: Floats, valid: Floats, terms: Floats) -> float:
    """How many values (m, 3) do not lie on a surface; those that lie near it count partly. a: (m, 6) the terms of the
    points. terms: (6, 3) the weights of the surface.
    """
    off = (np.abs(values - a @ terms) * valid).max(axis=1)
    return float(np.minimum((off / _OFF) ** 2, 1.0).sum())


def weigh(off: Floats, cut: float) -> Floats:
    """(m,) Tukey's biweight of values that are this far off (m,). Beyond `cut` they hardly count."""
    return np.asarray(np.where(off < cut, (1 - (off / cut) ** 2) ** 2, 0.0) + 1e-6)


def _solve(a: Floats, values: Floats, weight: Floats, stiff: float) -> Floats:
    """(6, 3) the weights of the surface through values (m, 3), by least squares. a: (m, 6) the terms of the points.
    weight: (m, 3) of the values. stiff: see `fit_surface`.
    """
    weighed = a.T[None] * weight.T[:, None]  # one system for each channel, all solved together
    held = weighed @ a + stiff * np.diag(_PULL)
    return np.asarray(np.linalg.solve(held, weighed @ values.T[..., None])[..., 0].T)
