"""The boards: one folder for each game, with its geometry and its print as `BOARD`; and their export to paper.

Lengths are in millimetres. x runs right and y runs down from the top left corner of the print. Boards know neither
rules nor frames.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from companion.boards.board import Board
from companion.boards.errors import BoardError
from companion.boards.image import Image
from companion.registry import Registry
from vision.layout import Layout

__all__ = ["BOARDS", "Board", "BoardError", "Image", "art", "is_ours", "raster"]

_ART_PX_PER_MM = 3.0
"""How fine the print is that vision gets. It is finer than any camera sees a whole board."""
_SAME_DIAMETERS = 0.02
"""Two layouts are the same board if their cells and sizes differ by at most this many diameters of a piece."""

BOARDS: Mapping[str, Board] = Registry[Board](__name__, "BOARD", Board)
"""Every board that can be printed, by game id."""


def raster(board: Board, px_per_mm: float, piece_diameter_mm: float | None = None) -> Image:
    """The whole print as a BGR picture of round(size_mm * px_per_mm) pixels. piece_diameter_mm: None for the usual
    pieces.
    """
    from companion.boards import picture  # only pictures need its libraries for PDF, which take long to load

    return picture.raster(board.drawing(piece_diameter_mm), px_per_mm)


def art(layout: Layout) -> Image | None:
    """The print of a layout as a BGR picture, if it is one of our boards, scaled or not; None for other layouts. Vision
    learns from the print how an empty cell looks.
    """
    board = _find_board(layout)
    if board is None:
        return None
    usual = board.layout()
    diameter = board.piece_diameter_mm * layout.size_mm[0] / usual.size_mm[0]
    try:
        ours = board.layout(diameter)
    except BoardError:
        return None
    off = max(math.hypot(c.x - layout.cells[name].x, c.y - layout.cells[name].y) for name, c in ours.cells.items())
    if off > _SAME_DIAMETERS * diameter or abs(ours.size_mm[1] - layout.size_mm[1]) > _SAME_DIAMETERS * diameter:
        return None
    return _draw_art(board, diameter)


@lru_cache(maxsize=5)
def _draw_art(board: Board, diameter: float) -> Image:
    """The print for vision. It is kept for later calls, so nobody may write into it."""
    drawn = raster(board, _ART_PX_PER_MM, diameter)
    drawn.flags.writeable = False
    return drawn


def is_ours(layout: Layout) -> bool:
    """True if a layout has the cells of the board that we print for its game."""
    return _find_board(layout) is not None


def _find_board(layout: Layout) -> Board | None:
    """Our board for the game of this layout, if it has the same cells; else None."""
    board = BOARDS.get(layout.game)
    return board if board is not None and set(board.layout().cells) == set(layout.cells) else None
