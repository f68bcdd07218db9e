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
from vision.reader.board.light_samples import LightSamples, TellingSamples
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.places.atlas import Flags, Floats, Picture, Singles
from vision.register import Registration

_STRIDE = 3  # every third point of the coarse raster, in both directions, is enough to find a shadow
_MIN_SAMPLES = 200  # at least this many must tell something
_MIN_MISFIT = 0.25  # no shadow is looked for if a smooth light leaves at most this part of the samples unexplained
_MAX_LEFT = 0.5  # with the shadow, at most this part of the misfit may be left
_DARKENING, _MAX_HUE = (-2.2, -0.3), 0.3  # a logarithm: how dark the shade is; and how much its channels may differ
MIN_SHADOW_PART = 0.1
"""The shadow lies over at least this part of the samples, and so does the light beside it."""
_PARTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # the search begins with these parts of the samples, the darkest
_MAX_BEGINNING, _MAX_LEFT_AT_FIRST = 500, 0.6  # it begins with this many samples, and may leave this part
_MAX_FOLLOWED = 3  # the best beginnings, as many as this, are followed
_EVEN_STIFFNESS = 1e5  # keeps the light even
_STEPS = 8  # of following a beginning
_REACH_MM = 14.0  # what is in the shade is decided by all samples in a square with sides twice as long
_MIN_LEAD = 0.1  # how clear their vote must be
_MIN_PRINT_SPREAD, _MIN_PRINT_SLOPE = 0.15, 0.6
"""The print in the shade varies by at least the first value (a logarithm), and what is seen varies with it by at least
this part.
"""
_MAX_OUTLIER = 1.5  # samples of pieces count as at most this far off (a logarithm)
_MAX_DEPTH_OFF = 0.8  # a sample that seems to be further from half in the shadow shows something else
_SAME_DARKENING, _MAX_MORE_LEFT, _MAX_STILL_LEFT = 0.08, 0.03, 0.7
"""A shadow has not changed if it is as dark as before within the first value (a logarithm) and leaves hardly more
samples unexplained, by the second value; or by the third one, as a part of what is left without a shadow, if nothing
else explains the picture.
"""
_STRAIGHT_LEAD = 0.05  # a straight edge may leave this part of the samples more unexplained than one of any shape
_LOOK_EVERY_PX = 16  # px: between them, the place on the board is interpolated
_EDGE_DEPTHS = 0.01, 0.99  # at an edge, a pixel is so far in the shadow
_SAME_PLACE_MM = 1.0  # a shadow of an earlier picture counts only if the raster lies where it lay, to this


@dataclass(frozen=True, eq=False)
class WideShadow:
    """A shadow over a large part of the board."""

    darkening: Floats
    """(3,) the logarithm of the part of the light that is left in it, compared with the light beside it."""
    depth: Singles
    """(h, w) how far each point of the coarse raster is in the shadow, from 0 to 1."""
    first_mm: Floats
    """(2,) the first point of this raster on the board, in mm."""
    step_mm: float
    """The distance of neighbouring points."""
    unexplained: float
    """The part of the samples that the light with this shadow left unexplained when it was found."""

    def remove_from(self, image: Picture, registration: Registration) -> Picture:
        """A BGR picture without this shadow. registration: where the board is in it."""
        h, w = image.shape[:2]
        x, y = (np.linspace(0, side - 1, max(2, side // _LOOK_EVERY_PX)) for side in (w, h))
        points = registration.unproject(np.stack(np.meshgrid(x, y), axis=-1))
        at = np.asarray((points - self.first_mm) / self.step_mm, np.float32)
        spread = np.array([[(len(x) - 1) / (w - 1), 0, 0], [0, (len(y) - 1) / (h - 1), 0]])
        at = np.asarray(cv2.warpAffine(at, spread, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
        depth = np.asarray(
            cv2.remap(self.depth, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
        )
        inside = self._brighten(np.arange(256, dtype=np.uint8)[:, None].repeat(3, axis=1), np.ones(256, np.float32))
        out = np.where(depth[..., None] > 0.5, cv2.LUT(image, inside[None]), image)
        at_edge = (depth > _EDGE_DEPTHS[0]) & (depth < _EDGE_DEPTHS[1])
        out[at_edge] = self._brighten(image[at_edge], depth[at_edge])
        return np.asarray(out, np.uint8)

    def _brighten(self, seen: Picture, depth: Singles) -> Picture:
        """(k, 3) pixels without this shadow. seen: (k, 3) the pixels. depth: (k,) how far each is in it."""
        gain = np.exp(-depth[:, None] * self.darkening)
        return light.to_bytes(np.asarray(light.to_linear(seen) * gain, np.float32))

    def lies_on(self, scene: Scene) -> bool:
        """True if the coarse raster of a scene is the one of this shadow."""
        raster = scene.coarse_raster
        same_shape = raster.points.shape[:2] == self.depth.shape
        return same_shape and bool(np.abs(raster.points[0, 0] - self.first_mm).max() < _SAME_PLACE_MM)


def find_wide_shadow(
    image: Picture, scene: Scene, known: KnownPrint, before: WideShadow | None = None
) -> WideShadow | None:
    """The shadow over a large part of the board in a BGR picture; None if there is none. before: the one in an earlier
    picture. If that still fits, it is the result, so that the same shadow gives the same picture of the board.
    """
    samples = LightSamples.measure(image, scene, known)
    few = samples.thin_out(_STRIDE)
    numbers = np.flatnonzero(few.tells)
    if len(numbers) < _MIN_SAMPLES:
        return None
    telling, no_shade = TellingSamples.of(few, numbers), np.zeros(few.tells.shape, np.bool_)
    smooth = telling.measure_misfit(telling.fit(no_shade), no_shade)
    left = 1.0 if before is None or not before.lies_on(scene) else _measure_left(before, telling)
    still_fits = left < _MAX_STILL_LEFT * smooth
    if before is not None and still_fits and left < before.unexplained + _MAX_MORE_LEFT:
        return before
    if smooth < _MIN_MISFIT:
        return None
    raster = scene.coarse_raster
    found = _search(few, telling, smooth, max(1, round(_REACH_MM * raster.px_per_mm / _STRIDE)))
    if found is None:  # what has come is something else; the shadow may still be there
        return before if still_fits else None
    weights, in_shade = found
    shapes = shadow_edge.list_shapes(*_measure_depth(samples, weights), in_shade, _STRIDE, raster.points)
    lefts = [telling.measure_misfit(weights, depth[::_STRIDE, ::_STRIDE]) for depth in shapes]
    i = int(np.argmin(lefts - np.array([0.0, _STRAIGHT_LEAD][: len(shapes)])))
    if lefts[i] > _MAX_LEFT * smooth:
        return None
    return WideShadow(weights[-1], shapes[i], raster.points[0, 0], 1 / raster.px_per_mm, lefts[i])


def _measure_left(shadow: WideShadow, telling: TellingSamples) -> float:
    """The part of the samples that the light with an earlier shadow leaves unexplained; 1 if it is not as dark now."""
    depth = shadow.depth[::_STRIDE, ::_STRIDE]
    weights = telling.fit(depth)
    is_as_dark = float(np.abs(weights[-1] - shadow.darkening).max()) < _SAME_DARKENING
    return telling.measure_misfit(weights, depth) if is_as_dark else 1.0


def _measure_depth(samples: LightSamples, weights: Floats) -> tuple[Singles, Flags]:
    """(h, w) how far each sample seems to be in the shadow, from 0 to 1, and (h, w) True where this is clear. weights:
    of the light, from `TellingSamples.fit`.
    """
    darkening = weights[-1]
    depth = np.asarray(samples.measure_offset(weights) @ darkening / (darkening @ darkening), np.float32)
    return depth, samples.tells & (np.abs(depth - 0.5) < _MAX_DEPTH_OFF)


def _search(samples: LightSamples, telling: TellingSamples, smooth: float, reach: int) -> tuple[Floats, Flags] | None:
    """(k + 1, 3) the weights of the light, and (h, w) True in the shade; None if there is no wide shadow.

    telling: those samples that tell something. smooth: their misfit with no shadow. reach: samples, see `_REACH_MM`.
    """
    some = TellingSamples.of(samples, np.random.default_rng(0).permutation(telling.numbers)[:_MAX_BEGINNING])
    beginnings = _list_levels(samples, telling, reach)
    tried = sorted((some.measure_misfit(some.fit(shade), shade), i) for i, shade in enumerate(beginnings))
    good = [beginnings[i] for left, i in tried[:_MAX_FOLLOWED] if left < _MAX_LEFT_AT_FIRST * smooth]
    found = [_follow(samples, telling, shade, reach) for shade in good]
    shades = [shade for shade in found if shade is not None]
    if not shades:
        return None
    fits = [telling.fit(shade) for shade in shades]
    lefts = [telling.measure_misfit(weights, shade) for weights, shade in zip(fits, shades, strict=True)]
    best = int(np.argmin(lefts))
    weights, shade = fits[best], shades[best]
    if weights[-1].mean() > 0:  # the other side is darker
        weights[0] += weights[-1]
        weights[-1] *= -1
        shade = ~shade
    darkening = weights[-1]
    is_shadow = _DARKENING[0] < darkening.mean() < _DARKENING[1] and np.ptp(darkening) < _MAX_HUE
    if lefts[best] > _MAX_LEFT * smooth or not is_shadow or not _shows_print(samples, weights, shade):
        return None
    return weights, shade


def _list_levels(samples: LightSamples, telling: TellingSamples, reach: int) -> list[Flags]:
    """(h, w) True for what is darker than a level, if the light were the same everywhere; for several levels."""
    even = telling.fit(np.zeros(samples.tells.shape, np.bool_), stiff=_EVEN_STIFFNESS)
    level = np.clip(samples.measure_offset(even).mean(axis=-1), -1, 1)
    sums, many = (_blur(values, reach) for values in (np.where(samples.tells, level, 0), samples.tells))
    soft = sums / np.maximum(many, 1e-6)
    return [soft < edge for edge in np.quantile(soft[samples.tells], _PARTS)]


def _follow(samples: LightSamples, telling: TellingSamples, shade: Flags, reach: int) -> Flags | None:
    """(h, w) True for what is in the shade, found step by step from a first guess; None if that is too little, or
    nearly all.
    """
    for _ in range(_STEPS):
        shade, before = _assign(samples, telling.fit(shade), reach), shade
        if not MIN_SHADOW_PART < shade[samples.tells].mean() < 1 - MIN_SHADOW_PART:
            return None
        if (shade == before).all():
            break
    return shade


def _assign(samples: LightSamples, weights: Floats, reach: int) -> Flags:
    """(h, w) True for what is in the shade, as most samples around each say. Where they tell too little, more are
    asked.
    """
    lit, shaded = samples.rate_both(weights)
    out: Singles = np.zeros(samples.tells.shape, np.float32)
    for wide in (8 * reach, 4 * reach, 2 * reach, reach):
        votes = _blur(shaded - lit, wide)
        out = np.where(np.abs(votes) > _MIN_LEAD, votes, out)
    return np.asarray(out > 0)


def _blur(values: Singles | Flags, reach: int) -> Singles:
    """(h, w) the mean of all values up to `reach` samples away."""
    size = (2 * reach + 1, 2 * reach + 1)
    return np.asarray(cv2.blur(values.astype(np.float32), size, borderType=cv2.BORDER_REPLICATE), np.float32)


def _shows_print(samples: LightSamples, weights: Floats, shade: Flags) -> bool:
    """True if the print is seen in the shade. On plain print, and below a plain sleeve, this is not clear."""
    some = samples.tells & shade
    surface = samples.terms[..., :6] @ weights[:6].astype(np.float32) + weights[-1].astype(np.float32)
    off = np.clip((samples.level - surface).mean(axis=-1)[some], -_MAX_OUTLIER, _MAX_OUTLIER)
    printed = samples.printed.mean(axis=-1)[some]
    if not len(printed) or printed.std() < _MIN_PRINT_SPREAD:
        return False
    apart = printed - printed.mean()
    return bool(1 + (apart * off).mean() / (apart * apart).mean() > _MIN_PRINT_SLOPE)
