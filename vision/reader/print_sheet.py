"""The print of a board as a fine picture seen from straight above: its colours, and their doubt.

It comes from a drawing, or is learned from pictures (`print_learner`). It knows no pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader import light
from vision.reader.appearance import encode
from vision.reader.atlas import Atlas, Floats, Ints, Picture, Singles
from vision.reader.view import View
from vision.register import Registration

HIDDEN_DOUBT = 0.25
"""The doubt (a logarithm) of print below a piece that was guessed from the print around it."""

INK_DOUBT = 0.08  # the doubt of an ink's colour after comparing its drawing with all places
_MAX_SAME_INK = 0.25  # colours of a drawing that differ by less are the same ink
_BLUR_SAMPLES = 0.5  # how many samples the print may be away from its registered place in the picture


@dataclass(frozen=True, eq=False)
class Print:
    """The print, as drawn or as learned from pictures."""

    sheet: Singles
    """(h, w, 4) its colours, and in the last channel their doubt, from edges or because a piece hid the sample."""
    px_per_mm: float
    """How fine the sheet is."""
    origin: tuple[float, float]
    """x and y in mm of the sheet's first corner."""

    @property
    def colours(self) -> Singles:
        """(h, w, 3) the colours of the sheet."""
        return self.sheet[..., :3]

    @property
    def doubt(self) -> Singles:
        """(h, w) the doubt of the sheet's colours."""
        return self.sheet[..., 3]

    def sample_patches(self, plane: Floats) -> tuple[Singles, Singles]:
        """Colours (n, p*p, 3) and doubt (n, p*p) at the samples (n, p, p, 2) of patches, in mm."""
        n, p = plane.shape[:2]
        colours, doubt = self.sample(plane.reshape(n * p, p, 2))
        return colours.reshape(n, p * p, 3), doubt.reshape(n, p * p)

    def sample(self, points: Floats) -> tuple[Singles, Singles]:
        """Colours (h, w, 3) and doubt (h, w) at points (h, w, 2) in mm."""
        if not points.size:
            return np.empty((*points.shape[:2], 3), np.float32), np.empty(points.shape[:2], np.float32)
        px = ((points - self.origin) * self.px_per_mm - 0.5).astype(np.float32)
        both = cv2.remap(self.sheet, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(both[..., :3]), np.ascontiguousarray(both[..., 3])


@dataclass(frozen=True, eq=False)
class Raster:
    """Samples all over the print."""

    points: Floats
    """(h, w, 2) mm."""
    terms: Singles
    """(h, w, 6) the terms of the light there, see `light.compute_terms`."""
    view: View
    """Where the samples are in the picture."""
    px_per_mm: float
    """How fine they are."""
    origin: tuple[float, float]
    """x and y in mm of the first corner."""
    drawn: Singles | None
    """(h, w, 4) what a drawing shows there, as in `Print.sheet`; None without a drawing."""
    inks: Ints | None
    """(h, w) numbers of the drawing's colours: the same for much the same colours."""


def build_raster(
    registration: Registration, atlas: Atlas, size_mm: tuple[float, float], drawing: Print | None
) -> Raster:
    """Where to look at the whole print, which is size_mm large."""
    reach = float(np.abs(atlas.grid).max() + np.abs(atlas.lean).max())
    left, top = (float(v) for v in np.minimum(atlas.place.min(axis=0) - reach, 0.0))
    right, bottom = (float(v) for v in np.maximum(atlas.place.max(axis=0) + reach, size_mm))
    scale = 1.0 / atlas.step
    x = left + (np.arange(max(2, round((right - left) * scale))) + 0.5) / scale
    y = top + (np.arange(max(2, round((bottom - top) * scale))) + 0.5) / scale
    points = np.stack(np.meshgrid(x, y), axis=-1)
    spacing = atlas.step * float(np.median(registration.scale_at(atlas.place)))
    view = View.of(registration.project(points), registration.size, spacing)
    terms = light.compute_terms(points, size_mm).astype(np.float32)
    if drawing is None:
        return Raster(points, terms, view, scale, (left, top), None, None)
    drawn = np.dstack(drawing.sample(points))
    inks = np.rint(drawn[..., :3] / _MAX_SAME_INK).astype(np.int64) @ (1, 1 << 10, 1 << 20)
    return Raster(points, terms, view, scale, (left, top), drawn, inks)


def from_drawing(art: Picture, layout: Layout, atlas: Atlas) -> Print:
    """The print as a drawing shows it. art: a BGR picture of the whole print (size_mm) in straight view."""
    width, height = layout.size_mm
    scale = 1.0 / atlas.step
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(light.to_linear(art), size, interpolation=cv2.INTER_AREA)
    sheet = make_sheet(encode(np.asarray(small * np.float32(light.PAPER_REFLECTANCE), np.float32)), INK_DOUBT)
    return Print(sheet, size[0] / width, (0.0, 0.0))


def make_sheet(colours: Singles, doubt: float) -> Singles:
    """(h, w, 4) colours (h, w, 3) made as soft as a picture shows them, with more doubt where they change quickly."""
    calm = np.asarray(cv2.GaussianBlur(colours, (3, 3), 0.6), np.float32)
    edges = np.abs(cv2.Sobel(calm, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(calm, cv2.CV_32F, 0, 1))
    steepest = np.maximum(np.maximum(edges[..., 0], edges[..., 1]), edges[..., 2])
    return np.dstack([calm, np.hypot(np.float32(_BLUR_SAMPLES / 8) * steepest, np.float32(doubt))])
