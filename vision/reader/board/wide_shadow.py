"""Finds a shadow that lies over a large part of the board and has an edge: one side is in the sun, the other in the
shade.

Light is smooth otherwise, so it is estimated as a smooth surface, which cannot follow such an edge. What is in the
shade keeps its print: everything is darker there by the same factor. A hand or a sleeve hides the print, so it is no
shadow. The shadow is taken out of the picture before it is read. This needs a known print. This module never looks at
pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reader.board.scene import COARSE_STRIDE, KnownPrint, Scene
from vision.reader.colours import appearance, light
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles
from vision.register import Registration

_STRIDE = 3  # every third sample of the coarse raster, in both directions, is enough to find a shadow
_MAX_DOUBT = 0.09  # samples whose print is less known tell nothing
_MIN_REFLECTANCE = 0.08  # nor do samples of dark print, where noise and stray light are stronger
_LEAST = 1e-6
_FLOOR = 0.002  # linear light, added to what is seen and to what is printed
_NEAR = 0.15  # a sample lies on the light if it is at most this far off (a logarithm)
_ROUNDS, _STEPS = 4, 8  # of the fit of one light, and of finding what is in the shade
_DIRECTIONS, _PARTS = 8, (0.15, 0.3, 0.45, 0.55, 0.7, 0.85)
"""Straight edges from which the search starts: their directions, and the parts of the board on one side of them."""
_STIFFNESS, _INK_STIFFNESS = np.array([0.0, 0.002, 0.002, 0.02, 0.02, 0.02]), 0.002
"""How strongly each weight is kept near 0, for each sample: those of the surface, and those of the colours."""
_AROUND = np.ones((3, 3), np.uint8)
_REACH_MM = 14.0  # what is in the shade is decided by all samples in a square with sides twice as long
_SOFT_MM = 4.0  # the same along the edge, where light and shade mix
_BESIDE, _MIN_CLEAR_PART = (0.02, 0.98), 0.3  # parts: what is along the edge, and how much must be clear there
_MAX_DEPTH_OFF = 0.8  # a sample that seems to be further from half in the shadow shows something else
_TURNS_DEGREES = np.arange(-12.0, 12.1, 0.5)  # of straight edges that are tried
_MAX_EDGE_SAMPLES = 3000  # this many say where it is
_MAX_BESIDE_EDGE = 0.06  # at most this part of the samples is on the wrong side of a straight edge
_WIDEST_EDGE_MM, _EDGE_STEP_MM = 18.0, 2.0  # how far from a straight edge light and shade may mix
_MAX_STARTING, _MAX_STARTING_LEFT = 400, 0.8  # samples for the first edges; the part of the misfit one must leave
_MIN_MISFIT = 0.25  # a smooth light must explain at most 1 less this part of the samples
_MAX_LEFT = 0.5  # with the shadow, at most this part of the misfit may be left
_MIN_DARKENING, _MAX_HUE = 0.3, 0.3  # how much darker the shade is at least, and how much its hue may differ
MIN_SHADOW_PART = 0.1  # the shadow lies over at least this part of the samples, and so does the light
_MIN_TELLING_PART = 0.4  # this part of the points around a sample must tell something
_MIN_SAMPLES, _MIN_LEAD = 200, 0.1  # samples that tell; how clear their vote must be
_SAME_DARKENING, _MAX_MORE_LEFT, _MAX_STILL_LEFT = 0.08, 0.03, 0.7
"""A shadow has not changed if it is as dark as before within the first value (a logarithm) and leaves hardly more
samples unexplained, by the second value; or by the third one, as a part of what is left without a shadow, if nothing
else explains the picture.
"""


@dataclass(frozen=True, eq=False)
class WideShadow:
    """A shadow over a large part of the board."""

    darkening: Floats
    """(3,) the logarithm of the part of the light that is left in it, compared with the light beside it."""
    depth: Singles
    """(h, w) how far each point of the coarse raster is in the shadow, from 0 to 1."""
    to_board: Floats
    """(3, 3) the homography from columns and rows of this raster to mm on the board."""
    left: float
    """The part of the samples that the light with this shadow did not explain when it was found."""

    def remove_from(self, image: Picture, registration: Registration) -> Picture:
        """A BGR picture without this shadow. registration: where the board is in it."""
        # The distortion of the lens is ignored: the edges of shadows are soft.
        to_picture = registration.homography @ self.to_board
        size = (image.shape[1], image.shape[0])
        depth = cv2.warpPerspective(self.depth, to_picture, size, borderMode=cv2.BORDER_REPLICATE)
        gain = np.exp(-depth[..., None] * self.darkening.astype(np.float32))
        return light.to_bytes(np.asarray(light.to_linear(image) * gain, np.float32))


@dataclass(frozen=True, eq=False)
class _Samples:
    """What some points (h, w) of the raster tell about the light."""

    terms: Singles
    """(h, w, k) the terms of a surface of light; if the print is only drawn, one more for each colour of the drawing,
    as inks differ from it.
    """
    level: Singles
    """(h, w, 3) the logarithm of the light."""
    tells: Flags
    """(h, w) True where the print is known and bright enough, and where the camera clips nothing."""

    def measure_bare(self, weights: Floats) -> Singles:
        """(h, w, 3) how far all is off the light beside the shade (logarithms). weights: from `_Told.fit`."""
        return np.asarray(self.level - self.terms @ weights[:-1].astype(np.float32), np.float32)

    def thin_out(self, stride: int) -> _Samples:
        """Every n-th of the points, with the mean of what those around it tell. stride: n."""
        few, size = np.s_[::stride, ::stride], (stride, stride)
        many = cv2.blur(self.tells.astype(np.float32), size)[few]
        level = cv2.blur(np.where(self.tells[..., None], self.level, 0).astype(np.float32), size)[few]
        tells = many > _MIN_TELLING_PART
        return _Samples(self.terms[few], np.asarray(level / np.maximum(many, 1e-6)[..., None], np.float32), tells)


def find_wide_shadow(
    image: Picture, scene: Scene, known: KnownPrint, before: WideShadow | None = None
) -> WideShadow | None:
    """The shadow over a large part of the board in a BGR picture; None if there is none. before: the one in an earlier
    picture. If that still fits, it is the result, so that the same shadow gives the same picture of the board.
    """
    raster = scene.coarse_raster
    samples = _measure_light(image, scene, known)
    few = samples.thin_out(_STRIDE)
    numbers = np.flatnonzero(few.tells)
    if len(numbers) < _MIN_SAMPLES:
        return None
    told = _Told.of(few, numbers)
    no_shade = np.zeros(few.tells.shape, np.bool_)
    smooth = told.measure_misfit(told.fit(no_shade), no_shade)
    if smooth < _MIN_MISFIT:
        return None
    still = 1.0 if before is None or before.depth.shape != samples.tells.shape else _measure_still_left(before, told)
    if before is not None and still < before.left + _MAX_MORE_LEFT:
        return before
    found = _search(few, told, smooth, max(1, round(_REACH_MM * raster.px_per_mm / _STRIDE)))
    if found is None:  # what has come is something else; the shadow may still be there
        return before if still < _MAX_STILL_LEFT * smooth else None
    weights, in_shade = found
    left = told.measure_misfit(weights, in_shade)
    depth = _measure_depth(samples, weights, in_shade, raster.points, raster.px_per_mm)
    step, (x, y) = 1 / raster.px_per_mm, raster.points[0, 0]
    return WideShadow(weights[-1], depth, np.array([[step, 0, x], [0, step, y], [0, 0, 1]]), left)


def _measure_still_left(shadow: WideShadow, told: _Told) -> float:
    """The part of the samples that the light with an earlier shadow leaves unexplained; 1 if it is not as dark now."""
    shade = shadow.depth[::_STRIDE, ::_STRIDE]
    weights = told.fit(shade)
    is_as_dark = float(np.abs(weights[-1] - shadow.darkening).max()) < _SAME_DARKENING
    return told.measure_misfit(weights, shade) if is_as_dark else 1.0


def _measure_light(image: Picture, scene: Scene, known: KnownPrint) -> _Samples:
    """What the points of the coarse raster tell about the light."""
    raster, sheet = scene.coarse_raster, known.everywhere
    shone = light.to_linear(raster.view.sample(image))
    printed = appearance.decode(sheet[..., :3].astype(np.float64))
    tells = (
        (sheet[..., 3] < _MAX_DOUBT)
        & (printed.mean(axis=-1) > _MIN_REFLECTANCE)
        & (shone.max(axis=-1) < light.CLIPPED_LIGHT)
    )
    terms, level = raster.terms, np.log(shone + _FLOOR) - np.log(printed + _FLOOR)
    if known.print is scene.drawn and scene.raster.inks is not None:
        ink = scene.raster.inks[::COARSE_STRIDE, ::COARSE_STRIDE].astype(np.float32)
        tells &= cv2.erode(ink, _AROUND) == cv2.dilate(ink, _AROUND)
        terms = np.concatenate([terms, (ink[..., None] == np.unique(ink[tells])).astype(np.float32)], axis=-1)
    return _Samples(terms, np.asarray(level, np.float32), np.asarray(tells, np.bool_))


def _search(samples: _Samples, told: _Told, smooth: float, reach: int) -> tuple[Floats, Flags] | None:
    """(k + 1, 3) the weights of the light, the last ones of the shade; and (h, w) True in the shade. None if there is
    no wide shadow. told: those samples that tell something. smooth: their misfit with no shadow. reach: samples, see
    `_REACH_MM`.
    """
    numbers = told.numbers
    some = _Told.of(samples, numbers[np.linspace(0, len(numbers) - 1, _MAX_STARTING).astype(int)])
    tried = [(some.measure_misfit(some.fit(half), half), half) for half in _list_halves(samples)]
    least, shade = min(tried, key=lambda one: one[0])
    if least > _MAX_STARTING_LEFT * smooth:
        return None
    for _ in range(_STEPS):
        shade, before = _assign(samples, told.fit(shade), reach), shade
        if not MIN_SHADOW_PART < shade[samples.tells].mean() < 1 - MIN_SHADOW_PART:
            return None
        if (shade == before).all():
            break
    weights = told.fit(shade)
    if weights[-1].mean() > 0:  # the other side is darker
        weights[0] += weights[-1]
        weights[-1] *= -1
        shade = ~shade
    left, darkening = told.measure_misfit(weights, shade), weights[-1]
    if left > _MAX_LEFT * smooth or darkening.mean() > -_MIN_DARKENING or np.ptp(darkening) > _MAX_HUE:
        return None
    return weights, shade


def _list_halves(samples: _Samples) -> list[Flags]:
    """Both sides of straight edges (h, w): True on one side."""
    x, y = samples.terms[..., 1], samples.terms[..., 2]
    out = []
    for turn in np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS:
        along = x * np.cos(turn) + y * np.sin(turn)
        out += [along > edge for edge in np.quantile(along[samples.tells], _PARTS)]
    return out


@dataclass(frozen=True, eq=False)
class _Told:
    """Those m samples that tell something about the light, in a list."""

    numbers: Ints
    """(m,) which of all samples."""
    terms: Floats
    """(m, k) as in `_Samples`."""
    level: Floats
    """(m, 3) as in `_Samples`."""

    @classmethod
    def of(cls, samples: _Samples, numbers: Ints) -> _Told:
        """The samples with these numbers."""
        rows, columns = np.unravel_index(numbers, samples.tells.shape)
        terms, level = samples.terms[rows, columns], samples.level[rows, columns]
        return cls(numbers, terms.astype(np.float64), level.astype(np.float64))

    def fit(self, shade: Flags | Singles) -> Floats:
        """(k + 1, 3) the weights of the light if these samples (h, w) are in the shade: least squares with Tukey's
        biweight.
        """
        a = self._shade(shade)
        counts: Floats = np.ones(len(a))
        stiff = np.full(a.shape[1], _INK_STIFFNESS)
        stiff[: len(_STIFFNESS)], stiff[-1] = _STIFFNESS, 0.0
        held = np.diag(stiff * len(a) + _LEAST)
        weights: Floats = np.zeros((a.shape[1], 3))
        for _ in range(_ROUNDS):
            weighed = a.T * counts
            weights = np.asarray(np.linalg.solve(weighed @ a + held, weighed @ self.level), np.float64)
            off = np.abs(self.level - a @ weights).mean(axis=1)
            cut = 4.7 * max(1.48 * float(np.median(off)), 0.5 * _NEAR)
            counts = np.where(off < cut, (1 - (off / cut) ** 2) ** 2, 0.0)
        return weights

    def measure_misfit(self, weights: Floats, shade: Flags | Singles) -> float:
        """The part of the samples that do not lie on this light; those that lie near it count partly."""
        off = np.abs(self.level - self._shade(shade) @ weights).mean(axis=1)
        return float(np.minimum((off / _NEAR) ** 2, 1.0).mean())

    def _shade(self, shade: Flags | Singles) -> Floats:
        """(m, k + 1) the terms of the samples if these (h, w) are in the shade: 1 for those that are."""
        return np.column_stack([self.terms, shade.reshape(-1)[self.numbers]])


def _assign(samples: _Samples, weights: Floats, reach: int) -> Flags:
    """(h, w) True for what is in the shade, as most samples around each say. Where none tells, more are asked."""
    bare = samples.measure_bare(weights)
    both = [np.abs(off).mean(axis=-1) for off in (bare, bare - weights[-1].astype(np.float32))]
    near = [np.where(samples.tells, np.maximum(1 - (off / _NEAR) ** 2, 0), 0).astype(np.float32) for off in both]
    lead, out = near[1] - near[0], np.zeros(samples.tells.shape, np.float32)
    for size in (8 * reach, 4 * reach, 2 * reach, reach):
        votes = cv2.blur(lead, (2 * size + 1, 2 * size + 1), borderType=cv2.BORDER_REPLICATE)
        out = np.where(np.abs(votes) > _MIN_LEAD, votes, out)
    return np.asarray(out > 0)


def _measure_depth(samples: _Samples, weights: Floats, in_shade: Flags, points: Floats, px_per_mm: float) -> Singles:
    """(h, w) how far all samples are in the shadow, from 0 to 1. in_shade: for every n-th of them. points: (h, w, 2)
    mm, where they are.
    """
    darkening = weights[-1]
    depth = np.asarray(samples.measure_bare(weights) @ darkening / (darkening @ darkening), np.float32)
    is_clear = samples.tells & (np.abs(depth - 0.5) < _MAX_DEPTH_OFF)
    some = np.flatnonzero(is_clear)[:: max(1, int(is_clear.sum()) // _MAX_EDGE_SAMPLES)]
    edge = _find_straight_edge(points.reshape(-1, 2)[some], depth.ravel()[some] > 0.5)
    if edge is None:
        return _soften(depth, is_clear, in_shade, px_per_mm)
    beyond = points @ edge[:2] - edge[2]
    steps = np.arange(-_WIDEST_EDGE_MM, _WIDEST_EDGE_MM + 1, _EDGE_STEP_MM)
    at = [is_clear & (np.abs(beyond - step) < _EDGE_STEP_MM) for step in steps]
    profile = [
        float(np.median(depth[some])) if some.any() else float(step > 0) for step, some in zip(steps, at, strict=True)
    ]
    profile[0], profile[-1] = 0.0, 1.0
    rising = np.maximum.accumulate(np.clip(profile, 0, 1))
    return np.asarray(np.interp(beyond, steps, rising), np.float32)


def _find_straight_edge(points: Floats, in_shade: Flags) -> Floats | None:
    """(3,) the straight line between points (m, 2) in the shade and the others: its normal, and how far along it the
    line is; None if no line parts them well. Edges of walls and windows are straight, and pieces that lie on such an
    edge hide where it is.
    """
    middle = points.mean(axis=0)
    slope = np.linalg.lstsq(np.column_stack([points - middle, np.ones(len(points))]), in_shade * 2.0 - 1, rcond=None)[0]
    best: tuple[float, Floats] = (1.0, np.zeros(3))
    for turn in np.arctan2(slope[1], slope[0]) + np.deg2rad(_TURNS_DEGREES):
        normal = np.array([np.cos(turn), np.sin(turn)])
        along = points @ normal
        order = np.argsort(along)
        shade = in_shade[order]
        wrong = np.append(0, shade.cumsum()) + np.append((~shade)[::-1].cumsum()[::-1], 0)  # for an edge before each
        first = int(wrong.argmin())
        if wrong[first] / len(points) < best[0] and 0 < first < len(points):
            best = wrong[first] / len(points), np.append(normal, along[order[first - 1 : first + 1]].mean())
    return best[1] if best[0] < _MAX_BESIDE_EDGE else None


def _soften(depth: Singles, is_clear: Flags, in_shade: Flags, px_per_mm: float) -> Singles:
    """(h, w) how far all samples are in a shadow of any shape, from 0 to 1.

    depth: (h, w) how far each seems to be. is_clear: (h, w) True where this is clear. in_shade: for every n-th sample.
    """
    h, w = depth.shape
    rough = cv2.resize(in_shade.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    reach = 2 * round(_REACH_MM * px_per_mm) + 1
    beside = cv2.blur(rough, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    size = (2 * round(_SOFT_MM * px_per_mm) + 1,) * 2
    many = cv2.blur(is_clear.astype(np.float32), size)
    soft = cv2.blur(np.where(is_clear, np.clip(depth, 0, 1), 0).astype(np.float32), size) / np.maximum(many, _LEAST)
    at_edge = (beside > _BESIDE[0]) & (beside < _BESIDE[1]) & (many > _MIN_CLEAR_PART)
    return np.asarray(np.where(at_edge, soft, rough > 0.5), np.float32)
