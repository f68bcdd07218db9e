"""The boards: one file a game for its geometry and its print, and their export to paper and pictures.

Everything is in millimetres, x right and y down from the print's top left corner. Boards know no rules
and see no frames.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.boards.backgammon import BACKGAMMON
from companion.boards.board import Board, BoardError
from companion.boards.color_dice import COLOR_DICE
from companion.boards.mindfield import MINDFIELD
from companion.boards.picture import Image
from companion.boards.picture import raster as _raster
from companion.boards.spaces import SPACES
from companion.boards.spry import SPRY

__all__ = ["BOARDS", "Board", "BoardError", "Image", "raster"]

BOARDS: Mapping[str, Board] = MappingProxyType(
    {board.game: board for board in (BACKGAMMON, SPACES, SPRY, COLOR_DICE, MINDFIELD)}
)
"""Every board that can be printed, by game id."""


def raster(board: Board, px_per_mm: float, piece_diameter_mm: float | None = None) -> Image:
    """The whole print as a BGR picture of round(size_mm * px_per_mm) pixels."""
    return _raster(board.drawing(piece_diameter_mm), px_per_mm)
