"""The boards: one file for each game's cells and print, the export to files, and layouts of bought boards.

Lengths are in millimetres, x runs right and y down from the print's top left corner.
Boards know neither rules nor frames.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from companion.boards import picture
from companion.boards.backgammon import BACKGAMMON
from companion.boards.board import Board, BoardError
from companion.boards.color_dice import COLOR_DICE
from companion.boards.mindfield import MINDFIELD
from companion.boards.picture import Image
from companion.boards.spaces import SPACES
from companion.boards.spry import SPRY
from vision.layout import Layout

__all__ = ["BOARDS", "Board", "BoardError", "Image", "art", "raster", "stock"]

_ART_PX_PER_MM = 3.0
"""Finer than any camera sees a whole board."""
_SAME_DIAMETERS = 0.02
"""How far apart cells may be, in piece diameters, for two layouts to be the same board."""

BOARDS: Mapping[str, Board] = MappingProxyType(
    {board.game: board for board in (BACKGAMMON, SPACES, SPRY, COLOR_DICE, MINDFIELD)}
)
"""Every board that can be printed, by game id."""


def raster(board: Board, px_per_mm: float, piece_diameter_mm: float | None = None) -> Image:
    """The whole print as a BGR picture of round(size_mm * px_per_mm) pixels."""
    return picture.raster(board.drawing(piece_diameter_mm), px_per_mm)


def art(layout: Layout) -> Image | None:
    """The print of a layout that is one of our boards, scaled or not, as a BGR picture; None for other layouts.

    Vision learns from it how an empty cell looks.
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
    return raster(board, _ART_PX_PER_MM, diameter)


def stock(layout: Layout) -> Mapping[str, int]:
    """How many pieces of each kind there can be on a layout; of one that is none of our boards nothing.

    Where pieces pile up, there are cells for all of them, those out of play as well.
    """
    board = _find_board(layout)
    if board is None:
        return {}
    there = board.stock_for(tournament=True)
    return {**{other: there[kind] for other, kind in board.turns.items() if kind in there}, **there}


def _find_board(layout: Layout) -> Board | None:
    """Our board of a layout's game, if it has the same cells."""
    board = BOARDS.get(layout.game)
    return board if board is not None and set(board.layout().cells) == set(layout.cells) else None
