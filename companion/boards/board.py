"""A game's board: its layout for the camera, its drawing for the printer, and the pieces to cut out.

`companion.boards.BOARDS` has one for each game.
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
    """One game's board, in millimetres."""

    game: str
    """The game's id."""
    title: str
    """The game's name for people."""
    piece_diameter_mm: float
    """Of the piece that the cells are made for, unless another one is asked for."""
    diameter_range_mm: tuple[float, float]
    """The smallest and largest piece diameter that the board can be scaled to."""
    stock: Mapping[str, int]
    """How many pieces of each kind belong to the game."""
    turns: Mapping[str, str]
    """Pieces that are another kind when turned over: the other kind, by the kind that they are now."""
    make_layout: Callable[[float], Layout]
    """Makes the layout for a piece diameter in mm."""
    make_drawing: Callable[[float], Drawing]
    """Draws the print for a piece diameter in mm."""
    make_cutouts: Callable[[float], tuple[Drawing, ...]]
    """Draws the pages of pieces to cut out for a piece diameter in mm."""
    tournament_stock: Mapping[str, int] | None = None
    """As `stock`, if tournaments need more pieces."""

    def layout(self, piece_diameter_mm: float | None = None) -> Layout:
        """The cells, markers and pieces. Raises BoardError for a diameter out of range."""
        return self.make_layout(self._check_diameter(piece_diameter_mm))

    def drawing(self, piece_diameter_mm: float | None = None) -> Drawing:
        """The whole print with its markers. Raises BoardError for a diameter out of range."""
        return self.make_drawing(self._check_diameter(piece_diameter_mm))

    def cutouts(self, piece_diameter_mm: float | None = None) -> tuple[Drawing, ...]:
        """Pages of pieces to cut out. Raises BoardError for a diameter out of range."""
        return self.make_cutouts(self._check_diameter(piece_diameter_mm))

    def stock_for(self, *, tournament: bool) -> Mapping[str, int]:
        """How many pieces of each kind are at hand, in a single game or in a tournament."""
        return self.tournament_stock if tournament and self.tournament_stock is not None else self.stock

    def _check_diameter(self, asked: float | None) -> float:
        if asked is None:
            return self.piece_diameter_mm
        least, most = self.diameter_range_mm
        if not (math.isfinite(asked) and least <= asked <= most):
            raise BoardError(
                f"pieces of {asked:g} mm are too small or too large for {self.title}: "
                f"give a diameter from {least:g} to {most:g} mm"
            )
        return asked
