"""`companion boards`: print boards and markers.

Also layouts for boards that you own.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.boards import BOARDS, own_fit
from companion.boards.errors import BoardError
from companion.boards.export import PAPERS, export_board, export_markers, export_own
from companion.boards.sheet import MARKER_MM, MARKER_RANGE_MM
from companion.commands.shared import own_board as own_command
from companion.commands.shared.output import complain, fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.language import _
from companion.words import join_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the commands `export`, `own`, `fit` and `markers` with their options."""
    commands = parser.add_subparsers(dest="boards_command", required=True, metavar="export|own|fit|markers")
    export = commands.add_parser("export", help=_("write a game's board: PDF to print, SVG, PNG, layout.json"))
    export.add_argument("game", choices=sorted(BOARDS), metavar="GAME", help=join_words(sorted(BOARDS), "or"))
    export.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help=_("folder for the files; it is made if it does not exist"),
    )
    _add_paper(export)
    export.add_argument(
        "--piece-diameter",
        type=float,
        metavar="MM",
        help=_("diameter of your pieces, not of special ones; the board is scaled so that its cells fit them"),
    )
    bought = commands.add_parser("own", help=_("make the layout of a board that you own from a few measurements"))
    own_command.add_arguments(bought)
    fit = commands.add_parser("fit", help=_("correct the corners of a board that you own by the lines in a photograph"))
    own_fit.add_arguments(fit)
    sheet = commands.add_parser("markers", help=_("write a sheet of corner markers for a board that you own"))
    sheet.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help=_("folder for markers.pdf (default: this folder)")
    )
    sheet.add_argument(
        "--size",
        type=float,
        default=MARKER_MM,
        metavar="MM",
        help=_("side of a marker's black square, {least:g} to {most:g} (default: {usual:g})").format(
            least=MARKER_RANGE_MM[0], most=MARKER_RANGE_MM[1], usual=MARKER_MM
        ),
    )
    _add_paper(sheet)


def _add_paper(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--paper",
        choices=PAPERS,
        default="a4",
        help=_("paper of your printer; full: one page as large as the board (default: a4)"),
    )


def run(args: argparse.Namespace) -> int:
    """Writes the files and prints their names. Exit status 0, or 1 with a message if that fails."""
    words = ""
    try:
        if args.boards_command == "fit":
            words, fits = own_fit.run(args)
            if not fits:
                complain(words)
                return 1
            say(words)
            return 0
        if args.boards_command == "export":
            written = export_board(BOARDS[args.game], args.out, args.paper, args.piece_diameter)
        elif args.boards_command == "own":
            board = own_command.make(args)
            written, words = export_own(board, args.out), own_command.describe(board, args.out / "layout.json")
        else:
            written = export_markers(args.out, args.paper, args.size)
    except BoardError as error:
        return fail("boards", str(error))
    say("".join(f"{path}\n" for path in written) + words)
    return 0


COMMAND = ShellCommand(add_arguments, run)
