"""What every board offers: its layout for the camera and its drawing for the printer.

The value that `companion.boards.BOARDS` holds one of for each game. It knows no rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.boards.drawing import Drawing
from vision.layout import Layout


class BoardError(ValueError):
    """A board that cannot be made as asked; the message says what to do instead."""


@dataclass(frozen=True)
class Board:
    """One game's board, in millimetres.

    piece_diameter_mm: of the piece that the cells are made for, where nobody names another.
    diameter_range_mm: the smallest and largest piece diameter that the board can be scaled to.
    stock: how many pieces of each kind belong to the game. tournament_stock: the same where tournaments need more.
    turns: pieces that are another kind when turned over, by the kind that they are now.
    make_layout, make_drawing, make_cutouts: the board, its print and the things to cut out beside it, for a
        piece diameter in mm.
    """

    game: str
    title: str
    piece_diameter_mm: float
    diameter_range_mm: tuple[float, float]
    stock: Mapping[str, int]
    turns: Mapping[str, str]
    make_layout: Callable[[float], Layout]
    make_drawing: Callable[[float], Drawing]
    make_cutouts: Callable[[float], tuple[Drawing, ...]]
    tournament_stock: Mapping[str, int] | None = None

    def layout(self, piece_diameter_mm: float | None = None) -> Layout:
        """The cells, markers and pieces. Raises BoardError for a diameter out of range."""
        return self.make_layout(self._diameter(piece_diameter_mm))

    def drawing(self, piece_diameter_mm: float | None = None) -> Drawing:
        """The whole print with its markers. Raises BoardError for a diameter out of range."""
        return self.make_drawing(self._diameter(piece_diameter_mm))

    def cutouts(self, piece_diameter_mm: float | None = None) -> tuple[Drawing, ...]:
        """What is printed beside the board to be cut out, if anything. Raises BoardError as `layout` does."""
        return self.make_cutouts(self._diameter(piece_diameter_mm))

    def stock_for(self, *, tournament: bool) -> Mapping[str, int]:
        """How many pieces of each kind are at hand, in a single game or in a tournament."""
        return self.tournament_stock if tournament and self.tournament_stock is not None else self.stock

    def _diameter(self, asked: float | None) -> float:
        if asked is None:
            return self.piece_diameter_mm
        least, most = self.diameter_range_mm
        if not (math.isfinite(asked) and least <= asked <= most):
            raise BoardError(
                f"a piece diameter of {asked:g} mm makes no {self.title} board: give one from {least:g} to {most:g} mm"
            )
        return asked
