"""The board that a game is played on: its layout, its corners in the picture, and the look of its print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from companion.app.errors import ServiceError
from companion.boards import BOARDS
from companion.config import Config, Corners
from companion.language import _, translate
from companion.words import join_words
from vision import layout as layouts
from vision import register
from vision.calibration import explain_misreading, explain_pieces
from vision.errors import BoardNotFound, SourceError
from vision.layout import Layout
from vision.reader import Reader
from vision.register.corners import to_layout_corners
from vision.sources import read_image


def open_layout(config: Config, game: str, cells: Iterable[str], kinds: Iterable[str] = ()) -> Layout:
    """The layout of the board for a game.

    cells, kinds: what the game needs. Raises ServiceError if the board lacks a cell or a kind of piece.
    """
    if config.board_layout is None:
        return BOARDS[game].layout()
    layout = layouts.load(config.board_layout)
    file = config.board_layout
    if missing := [cell for cell in cells if cell not in layout.cells]:
        raise ServiceError(
            _(
                "the layout {file} is not a board for {game}: it lacks the cells {cells}. Make one that has them with "
                "companion boards own {game}"
            ).format(file=file, game=game, cells=join_words(missing, None, most=8))
        )
    if missing := [kind for kind in kinds if kind not in layout.pieces]:
        raise ServiceError(
            _(
                "the layout {file} is not a board for {game}: it lacks the pieces {pieces}. Make one that has them "
                "with companion boards own {game}"
            ).format(file=file, game=game, pieces=join_words(missing, None, most=8))
        )
    return layout


def check_corners(config: Config, layout: Layout) -> None:
    """Raises ServiceError if nothing shows where the board is: no markers, no corners, and no screen on which to tap
    them.
    """
    is_findable = layout.markers or config.camera_corners is not None or config.camera_uri == "virtual"
    if not is_findable and config.display_mode == "none":
        raise ServiceError(
            _(
                "the layout {file} has no markers, so the camera cannot find the board: give its four corners in the "
                'picture with --corners "x,y x,y x,y x,y"'
            ).format(file=config.board_layout)
        )


def place_corners(config: Config, layout: Layout) -> Config:
    """The settings with the corners of the layout, computed from the four points of the board that people gave.

    Raises BoardNotFound if no camera can see these points in these places.
    """
    if config.camera_corners is None or config.camera_corners_at is None:
        return config
    corners = to_layout_corners(layout, config.camera_corners_at, config.camera_corners)
    return replace(config, camera_corners=corners, camera_corners_at=None)


def learn_empty(reader: Reader, layout: Layout, corners: Corners | None, file: Path) -> None:
    """Learns the print from a picture of the board without pieces, and checks it by reading that picture.

    corners: the board's four corners in the picture (px); None if markers show them. Raises ServiceError, which says
    what to do.
    """
    try:
        picture = read_image(file)
    except SourceError as error:
        text = _("the picture of the empty board cannot be read: {reason}. Give a PNG or JPEG file with --empty")
        raise ServiceError(text.format(reason=translate(str(error)))) from error
    size = (picture.shape[1], picture.shape[0])
    try:
        found = register.find(picture, layout) if corners is None else register.from_corners(size, layout, corners)
    except BoardNotFound as error:
        raise ServiceError(
            _("the picture of the empty board {file} cannot be used: {reason}").format(
                file=file, reason=translate(str(error))
            )
        ) from error
    pieces = explain_pieces(reader.read(picture, found))
    reader.learn(picture, found, {})
    if wrong := pieces or explain_misreading(reader.read(picture, found), {}, layout):
        raise ServiceError(explain_no_empty_board(file, wrong))


def explain_no_empty_board(file: Path, reason: str) -> str:
    """What to do about a picture that does not show an empty board. reason: what it shows, in English."""
    return _(
        "the picture {file} does not show an empty board: {reason} Clear the board, take your hands away and take the "
        "picture again"
    ).format(file=file, reason=translate(reason))
