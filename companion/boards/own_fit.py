"""`companion boards fit PHOTO`: moves the corners that people gave to the lines that a photograph shows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.boards import BOARDS
from companion.boards.errors import BoardError
from companion.boards.image import Image
from companion.boards.outlines import Point
from companion.boards.own import PrintedLines
from companion.config import parse_corners
from companion.language import _, translate
from vision import layout as layouts
from vision import register
from vision.errors import VisionError
from vision.layout import Layout, LayoutError
from vision.register.corners import to_layout_corners
from vision.register.refine import Refined, refine_corners
from vision.sources import read_image

LINE = (60, 60, 230)
"""The colour in which the fitted layout is drawn: blue, green, red."""
TAPPED = (80, 200, 80)
"""The colour in which the given points are drawn."""
SUB_PX_BITS = 4
"""OpenCV draws in sixteenths of a pixel: 4 bits."""


@dataclass(frozen=True)
class Fitted:
    """What a fit found."""

    given: tuple[Point, ...]
    """The four given points, in px."""
    points: tuple[Point, ...]
    """Where these points are after the fit, in px."""
    refined: Refined
    """The corners of the layout after the fit, and how well they fit."""

    @property
    def words(self) -> str:
        """How well the layout fits, and what to do if it does not."""
        seen = f"{self.refined.seen:.0%}"
        if self.refined.margin is not None and self.refined.margin <= 0:
            return _(
                "{seen} of the lines are seen, but the board would fit as well or better one place further. Give "
                "the corners again; if they are right, check the measures of the layout."
            ).format(seen=seen)
        if self.refined.moved_px > self.refined.reach_px:
            return _(
                "{seen} of the lines are seen, but a corner would have to move by {pixels:.0f} pixels. Give the "
                "corners again; if they are right, check the measures of the layout."
            ).format(seen=seen, pixels=self.refined.moved_px)
        if not self.refined.is_reliable:
            return _(
                "Only {seen} of the lines are seen: the fit is not reliable. Keep the corners that you gave, or "
                "take a sharper picture with fewer pieces on the board."
            ).format(seen=seen)
        return _("{seen} of the lines are seen. No corner moved by more than {pixels:.1f} pixels.").format(
            seen=seen, pixels=self.refined.moved_px
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `companion boards fit`."""
    parser.add_argument("photo", type=Path, metavar="PHOTO", help=_("a photograph of the board, best without pieces"))
    parser.add_argument("--layout", type=Path, required=True, metavar="FILE", help=_("the board's layout.json"))
    parser.add_argument(
        "--corners", required=True, metavar="'X,Y X,Y X,Y X,Y'", help=_("four points in px, as for play")
    )
    parser.add_argument(
        "--corners-at", metavar="'X,Y X,Y X,Y X,Y'", help=_("where on the layout these points are, in mm")
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=_("write a PNG of the layout drawn onto the photograph")
    )


def run(args: argparse.Namespace) -> tuple[str, bool]:
    """The text to print, and True if the fit is reliable. Raises BoardError with what to do if nothing fits."""
    try:
        layout = layouts.load(args.layout)
        given = parse_corners(args.corners)
        at = None if args.corners_at is None else parse_corners(args.corners_at)
        image = read_image(args.photo)
        fitted = fit(image, layout, given, at)
    except (LayoutError, VisionError, ValueError) as error:
        raise error if isinstance(error, BoardError) else BoardError(translate(str(error))) from error
    if args.out is not None and not cv2.imwrite(str(args.out), draw(image, layout, fitted)):
        raise BoardError(_("{file} cannot be written: name a PNG file in a folder that exists").format(file=args.out))
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in fitted.points)
    text = f"{fitted.words}\n"
    return (f'{text}--corners "{where}"\n' if fitted.refined.is_reliable else text), fitted.refined.is_reliable


def fit(image: Image, layout: Layout, given: Sequence[Point], at: Sequence[Point] | None = None) -> Fitted:
    """Four points of a picture (px), moved to where it shows the layout's lines. at: where these points are on the
    layout, in mm; None if they are its corners. Raises BoardNotFound as `refine_corners` does.
    """
    corners = tuple(given) if at is None else to_layout_corners(layout, at, given)
    board = BOARDS.get(layout.game)
    lines = () if board is None or board.printed_lines is None else board.printed_lines(layout)
    drawings: Sequence[PrintedLines | None] = lines or (None,)
    refined = max((refine_corners(image, layout, corners, lines) for lines in drawings), key=lambda one: one.seen)
    if at is None:
        return Fitted(tuple(given), refined.corners, refined)
    found = register.from_corners((image.shape[1], image.shape[0]), layout, refined.corners)
    moved = found.project(np.asarray(at, np.float64))
    # People gave these points, not the corners of the layout, which may be far from them and move more.
    by = float(np.linalg.norm(moved - np.asarray(given, np.float64), axis=1).max())
    points = tuple((float(x), float(y)) for x, y in moved)
    return Fitted(tuple(given), points, replace(refined, moved_px=by))


def draw(image: Image, layout: Layout, fitted: Fitted) -> Image:
    """The photograph with the layout's cells and places drawn on it, the given points in green and the fitted ones in
    red.
    """
    found = register.from_corners((image.shape[1], image.shape[0]), layout, fitted.refined.corners)
    out = image.copy()

    def to_px(points: Sequence[Point]) -> npt.NDArray[np.int32]:
        return np.asarray(np.rint(found.project(np.asarray(points, np.float64)) * 2**SUB_PX_BITS), np.int32)

    for cell in layout.cells.values():
        if cell.polygon is not None:
            cv2.polylines(out, [to_px(cell.polygon)], True, LINE, 1, cv2.LINE_AA, SUB_PX_BITS)
        for place in cell.places():
            middle = to_px([place])[0]
            cv2.circle(out, (int(middle[0]), int(middle[1])), 3 * 2**SUB_PX_BITS, LINE, 1, cv2.LINE_AA, SUB_PX_BITS)
    for points, colour in ((fitted.given, TAPPED), (fitted.points, LINE)):
        for x, y in points:
            cv2.drawMarker(out, (round(x), round(y)), colour, cv2.MARKER_CROSS, 15, 2, cv2.LINE_AA)
    return out
