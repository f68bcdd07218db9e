"""Checks if the things exist that settings name: games, boards, pictures, cameras. `companion.config` knows none of
them.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from companion.boards import BOARDS
from companion.config import Problem, Settings
from companion.language import _, translate
from companion.words import join_words
from vision import layout as layouts
from vision.errors import SourceError
from vision.layout import LayoutError
from vision.sources import open_source


def check_settings(settings: Settings) -> list[Problem]:
    """Everything that is wrong in settings that could be read, each with its line. Opens no device."""
    config = settings.config
    problems = []
    if config.camera_corners_at is not None and config.camera_corners is None:
        text = _("this needs camera.corners: set there where the same points are in the picture")
        problems.append(Problem("camera.corners_at", text))
    if config.game_id is not None and config.game_id not in BOARDS:
        text = _("there is no game {game}: use {games}").format(game=config.game_id, games=join_words(BOARDS, "or"))
        if near := get_close_matches(config.game_id, BOARDS, 1):
            text = _("{problem}. Did you mean {meant}?").format(problem=text, meant=near[0])
        problems.append(Problem("game.id", text))
    if config.board_layout is not None:
        try:
            layouts.load(config.board_layout)
        except LayoutError as error:
            problems.append(Problem("board.layout", translate(str(error))))
    if config.board_empty is not None and not config.board_empty.is_file():
        problems.append(Problem("board.empty", _("there is no file {file}").format(file=config.board_empty)))
    if config.camera_uri != "virtual":
        try:
            open_source(config.camera_uri)
        except SourceError as error:
            problems.append(Problem("camera.uri", translate(str(error))))
    return [replace(problem, line=settings.lines.get(problem.key.replace(".", "_"))) for problem in problems]
