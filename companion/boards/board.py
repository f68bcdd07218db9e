"""What a board is: its layout for the camera, its drawing for the printer, and the pieces to cut out.

`companion.boards.BOARDS` has one board for each game.
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
    """Makes the layout of a board that people have bought, from what they measure."""

    @property
    def words(self) -> str:
        """What people must measure, in words."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options for the measures."""

    def plan(self, board: Board, args: argparse.Namespace) -> Plan:
        """The bought board. Raises BoardError for measures that make no board."""


@dataclass(frozen=True, eq=False)
class Board:
    """One game's board. Lengths are in millimetres.

    A board is equal only to itself, so it can be a key of a dictionary.
    """

    game: str
    """The id of the game."""
    title: str
    """The board's name for people."""
    piece_diameter_mm: float
    """The diameter of the pieces for which the board is made, if people do not choose another one."""
    diameter_range_mm: tuple[float, float]
    """The smallest and the largest diameter of pieces to which the board can be scaled."""
    turns: Mapping[str, str]
    """For pieces that have another kind on their lower side: for each kind that is up, the kind that is down."""
    make_layout: Callable[[float], Layout]
    """Makes the layout for pieces of this diameter."""
    make_drawing: Callable[[float], Drawing]
    """Makes the whole print with its markers for pieces of this diameter."""
    make_cutouts: Callable[[float], tuple[Drawing, ...]]
    """Makes the pages with pieces to cut out, of this diameter."""
    bought: Bought | None = None
    """How to measure a bought board for this game; None if the game can be played only on our board."""
    demonstration: Demonstration | None = None
    """What people do in a demonstration of the game, if there is one."""
    printed_lines: Callable[[Layout], Sequence[PrintedLines]] | None = None
    """Finds the lines that a bought board shows: one list for each way in which they may be printed. None if its lines
    are the outlines of its cells.
    """

    def layout(self, piece_diameter_mm: float | None = None) -> Layout:
        """The layout for pieces of this diameter. Raises BoardError if the board cannot be scaled to it."""
        return self.make_layout(self._check_diameter(piece_diameter_mm))

    def drawing(self, piece_diameter_mm: float | None = None) -> Drawing:
        """The whole print with its markers, for pieces of this diameter. Raises BoardError if the board cannot be
        scaled to it.
        """
        return self.make_drawing(self._check_diameter(piece_diameter_mm))

    def cutouts(self, piece_diameter_mm: float | None = None) -> tuple[Drawing, ...]:
        """Pages with pieces of this diameter to cut out. Raises BoardError if the board cannot be scaled to it."""
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
