"""How pieces look: what the colour word in a kind's name makes us expect, and what a picture adds to that.

A colour is the logarithm of the reflectance in blue, green and red, with a small floor added (see `light`). In such
logarithms a change of the light only adds a constant, and being brighter or darker is one direction. A name without a
colour word gives no expected colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lgamma, log, pi
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.reader.colours.light import REFLECTANCE_FLOOR
from vision.reader.places.atlas import Flags, Floats, Ints

_MIN_VIVID, _MIN_VIVID_KINDS = 0.9, 3
"""A kind is of a strong colour if its channels differ by at least the first value (a logarithm). If at least as many
kinds are as the second value says, their hues tell them apart, and each keeps its hue in the shade. Fewer kinds differ
in brightness, at least in coloured light: there white in the shade would look like black.
"""

_MAX_CLIPPED_GAP = 0.15  # a clipped colour is at most this far (a logarithm) below the brightest that can be shown

T = TypeVar("T", np.float32, np.float64)

COLOUR_WORDS: dict[str, tuple[float, float, float]] = {
    "white": (0.64, 0.63, 0.57),
    "ivory": (0.62, 0.59, 0.50),
    "cream": (0.62, 0.58, 0.45),
    "light": (0.56, 0.51, 0.43),
    "black": (0.043, 0.043, 0.043),
    "dark": (0.08, 0.06, 0.05),
    "grey": (0.30, 0.30, 0.30),
    "gray": (0.30, 0.30, 0.30),
    "gold": (0.50, 0.39, 0.11),
    "golden": (0.50, 0.39, 0.11),
    "silver": (0.50, 0.53, 0.55),
    "bronze": (0.45, 0.26, 0.12),
    "copper": (0.60, 0.30, 0.18),
    "red": (0.60, 0.05, 0.05),
    "orange": (0.75, 0.28, 0.04),
    "yellow": (0.80, 0.62, 0.05),
    "green": (0.05, 0.36, 0.09),
    "blue": (0.04, 0.11, 0.48),
    "purple": (0.25, 0.07, 0.38),
    "violet": (0.25, 0.07, 0.38),
    "pink": (0.80, 0.40, 0.48),
    "brown": (0.22, 0.12, 0.06),
}
"""Red, green and blue reflectance of usual game pieces, as photographs show it: less than that of their paint, because
few parts of them face the light.
"""

_PRIOR_PIECES = 6.0  # the usual spread counts as much as this many pieces of a kind
_MAX_STRAIN = 2.5  # a picture may move a look by at most this many standard deviations of the look's doubt
FULL_SATURATION = 0.5
"""The part of the print's known colour that a picture must show to count as fully coloured. It is not 1, because inks
differ from their drawings.
"""

_LUMINANCE = np.array([0.0722, 0.7152, 0.2126])  # the weights of blue, green and red in brightness (ITU-R BT.709)

_FLANK_LEVEL, _FLANK_BETWEEN = -0.4, 0.2
"""Two logarithms: how much brighter (here: darker) pieces seem if their steep flanks are seen, and how much this varies
from table to table.
"""

_FLANK_WITHIN = 0.25  # how much more the pieces of a kind differ if their flanks are seen, which may be lit or not
_UNKNOWN_REFLECTANCE = (0.25, 0.25, 0.25)  # the reflectance of a kind whose name has no colour word

_WITHIN_LEVEL, _WITHIN_HUE = 0.20, 0.10
"""Standard deviations of brightness and of hue between single pieces of one kind."""

_BETWEEN_LEVEL, _BETWEEN_HUE = 0.28, 0.20
"""Standard deviations of brightness and of hue between a kind and the look that its name makes us expect."""

_MAX_GREY_RANGE, _MAX_BLACK, _TINGE_HUE = 0.2, -2.0, 0.27
"""Pieces that people call black may be dark red, brown or blue. A look is black if its channels differ by less than the
first value and are on average below the second one (logarithms). The third value is the standard deviation of its hue
that this adds.
"""

_OTHER_KIND_LEVEL, _OTHER_KIND_HUE = 0.30, 0.15
"""The same between two kinds of one colour: one may be of glass, the other painted."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How the pieces of one kind look."""

    kind: str
    """The kind's name."""
    mean: Floats
    """(3,) the mean colour of the kind's pieces."""
    doubt: Floats
    """(3, 3) the covariance of the error of `mean`: how far off the mean may be."""
    spread: Floats
    """(3, 3) the covariance of single pieces: how much they differ from the mean."""
    is_named: bool = True
    """True if `mean` comes from a colour word in the name, or from pieces."""


def make_prior_look(kind: str, steep: float) -> Look:
    """The look expected from the last colour word in a kind's name. Without a colour word it is very vague.

    steep: from 0 for flat pieces to 1 for pieces that show their flanks instead of their tops. Flanks get less light
    than the board, and how much less differs from table to table.
    """
    words = [w for w in re.split(r"[^a-z]+", kind.lower()) if w in COLOUR_WORDS]
    if not words:
        return Look(
            kind,
            encode(np.array(_UNKNOWN_REFLECTANCE)),
            make_covariance(1.0, 0.8),
            make_covariance(_WITHIN_LEVEL, _WITHIN_HUE),
            False,
        )
    rgb = np.array(COLOUR_WORDS[words[-1]])
    # Dark things mirror the room, so their colour in pictures varies more than their own reflectance.
    gloss = 0.5 * 0.05 / (0.05 + float(rgb.mean()))
    reflectance = rgb[::-1] * np.exp(_FLANK_LEVEL * steep)
    # In the shade, a yellow pawn reflects less red and green; it reflects almost no blue that it could lose.
    loses = reflectance / (reflectance + REFLECTANCE_FLOOR)
    loses /= loses.max()  # black loses little in each channel, but its brightness varies as that of other pieces
    return Look(
        kind,
        encode(reflectance),
        make_covariance(_BETWEEN_LEVEL + gloss + _FLANK_BETWEEN * steep, _BETWEEN_HUE, loses),
        make_covariance(_WITHIN_LEVEL + gloss + _FLANK_WITHIN * steep, _WITHIN_HUE, loses),
    )


def fade(look: Look, vivid: float) -> Look:
    """How this look appears in a picture with pale colours. vivid: how much of all colours the picture shows, from 0
    (none) to 1 (all).
    """
    if vivid >= FULL_SATURATION:
        return look
    reflectance = decode(look.mean)
    grey = float(reflectance @ _LUMINANCE)
    return replace(look, mean=encode(grey + vivid / FULL_SATURATION * (reflectance - grey)))


def encode(reflectance: NDArray[T]) -> NDArray[T]:
    """The logarithmic colour of a reflectance (..., 3). The precision of the input stays."""
    return np.asarray(np.log(np.maximum(reflectance, 0) + reflectance.dtype.type(REFLECTANCE_FLOOR)))


def decode(colour: Floats) -> Floats:
    """The reflectance (..., 3) of logarithmic colours; the inverse of `encode`."""
    return np.maximum(np.exp(colour) - REFLECTANCE_FLOOR, 0.0)


def find_hue(colours: NDArray[T]) -> NDArray[T]:
    """What remains of logarithmic colours (..., 3) without their brightness. The precision of the input stays."""
    return np.asarray(colours - colours.mean(axis=-1, keepdims=True))


def find_vivid(mean: Floats) -> Ints:
    """The numbers of the kinds of a strong colour, if there are enough of them to be told by their hues; else none.
    mean: (k, n, 3) how the kinds look at n places.
    """
    vivid = np.flatnonzero((mean.max(axis=2) - mean.min(axis=2)).mean(axis=1) > _MIN_VIVID)
    return vivid if len(vivid) >= _MIN_VIVID_KINDS else vivid[:0]


def find_vivid_looks(looks: Sequence[Look]) -> set[int]:
    """The numbers of the looks of a strong colour, as by `find_vivid`."""
    return set(find_vivid(np.array([look.mean for look in looks]).reshape(-1, 1, 3)).tolist())


def find_clipped(colours: Floats, brightest: Floats) -> Flags:
    """(n,) True for colours (n, 3) that the camera clips. brightest: (n, 3) the brightest that it can show there."""
    return np.asarray(find_clipped_channels(colours, brightest).all(axis=1))


def find_clipped_channels(colours: Floats, brightest: Floats) -> Flags:
    """(n, 3) True for the channels of colours (n, 3) that the camera clips. brightest: as for `find_clipped`."""
    return np.asarray(colours > brightest - _MAX_CLIPPED_GAP)


def make_covariance(level: float, hue: float, loses: Floats | None = None) -> Floats:
    """The covariance (3, 3) of a colour whose brightness has the standard deviation `level`, and whose channels also
    vary by `hue`, each on its own.

    loses: (3,) how much each channel follows the brightness. It is 1 for channels that are not near the floor.
    """
    along = np.ones(3) if loses is None else loses
    return level**2 * np.outer(along, along) + hue**2 * np.eye(3)


_ANY_MEAN, _ANY_COVARIANCE = np.log([0.25, 0.25, 0.25]), make_covariance(1.2, 0.9)  # the colour of anything


def compute_log_density(x: Floats, mean: Floats, covariance: Floats, freedom: float = 5.0) -> Floats:
    """(...,) the log density of Student's t distribution at colours x (..., 3). It is like a normal distribution that
    allows outliers.
    """
    inverse, determinant = invert(covariance)
    d = x - mean
    m = (_apply(inverse, d) * d).sum(axis=-1)
    constant = lgamma((freedom + 3) / 2) - lgamma(freedom / 2) - 1.5 * log(freedom * pi)
    return np.asarray(constant - 0.5 * np.log(determinant) - 0.5 * (freedom + 3) * np.log1p(m / freedom))


def compute_anything_log_density(x: Floats) -> Floats:
    """(...,) the log density of colours x (..., 3) for something that may have any colour."""
    return compute_log_density(x, _ANY_MEAN, _ANY_COVARIANCE)


def invert(a: Floats) -> tuple[Floats, Floats]:
    """The inverses (..., 3, 3) and determinants (...,) of covariances. Computed by minors, which is fast for many at
    once.
    """
    xx, xy, xz, yy, yz, zz = (a[..., i, j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)))
    out = np.empty(a.shape)
    out[..., 0, 0] = yy * zz - yz * yz
    out[..., 0, 1] = out[..., 1, 0] = xz * yz - xy * zz
    out[..., 0, 2] = out[..., 2, 0] = xy * yz - xz * yy
    out[..., 1, 1] = xx * zz - xz * xz
    out[..., 1, 2] = out[..., 2, 1] = xy * xz - xx * yz
    out[..., 2, 2] = xx * yy - xy * xy
    determinant = np.asarray(xx * out[..., 0, 0] + xy * out[..., 0, 1] + xz * out[..., 0, 2])
    out /= determinant[..., None, None]
    return out, determinant


def _apply(matrix: Floats, vector: Floats) -> Floats:
    """Products of matrices (..., 3, 3) with vectors (..., 3)."""
    return np.asarray(np.einsum("...ij,...j->...i", matrix, vector))


@dataclass(frozen=True, slots=True, eq=False)
class OthersLooks:
    """For each of n colours, how each of the k kinds looks if this colour is left out.

    No colour may be evidence for itself. Otherwise a foreign thing that is taken for a kind's only piece would match
    this kind exactly.
    """

    mean: Floats
    """(k, n, 3) the mean colour of each kind, without each colour."""
    covariance: Floats
    """(k, n, 3, 3) the covariance of a piece's colour: `Look.doubt` and `Look.spread` added."""


def update_looks(
    looks: Sequence[Look], colours: Floats, weights: Floats, shift: Floats, farthest: float = _MAX_STRAIN
) -> tuple[tuple[Look, ...], OthersLooks]:
    """The k looks, corrected by colours (n, 3) that were seen.

    weights: (k, n) how much each colour belongs to each kind. shift: (3,) what the light is now estimated to add to
    every expected colour. farthest: how many standard deviations of its doubt a look may move at most; infinite if the
    contents of all places are known.
    """
    if not looks:
        return (), OthersLooks(np.empty((0, len(colours), 3)), np.empty((0, len(colours), 3, 3)))
    expected = (np.stack([look.mean for look in looks]) + shift)[:, None]
    usual = np.stack([look.spread for look in looks])[:, None]
    before = invert(np.stack([look.doubt for look in looks]))[0][:, None]
    d = colours - expected
    sums = weights[..., None] * d
    squares = sums[..., :, None] * d[..., None, :]
    # For each colour the sums over all others, and last the sums over all colours.
    count, one, two = (_sum_without_each(part) for part in (weights[..., None], sums, squares))
    mean = one / np.maximum(count, 1e-9)
    c = count[..., None]
    # A kind that was seen a few times has its own spread; the usual spread counts as much as six pieces.
    own = (two - c * mean[..., :, None] * mean[..., None, :] + _PRIOR_PIECES * usual) / (c + _PRIOR_PIECES)
    news, _ = invert(own)
    doubt, _ = invert(before + c * news)
    off = _apply(doubt, _apply(news, one))
    # Many things that are no pieces must not move a look beyond what the kind's name can mean.
    strain = np.sqrt(np.maximum((_apply(before, off) * off).sum(axis=-1), 1e-12))
    mean = expected + off * np.minimum(1.0, farthest / strain)[..., None]
    after = tuple(Look(look.kind, mean[i, -1], doubt[i, -1], own[i, -1], look.is_named) for i, look in enumerate(looks))
    return after, OthersLooks(mean[:, :-1], (doubt + own)[:, :-1])


def share_colours(looks: Sequence[Look], colour: Ints, shown: Flags) -> tuple[Look, ...]:
    """The k looks, in which a kind that no piece has shown looks nearly as another kind of its colour that was shown.

    colour: (k,) the number of each kind's colour. shown: (k,) True for kinds that pieces have shown.
    """
    out = list(looks)
    differ = make_covariance(_OTHER_KIND_LEVEL, _OTHER_KIND_HUE)
    for i in np.flatnonzero(~shown).tolist():
        others = np.flatnonzero(shown & (colour == colour[i])).tolist()
        if others:
            best = min((looks[j] for j in others), key=lambda look: float(np.trace(look.doubt)))
            out[i] = replace(looks[i], mean=best.mean, doubt=best.doubt + differ)
    return tuple(out)


def allow_tinge(look: Look) -> Look:
    """The look of a kind that no piece has shown, in a light that is known: if black, it may have any dark hue."""
    if np.ptp(look.mean) > _MAX_GREY_RANGE or look.mean.mean() > _MAX_BLACK:
        return look
    return replace(look, doubt=look.doubt + make_covariance(0.0, _TINGE_HUE))


def compute_looks_log_density(before: Sequence[Look], after: Sequence[Look], light_doubt: Floats) -> float:
    """How well looks that were found in a picture fit the k looks before it: a log density without its constant.

    All looks may be off together because of the light. light_doubt: (3, 3) the covariance of how far off it may be.
    """
    k = len(before)
    off = np.concatenate([found.mean - look.mean for found, look in zip(after, before, strict=True)])
    covariance = np.kron(np.ones((k, k)), light_doubt)
    logs = 0.0
    for i, (found, look) in enumerate(zip(after, before, strict=True)):
        covariance[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] += look.doubt
        # how well the usual spread, which counts as much as a few pieces, explains the spread that was found
        ratio = np.linalg.solve(look.spread, found.spread)
        logs -= 0.5 * _PRIOR_PIECES * float(np.trace(ratio) - 3 - np.log(np.linalg.det(ratio)))
    return logs - 0.5 * float(off @ np.linalg.solve(covariance, off))


def _sum_without_each(parts: Floats) -> Floats:
    """(k, n + 1, ...) sums over the second axis of `parts` (k, n, ...): with one entry left out, for each entry in
    turn, and last the sum of all.
    """
    total = parts.sum(axis=1, keepdims=True)
    return np.concatenate([total - parts, total], axis=1)


def estimate_light_shift(looks: Sequence[Look], colours: Floats, weights: Floats, prior: Floats) -> Floats:
    """(3,) by how much the light was estimated wrong: the difference from the expected looks that all kinds have in
    common.

    colours: (n, 3). weights: (k, n) how much each colour belongs to each kind. prior: (3, 3) the covariance of how far
    off the light may be.
    """
    total = weights.sum(axis=1)
    telling = [i for i, look in enumerate(looks) if total[i] >= 0.5 and look.is_named]
    precision, _ = invert(prior)
    if not telling:
        return np.zeros(3)
    seen = weights[telling] @ colours / total[telling, None]
    spreads = np.stack([looks[i].doubt + looks[i].spread / total[i] for i in telling])
    trust, _ = invert(spreads)
    pull = _apply(trust, seen - np.stack([looks[i].mean for i in telling])).sum(axis=0)
    return np.asarray(np.linalg.solve(precision + trust.sum(axis=0), pull))
