"""What points all over the board tell about the light on them, if the print is known there.

The light is a smooth surface (`light_surface`), darker by one factor for points in a shade. This module decides nothing
about shadows.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision import channels
from vision.reader.board.conditions import MIN_GUESSED_DOUBT
from vision.reader.board.scene import COARSE_STRIDE, KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.colours.light_surface import weigh
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles

_MIN_REFLECTANCE = 0.05  # points of darker print tell nothing, because noise and stray light are stronger
_FLOOR = 0.002  # linear light, added to what is seen and to what is printed
_NEIGHBOURS = np.ones((3, 3), np.uint8)  # all must be of one drawn colour
_MIN_TELLING_PART = 0.4  # of the points around a sample, this part must tell something
_MAX_OFF = 0.15  # a sample lies on the light if it is at most this far off (a logarithm)
_ROUNDS = 4  # of a fit
_STIFFNESS, _INK_STIFFNESS = np.array([0.0, 0.002, 0.002, 0.02, 0.02, 0.02]), 0.01
"""How strongly each weight is kept near 0, for each sample: those of the surface, and those of the drawn colours."""
_TINY = 1e-6

_LINEAR_OF_BYTE = light.to_linear(np.arange(256, dtype=np.uint8))
_LEVEL_OF_BYTE = np.log(_LINEAR_OF_BYTE + np.float32(_FLOOR))
_CLIPPED_BYTE = int(np.argmax(light.CLIPPED_LIGHT <= _LINEAR_OF_BYTE))


@dataclass(frozen=True, eq=False)
class LightSamples:
    """What some points (h, w) of the coarse raster tell about the light."""

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

    @classmethod
    def measure(cls, image: Picture, scene: Scene, known: KnownPrint) -> LightSamples:
        """What all points of the coarse raster tell in a BGR picture."""
        raster, sheet, printed = scene.coarse_raster, known.everywhere, known.reflectance_everywhere
        seen = raster.view.sample(image)
        is_clear = (sheet[..., 3] < MIN_GUESSED_DOUBT) & (printed.mean(axis=-1) > _MIN_REFLECTANCE)
        tells = scene.shown & is_clear & (channels.find_largest(seen) < _CLIPPED_BYTE)
        terms, level = raster.terms, cv2.LUT(seen, _LEVEL_OF_BYTE) - np.log(printed + np.float32(_FLOOR))
        if known.print is scene.drawn and scene.raster.inks is not None:
            ink = scene.raster.inks[::COARSE_STRIDE, ::COARSE_STRIDE].astype(np.float32)
            tells &= cv2.erode(ink, _NEIGHBOURS) == cv2.dilate(ink, _NEIGHBOURS)
            terms = np.concatenate([terms, (ink[..., None] == np.unique(ink[tells])).astype(np.float32)], axis=-1)
        return cls(terms, np.asarray(level, np.float32), sheet[..., :3], np.asarray(tells, np.bool_))

    def thin_out(self, stride: int) -> LightSamples:
        """Every n-th of the points, with the mean of what those around it tell. stride: n."""
        few, size = np.s_[::stride, ::stride], (stride, stride)
        many = cv2.blur(self.tells.astype(np.float32), size)[few]

        def average(values: Singles) -> Singles:
            sums = cv2.blur(np.where(self.tells[..., None], values, 0).astype(np.float32), size)[few]
            return np.asarray(sums / np.maximum(many, _TINY)[..., None], np.float32)

        return LightSamples(self.terms[few], average(self.level), average(self.printed), many > _MIN_TELLING_PART)

    def measure_offset(self, weights: Floats) -> Singles:
        """(h, w, 3) how far each sample is off the light beside the shade (logarithms). weights: from
        `TellingSamples.fit`.
        """
        return np.asarray(self.level - self.terms @ weights[:-1].astype(np.float32), np.float32)

    def rate_both(self, weights: Floats) -> tuple[Singles, Singles]:
        """(h, w) how well each sample lies on the light beside the shade, and in the shade: from 0 to 1, and 0 if it
        tells nothing. weights: from `TellingSamples.fit`.
        """
        beside = self.measure_offset(weights)
        off = [np.abs(one).mean(axis=-1) for one in (beside, beside - weights[-1].astype(np.float32))]
        lit, shaded = (np.where(self.tells, np.maximum(1 - (one / _MAX_OFF) ** 2, 0), 0) for one in off)
        return np.asarray(lit, np.float32), np.asarray(shaded, np.float32)


@dataclass(frozen=True, eq=False)
class TellingSamples:
    """Those m samples that tell something about the light, in a list."""

    numbers: Ints
    """(m,) which of all samples."""
    terms: Floats
    """(m, k) as in `LightSamples`."""
    level: Floats
    """(m, 3) as in `LightSamples`."""

    @classmethod
    def of(cls, samples: LightSamples, numbers: Ints) -> TellingSamples:
        """The samples with these numbers."""
        rows, columns = np.unravel_index(numbers, samples.tells.shape)
        terms, level = samples.terms[rows, columns], samples.level[rows, columns]
        return cls(numbers, terms.astype(np.float64), level.astype(np.float64))

    def fit(self, depth: Flags | Singles, stiff: float = 1.0) -> Floats:
        """(k + 1, 3) the weights of the light, and the darkening in the shade (a logarithm) as the last one: by least
        squares with Tukey's biweight.

        depth: (h, w) how far all samples are in the shade, from 0 to 1. stiff: how strongly the light is kept even, as
        a factor.
        """
        a = self._add_shade(depth)
        counts: Floats = np.ones(len(a))
        pull = np.full(a.shape[1], _INK_STIFFNESS)
        pull[: len(_STIFFNESS)], pull[-1] = stiff * _STIFFNESS, 0.0
        held = np.diag(pull * len(a) + _TINY)
        weights: Floats = np.zeros((a.shape[1], 3))
        for _ in range(_ROUNDS):
            weighed = a.T * counts
            weights = np.asarray(np.linalg.solve(weighed @ a + held, weighed @ self.level), np.float64)
            off = np.abs(self.level - a @ weights).mean(axis=1)
            cut = 4.7 * max(1.48 * float(np.median(off)), 0.5 * _MAX_OFF)
            counts = weigh(off, cut)
        return weights

    def measure_misfit(self, weights: Floats, depth: Flags | Singles) -> float:
        """The part of the samples that do not lie on this light; those that lie near it count partly."""
        off = np.abs(self.level - self._add_shade(depth) @ weights).mean(axis=1)
        return float(np.minimum((off / _MAX_OFF) ** 2, 1.0).mean())

    def _add_shade(self, depth: Flags | Singles) -> Floats:
        """(m, k + 1) the terms of the samples, and how far each is in the shade."""
        return np.column_stack([self.terms, depth.reshape(-1)[self.numbers]])
