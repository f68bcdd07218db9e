"""The boards: one folder for each game, with its geometry and its print as `BOARD`, and their export to paper.

Everything is in millimetres, x right and y down from the print's top left corner. Boards know no rules
and see no frames.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.boards.board import Board
from companion.boards.errors import BoardError
from companion.boards.picture import Image
from companion.boards.picture import raster as _raster
from companion.registry import Registry
from vision.layout import Layout

__all__ = ["BOARDS", "Board", "BoardError", "Image", "art", "is_ours", "raster"]

_ART_PX_PER_MM = 3.0  # finer than any camera sees a whole board

BOARDS: Mapping[str, Board] = Registry[Board](__name__, "BOARD")
"""Every board that can be printed, by game id."""


def raster(board: Board, px_per_mm: float, piece_diameter_mm: float | None = None) -> Image:
    """The whole print as a BGR picture of round(size_mm * px_per_mm) pixels."""
    return _raster(board.drawing(piece_diameter_mm), px_per_mm)


def art(layout: Layout) -> Image | None:
    """The drawn print of a layout that is one of our boards, for vision to know how an empty cell looks.

    A board scaled to other pieces is ours too; for any other layout there is none.
    """
    board = _ours(layout)
    if board is None:
        return None
    usual = board.layout()
    diameter = board.piece_diameter_mm * layout.size_mm[0] / usual.size_mm[0]
    try:
        ours = board.layout(diameter)
    except BoardError:
        return None
    off = max(math.hypot(c.x - layout.cells[name].x, c.y - layout.cells[name].y) for name, c in ours.cells.items())
    if off > 0.02 * diameter or abs(ours.size_mm[1] - layout.size_mm[1]) > 0.02 * diameter:
        return None
    return raster(board, _ART_PX_PER_MM, diameter)


def is_ours(layout: Layout) -> bool:
    """True if a layout has the cells of the board that we print for its game."""
    return _ours(layout) is not None


def _ours(layout: Layout) -> Board | None:
    """The board of a layout's game, if it has the same cells."""
    board = BOARDS.get(layout.game)
    return board if board is not None and set(board.layout().cells) == set(layout.cells) else None
