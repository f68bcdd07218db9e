"""`companion boards`: boards to print, and markers for a bought one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.boards import BOARDS
from companion.boards.board import BoardError
from companion.boards.export import PAPERS, export_board, export_markers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the two commands `export` and `markers` with their options."""
    commands = parser.add_subparsers(dest="boards_command", required=True, metavar="export|markers")
    export = commands.add_parser("export", help="write a game's board: PDF to print, SVG, PNG, layout.json")
    export.add_argument("game", choices=sorted(BOARDS), metavar="GAME", help=", ".join(sorted(BOARDS)))
    export.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files, made if need be")
    _add_paper(export)
    export.add_argument(
        "--piece-diameter",
        type=float,
        metavar="MM",
        help="diameter of your pieces (Mindfield: the stones); the board is scaled so that its cells fit them",
    )
    sheet = commands.add_parser("markers", help="write a sheet of corner markers for a board that you own")
    sheet.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="folder for markers.pdf (here if left out)"
    )
    _add_paper(sheet)


def _add_paper(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--paper",
        choices=PAPERS,
        default="a4",
        help="paper of your printer; full: one page of the print's size (default: a4)",
    )


def run(args: argparse.Namespace) -> int:
    """Writes the files and names them; exit status 0, or 1 with a message where that cannot be done."""
    try:
        if args.boards_command == "export":
            written = export_board(BOARDS[args.game], args.out, args.paper, args.piece_diameter)
        else:
            written = export_markers(args.out, args.paper)
    except BoardError as error:
        sys.stderr.write(f"companion boards: {error}\n")
        return 1
    sys.stdout.writelines(f"{path}\n" for path in written)
    return 0
