"""Bought boards with the same pattern as ours. One measure and the size of the pieces are enough for the layout."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from companion.boards.board import Board
from companion.boards.measures import parse_length
from companion.boards.outlines import Quad, trace_box
from companion.boards.own import Plan, check_not_negative, check_piece, check_positive, find_rim
from companion.boards.scaled_layout import scale_layout
from companion.language import _, translate_marked
from vision.layout import Layout, PieceKind


@dataclass(frozen=True)
class ScaledBoard:
    """How to measure a bought board with the same pattern as ours."""

    option: str
    """The option of the command line for the measure."""
    measured: str
    """What people must measure, in words."""
    own_mm: float
    """The length of the same measure on our own print."""
    piece_part: float
    """The diameter of the largest round piece that fits a space, as a part of the measure."""
    find_corners: Callable[[Layout], Quad]
    """Finds the four points to tap, on a layout in our size."""
    corners_are: str
    """What these points are, for people."""

    @property
    def words(self) -> str:
        """What people must measure, in words."""
        return _("{measured}, and the piece").format(measured=translate_marked(self.measured))

    def _options(self) -> str:
        return _("{option} ({measured}) and --piece").format(
            option=self.option, measured=translate_marked(self.measured)
        )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options of the measure and the pieces."""
        parser.add_argument(
            self.option,
            dest="measure",
            type=parse_length,
            required=True,
            metavar="MM",
            help=translate_marked(self.measured),
        )
        parser.add_argument("--piece", type=parse_length, required=True, metavar="MM", help=_("diameter of a piece"))
        parser.add_argument("--piece-height", type=parse_length, metavar="MM", help=_("height of the tallest piece"))

    def plan(self, board: Board, args: argparse.Namespace) -> Plan:
        """The board with these measures. Raises BoardError for measures that make no board."""
        return self.scale(board, args.measure, args.piece, piece_height=args.piece_height, frame=args.frame)

    def scale(
        self, board: Board, measure: float, piece: float, *, piece_height: float | None = None, frame: float = 0.0
    ) -> Plan:
        """A board with the same pattern as ours. measure: the measured length. piece: the diameter of the largest
        pieces. All lengths are in mm.

        Other kinds of pieces keep their ratio to the largest one, if they fit. Raises BoardError for measures that make
        no board.
        """
        check_positive({self.option: measure, "--piece": piece})
        check_not_negative({"--frame": frame})
        if piece_height is not None:
            check_positive({"--piece-height": piece_height})
        fits = self.piece_part * measure
        check_piece("--piece", piece, fits, _("a space"), self._options())
        usual = board.layout()
        factor, piece_factor = measure / self.own_mm, piece / board.piece_diameter_mm
        made = scale_layout(usual, factor)
        corners = self.find_corners(usual)
        one, two, three, four = ((x * factor, y * factor) for x, y in corners)
        pieces = []
        for kind in usual.pieces.values():
            diameter = round(min(kind.diameter_mm * piece_factor, max(fits, piece)), 3)
            height = kind.height_mm * piece_factor
            if piece_height is not None:
                height = kind.height_mm * piece_height / max(one_of.height_mm for one_of in usual.pieces.values())
            pieces.append(PieceKind(kind.name, diameter, round(height, 3), kind.shape))
        cells = tuple(made.cells.values())
        return Plan(
            board.game,
            board.title,
            cells,
            tuple(pieces),
            (one, two, three, four),
            translate_marked(self.corners_are),
            find_rim(cells, frame),
        )


def find_middles_of(*names: str) -> Callable[[Layout], Quad]:
    """A function that finds the middles of the four cells with these names."""

    def found(layout: Layout) -> Quad:
        one, two, three, four = ((layout.cells[name].x, layout.cells[name].y) for name in names)
        return one, two, three, four

    return found


def find_box(layout: Layout) -> Quad:
    """The corners of the rectangle around all cells."""
    left, top, right, bottom = find_rim(tuple(layout.cells.values()), 0.0)
    return trace_box(left, top, right - left, bottom - top)
