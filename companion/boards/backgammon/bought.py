"""A bought backgammon board from its measures: points, bar and the place for checkers that are borne off."""

from __future__ import annotations

import argparse
import math
from typing import Literal

from companion.boards.board import Board
from companion.boards.drawing import Point, box
from companion.boards.errors import BoardError
from companion.boards.measures import parse_length, parse_size
from companion.boards.own import SNUG, Plan, PrintedLines, check_not_negative, check_piece, check_positive
from vision.layout import Cell, Layout, PieceKind

ALL = 15
"""Checkers of each colour."""
ALONG = 1.02
"""From checker to checker on a point, in diameters: people push them together, not quite to touching."""
MOST_PER_ROW = 6
"""Checkers that lie side by side on a point where nobody says how many; further ones lie on top of the last."""
TIPS = (0.72, 0.82, 0.92)
"""Lengths that the points may have, in parts of the distance from the rim to the middle."""
ASIDE = 0.3
"""Between the frame and checkers beside the board, in diameters."""

Home = Literal["right", "left"]
"""On which side White's home lies, seen from White's side of the table (the bottom of the picture)."""

OffPlace = Literal["beside", "none"]


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
    """The cells 1..24, bar-white, bar-black, off-white, off-black of a bought board; lengths in mm.

    field: inner width and height with the bar, the two halves pushed together. bar: from the points of one half to
    those of the other. hinge: by how much the halves lie apart; it widens bar and field. frame: width of the frame,
    and of the walls between field and trays. trays: inner width of a tray at each side; 0 for none. off: where there
    are no trays, whether the checkers that are borne off lie in a strip beside the board or have no cell. per_row:
    checkers on a point before they are stacked; what fits, at most six, where None. Raises BoardError for measures
    that make no board.
    """
    height_given = 0.25 * checker if checker_height is None else checker_height
    check_positive(
        {
            "--field": field[0],
            "--bar": bar,
            "--checker": checker,
            "--checker-height": height_given,
        }
    )
    check_positive({"--field": field[1]})
    check_not_negative({"--frame": frame, "--trays": trays, "--hinge": hinge})
    (width, height), point = _opened(field, hinge), (field[0] - bar) / 12
    if point <= 0:
        raise BoardError(
            f"the bar ({bar:g} mm) is as wide as the field ({field[0]:g} mm). The field's width goes from the outer "
            "edge of the first point to that of the twelfth, with the bar between them: measure it with --field"
        )
    check_piece("--checker", checker, point, "a point", "--field (width first, without the frame), --bar and --checker")
    if bar < 0.5 * checker:
        raise BoardError(
            f"a bar of {bar:g} mm holds no checker of {checker:g} mm. Measure it from the points of one half to the "
            "points of the other, with the frame's two inner sides (--bar)"
        )
    row = _per_row(per_row, height, checker)
    along = min(ALONG * checker, height / 2 / row)
    cells = [_point(number, width, height, point, bar + hinge, home, row, along) for number in range(1, 25)]
    cells += [_bar(colour, width, height, point, bar + hinge, home, checker, along) for colour in ("white", "black")]
    left, right = -frame, width + frame
    if trays:
        check_piece(
            "--checker", checker, trays, "a tray", "--trays, inside; where checkers stand on edge, leave it out"
        )
        left, right = left - trays - frame, right + trays + frame
        cells += _off(width + frame, trays, width, height, home, checker)
    elif off == "beside":
        start, strip = width + frame + ASIDE * checker, 3 * 1.08 * checker
        cells += _off(start, strip, width, height, home, checker)
        left, right = (left, start + strip) if home == "right" else (width - start - strip, right)
    corners = box(0, 0, width, height)
    return Plan(
        "backgammon",
        "Backgammon",
        tuple(cells),
        tuple(PieceKind(kind, checker, round(height_given, 3), "disc") for kind in ("white", "black")),
        (corners[0], corners[1], corners[2], corners[3]),
        "the inside corners of the playing field, at the foot of the frame",
        (left, -frame, right, height + frame),
    )


class BoughtTable:
    """A bought backgammon board: field, bar and checker are measured."""

    words = "field, bar and checker"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the options for the measures."""
        parser.add_argument(
            "--field",
            type=parse_size,
            required=True,
            metavar="WxH",
            help="inside of the open board, with the bar, without frame",
        )
        parser.add_argument(
            "--bar", type=parse_length, required=True, metavar="MM", help="from points to points across the bar"
        )
        parser.add_argument("--checker", type=parse_length, required=True, metavar="MM", help="diameter of a checker")
        parser.add_argument(
            "--checker-height", type=parse_length, metavar="MM", help="thickness of a checker; else a quarter"
        )
        parser.add_argument(
            "--trays",
            type=parse_length,
            default=0.0,
            metavar="MM",
            help="inner width of the trays left and right of the field",
        )
        parser.add_argument(
            "--hinge",
            type=parse_length,
            default=0.0,
            metavar="MM",
            help="gap between the two halves, not measured so far",
        )
        parser.add_argument("--per-row", type=int, metavar="N", help="checkers on a point before they are stacked")
        parser.add_argument(
            "--home", choices=("right", "left"), default="right", help="where White's home is, seen by White (right)"
        )
        parser.add_argument(
            "--off",
            choices=("beside", "none"),
            default="beside",
            help="without trays: checkers that are borne off lie beside the board, or are not seen (no games then)",
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


def _opened(field: Point, hinge: float) -> Point:
    """The field with the halves apart."""
    return field[0] + hinge, field[1]


def _per_row(asked: int | None, height: float, checker: float) -> int:
    """How many checkers lie side by side on a point."""
    fit = int(SNUG * height / 2 / checker)
    if asked is None:
        if fit < 3:
            raise BoardError(
                f"only {fit} checkers of {checker:g} mm fit from the rim to the middle of a field {height:g} mm high. "
                "Measure the field's height between the two rims where the points begin (--field WIDTHxHEIGHT)"
            )
        return min(fit, MOST_PER_ROW)
    if not 1 <= asked <= ALL:
        raise BoardError(f"--per-row {asked}: a point holds 1 to {ALL} checkers in a row")
    if asked > fit:
        raise BoardError(
            f"--per-row {asked}: only {fit} checkers of {checker:g} mm fit from the rim to the middle of a field "
            f"{height:g} mm high. Measure the height and the checker again, or say fewer"
        )
    return asked


def _point(
    number: int, width: float, height: float, point: float, bar: float, home: Home, row: int, along: float
) -> Cell:
    column = 12 - number if number <= 12 else number - 13  # from the side across from White's home
    left = column * point + (bar if column >= 6 else 0.0)
    if home == "left":
        left = width - left - point
    low = number <= 12
    spots = tuple((left + point / 2, _from_rim(low, height, (i + 0.5) * along)) for i in range(row))
    return _half(str(number), left, point, height, low, spots)


def _bar(
    colour: str, width: float, height: float, point: float, bar: float, home: Home, checker: float, along: float
) -> Cell:
    """Checkers on the bar lie from its middle outwards."""
    left = 6 * point if home == "right" else width - 6 * point - bar
    low, many = colour == "white", max(1, min(5, int(height / 2 / along)))
    spots = tuple((left + bar / 2, _from_rim(low, height, height / 2 - (i + 0.5) * along)) for i in range(many))
    return _half(f"bar-{colour}", left, bar, height, low, spots)


def _off(start: float, strip: float, width: float, height: float, home: Home, checker: float) -> list[Cell]:
    """Both places for checkers that are borne off, in a strip from x = start on; they lie in rows from the rim on."""
    columns = max(1, min(3, int(SNUG * strip / checker)))
    pitch = max(min(1.08 * checker, height / 2 / -(-ALL // columns)), min(checker, height / 2))
    rows = min(-(-ALL // columns), max(1, int(SNUG * height / 2 / pitch)))
    left = start if home == "right" else width - start - strip
    cells = []
    for colour in ("white", "black"):
        low = colour == "white"
        spots = tuple(
            (left + (i % columns + 0.5) * strip / columns, _from_rim(low, height, (i // columns + 0.5) * pitch))
            for i in range(min(ALL, columns * rows))
        )
        cells.append(_half(f"off-{colour}", left, strip, height, low, spots))
    return cells


def _half(name: str, left: float, width: float, height: float, low: bool, spots: tuple[Point, ...]) -> Cell:
    """A cell from the rim to the middle of the field, in its lower or upper half."""
    top = height / 2 if low else 0.0
    outline = box(left, top, width, height / 2)
    return Cell(name, left + width / 2, top + height / 4, polygon=outline, capacity=ALL, spots=spots)


def _from_rim(low: bool, height: float, parse_length: float) -> float:
    """y at a distance from the lower or upper rim."""
    return height - parse_length if low else parse_length


def printed_lines(layout: Layout) -> tuple[PrintedLines, ...]:
    """The lines that the board shows, for each length that its points may have."""
    return tuple(lines for tip in TIPS if (lines := lines_with_tips(layout, tip)))


def lines_with_tips(layout: Layout, tip: float) -> PrintedLines:
    """Ends of the lines that a backgammon board shows, in mm: sides of its points, rims, sides of halves and bar.

    tip: length of a point, in parts of the way from its rim to the middle of the board. Nothing for another board.
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
        (x, y), (to_x, to_y) = _between(one, two), _between(*ahead)
        end = x + tip * (to_x - x), y + tip * (to_y - y)
        found += [(one, two), (one, end), (two, end)]
        for rim, middle in zip((one, two), ahead, strict=True):
            key = tuple(sorted((round(px, 1), round(py, 1)) for px, py in (rim, middle)))
            once ^= {key}
            sides[key] = rim, middle
    # A side of one point only is a side of the field or of the bar; neighbouring points have none between them.
    return (*found, *(sides[key] for key in sides if key in once))


def _between(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
