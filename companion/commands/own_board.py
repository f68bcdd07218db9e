"""`companion boards own GAME ...`: the layout of a bought board from a few measures."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from companion.boards import own, own_backgammon, own_grid
from companion.boards.outlines import Point
from companion.boards.own import MarkerRing, OwnBoard, Plan
from companion.boards.own_grid import SCALED, Pieces
from vision.layout import SHAPES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a command for each kind of board."""
    boards = parser.add_subparsers(dest="own_board", required=True, metavar="BOARD")
    tables = boards.add_parser("backgammon", help="a backgammon board: field, bar and checker")
    tables.add_argument(
        "--field", type=size, required=True, metavar="WxH", help="inside of the open board, with the bar, without frame"
    )
    tables.add_argument("--bar", type=length, required=True, metavar="MM", help="from points to points across the bar")
    tables.add_argument("--checker", type=length, required=True, metavar="MM", help="diameter of a checker")
    tables.add_argument("--checker-height", type=length, metavar="MM", help="thickness of a checker; else a quarter")
    tables.add_argument(
        "--trays", type=length, default=0.0, metavar="MM", help="inner width of the trays left and right of the field"
    )
    tables.add_argument(
        "--hinge", type=length, default=0.0, metavar="MM", help="gap between the two halves, not measured so far"
    )
    tables.add_argument("--per-row", type=int, metavar="N", help="checkers on a point before they are stacked")
    tables.add_argument(
        "--home", choices=("right", "left"), default="right", help="where White's home is, seen by White (right)"
    )
    tables.add_argument(
        "--off",
        choices=("beside", "none"),
        default="beside",
        help="without trays: checkers that are borne off lie beside the board, or are not seen (no games then)",
    )
    _add_common(tables)

    grid = boards.add_parser("grid", help="a board of squares or of crossing lines")
    grid.add_argument("--columns", type=int, required=True, metavar="N", help="squares across; with --lines: lines")
    grid.add_argument("--rows", type=int, required=True, metavar="N", help="squares up; with --lines: lines")
    grid.add_argument("--square", type=size, required=True, metavar="MM", help="side of a square, or its WIDTHxHEIGHT")
    grid.add_argument("--lines", action="store_true", help="pieces lie on the crossings of lines, as on a Go board")
    grid.add_argument("--hinge", type=length, default=0.0, metavar="MM", help="gap between the two halves")
    grid.add_argument("--fold", choices=("columns", "rows"), default="columns", help="what the hinge lies between")
    _add_pieces(grid, "grid")

    hexagons = boards.add_parser("hex", help="a board of hexagons")
    hexagons.add_argument("--space", type=length, required=True, metavar="MM", help="from middle to middle")
    hexagons.add_argument("--side", type=int, metavar="N", help="a hexagon with so many spaces along a side")
    hexagons.add_argument("--columns", type=int, metavar="N", help="a rhombus: spaces in a row")
    hexagons.add_argument("--rows", type=int, metavar="N", help="a rhombus: rows")
    _add_pieces(hexagons, "hex")

    for game, of in SCALED.items():
        ours = boards.add_parser(game, help=f"a {of.board.title} board: {of.words}, and the piece")
        ours.add_argument(of.option, dest="measure", type=length, required=True, metavar="MM", help=of.words)
        ours.add_argument("--piece", type=length, required=True, metavar="MM", help="diameter of a piece")
        ours.add_argument("--piece-height", type=length, metavar="MM", help="height of the tallest piece")
        _add_common(ours)


def make(args: argparse.Namespace) -> OwnBoard:
    """The board that the arguments describe. Raises BoardError for measures that make no board."""
    ring = None if args.markers is None else MarkerRing(args.markers, args.markers_gap)
    return own.finish(_plan(args), args.turned, ring)


def describe(board: OwnBoard, layout_file: Path) -> str:
    """What to do next: where markers lie, or which corners to tap and what to say of them."""
    layout = board.layout
    common = f"--layout {layout_file}"
    ours = layout.game == "backgammon" or layout.game in SCALED
    command, image = (f"play: companion play --game {layout.game}", "") if ours else ("read: companion read", " IMAGE")
    if layout.markers:
        lines = [
            "Lay the markers around the board, straight and as high as the playing field.",
            f"Measure from these points: {board.corners_are}.",
        ]
        lines += [f"  {line}" for line in own.describe_markers(board)]
        lines.append(f"Print the markers: companion boards markers --size {layout.markers[0].size_mm:g}")
        lines.append(f"Then {command} {common}{image}")
        return "\n".join(lines) + "\n"
    where = " ".join(f"{x:g},{y:g}" for x, y in board.corners)
    at = "" if board.has_layout_corners else f' --corners-at "{where}"'
    lines = [
        f"The camera finds this board by four points in its picture: {board.corners_are}.",
        f'Then {command} {common}{at} --corners "x,y x,y x,y x,y"{image}',
        "(these four points in pixels: top left, top right, bottom right, bottom left).",
    ]
    return "\n".join(lines) + "\n"


def length(text: str) -> float:
    """A length in mm. Raises ArgumentTypeError."""
    try:
        number = float(text.removesuffix("mm"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"a length in millimetres is needed, not {text!r}")
    return number


def size(text: str) -> Point:
    """Width and height in mm from "460x400" or from one number for both. Raises ArgumentTypeError."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) > 2:
        raise argparse.ArgumentTypeError(f"width and height in millimetres are needed, as in 460x400, not {text!r}")
    return length(parts[0]), length(parts[-1])


def _add_pieces(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("--piece", type=length, required=True, metavar="MM", help="diameter of a piece")
    parser.add_argument("--piece-height", type=length, metavar="MM", help="height of a piece; else a quarter of that")
    parser.add_argument("--kinds", default="white,black", metavar="NAMES", help="kinds of pieces (white,black)")
    parser.add_argument("--shape", choices=SHAPES, default="disc", help="shape of the pieces (disc)")
    parser.add_argument("--name", default=name, metavar="NAME", help=f"name of the board in its layout ({name})")
    _add_common(parser)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--frame", type=length, default=0.0, metavar="MM", help="width of the frame around it; markers lie outside"
    )
    parser.add_argument(
        "--turned", type=int, choices=(0, 90, 180, 270), default=0, help="how it lies in the picture, degrees clockwise"
    )
    parser.add_argument(
        "--markers", type=length, metavar="MM", help="size of markers to lay around the board; else none"
    )
    parser.add_argument(
        "--markers-gap", type=length, default=10.0, metavar="MM", help="from the frame to a marker's black square (10)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="folder for layout.json and plan.png (here if left out)"
    )


def _plan(args: argparse.Namespace) -> Plan:
    match args.own_board:
        case "backgammon":
            return own_backgammon.plan(
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
        case "grid":
            return own_grid.plan_grid(
                args.columns,
                args.rows,
                args.square,
                _pieces(args),
                lines=args.lines,
                frame=args.frame,
                hinge=args.hinge,
                fold=args.fold,
                game=args.name,
            )
        case "hex":
            return own_grid.plan_hexagons(
                args.space,
                _pieces(args),
                side=args.side,
                columns=args.columns,
                rows=args.rows,
                frame=args.frame,
                game=args.name,
            )
    return own_grid.plan_scaled(
        args.own_board, args.measure, args.piece, piece_height=args.piece_height, frame=args.frame
    )


def _pieces(args: argparse.Namespace) -> Pieces:
    kinds = tuple(kind.strip() for kind in args.kinds.split(","))
    return Pieces(args.piece, args.piece_height, kinds, args.shape)
