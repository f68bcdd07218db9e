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

from vision.reader.board import shadow_edge
from vision.reader.board.scene import COARSE_STRIDE, KnownPrint, Scene
from vision.reader.colours import appearance, light
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles
from vision.register import Registration

_STRIDE = 3  # every third sample of the coarse raster, in both directions, is enough to find a shadow
_MAX_DOUBT = 0.09  # samples whose print is less known tell nothing
_MIN_REFLECTANCE = 0.05  # nor do samples of dark print, where noise and stray light are stronger
_LEAST = 1e-6
_FLOOR = 0.002  # linear light, added to what is seen and to what is printed
_NEAR = 0.15  # a sample lies on the light if it is at most this far off (a logarithm)
_ROUNDS, _STEPS = 4, 8  # of the fit of one light, and of finding what is in the shade
_PARTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""The search starts with the darkest of all, these parts of the samples."""
_STIFFNESS, _INK_STIFFNESS = np.array([0.0, 0.002, 0.002, 0.02, 0.02, 0.02]), 0.01
"""How strongly each weight is kept near 0, for each sample: those of the surface, and those of the colours."""
_AROUND = np.ones((3, 3), np.uint8)
_REACH_MM = 14.0  # what is in the shade is decided by all samples in a square with sides twice as long
_MAX_DEPTH_OFF = 0.8  # a sample that seems to be further from half in the shadow shows something else
_MAX_STARTING, _MAX_STARTING_LEFT = 500, 0.6  # samples for the start, and the part of the misfit that may be left then
_MAX_FOLLOWED = 3  # the best starts are followed
_EVEN = 1e5  # the light is kept nearly even
_MIN_MISFIT = 0.25  # a smooth light must explain at most 1 less this part of the samples
_MAX_LEFT = 0.5  # with the shadow, at most this part of the misfit may be left
_MIN_DARKENING, _MAX_HUE = 0.3, 0.3  # how much darker the shade is at least, and how much its hue may differ
MIN_SHADOW_PART = 0.1  # the shadow lies over at least this part of the samples, and so does the light
_MIN_DETAIL, _MIN_DETAILS, _MAX_DETAIL_MISFIT = 0.2, 15, 0.75
"""A sample is a detail of the print if it differs from most print by the first value (a logarithm). There are at least
as many as the second value in the shade, and at most the third part of them does not lie on the light there.
"""
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
    printed: Singles
    """(h, w, 3) the colours of the print, logarithms."""
    tells: Flags
    """(h, w) True where the print is known and bright enough, and where the camera clips nothing."""

    def measure_bare(self, weights: Floats) -> Singles:
        """(h, w, 3) how far all is off the light beside the shade (logarithms). weights: from `_Told.fit`."""
        return np.asarray(self.level - self.terms @ weights[:-1].astype(np.float32), np.float32)

    def measure_depth(self, weights: Floats) -> tuple[Singles, Flags]:
        """(h, w) how far each sample seems to be in the shadow, from 0 to 1, and (h, w) True where this is clear.
        weights: from `_Told.fit`.
        """
        darkening = weights[-1]
        depth = np.asarray(self.measure_bare(weights) @ darkening / (darkening @ darkening), np.float32)
        return depth, self.tells & (np.abs(depth - 0.5) < _MAX_DEPTH_OFF)

    def thin_out(self, stride: int) -> _Samples:
        """Every n-th of the points, with the mean of what those around it tell. stride: n."""
        few, size = np.s_[::stride, ::stride], (stride, stride)
        many = cv2.blur(self.tells.astype(np.float32), size)[few]

        def average(values: Singles) -> Singles:
            sums = cv2.blur(np.where(self.tells[..., None], values, 0).astype(np.float32), size)[few]
            return np.asarray(sums / np.maximum(many, _LEAST)[..., None], np.float32)

        return _Samples(self.terms[few], average(self.level), average(self.printed), many > _MIN_TELLING_PART)


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
    seems, is_clear = samples.measure_depth(weights)
    edges = shadow_edge.list_shapes(seems, is_clear, in_shade, raster.points)
    lefts = [told.measure_misfit(weights, depth[::_STRIDE, ::_STRIDE]) for depth in edges]
    i = len(edges) - 1 if lefts[-1] < lefts[0] + _MAX_MORE_LEFT else 0
    if lefts[i] > _MAX_LEFT * smooth:
        return None
    step, (x, y) = 1 / raster.px_per_mm, raster.points[0, 0]
    return WideShadow(weights[-1], edges[i], np.array([[step, 0, x], [0, step, y], [0, 0, 1]]), lefts[i])


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
    return _Samples(terms, np.asarray(level, np.float32), sheet[..., :3], np.asarray(tells, np.bool_))


def _search(samples: _Samples, told: _Told, smooth: float, reach: int) -> tuple[Floats, Flags] | None:
    """(k + 1, 3) the weights of the light, the last ones of the shade; and (h, w) True in the shade. None if there is
    no wide shadow. told: those samples that tell something. smooth: their misfit with no shadow. reach: samples, see
    `_REACH_MM`.
    """
    some = _Told.of(samples, np.random.default_rng(0).permutation(told.numbers)[:_MAX_STARTING])
    starts = _list_levels(samples, told, reach)
    tried = sorted((some.measure_misfit(some.fit(start), start), i) for i, start in enumerate(starts))
    found = [
        _follow(samples, told, starts[i], reach)
        for left, i in tried[:_MAX_FOLLOWED]
        if left < _MAX_STARTING_LEFT * smooth
    ]
    shades = [shade for shade in found if shade is not None]
    if not shades:
        return None
    fits = [told.fit(shade) for shade in shades]
    left = [told.measure_misfit(weights, shade) for weights, shade in zip(fits, shades, strict=True)]
    best = int(np.argmin(left))
    weights, shade = fits[best], shades[best]
    if weights[-1].mean() > 0:  # the other side is darker
        weights[0] += weights[-1]
        weights[-1] *= -1
        shade = ~shade
    darkening = weights[-1]
    if not _shows_details(samples, weights, shade):
        return None
    if left[best] > _MAX_LEFT * smooth or darkening.mean() > -_MIN_DARKENING or np.ptp(darkening) > _MAX_HUE:
        return None
    return weights, shade


def _shows_details(samples: _Samples, weights: Floats, shade: Flags) -> bool:
    """True if the details of the print are seen in the shade. On plain print, a grey sleeve looks like a shadow."""
    some = samples.tells & shade
    off = np.abs(samples.measure_bare(weights) - weights[-1].astype(np.float32)).mean(axis=-1)[some]
    printed = samples.printed[some]
    is_detail = np.abs(printed - np.median(printed, axis=0)).mean(axis=1) > _MIN_DETAIL
    misfit = np.minimum((off / _NEAR) ** 2, 1.0)
    return bool(is_detail.sum() >= _MIN_DETAILS and misfit[is_detail].mean() < _MAX_DETAIL_MISFIT)


def _follow(samples: _Samples, told: _Told, shade: Flags, reach: int) -> Flags | None:
    """(h, w) True for what is in the shade, found step by step from a first guess; None if that is too little, or
    nearly all.
    """
    for _ in range(_STEPS):
        shade, before = _assign(samples, told.fit(shade), reach), shade
        if not MIN_SHADOW_PART < shade[samples.tells].mean() < 1 - MIN_SHADOW_PART:
            return None
        if (shade == before).all():
            break
    return shade


def _list_levels(samples: _Samples, told: _Told, reach: int) -> list[Flags]:
    """(h, w) True for what is darker than a level, if the light were the same everywhere; for several levels."""
    even = told.fit(np.zeros(samples.tells.shape, np.bool_), stiff=_EVEN)
    level, size = samples.measure_bare(even).mean(axis=-1), (2 * reach + 1, 2 * reach + 1)
    many = cv2.blur(samples.tells.astype(np.float32), size, borderType=cv2.BORDER_REPLICATE)
    sums = cv2.blur(
        np.where(samples.tells, np.clip(level, -1, 1), 0).astype(np.float32), size, borderType=cv2.BORDER_REPLICATE
    )
    soft = sums / np.maximum(many, _LEAST)
    return [soft < edge for edge in np.quantile(soft[samples.tells], _PARTS)]


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

    def fit(self, shade: Flags | Singles, stiff: float = 1.0) -> Floats:
        """(k + 1, 3) the weights of the light if these samples (h, w) are in the shade: least squares with Tukey's
        biweight. stiff: how strongly the light is kept even, as a factor.
        """
        a = self._shade(shade)
        counts: Floats = np.ones(len(a))
        pull = np.full(a.shape[1], _INK_STIFFNESS)
        pull[: len(_STIFFNESS)], pull[-1] = stiff * _STIFFNESS, 0.0
        held = np.diag(pull * len(a) + _LEAST)
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
