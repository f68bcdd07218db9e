"""A board to photograph for training: its layout and its print.

The print is linear reflectance with `sheet.SCALE` px per mm, x to the right and y down. It begins a little outside the
layout's corner, because the border around the playing field belongs to the board, too.
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
    """Its cells and size. The kinds of pieces are added later, by `boards.add_pieces`."""
    print: Singles
    """(h, w, 3) linear reflectance (blue, green, red)."""
    origin: Point
    """Where the print's first pixel is, in mm."""
    piece_mm: float
    """The diameter in mm of pieces that fit the board."""


@dataclass(frozen=True, eq=False)
class PrintedBoard:
    """A board that we print: its layout and its art."""

    layout: Layout
    """Its cells and pieces."""
    art: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    """(h, w, 3) the print as a BGR picture of the layout's size_mm."""
