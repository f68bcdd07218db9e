"""Writes a board's files: board.pdf, board.svg, board.png and layout.json; and the sheet of loose markers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2

from companion.boards import own, pdf, picture, svg, tiles
from companion.boards.board import Board
from companion.boards.drawing import Drawing
from companion.boards.errors import BoardError
from companion.boards.own import OwnBoard
from companion.boards.sheet import MARKER_MM, draw_marker_sheet
from companion.files import replace_file
from companion.language import _
from vision import layout as layouts
from vision.layout import Layout

PNG_DPI = 200
PLAN_PX = 1400
"""The longer side in px of the picture that shows the layout of a bought board."""
PAPERS = (*tiles.PAPERS, "full")
"""Papers that a board can be printed on; `full` is one page of the print's own size."""


def export_board(
    board: Board, out: Path, paper: str = "a4", piece_diameter_mm: float | None = None
) -> tuple[Path, ...]:
    """Writes a board's four files into a folder, which is made if there is none. Returns the paths of the files. Raises
    BoardError if the board cannot be scaled to this diameter or if a file cannot be written.
    """
    drawing, layout = board.drawing(piece_diameter_mm), board.layout(piece_diameter_mm)
    sheets = _make_pages(drawing, layout, paper)
    for card in board.cutouts(piece_diameter_mm):
        sheets += _make_pages(card, None, paper)
    done, png = cv2.imencode(".png", picture.raster(drawing, PNG_DPI / 25.4))
    if not done:
        raise BoardError(_("the picture of the board could not be made: this OpenCV cannot write PNG files"))
    return _write_files(
        out,
        {
            "board.pdf": pdf.make_pdf(sheets, board.title),
            "board.svg": svg.make_svg(drawing),
            "board.png": png.tobytes(),
            "layout.json": _write_layout(layout),
        },
    )


def export_markers(out: Path, paper: str = "a4", marker_mm: float = MARKER_MM) -> tuple[Path, ...]:
    """Writes markers.pdf, the markers for a bought board, into a folder. Returns the path. marker_mm: the side of a
    marker's black square. Raises BoardError if they cannot be printed or the file cannot be written.
    """
    sheet = draw_marker_sheet(marker_mm)
    return _write_files(out, {"markers.pdf": pdf.make_pdf(_make_pages(sheet, None, paper), sheet.title)})


def export_own(board: OwnBoard, out: Path) -> tuple[Path, ...]:
    """Writes layout.json and plan.png, a picture to compare with the bought board, into a folder. Raises BoardError if
    a file cannot be written.
    """
    plan = own.draw_plan(board)
    done, png = cv2.imencode(".png", picture.raster(plan, PLAN_PX / max(plan.size_mm)))
    if not done:
        raise BoardError(_("the picture of the layout could not be made: this OpenCV cannot write PNG files"))
    return _write_files(out, {"layout.json": _write_layout(board.layout), "plan.png": png.tobytes()})


def _write_layout(layout: Layout) -> bytes:
    return (json.dumps(layouts.dump(layout), indent=1) + "\n").encode()


def _make_pages(drawing: Drawing, layout: Layout | None, paper: str) -> tuple[pdf.Page, ...]:
    return (pdf.make_page(drawing),) if paper == "full" else tiles.split_into_pages(drawing, layout, paper)


def _write_files(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Writes each file wholly or not at all. On a full disk the old file stays."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoardError(
            _("the folder {folder} cannot be made ({reason}): name another with --out").format(
                folder=folder, reason=error.strerror
            )
        ) from error
    written = []
    for name, content in files.items():
        target = folder / name
        try:
            replace_file(target, content)
        except OSError as error:
            raise BoardError(
                _(
                    "{target} cannot be written ({reason}): free some disk space or name another folder with --out"
                ).format(target=target, reason=error.strerror)
            ) from error
        written.append(target)
    return tuple(written)
