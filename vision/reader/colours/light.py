"""Estimates the light, and so turns a picture's bytes into reflectance: the part of the light that a surface reflects.

First, bytes become linear light. Then the white paper around the markers tells how bright the light is, and of what
colour, at each place of the board. Without markers, the light is estimated from the print alone, and its brightness
stays unknown. This module never looks at pieces.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.layout import Layout
from vision.median import median
from vision.reader.colours.light_surface import compute_terms, find_commonest_surface, fit_surface
from vision.reader.places.atlas import Floats, Picture, Singles
from vision.register import Registration

T = TypeVar("T", np.float32, np.float64)

PAPER_REFLECTANCE = 0.90
"""The part of the light that white paper reflects."""

PAPER_REFLECTANCE_RANGE = 0.05, 1.0
"""The least and the largest reflectance that paper may seem to have in a picture from which the reader learns. It seems
less if the camera clips it, and much less if a lamp is mirrored in it: then the print beside it seems to be in light
that is many times as bright. What is learned must give the same light again.
"""

REFLECTANCE_FLOOR = 0.03
"""Added to every reflectance before its logarithm is taken. Below this value there is only noise and stray light."""

MAX_LIGHT = 0.97
"""The brightest linear light that a camera can show."""

CLIPPED_LIGHT = 0.96
"""Linear light. If a channel is at least this bright, the camera may have clipped it."""

_BOARD_REFLECTANCE = np.array([0.22, 0.32, 0.42])
"""Reflectance in blue, green and red of boards without markers: most are of wood."""

_POINTS_PER_SIDE = 5  # points that are sampled on each side of a marker
_MIN_CHANNEL_PART = 0.12  # every channel of the light has at least this part of the brightest channel
_MAX_PAPER_OFF = 0.3  # if most of the paper is farther off the light by drawn print, this light is wrong (logarithms)
_CLEAR_REFLECTANCE = 0.06
"""In a channel in which drawn print reflects less than this, it tells less about the light."""
_LEAST_CLEAR = 0.5  # how much all channels together must tell
_MIN_SIDES = 4  # how many sides of markers are needed to compare the light of two pictures


def _make_decoding() -> Singles:
    s = np.arange(256) / 255.0
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _make_encoding() -> Picture:
    grey = np.linspace(0, 1, 4096)
    encoded = np.where(grey <= 0.0031308, 12.92 * grey, 1.055 * grey ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(255 * encoded), np.uint8)


_LINEAR_OF_BYTE = _make_decoding()
_BYTE_OF_LINEAR = _make_encoding()


def to_linear(picture: Picture) -> Singles:
    """Linear light from 0 to 1 for sRGB bytes (IEC 61966-2-1)."""
    return np.asarray(cv2.LUT(picture, _LINEAR_OF_BYTE) if picture.ndim == 3 else _LINEAR_OF_BYTE[picture], np.float32)


def to_bytes(linear: Singles) -> Picture:
    """sRGB bytes for linear light; the inverse of `to_linear`. Light beyond 0 to 1 is clipped."""
    steps = np.rint(np.clip(linear, 0, 1) * (len(_BYTE_OF_LINEAR) - 1)).astype(np.int32)
    return np.asarray(_BYTE_OF_LINEAR[steps], np.uint8)


_PRINT_STIFFNESS = 1000.0  # how strongly the fit keeps the light even if it only has print of unknown colours


@dataclass(frozen=True, eq=False)
class Light:
    """The light over the board, as a surface. It is the logarithm of what a surface that reflects everything would
    show.
    """

    terms: Floats
    """(6, 3) the weights of the surface, see `light_surface`."""
    size_mm: tuple[float, float]
    """Width and height of the board, in mm."""
    doubt_level: float
    """How uncertain the brightness of the light is: a standard deviation of its natural logarithm."""
    doubt_hue: float
    """How uncertain each channel is on its own: a standard deviation of its natural logarithm."""

    def compute_at(self, points_mm: Floats) -> Floats:
        """(..., 3) linear light at points (..., 2) in mm."""
        return _limit_colour(np.asarray(np.exp(compute_terms(points_mm, self.size_mm) @ self.terms)))

    def brighten(self, shift: Floats) -> Light:
        """This light made brighter everywhere by (3,) logarithms."""
        return replace(self, terms=self.terms + np.vstack([shift, np.zeros((5, 3))]))

    def compute_from_terms(self, terms_there: Singles) -> Singles:
        """(..., 3) linear light at points for which `compute_terms` was already called. terms_there: (..., 6) its
        result.
        """
        return _limit_colour(np.asarray(np.exp(terms_there @ self.terms.astype(np.float32))))


def _limit_colour(lit: NDArray[T]) -> NDArray[T]:
    """Light (..., 3) with a least value for each channel. A fainter channel shows only the camera's noise. With this
    least value everything counts as dark in it, so it has no effect.
    """
    brightest = channels.find_largest(lit)
    return np.asarray(np.maximum(lit, lit.dtype.type(_MIN_CHANNEL_PART) * brightest[..., None]), lit.dtype)


@dataclass(frozen=True, eq=False)
class BorderPoints:
    """Where to look for the white borders of the markers: a few points on each of m sides."""

    points: Floats
    """(m, few, 2) mm, the points on the board."""
    pixels: Singles
    """(m, few, 2) px, the same points in the picture."""


def find_borders(layout: Layout, registration: Registration) -> BorderPoints:
    """The points to look at, for the markers of a layout in this registration."""
    if not layout.markers:
        return BorderPoints(np.empty((0, _POINTS_PER_SIDE, 2)), np.empty((0, _POINTS_PER_SIDE, 2), np.float32))
    points = np.concatenate([_find_border(m.x, m.y, m.size_mm) for m in layout.markers])
    pixels = registration.project(points)
    # One value for each side of each marker, so that a hand over one side spoils only this value.
    whole = registration.shows(pixels).reshape(-1, _POINTS_PER_SIDE).all(axis=1)
    seen = pixels.astype(np.float32).reshape(-1, _POINTS_PER_SIDE, 2)[whole]
    return BorderPoints(points.reshape(-1, _POINTS_PER_SIDE, 2)[whole], seen)


@dataclass(frozen=True, eq=False)
class WhiteBorders:
    """What a picture shows of the markers' white borders: one value for each of m sides."""

    where: Floats
    """(m, 2) mm, the middles of the sides."""
    values: Floats
    """(m, 3) the linear light that the sides show."""
    paper: Floats
    """(m, 3) the reflectance of the paper there."""

    def measure_light(self) -> Floats:
        """(m, 3) the light on the sides (logarithms)."""
        return np.asarray(np.log(np.maximum(self.values, 1e-3) / self.paper))

    def drop_clipped(self) -> WhiteBorders:
        """Only the sides of which the camera has clipped no channel."""
        kept = (self.values < CLIPPED_LIGHT).all(axis=1)
        return WhiteBorders(self.where[kept], self.values[kept], self.paper[kept])


def measure_borders(image: Picture, borders: BorderPoints) -> Floats:
    """(m, 3) the linear light that a picture shows on the white borders, one value for each side; nan for sides in the
    dark.
    """
    if not len(borders.points):
        return np.empty((0, 3))
    seen = cv2.remap(image, borders.pixels[..., 0], borders.pixels[..., 1], cv2.INTER_LINEAR)
    values = median(_LINEAR_OF_BYTE[np.asarray(seen)], axis=1).astype(np.float64)
    level = values.mean(axis=1)
    values[level <= 0.35 * np.percentile(level, 75)] = np.nan
    return values


def select_lit_borders(values: Floats, borders: BorderPoints, paper: Floats | None = None) -> WhiteBorders:
    """The white borders that are not in the dark. values: (m, 3) from `measure_borders`. paper: (m, 3) the reflectance
    of the sides, if it is known.
    """
    known = np.full((len(values), 3), PAPER_REFLECTANCE) if paper is None else paper
    kept = np.isfinite(values[:, 0])
    return WhiteBorders(borders.points.mean(axis=1)[kept], values[kept], known[kept])


def estimate_shift(before: Floats, now: Floats) -> Floats:
    """(3,) how much brighter the light has become, as a logarithm. before, now: (m, 3) two results of
    `measure_borders`.
    """
    level = np.maximum(before, now)
    telling = (level > 0).all(axis=1) & (level < CLIPPED_LIGHT).all(axis=1)
    if telling.sum() < _MIN_SIDES:
        return np.zeros(3)
    return median(np.log(np.maximum(now[telling], 1e-3) / np.maximum(before[telling], 1e-3)))


def estimate_from_markers(white: WhiteBorders, layout: Layout) -> Light | None:
    """The light, estimated from the markers' white borders; None if too few are seen."""
    if len(white.where) < 4:
        return None
    clipped = float((white.values > CLIPPED_LIGHT).mean())
    terms = fit_surface(white.where, white.measure_light(), layout.size_mm)
    return Light(terms, layout.size_mm, 0.08 + 0.8 * clipped, 0.06 + 0.4 * clipped)


def estimate_from_unclipped_markers(white: WhiteBorders, layout: Layout, is_learned: bool) -> Light | None:
    """The light, estimated from the white borders that the camera does not clip; None if too few are seen.

    is_learned: True if the print was learned. Then this is also None if most borders are clipped: the others are in
    some shadow, and the print shows the light better.
    """
    unclipped = white.drop_clipped()
    if is_learned and 2 * len(unclipped.where) <= len(white.where):
        return None
    return estimate_from_markers(unclipped, layout)


def estimate_from_print(bare: Floats, place: Floats, layout: Layout) -> Light:
    """The light, estimated from the bare print. Its brightness is only a guess.

    bare: (n, 3) the linear light of the print. place: (n, 2) mm. Print rarely has one colour all over a board. So the
    light counts as even unless the whole board shows that it is not.
    """
    known = np.isfinite(bare).all(axis=1)
    if not known.any():
        return Light(np.zeros((6, 3)), layout.size_mm, 1.0, 0.4)
    terms = fit_surface(
        place[known], np.log(np.maximum(bare[known], 1e-3) / _BOARD_REFLECTANCE), layout.size_mm, stiff=_PRINT_STIFFNESS
    )
    return Light(terms, layout.size_mm, 0.6, 0.3)


def estimate_from_known_print(
    bare: Floats,
    printed: Floats,
    place: Floats,
    white: WhiteBorders,
    paper_light: Light | None,
    layout: Layout,
    is_learned: bool,
) -> Light:
    """The light, estimated from known print and from the markers' borders.

    bare: (n, 3) the linear light of the bare print. printed: (n, 3) its reflectance. place: (n, 2) mm. paper_light: by
    the borders that are not clipped alone, if enough of them are seen. is_learned: True if the print was learned, not
    drawn. Then paper that the camera clips now was also clipped when it was learned: both have the same error, so
    clipped paper may be used.
    """
    known = np.isfinite(bare).all(axis=1) & np.isfinite(printed).all(axis=1)
    # On dark print, the camera's noise and stray light are stronger than the print. So the same floor is added to both
    # sides, in the light that the paper shows. A floor in any other light would move the estimate towards that light,
    # and further with every print that is learned with it.
    paper = np.median(white.values / white.paper, axis=0) if len(white.where) else np.ones(3)
    ratio = np.log((bare[known] + 0.3 * REFLECTANCE_FLOOR * paper) / (printed[known] + 0.3 * REFLECTANCE_FLOOR))
    on_paper = white.measure_light()
    where = np.concatenate([place[known], white.where])
    if not len(where):
        return Light(np.zeros((6, 3)), layout.size_mm, 1.0, 0.4)
    valid = np.ones((len(where), 3))
    if not is_learned:
        valid[len(ratio) :] = white.values < CLIPPED_LIGHT
    # Pieces may cover the print but not the markers' paper, so the fit starts with the paper.
    trust = np.ones(len(where))
    if len(white.where) >= 6:
        trust[: len(ratio)] = 0.02

    def fit(by_print: Floats) -> Floats:
        values = np.concatenate([by_print, on_paper])
        terms = fit_surface(where, values, layout.size_mm, valid, trust)
        # Pieces or a hand may cast shadows on most of the print, but these are not the light.
        return find_commonest_surface(terms, where, values, layout.size_mm, valid, by_print)

    terms = fit(ratio)
    unclipped = white.drop_clipped()
    if not is_learned and len(unclipped.where):
        # Drawn print may be of other ink, and where it is dark, stray light is stronger than the print. Paper is paper.
        if paper_light is not None and _misses_paper(terms, unclipped, layout):
            return paper_light
        terms = fit(_replace_dark_channels(ratio, printed[known], unclipped.measure_light()))
    return Light(terms, layout.size_mm, 0.10, 0.05)


def _replace_dark_channels(ratio: Floats, printed: Floats, on_paper: Floats) -> Floats:
    """The light by drawn print (k, 3) with other values in channels that the print hardly reflects: there the stray
    light shows, not the print. What the other channels say, in the hue of the light on paper, takes their place.

    ratio: (k, 3) the light in each channel (logarithms). printed: (k, 3) reflectance. on_paper: (m, 3) as `ratio`.
    """
    clear = np.minimum(printed / _CLEAR_REFLECTANCE, 1.0) ** 3
    hue = median(on_paper - on_paper.mean(axis=1, keepdims=True))
    level = (clear * (ratio - hue)).sum(axis=1) / np.maximum(clear.sum(axis=1), _LEAST_CLEAR)
    is_seen = clear.sum(axis=1, keepdims=True) > _LEAST_CLEAR
    return np.asarray(np.where(is_seen, clear * ratio + (1 - clear) * (level[:, None] + hue), ratio))


def _misses_paper(terms: Floats, white: WhiteBorders, layout: Layout) -> bool:
    """True if most of the paper is not in the light of this surface. terms: (6, 3) the weights of the surface."""
    off = np.abs(white.measure_light() - compute_terms(white.where, layout.size_mm) @ terms).max(axis=1)
    return float(np.median(off)) > _MAX_PAPER_OFF


def _find_border(x: float, y: float, size: float) -> NDArray[np.float64]:
    """(4 * _POINTS_PER_SIDE, 2) points on the white border around a marker of this size at (x, y), one side after the
    other.
    """
    out = size / 2 + size / 12
    along = np.linspace(-0.4, 0.4, _POINTS_PER_SIDE) * size
    away = np.full(_POINTS_PER_SIDE, out)
    sides = [(along, -away), (away, along), (along, away), (-away, along)]
    return np.concatenate([np.column_stack([x + dx, y + dy]) for dx, dy in sides])
