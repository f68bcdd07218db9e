"""A board to photograph: its layout and its print.

The print is linear reflectance with `sheet.SCALE` px per mm, x to the right and y down. It begins a margin before the
layout's corner, because the border around the playing field belongs to the board as well.
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
    """Its cells. The kinds of pieces are added later."""
    print: Singles
    """(h, w, 3) linear reflectance (blue, green, red)."""
    origin: Point
    """Where the print's first pixel is, in mm."""
    piece_mm: float
    """The diameter of pieces that fit it."""


@dataclass(frozen=True, eq=False)
class PrintedBoard:
    """A board that we print: its layout and its art."""

    layout: Layout
    """Its cells and pieces."""
    art: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    """BGR (h, w, 3), size_mm large."""
