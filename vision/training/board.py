"""A board to photograph: its layout and its print.

The print is linear reflectance, `sheet.SCALE` px per mm, x right and y down from the layout's corner less a margin:
what lies beside the playing field belongs to the board as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout import Layout, Point
from vision.training.textures import Singles


@dataclass(frozen=True, eq=False)
class Board:
    """A board to photograph."""

    layout: Layout
    """Its cells; kinds of pieces are added with the pieces."""
    print: Singles
    """(h, w, 3) linear reflectance (blue, green, red)."""
    origin: Point
    """Where in mm the print's first pixel lies."""
    piece_mm: float
    """The diameter of pieces that fit it."""


@dataclass(frozen=True, eq=False)
class Ours:
    """A board of ours as it is printed: its layout and its art (BGR, size_mm large)."""

    layout: Layout
    art: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
