"""`companion boards own GAME ...`: the layout of a board that you own, from a few measurements."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.boards import BOARDS, own, own_grid
from companion.boards.measures import parse_length, parse_size
from companion.boards.own import MarkerRing, OwnBoard, Plan
from companion.boards.own_grid import Pieces
from companion.language import _
from vision.layout import SHAPES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a command for each kind of board."""
    boards = parser.add_subparsers(dest="own_board", required=True, metavar="BOARD")
    grid = boards.add_parser("grid", help=_("a board of squares or of crossing lines"))
    grid.add_argument(
        "--columns", type=int, required=True, metavar="N", help=_("number of squares across; with --lines, of lines")
    )
    grid.add_argument(
        "--rows", type=int, required=True, metavar="N", help=_("number of squares up; with --lines, of lines")
    )
    grid.add_argument(
        "--square", type=parse_size, required=True, metavar="MM", help=_("side of a square, or its WIDTHxHEIGHT")
    )
    grid.add_argument("--lines", action="store_true", help=_("the pieces are where lines cross, as on a Go board"))
    grid.add_argument("--hinge", type=parse_length, default=0.0, metavar="MM", help=_("gap between the two halves"))
    grid.add_argument(
        "--fold", choices=("columns", "rows"), default="columns", help=_("what the hinge separates (default: columns)")
    )
    _add_pieces(grid, "grid")

    hexagons = boards.add_parser("hex", help=_("a board of hexagons"))
    hexagons.add_argument(
        "--space",
        type=parse_length,
        required=True,
        metavar="MM",
        help=_("from the middle of a space to the middle of the next one"),
    )
    hexagons.add_argument("--side", type=int, metavar="N", help=_("for a hexagon: spaces along a side"))
    hexagons.add_argument("--columns", type=int, metavar="N", help=_("for a rhombus: spaces in a row"))
    hexagons.add_argument("--rows", type=int, metavar="N", help=_("for a rhombus: rows"))
    _add_pieces(hexagons, "hex")

    for game, board in BOARDS.items():
        if board.bought is not None:
            ours = boards.add_parser(
                game, help=_("a {title} board: {words}").format(title=board.title, words=board.bought.words)
            )
            board.bought.add_arguments(ours)
            _add_common(ours)


def make(args: argparse.Namespace) -> OwnBoard:
    """The board that the arguments describe. Raises BoardError for measurements that make no board."""
    ring = None if args.markers is None else MarkerRing(args.markers, args.markers_gap)
    return own.finish(_plan(args), args.turned, ring)


def describe(board: OwnBoard, layout_file: Path) -> str:
    """A text that says what to do next: where to put the markers, or which corners to give."""
    layout = board.layout
    common = f"--layout {layout_file}"
    # A board without a place for borne-off checkers can be read, but nobody can play on it.
    ours = layout.game in BOARDS and set(BOARDS[layout.game].layout().cells) <= set(layout.cells)
    command = f"companion play --game {layout.game} {common}" if ours else f"companion read {common}"
    image = "" if ours else " IMAGE"
    # Translators: {command} is what to write at the shell.
    then = _("Then play: {command}") if ours else _("Then read: {command}")
    if layout.markers:
        lines = [
            _("Put the markers around the board, straight and at the same height as the playing field."),
            _("Measure from these points: {points}.").format(points=board.corners_are),
        ]
        lines += [f"  {line}" for line in own.describe_markers(board)]
        lines.append(
            _("Print the markers: companion boards markers --size {size:g}").format(size=layout.markers[0].size_mm)
        )
        lines.append(then.format(command=command + image))
        return "\n".join(lines) + "\n"
    where = " ".join(f"{x:g},{y:g}" for x, y in board.corners)
    at = "" if board.has_layout_corners else f' --corners-at "{where}"'
    lines = [
        _("The camera finds this board by four points in the picture: {points}.").format(points=board.corners_are),
        then.format(command=f'{command}{at} --corners "x,y x,y x,y x,y"{image}'),
        _("Give the four points in pixels: top left, top right, bottom right, bottom left."),
    ]
    return "\n".join(lines) + "\n"


def _add_pieces(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("--piece", type=parse_length, required=True, metavar="MM", help=_("diameter of a piece"))
    parser.add_argument(
        "--piece-height",
        type=parse_length,
        metavar="MM",
        help=_("height of a piece (default: a quarter of the diameter)"),
    )
    parser.add_argument(
        "--kinds", default="white,black", metavar="NAMES", help=_("kinds of pieces (default: white,black)")
    )
    parser.add_argument("--shape", choices=SHAPES, default="disc", help=_("shape of the pieces (default: disc)"))
    parser.add_argument(
        "--name",
        default=name,
        metavar="NAME",
        help=_("name of the board in its layout (default: {name})").format(name=name),
    )
    _add_common(parser)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--frame",
        type=parse_length,
        default=0.0,
        metavar="MM",
        help=_("width of the frame around the board; the markers are outside it"),
    )
    parser.add_argument(
        "--turned",
        type=int,
        choices=(0, 90, 180, 270),
        default=0,
        help=_("how far the board is turned in the picture, in degrees clockwise"),
    )
    parser.add_argument(
        "--markers",
        type=parse_length,
        metavar="MM",
        help=_("size of the markers around the board; leave it out for a board without markers"),
    )
    parser.add_argument(
        "--markers-gap",
        type=parse_length,
        default=10.0,
        metavar="MM",
        help=_("from the frame to a marker's black square (default: 10)"),
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help=_("folder for layout.json and plan.png (default: this folder)"),
    )


def _plan(args: argparse.Namespace) -> Plan:
    match args.own_board:
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
    board = BOARDS[args.own_board]
    assert board.bought is not None
    return board.bought.plan(board, args)


def _pieces(args: argparse.Namespace) -> Pieces:
    kinds = tuple(kind.strip() for kind in args.kinds.split(","))
    return Pieces(args.piece, args.piece_height, kinds, args.shape)
