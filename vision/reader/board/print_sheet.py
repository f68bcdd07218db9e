"""The print of a board as a fine picture, seen from straight above: its colours, and how far each may be wrong (its
doubt).

The print comes from a drawing, or `print_learner` learns it from pictures. This module knows no pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.layout import Layout
from vision.reader.board.background import MAX_SAME_INK
from vision.reader.colours import light, light_surface
from vision.reader.colours.appearance import encode
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Picture, Singles
from vision.reader.places.view import View
from vision.register import Registration

HIDDEN_DOUBT = 0.25
"""The doubt (a logarithm) of print that a piece hides and that was guessed from the print around."""

INK_DOUBT = 0.08  # the doubt of an ink's colour after comparing its drawing with all places
_BLUR_SAMPLES = 0.5  # how many samples the print may be away from its registered place in the picture


@dataclass(frozen=True, eq=False)
class Print:
    """The print, as drawn or as learned from pictures."""

    sheet: Singles
    """(h, w, 4) three channels of colour, and the doubt of the colour. The doubt is larger at edges and where a piece
    hid the print.
    """
    clipped: Flags
    """(h, w, 3) True where the camera clipped a channel when the print was learned: there it may be brighter."""
    shaded: Flags
    """(h, w) True where the print was in the shadow of a piece whenever it was learned: without it, it is brighter."""
    px_per_mm: float
    """Samples of the sheet per mm."""
    origin: tuple[float, float]
    """Where the sheet's first corner is on the board: x and y in mm."""

    @property
    def colours(self) -> Singles:
        """(h, w, 3) the colours of the sheet."""
        return self.sheet[..., :3]

    @property
    def doubt(self) -> Singles:
        """(h, w) the doubt of the sheet's colours."""
        return self.sheet[..., 3]

    def sample_patches(self, plane: Floats) -> tuple[Singles, Singles]:
        """The print in patches: its colours (n, p*p, 3) and their doubt (n, p*p). plane: (n, p, p, 2) mm, the points of
        the board that the patches show.
        """
        n, p = plane.shape[:2]
        colours, doubt = self.sample(plane.reshape(n * p, p, 2))
        return colours.reshape(n, p * p, 3), doubt.reshape(n, p * p)

    def sample(self, points: Floats) -> tuple[Singles, Singles]:
        """The print at points (h, w, 2) in mm: its colours (h, w, 3) and their doubt (h, w)."""
        if not points.size:
            return np.empty((*points.shape[:2], 3), np.float32), np.empty(points.shape[:2], np.float32)
        both = self._sample(self.sheet, points)
        return np.ascontiguousarray(both[..., :3]), np.ascontiguousarray(both[..., 3])

    def sample_clipped(self, points: Floats) -> Flags:
        """(h, w, 3) True where the print was clipped at points (h, w, 2) in mm."""
        return self._sample_flags(self.clipped, points)

    def sample_shaded(self, points: Floats) -> Flags:
        """(h, w) True where the print was in a shadow at points (h, w, 2) in mm."""
        return self._sample_flags(self.shaded, points)

    def _sample_flags(self, flags: Flags, points: Floats) -> Flags:
        return np.asarray(self._sample(flags.view(np.uint8), points) > 0)

    def _sample(self, values: Picture | Singles, points: Floats) -> NDArray[Any]:
        px = ((points - self.origin) * self.px_per_mm - 0.5).astype(np.float32)
        return cv2.remap(values, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@dataclass(frozen=True, eq=False)
class Raster:
    """Sample points all over the print, evenly spaced."""

    points: Floats
    """(h, w, 2) mm, the points on the board."""
    terms: Singles
    """(h, w, 6) the points in the form that a surface of light needs; see `light_surface.compute_terms`."""
    view: View
    """Where the points are in the picture."""
    px_per_mm: float
    """Points per mm."""
    origin: tuple[float, float]
    """Where the first corner is on the board: x and y in mm."""
    drawn: Singles | None
    """(h, w, 4) the drawn print at the points, as in `Print.sheet`; None without a drawing."""
    inks: Ints | None
    """(h, w) a number for the drawn colour at each point. Nearly equal colours have the same number. None without a
    drawing.
    """


def build_raster(
    registration: Registration, atlas: Atlas, size_mm: tuple[float, float], drawing: Print | None
) -> Raster:
    """The sample points on the whole print. size_mm: its width and height."""
    reach = float(np.abs(atlas.grid).max() + np.abs(atlas.lean).max())
    left, top = (float(v) for v in np.minimum(atlas.place.min(axis=0) - reach, 0.0))
    right, bottom = (float(v) for v in np.maximum(atlas.place.max(axis=0) + reach, size_mm))
    scale = 1.0 / atlas.step
    x = left + (np.arange(max(2, round((right - left) * scale))) + 0.5) / scale
    y = top + (np.arange(max(2, round((bottom - top) * scale))) + 0.5) / scale
    points = np.stack(np.meshgrid(x, y), axis=-1)
    spacing = atlas.step * float(np.median(registration.scale_at(atlas.place)))
    view = View.of(registration.project(points), registration.size, spacing)
    terms = light_surface.compute_terms(points, size_mm).astype(np.float32)
    if drawing is None:
        return Raster(points, terms, view, scale, (left, top), None, None)
    drawn = np.dstack(drawing.sample(points))
    inks = np.rint(drawn[..., :3] / MAX_SAME_INK).astype(np.int64) @ (1, 1 << 10, 1 << 20)
    return Raster(points, terms, view, scale, (left, top), drawn, inks)


def from_drawing(art: Picture, layout: Layout, atlas: Atlas) -> Print:
    """The print as a drawing shows it. art: the drawing of the whole print (size_mm) from straight above, a BGR
    picture.
    """
    width, height = layout.size_mm
    scale = 1.0 / atlas.step
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(light.to_linear(art), size, interpolation=cv2.INTER_AREA)
    sheet = make_sheet(encode(np.asarray(small * np.float32(light.PAPER_REFLECTANCE), np.float32)), INK_DOUBT)
    none = np.zeros(sheet.shape[:2], np.bool_)
    return Print(sheet, np.zeros((*none.shape, 3), np.bool_), none, size[0] / width, (0.0, 0.0))


def make_sheet(colours: Singles, doubt: float) -> Singles:
    """(h, w, 4) a sheet of print with these colours (h, w, 3), as soft as a camera shows them. doubt: of the colours;
    it becomes larger where they change quickly.
    """
    calm = np.asarray(cv2.GaussianBlur(colours, (3, 3), 0.6), np.float32)
    edges = np.abs(cv2.Sobel(calm, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(calm, cv2.CV_32F, 0, 1))
    steepest = channels.find_largest(edges)
    return np.dstack([calm, np.hypot(np.float32(_BLUR_SAMPLES / 8) * steepest, np.float32(doubt))])
