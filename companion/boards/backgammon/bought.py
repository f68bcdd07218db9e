"""A bought backgammon board, made from what people measured: points, bar and the place for checkers that are
borne off.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from typing import Literal

from companion.boards.backgammon.points import CHECKERS, find_column, is_low
from companion.boards.board import Board
from companion.boards.errors import BoardError
from companion.boards.measures import parse_length, parse_size
from companion.boards.outlines import Point, trace_box
from companion.boards.own import PIECE_TO_PLACE_MAX, Plan, PrintedLines, check_not_negative, check_piece, check_positive
from companion.language import _
from vision.layout import Cell, Layout, PieceKind

ALONG_DIAMETERS = 1.02
"""The distance between neighbouring checkers on a point, in diameters. People push checkers together until they almost
touch.
"""
IN_TRAY_DIAMETERS = 1.08
"""The distance between neighbouring checkers in a tray or beside the board, in diameters."""
ASIDE_DIAMETERS = 0.3
"""The gap between the frame and checkers beside the board, in diameters."""
MAX_PER_ROW = 6
"""How many checkers are side by side on a point, if the owner does not say. Further ones are on top of the last."""
MIN_PER_ROW = 3
"""The fewest checkers side by side on a point. If fewer fit, the owner probably measured wrongly."""
MAX_ON_BAR = 5
"""How many checkers of one colour are side by side on the bar."""
CHECKER_TO_BAR_MAX = 2.0
"""The largest checker, as a multiple of the bar's width. Some bars are narrower than a checker."""
TIPS = (0.72, 0.82, 0.92)
"""Lengths that the points may have, as parts of the distance from the rim to the middle of the board."""

Home = Literal["right", "left"]
"""On which side White's home is, seen from White's side of the table (the bottom of the picture)."""

OffPlace = Literal["beside", "none"]
"""Where borne-off checkers are without trays: beside the board, or out of the camera's sight."""


@dataclass(frozen=True)
class _Field:
    """The open board without its frame; lengths in mm."""

    width: float
    height: float
    point: float
    """Width of a point."""
    bar: float
    """Width of the bar, with the gap of the hinge."""
    home: Home
    checker: float
    """Diameter of a checker."""
    along: float
    """The distance between neighbouring checkers on a point."""

    def mirror(self, left: float, width: float) -> float:
        """The left edge of something that would begin at `left` if White's home were on the right. width: of this
        thing.
        """
        return left if self.home == "right" else self.width - left - width

    def find_y(self, low: bool, from_rim: float) -> float:
        """y in mm at this distance from a rim: from the lower one if `low`, else from the upper one."""
        return self.height - from_rim if low else from_rim

    def make_cell(self, name: str, left: float, width: float, low: bool, spots: tuple[Point, ...]) -> Cell:
        """A cell that reaches from the rim to the middle of the field. low: True in its lower half."""
        top = self.height / 2 if low else 0.0
        outline = trace_box(left, top, width, self.height / 2)
        return Cell(name, left + width / 2, top + self.height / 4, polygon=outline, capacity=CHECKERS, spots=spots)


def plan(
    field: Point,
    bar: float,
    checker: float,
    *,
    checker_height: float | None = None,
    frame: float = 0.0,
    trays: float = 0.0,
    hinge: float = 0.0,
    home: Home = "right",
    per_row: int | None = None,
    off: OffPlace = "beside",
) -> Plan:
    """A bought board with the cells 1 to 24, bar-white, bar-black, off-white and off-black. Lengths are in mm.

    field: inner width and height, bar included, with the two halves pushed together. bar: from the points of one half
    to those of the other. hinge: the gap between the halves; it makes bar and field wider. frame: width of the frame,
    and of the walls between field and trays. trays: inner width of the tray on each side; 0 for none. off: where
    borne-off checkers are, if there are no trays. per_row: checkers side by side on a point; None for as many as fit,
    at most MAX_PER_ROW. Raises BoardError for measures that make no board.
    """
    height_given = 0.25 * checker if checker_height is None else checker_height
    check_positive({"--field": field[0], "--bar": bar, "--checker": checker, "--checker-height": height_given})
    check_positive({"--field": field[1]})
    check_not_negative({"--frame": frame, "--trays": trays, "--hinge": hinge})
    width, height, point = field[0] + hinge, field[1], (field[0] - bar) / 12
    if point <= 0:
        raise BoardError(
            _(
                "the bar ({bar:g} mm) is as wide as the field ({field:g} mm). The field's width goes from the outer "
                "edge of the first point to that of the twelfth, with the bar between them: measure it with --field"
            ).format(bar=bar, field=field[0])
        )
    check_piece(
        "--checker", checker, point, _("a point"), _("--field (width first, without the frame), --bar and --checker")
    )
    if checker > CHECKER_TO_BAR_MAX * bar:
        raise BoardError(
            _(
                "a bar of {bar:g} mm is too narrow for a checker of {checker:g} mm. Measure it from the points of "
                "one half to the points of the other, with the frame's two inner sides (--bar)"
            ).format(bar=bar, checker=checker)
        )
    row = _count_per_row(per_row, height, checker)
    along = min(ALONG_DIAMETERS * checker, height / 2 / row)
    open_field = _Field(width, height, point, bar + hinge, home, checker, along)
    cells = [_make_point(open_field, number, row) for number in range(1, 25)]
    cells += [_make_bar(open_field, colour) for colour in ("white", "black")]
    left, right = -frame, width + frame
    if trays:
        check_piece(
            "--checker", checker, trays, _("a tray"), _("--trays, inside; if checkers are kept on edge, leave it out")
        )
        left, right = left - trays - frame, right + trays + frame
        cells += _make_off(open_field, width + frame, trays)
    elif off == "beside":
        start, strip = width + frame + ASIDE_DIAMETERS * checker, 3 * IN_TRAY_DIAMETERS * checker
        cells += _make_off(open_field, start, strip)
        left, right = (left, start + strip) if home == "right" else (width - start - strip, right)
    return Plan(
        "backgammon",
        "Backgammon",
        tuple(cells),
        tuple(PieceKind(kind, checker, round(height_given, 3), "disc") for kind in ("white", "black")),
        trace_box(0, 0, width, height),
        _("the inside corners of the playing field, at the foot of the frame"),
        (left, -frame, right, height + frame),
    )


class BoughtTable:
    """A bought backgammon board: field, bar and checker are measured."""

    @property
    def words(self) -> str:
        """What people must measure, in words."""
        return _("field, bar and checker")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options for the measures."""
        parser.add_argument(
            "--field",
            type=parse_size,
            required=True,
            metavar="WxH",
            help=_("inside of the open board, with the bar, without frame"),
        )
        parser.add_argument(
            "--bar", type=parse_length, required=True, metavar="MM", help=_("from points to points across the bar")
        )
        parser.add_argument(
            "--checker", type=parse_length, required=True, metavar="MM", help=_("diameter of a checker")
        )
        parser.add_argument(
            "--checker-height",
            type=parse_length,
            metavar="MM",
            help=_("thickness of a checker; by default a quarter of its diameter"),
        )
        parser.add_argument(
            "--trays",
            type=parse_length,
            default=0.0,
            metavar="MM",
            help=_("inner width of the trays left and right of the field"),
        )
        parser.add_argument(
            "--hinge",
            type=parse_length,
            default=0.0,
            metavar="MM",
            help=_("gap between the two halves, if field and bar were measured without it"),
        )
        parser.add_argument("--per-row", type=int, metavar="N", help=_("checkers on a point before they are stacked"))
        parser.add_argument(
            "--home", choices=("right", "left"), default="right", help=_("where White's home is, seen by White (right)")
        )
        parser.add_argument(
            "--off",
            choices=("beside", "none"),
            default="beside",
            help=_(
                "where borne-off checkers are if there are no trays; `none`: out of the camera's sight, so nobody "
                "can play"
            ),
        )

    def plan(self, board: Board, args: argparse.Namespace) -> Plan:
        """The board with these measures. Raises BoardError for measures that make no board."""
        return plan(
            args.field,
            args.bar,
            args.checker,
            checker_height=args.checker_height,
            frame=args.frame,
            trays=args.trays,
            hinge=args.hinge,
            home=args.home,
            per_row=args.per_row,
            off=args.off,
        )


def _count_per_row(asked: int | None, height: float, checker: float) -> int:
    """How many checkers are side by side on a point. asked: what the owner says, if anything. height: of the board, in
    mm.
    """
    fit = int(PIECE_TO_PLACE_MAX * height / 2 / checker)
    if asked is None:
        if fit < MIN_PER_ROW:
            raise BoardError(
                _(
                    "only {fit} checkers of {checker:g} mm fit from the rim to the middle of a field {height:g} mm "
                    "high. Measure the field's height between the two rims where the points begin (--field "
                    "WIDTHxHEIGHT)"
                ).format(fit=fit, checker=checker, height=height)
            )
        return min(fit, MAX_PER_ROW)
    if not 1 <= asked <= CHECKERS:
        raise BoardError(
            _("--per-row {asked}: a point holds 1 to {most} checkers in a row").format(asked=asked, most=CHECKERS)
        )
    if asked > fit:
        raise BoardError(
            _(
                "--per-row {asked}: only {fit} checkers of {checker:g} mm fit from the rim to the middle of a field "
                "{height:g} mm high. Measure the height and the checker again, or give a smaller number"
            ).format(asked=asked, fit=fit, checker=checker, height=height)
        )
    return asked


def _make_point(field: _Field, number: int, row: int) -> Cell:
    column, low = find_column(number), is_low(number)
    left = field.mirror(column * field.point + (field.bar if column >= 6 else 0.0), field.point)
    spots = tuple((left + field.point / 2, field.find_y(low, (i + 0.5) * field.along)) for i in range(row))
    return field.make_cell(str(number), left, field.point, low, spots)


def _make_bar(field: _Field, colour: str) -> Cell:
    """One colour's half of the bar. Its checkers are placed from the middle outwards."""
    left, half = field.mirror(6 * field.point, field.bar), field.height / 2
    low, count = colour == "white", max(1, min(MAX_ON_BAR, int(half / field.along)))
    spots = tuple((left + field.bar / 2, field.find_y(low, half - (i + 0.5) * field.along)) for i in range(count))
    return field.make_cell(f"bar-{colour}", left, field.bar, low, spots)


def _make_off(field: _Field, start: float, strip: float) -> list[Cell]:
    """Both places for borne-off checkers, in a strip that begins at x = start. The rows begin at the rim."""
    checker, half = field.checker, field.height / 2
    columns = max(1, min(3, int(PIECE_TO_PLACE_MAX * strip / checker)))
    rows = math.ceil(CHECKERS / columns)
    pitch = max(min(IN_TRAY_DIAMETERS * checker, half / rows), min(checker, half))
    rows = min(rows, max(1, int(PIECE_TO_PLACE_MAX * half / pitch)))
    left = field.mirror(start, strip)
    cells = []
    for colour in ("white", "black"):
        low = colour == "white"
        spots = tuple(
            (left + (i % columns + 0.5) * strip / columns, field.find_y(low, (i // columns + 0.5) * pitch))
            for i in range(min(CHECKERS, columns * rows))
        )
        cells.append(field.make_cell(f"off-{colour}", left, strip, low, spots))
    return cells


def list_printed_lines(layout: Layout) -> tuple[PrintedLines, ...]:
    """The lines that the board's print may show: one list for each length that its points may have."""
    return tuple(lines for tip in TIPS if (lines := list_lines_with_tips(layout, tip)))


def list_lines_with_tips(layout: Layout, tip: float) -> PrintedLines:
    """The lines that a backgammon board shows: sides of its points, rims, sides of halves and bar, as their ends in mm.

    tip: the length of a point, as a part of the distance from the rim to the middle of the board. Empty for other
    boards.
    """
    found: list[tuple[Point, Point]] = []
    sides: dict[tuple[Point, ...], tuple[Point, Point]] = {}
    once: set[tuple[Point, ...]] = set()
    for number in range(1, 25):
        cell = layout.cells.get(str(number))
        if cell is None or cell.polygon is None or len(cell.polygon) != 4:
            return ()
        first = cell.places()[0]
        near = sorted(cell.polygon, key=lambda corner: math.dist(corner, first))
        (one, two), far = near[:2], near[2:]
        ahead = [min(far, key=lambda corner: math.dist(corner, rim)) for rim in (one, two)]
        (x, y), (to_x, to_y) = _find_middle(one, two), _find_middle(*ahead)
        end = x + tip * (to_x - x), y + tip * (to_y - y)
        found += [(one, two), (one, end), (two, end)]
        for rim, middle in zip((one, two), ahead, strict=True):
            key = tuple(sorted((round(px, 1), round(py, 1)) for px, py in (rim, middle)))
            once ^= {key}
            sides[key] = rim, middle
    # A side that belongs to only one point is a side of the field or of the bar. Boards show no line between two
    # points.
    return (*found, *(sides[key] for key in sides if key in once))


def _find_middle(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
