"""`companion read`: read which pieces are where on photographs of a board.

It finds the layout, learns from a photograph of a known table if there is one, and writes one answer for each image. It
knows no rules: for the start of a game it asks the referee.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.app.board_setup import explain_no_empty_board
from companion.boards import BOARDS, art, is_ours
from companion.commands.shared.output import fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.config import Corners, parse_corners
from companion.language import _, to_english, translate
from companion.referee import start_table
from companion.rules import GAMES
from companion.words import join_words
from vision import layout as layouts
from vision import register
from vision.calibration import explain_pieces
from vision.errors import BoardMirrored, BoardNotFound, SourceError, VisionError
from vision.files import read_file
from vision.layout import Layout, LayoutError, Point
from vision.message import join_sentences
from vision.observation import Reading
from vision.reader import Fit, Reader
from vision.reader.debug import DebugPictures
from vision.register import Registration
from vision.register.corners import to_layout_corners
from vision.register.markers import detect
from vision.sources import decode_image
from vision.watcher import quality
from vision.watcher.watcher import MIN_FIT_P

Table = Mapping[str, tuple[str, ...]]
Picture = NDArray[np.uint8]


class ReadError(Exception):
    """An image or the known table cannot be used. The message says why and what to do."""


@dataclass(frozen=True)
class _Read:
    """The answer for one image."""

    file: str
    """The name of the image's file, as people typed it."""

    reading: Reading | None
    """What is on the board; None if the board was not found."""

    error: str = ""
    """Why the board was not found."""

    hand: bool = False
    """True if something that is neither board nor piece covers part of the board."""

    register_ms: float = 0.0
    """How long it took to find the board."""

    read_ms: float = 0.0
    """How long it took to read the cells."""

    advice: str | None = None
    """How to take a better picture; None if the picture is good enough."""

    start: Fit | None = None
    """How well the picture fits the start of the game; None if the game has several starts, or none."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `companion read`."""
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument(
        "--game", metavar="GAME", help=_("a printed board of ours: {boards}").format(boards=join_words(BOARDS, "or"))
    )
    board.add_argument("--layout", metavar="FILE", type=Path, help=_("any other board: its layout.json"))
    parser.add_argument(
        "--corners",
        metavar="'X,Y X,Y X,Y X,Y'",
        type=_corners,
        help=_("the board's corners in pixels, top left first, clockwise"),
    )
    parser.add_argument(
        "--corners-at",
        metavar="'X,Y X,Y X,Y X,Y'",
        type=_corners,
        help=_("where the points of --corners are on the layout, in mm (default: its own corners)"),
    )
    parser.add_argument("--empty", metavar="IMAGE", type=Path, help=_("a photograph of the board without pieces"))
    parser.add_argument(
        "--setup",
        metavar="IMAGE",
        type=Path,
        help=_("a photograph of a known table by the same camera in the same light"),
    )
    parser.add_argument(
        "--setup-table",
        metavar="FILE",
        type=Path,
        help=_("the table in that photograph, as JSON (default: the game's start)"),
    )
    parser.add_argument("--json", action="store_true", help=_("write one JSON line for each image"))
    parser.add_argument("--debug", metavar="DIR", type=Path, help=_("write a picture of every step into DIR"))
    parser.add_argument("images", metavar="IMAGE", nargs="+")


def _corners(text: str) -> Corners:
    """Reads four corners from an argument. Raises ArgumentTypeError."""
    try:
        return parse_corners(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(_("{error}, not {text!r}").format(error=str(error), text=text)) from error


def run(args: argparse.Namespace) -> int:
    """Reads all images. Exit status 0 if each one shows a board, 1 if one does not, 2 for wrong use."""
    try:
        if args.setup_table is not None and args.setup is None:
            return fail("read", _("--setup-table needs a photograph of that table: give it with --setup"), 2)
        if args.corners_at is not None and args.corners is None:
            return fail(
                "read", _("--corners-at needs --corners, which says where the same points are in the picture"), 2
            )
        layout = _find_layout(args.game, args.layout)
        if args.corners_at is not None:
            args.corners = to_layout_corners(layout, args.corners_at, args.corners)
        reader = Reader(layout, art(layout), known_stock(layout))
        earlier: Registration | None = None
        if args.empty is not None:
            earlier = _learn(reader, layout, args.empty, {}, args.corners, None)
        if args.setup is not None:
            earlier = _learn(reader, layout, args.setup, _setup_table(layout, args.setup_table), args.corners, earlier)
    except _WrongUse as error:
        return fail("read", str(error), 2)
    except (ReadError, VisionError, LayoutError) as error:
        return fail("read", str(error))
    complete = True
    for number, file in enumerate(args.images):
        try:
            read = _read(file, number, reader, layout, args, earlier)
        except OSError as error:
            return fail(
                "read",
                _(
                    "the debug pictures cannot be written to {folder} ({reason}): free some space or name another "
                    "folder with --debug"
                ).format(folder=args.debug, reason=error.strerror),
            )
        complete = complete and read.reading is not None
        say((json.dumps(_make_line(read)) if args.json else _describe(read, layout)) + "\n")
    return 0 if complete else 1


class _WrongUse(ReadError):
    """The options that were given cannot be used together."""


def _find_layout(game: str | None, file: Path | None) -> Layout:
    if file is not None:
        return layouts.load(file)
    if game is None or game not in BOARDS:
        raise _WrongUse(
            _(
                "there is no board for {game!r}: use {boards}, or give the layout of another board with --layout "
                "layout.json"
            ).format(game=game, boards=join_words(BOARDS, "or"))
        )
    return BOARDS[game].layout()


def _learn(
    reader: Reader,
    layout: Layout,
    file: Path,
    table: Table,
    corners: Sequence[Point] | None,
    earlier: Registration | None,
) -> Registration:
    """Learns from a photograph of a table that people describe. An empty board teaches only the print. Says where the
    board is in the photograph.
    """
    try:
        image = load_image(str(file))
        registration = _place(image, layout, corners, earlier)
    except (ReadError, BoardNotFound) as error:
        raise ReadError(f"{file}: {error}") from error
    if not table and (pieces := explain_pieces(reader.read(image, registration))):
        raise ReadError(explain_no_empty_board(file, pieces))
    reader.learn(image, registration, table)
    return registration


def known_stock(layout: Layout) -> Mapping[str, int]:
    """How many pieces of each kind there can be, if this is one of our boards. Empty for another board, because then
    nobody knows.
    """
    rules = GAMES.get(layout.game) if is_ours(layout) else None
    return {} if rules is None else rules.info.visible_pieces


def _setup_table(layout: Layout, file: Path | None) -> Table:
    if file is None:
        table = start_table(layout.game)
        if table is None or not _can_hold(table, layout):
            raise _WrongUse(
                _(
                    "{game!r} has no known start: say with --setup-table FILE which pieces are on the board in "
                    "the set-up photograph, as JSON like {example}"
                ).format(game=layout.game, example='{"a1": ["white"]}')
            )
        return table
    try:
        data = json.loads(read_file(file).decode())
    except OSError as error:
        raise ReadError(
            _("the set-up table {file} cannot be read: {reason}").format(file=file, reason=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ReadError(_("the set-up table {file} is not JSON: {reason}").format(file=file, reason=error)) from error
    return parse_table(data, layout, str(file))


def _can_hold(table: Table, layout: Layout) -> bool:
    """True if the layout has every cell and every kind of piece of the table."""
    return all(cell in layout.cells and set(kinds) <= set(layout.pieces) for cell, kinds in table.items())


def parse_table(data: object, layout: Layout, where: str) -> Table:
    """The table in parsed JSON. where: where it comes from, for messages. Raises ReadError, which names the first cell
    or kind that the layout lacks.
    """
    if not isinstance(data, dict):
        raise ReadError(
            _("{where}: a table is an object like {example}").format(where=where, example='{"a1": ["white"]}')
        )
    table: dict[str, tuple[str, ...]] = {}
    for cell, kinds in data.items():
        if cell not in layout.cells:
            raise ReadError(_("{where}: the layout has no cell {cell!r}").format(where=where, cell=cell))
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            raise ReadError(
                _("{where}: {cell}: a list of piece kinds is needed, bottom to top, not {kinds}").format(
                    where=where, cell=cell, kinds=json.dumps(kinds)
                )
            )
        for kind in kinds:
            if kind not in layout.pieces:
                known = join_words(layout.pieces) or _("none")
                raise ReadError(
                    _("{where}: {cell}: there is no piece {kind!r}; the layout's pieces are {known}").format(
                        where=where, cell=cell, kind=kind, known=known
                    )
                )
        if len(kinds) > layout.cells[cell].capacity:
            raise ReadError(
                _("{where}: {cell} has space for {capacity} at most, not for {count}").format(
                    where=where, cell=cell, capacity=layout.cells[cell].capacity, count=len(kinds)
                )
            )
        if kinds:
            table[cell] = tuple(kinds)
    return table


def load_image(file: str) -> Picture:
    """A picture as BGR, turned upright as its file says. Raises ReadError."""
    try:
        image = decode_image(read_file(Path(file)))
    except OSError as error:
        raise ReadError(_("the image cannot be read: {reason}").format(reason=error.strerror)) from error
    except SourceError as error:
        raise ReadError(translate(str(error))) from error
    if image is None:
        raise ReadError(_("this is not an image that can be read: use PNG or JPEG"))
    return image


def _place(
    image: Picture, layout: Layout, corners: Sequence[Point] | None, earlier: Registration | None
) -> Registration:
    """Where the board is. earlier: where the same camera saw it in an earlier photograph, if there is one."""
    if corners is not None:
        found = register.from_corners((image.shape[1], image.shape[0]), layout, corners)
        places = np.array([place for cell in layout.cells.values() for place in cell.places()], np.float64)
        if not found.shows(found.project(places)).any():
            raise BoardNotFound(_("The corners are not in this picture. Give them in pixels of this picture."))
        return found
    if not layout.markers:
        raise BoardNotFound(_("This board has no markers. Give its four corners in the picture with --corners."))
    return register.find_again(image, layout, earlier)


def _read(
    file: str, number: int, reader: Reader, layout: Layout, args: argparse.Namespace, earlier: Registration | None
) -> _Read:
    began = time.perf_counter()
    try:
        image = load_image(file)
    except ReadError as error:
        return _Read(file, None, str(error))
    try:
        registration = _place(image, layout, args.corners, earlier)
        placed = time.perf_counter()
        debug = None if args.debug is None else DebugPictures(args.debug, f"{number:03d}-{Path(file).stem}")
        reading = reader.read(image, registration, debug)
    except BoardMirrored as error:
        return _Read(file, None, str(error))
    except BoardNotFound as error:
        why = quality.explain_no_board(image)
        words = str(error) if why is None else join_sentences(str(error), why)
        return _Read(file, None, words, hand=_is_partly_hidden(image, layout))
    done = time.perf_counter()
    table = None if args.json else start_table(layout.game)
    start = None if table is None or not _can_hold(table, layout) else reader.fit(image, registration, table)
    advice = None if args.json and debug is None else quality.assess(image, registration, layout).advice
    if args.debug is not None:
        text = translate(advice) if advice else _("The picture is good enough.")
        (args.debug / f"{number:03d}-{Path(file).stem}-0-quality.txt").write_text(text + "\n", encoding="utf-8")
    return _Read(file, reading, "", reading.hand, 1000 * (placed - began), 1000 * (done - placed), advice, start)


def _is_partly_hidden(image: Picture, layout: Layout) -> bool:
    """True if only some of the board's markers can be seen, too few to find the board: something covers the rest."""
    ids = {marker.id for marker in layout.markers}
    names = {marker.dictionary for marker in layout.markers}
    return any(seen.id in ids for name in names for seen in detect(image, name, ids))


def _make_line(read: _Read) -> dict[str, object]:
    """The answer for one image, as it is written in JSON."""
    if read.reading is None:
        line: dict[str, object] = {"file": read.file, "registered": False, "error": to_english(read.error)}
        if read.hand:
            line["hand"] = True
        return line
    cells = {}
    for name, cell in read.reading.cells.items():
        kind, count = cell.best
        cells[name] = {"piece": kind, "count": count, "p": round(cell.p, 5)}
    return {
        "file": read.file,
        "registered": True,
        "cells": cells,
        "unsure": list(read.reading.unsure),
        "hand": read.hand,
        "ms": {"register": round(read.register_ms, 1), "read": round(read.read_ms, 1)},
    }


def _describe(read: _Read, layout: Layout) -> str:
    """In words, what one image shows: the table as rows of cells, then the cells that are unsure."""
    if read.reading is None:
        return f"{read.file}: {translate(read.error)}"
    reading = read.reading
    letters = _choose_letters(list(layout.pieces))
    rows: dict[float, list[str]] = {}
    typical = min(layout.size_mm) / 100
    for name, cell in sorted(layout.cells.items(), key=lambda item: (item[1].y, item[1].x)):
        row = next((y for y in rows if abs(y - cell.y) <= typical), cell.y)
        kind, count = reading.cells[name].best
        shown = "." if kind is None else letters[kind] + (str(count) if count > 1 else "")
        if reading.cells[name].unsure:
            shown = "?"
        rows.setdefault(row, []).append(shown)
    width = max(len(shown) for row in rows.values() for shown in row)
    covered = " " + _("a hand or something else covers part of the board") if reading.hand else ""
    lines = [f"{read.file}:{covered}"]
    lines += ["  " + " ".join(shown.ljust(width) for shown in row).rstrip() for row in rows.values()]
    lines.append(
        # Translators: The end of a list of letters and what they mean: "w white, b black, . empty, ? unsure".
        "  "
        + _("{kinds}, . empty, ? unsure").format(
            kinds=join_words((f"{letter} {kind}" for kind, letter in letters.items()), None)
        )
    )
    for name in reading.unsure:
        seen = reading.cells[name]
        kind, count = seen.best
        guess = _("empty") if kind is None else f"{kind} x {count}" if count > 1 else kind
        text = _("unsure {cell}: covered") if seen.covered else _("unsure {cell}: perhaps {guess} ({p:.2f})")
        lines.append("  " + text.format(cell=name, guess=guess, p=seen.p))
    if read.start is not None:
        lines.append(f"  {_describe_start(read.start)}")
    if read.advice is not None:
        lines.append(f"  {translate(read.advice)}")
    return "\n".join(lines)


def _describe_start(fit: Fit) -> str:
    """In words, how well a picture fits the start of the game."""
    if fit.p > MIN_FIT_P:
        return _("This fits the start of the game ({p:.2f}).").format(p=fit.p)
    if not fit.against:
        return _("This is not the start of the game.")
    return _("This is not the start of the game. Look at {cells}.").format(cells=join_words(fit.against, most=5))


def _choose_letters(kinds: Sequence[str]) -> dict[str, str]:
    """A short sign for each kind, all different. If possible, it is the initials of the kind's words in capitals."""
    out: dict[str, str] = {}
    for kind in kinds:
        initials = "".join(word[0] for word in kind.split("-") if word)
        tries = [initials.upper(), initials.lower(), *(initials.upper() + str(i) for i in range(2, 99))]
        out[kind] = next(sign for sign in tries if sign not in out.values())
    return out


COMMAND = ShellCommand(add_arguments, run)
