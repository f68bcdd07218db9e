"""A game's board: its layout for the camera, its drawing for the printer, and the pieces to cut out.

`companion.boards.BOARDS` has one for each game.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.boards.demonstration import Demonstration
from companion.boards.drawing import Drawing
from companion.boards.errors import BoardError
from companion.boards.own import Plan, PrintedLines
from companion.language import _
from vision.layout import Layout


class Bought(Protocol):
    """A board for a game that people buy: what they measure, and the board that the measures make."""

    @property
    def words(self) -> str:
        """What people measure."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options for the measures."""

    def plan(self, board: Board, args: argparse.Namespace) -> Plan:
        """The bought board. Raises BoardError for measures that make no board."""


@dataclass(frozen=True, eq=False)
class Board:
    """One game's board. Lengths are in millimetres. Each board equals itself alone, so that it can be a key."""

    game: str
    """The id of the game."""
    title: str
    """Its name for people."""
    piece_diameter_mm: float
    """Diameter of the pieces that the cells are made for by default."""
    diameter_range_mm: tuple[float, float]
    """The smallest and the largest piece diameter that the board can be scaled to."""
    turns: Mapping[str, str]
    """For pieces with a different kind on each side: the kind that is up -> the kind on the other side."""
    make_layout: Callable[[float], Layout]
    """Makes the cells, markers and pieces for a piece diameter."""
    make_drawing: Callable[[float], Drawing]
    """Makes the whole print with its markers for a piece diameter."""
    make_cutouts: Callable[[float], tuple[Drawing, ...]]
    """Makes what is printed beside the board to be cut out, for a piece diameter."""
    bought: Bought | None = None
    """How a bought board for the game is measured; None if the game can be played only on ours."""
    demonstration: Demonstration | None = None
    """What people do in a demonstration of the game, if there is one."""
    printed_lines: Callable[[Layout], Sequence[PrintedLines]] | None = None
    """Finds the lines that a bought board shows, one list for each way in which they may be printed; None if the
    outlines of its cells are these lines."""

    def layout(self, piece_diameter_mm: float | None = None) -> Layout:
        """The cells, markers and pieces. Raises BoardError for a diameter out of range."""
        return self.make_layout(self._check_diameter(piece_diameter_mm))

    def drawing(self, piece_diameter_mm: float | None = None) -> Drawing:
        """The whole print with its markers. Raises BoardError for a diameter out of range."""
        return self.make_drawing(self._check_diameter(piece_diameter_mm))

    def cutouts(self, piece_diameter_mm: float | None = None) -> tuple[Drawing, ...]:
        """Pages of pieces to cut out. Raises BoardError for a diameter out of range."""
        return self.make_cutouts(self._check_diameter(piece_diameter_mm))

    def _check_diameter(self, asked: float | None) -> float:
        if asked is None:
            return self.piece_diameter_mm
        least, most = self.diameter_range_mm
        if not (math.isfinite(asked) and least <= asked <= most):
            raise BoardError(
                _(
                    "pieces of {asked:g} mm are too small or too large for {title}: give a diameter from {least:g} "
                    "to {most:g} mm"
                ).format(asked=asked, title=self.title, least=least, most=most)
            )
        return asked
