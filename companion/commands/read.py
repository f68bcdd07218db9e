"""`companion read`: photographs of a board to tables (interfaces.md section 6).

Puts together what vision and boards offer: a layout, perhaps a picture to learn from, then one answer an
image. It knows no rules: it asks them how a game begins and how many pieces it has.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards import BOARDS, art, is_ours
from companion.referee import start_table
from companion.rules import GAMES
from vision import layout as layouts
from vision import register
from vision.errors import BoardMirrored, BoardNotFound, VisionError
from vision.layout import Layout, LayoutError, Point
from vision.observation import Reading
from vision.reader import Fit, Reader
from vision.reader.debug import DebugPictures
from vision.register import Registration
from vision.register.corners import to_layout_corners
from vision.register.markers import detect
from vision.watcher import quality
from vision.watcher.watcher import FITS

Table = Mapping[str, tuple[str, ...]]
Picture = NDArray[np.uint8]


class ReadError(Exception):
    """Why an image, a layout or a set-up cannot be used; the text says what to do."""


@dataclass(frozen=True)
class _Read:
    """One image read: its registration or why there is none."""

    file: str
    reading: Reading | None
    error: str = ""
    hand: bool = False
    register_ms: float = 0.0
    read_ms: float = 0.0
    advice: str | None = None
    start: Fit | None = None
    """How well the picture fits the game's start table, where there is one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `companion read`."""
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument("--game", metavar="GAME", help=f"a board of ours: {', '.join(BOARDS)}")
    board.add_argument("--layout", metavar="FILE", type=Path, help="any board: its layout.json")
    parser.add_argument(
        "--corners",
        metavar="'X,Y X,Y X,Y X,Y'",
        type=corners_of,
        help="the board's corners in pixels, top left first, clockwise",
    )
    parser.add_argument(
        "--corners-at",
        metavar="'X,Y X,Y X,Y X,Y'",
        type=corners_of,
        help="where on the layout these four points are, in mm; else its own corners",
    )
    parser.add_argument("--empty", metavar="IMAGE", type=Path, help="a photograph of the board without any pieces")
    parser.add_argument(
        "--setup", metavar="IMAGE", type=Path, help="a photograph of a known table by the same camera in the same light"
    )
    parser.add_argument(
        "--setup-table", metavar="FILE", type=Path, help="what lies on the board in it (JSON); else the game's start"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line an image")
    parser.add_argument("--debug", metavar="DIR", type=Path, help="write a picture of every stage into DIR")
    parser.add_argument("images", metavar="IMAGE", nargs="+")


def corners_of(text: str) -> tuple[Point, ...]:
    """Four corners from "x,y x,y x,y x,y". Raises ArgumentTypeError for anything else."""
    try:
        points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))
    except ValueError:
        points = ()
    if len(points) != 4 or not np.isfinite(points).all():
        raise argparse.ArgumentTypeError(
            f"four corners are needed, like '10,20 610,25 600,480 15,470' (x,y in pixels), not {text!r}"
        )
    return points


def run(args: argparse.Namespace) -> int:
    """Reads all images; 0 if every one showed a board, 1 if not or nothing could be read, 2 on wrong use."""
    try:
        if args.setup_table is not None and args.setup is None:
            sys.stderr.write("--setup-table belongs to a photograph: give that with --setup\n")
            return 2
        if args.corners_at is not None and args.corners is None:
            sys.stderr.write("--corners-at says where corners are on the board: give these with --corners\n")
            return 2
        layout = _layout(args.game, args.layout)
        if args.corners_at is not None:
            args.corners = to_layout_corners(layout, args.corners_at, args.corners)
        reader = Reader(layout, art(layout), known_stock(layout))
        if args.empty is not None:
            _learn(reader, layout, args.empty, {}, args.corners)
        if args.setup is not None:
            _learn(reader, layout, args.setup, _setup_table(layout, args.setup_table), args.corners)
    except _WrongUse as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except (ReadError, VisionError, LayoutError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    complete = True
    for number, file in enumerate(args.images):
        try:
            read = _read(file, number, reader, layout, args)
        except OSError as error:
            sys.stderr.write(f"The debug pictures cannot be written to {args.debug}: {error.strerror}\n")
            return 1
        complete = complete and read.reading is not None
        sys.stdout.write((json.dumps(_line(read)) if args.json else _text(read, layout)) + "\n")
        sys.stdout.flush()
    return 0 if complete else 1


class _WrongUse(ReadError):
    """Arguments that do not go together."""


def _layout(game: str | None, file: Path | None) -> Layout:
    if file is not None:
        return layouts.load(file)
    if game is None or game not in BOARDS:
        raise _WrongUse(
            f"there is no board for {game!r}; there are {', '.join(BOARDS)}. Any other: --layout layout.json"
        )
    return BOARDS[game].layout()


def _learn(reader: Reader, layout: Layout, file: Path, table: Table, corners: Sequence[Point] | None) -> None:
    """Learns from a photograph of a known table; one of the empty board shows the print alone."""
    try:
        image = load_image(str(file))
        registration = _place(image, layout, corners)
    except (ReadError, BoardNotFound) as error:
        raise ReadError(f"{file}: {error}") from error
    reader.learn(image, registration, table)


def known_stock(layout: Layout) -> Mapping[str, int]:
    """How many pieces of each kind there can be on one of our boards; for another board nothing is known."""
    rules = GAMES.get(layout.game) if is_ours(layout) else None
    return {} if rules is None else rules.info.visible_pieces


def _setup_table(layout: Layout, file: Path | None) -> Table:
    if file is None:
        table = start_table(layout.game)
        if table is None or not _fits(table, layout):
            raise _WrongUse(
                f"{layout.game!r} has no start that is known here: say with --setup-table FILE what lies on the board "
                'in the set-up photograph, as JSON like {"a1": ["white"]}'
            )
        return table
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReadError(f"the set-up table {file} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ReadError(f"the set-up table {file} is not JSON: {error}") from error
    return table_of(data, layout, str(file))


def _fits(table: Table, layout: Layout) -> bool:
    return all(cell in layout.cells and set(kinds) <= set(layout.pieces) for cell, kinds in table.items())


def table_of(data: object, layout: Layout, where: str) -> Table:
    """A table from parsed JSON. Raises ReadError naming the first cell or kind that does not belong."""
    if not isinstance(data, dict):
        raise ReadError(f'{where}: a table is an object like {{"a1": ["white"]}}')
    table: dict[str, tuple[str, ...]] = {}
    for cell, kinds in data.items():
        if cell not in layout.cells:
            raise ReadError(f"{where}: the layout has no cell {cell!r}")
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            raise ReadError(f"{where}: {cell}: a list of piece kinds is needed, bottom to top, not {json.dumps(kinds)}")
        for kind in kinds:
            if kind not in layout.pieces:
                known = ", ".join(layout.pieces) or "none"
                raise ReadError(f"{where}: {cell}: there is no piece {kind!r}; the layout's pieces are: {known}")
        if len(kinds) > layout.cells[cell].capacity:
            raise ReadError(f"{where}: {cell} holds {layout.cells[cell].capacity} at most, not {len(kinds)}")
        if kinds:
            table[cell] = tuple(kinds)
    return table


def load_image(file: str) -> Picture:
    """A BGR picture, turned as its camera says. Raises ReadError."""
    try:
        data = np.fromfile(file, np.uint8)
    except OSError as error:
        raise ReadError(f"the image cannot be read: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise ReadError("this is no image that can be read (PNG, JPEG and the like can)")
    return np.asarray(image, np.uint8)


def _place(image: Picture, layout: Layout, corners: Sequence[Point] | None) -> Registration:
    if corners is not None:
        return register.from_corners((image.shape[1], image.shape[0]), layout, corners)
    if not layout.markers:
        raise BoardNotFound("This board has no markers. Give its four corners in the picture with --corners.")
    return register.find(image, layout)


def _read(file: str, number: int, reader: Reader, layout: Layout, args: argparse.Namespace) -> _Read:
    began = time.perf_counter()
    try:
        image = load_image(file)
    except ReadError as error:
        return _Read(file, None, str(error))
    try:
        registration = _place(image, layout, args.corners)
        placed = time.perf_counter()
        debug = None if args.debug is None else DebugPictures(args.debug, f"{number:03d}-{Path(file).stem}")
        reading = reader.read(image, registration, debug)
    except BoardMirrored as error:
        return _Read(file, None, str(error))
    except BoardNotFound as error:
        why = quality.unseen(image)
        words = str(error) if why is None else f"{error} {why}"
        return _Read(file, None, words, hand=_partly_hidden(image, layout))
    done = time.perf_counter()
    table = None if args.json else start_table(layout.game)
    start = None if table is None or not _fits(table, layout) else reader.fit(image, registration, table)
    advice = None if args.json and debug is None else quality.assess(image, registration, layout).advice
    if args.debug is not None:
        text = advice or "The picture is good enough."
        (args.debug / f"{number:03d}-{Path(file).stem}-0-quality.txt").write_text(text + "\n", encoding="utf-8")
    return _Read(file, reading, "", reading.hand, 1000 * (placed - began), 1000 * (done - placed), advice, start)


def _partly_hidden(image: Picture, layout: Layout) -> bool:
    """Whether some of the board can be seen though it cannot be placed: then something lies over the rest."""
    ids = {marker.id for marker in layout.markers}
    names = {marker.dictionary for marker in layout.markers}
    return any(seen.id in ids for name in names for seen in detect(image, name, ids))


def _line(read: _Read) -> dict[str, object]:
    """The JSON line of one image."""
    if read.reading is None:
        line: dict[str, object] = {"file": read.file, "registered": False, "error": read.error}
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


def _text(read: _Read, layout: Layout) -> str:
    """What one image shows, for people: the table as rows of cells, and what is unsure."""
    if read.reading is None:
        return f"{read.file}: {read.error}"
    reading = read.reading
    letters = _letters(list(layout.pieces))
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
    lines = [f"{read.file}:" + (" a hand (or something else) is over the board" if reading.hand else "")]
    lines += ["  " + " ".join(shown.ljust(width) for shown in row).rstrip() for row in rows.values()]
    lines.append("  " + ", ".join(f"{letter} {kind}" for kind, letter in letters.items()) + ", . empty, ? unsure")
    for name in reading.unsure:
        seen = reading.cells[name]
        kind, count = seen.best
        guess = "empty" if kind is None else f"{kind} x {count}" if count > 1 else kind
        lines.append(f"  unsure {name}: " + ("covered" if seen.covered else f"perhaps {guess} ({seen.p:.2f})"))
    if read.start is not None:
        lines.append(f"  {_start(read.start)}")
    if read.advice is not None:
        lines.append(f"  {read.advice}")
    return "\n".join(lines)


def _start(fit: Fit) -> str:
    """How well a picture fits the start table, in words."""
    if fit.p > FITS:
        return f"This fits the start of the game ({fit.p:.2f})."
    few = ", ".join(fit.against[:5]) + (", ..." if len(fit.against) > 5 else "")
    return f"This is not the start of the game: {few} differ." if few else "This is not the start of the game."


def _letters(kinds: Sequence[str]) -> dict[str, str]:
    """A short sign for each kind, no two alike: the initials of its words, in capitals first."""
    out: dict[str, str] = {}
    for kind in kinds:
        initials = "".join(word[0] for word in kind.split("-") if word)
        tries = [initials.upper(), initials.lower(), *(initials.upper() + str(i) for i in range(2, 99))]
        out[kind] = next(sign for sign in tries if sign not in out.values())
    return out
