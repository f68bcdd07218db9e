"""A survey of a virtual table whose print is known from its drawing, for tests of what the evidence becomes."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from vision import register
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.networks import windows
from vision.reader.places.atlas import Singles
from vision.reader.survey import Survey, survey_all


def survey_spaces(pieces: Mapping[str, tuple[str, ...]], seed: int) -> tuple[Survey, Singles, list[str]]:
    """The survey of Spaces with these pieces, the windows (n, SIDE, SIDE, 3) of its places, and the places' names."""
    board = BOARDS["spaces"]
    table, layout = make_scene(board, seed=seed), board.layout()
    table.lay(pieces)
    image = VirtualCamera(table, size=(960, 540), seed=seed).render()
    kinds, registration = Kinds.of(layout), register.find(image, layout)
    scene = Scene.of(layout, registration, kinds.size_radii, kinds.height, art(layout))
    assert scene.drawn is not None
    survey = survey_all(image, scene, kinds, KnownPrint.of(scene.drawn, scene), False, None)
    now = windows.balance_windows(scene.windows.cut(image), survey.conditions.window_white)
    return survey, now, [scene.atlas.names[cell] for cell in scene.atlas.cell]
