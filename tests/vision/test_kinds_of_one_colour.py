"""Kinds of one colour, such as silver stones and the silver Antipode: one of them shows how the other looks."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from tests.evaluate.looks import draw_look
from tests.tables import make_scene
from vision import register
from vision.reader import Reader
from vision.reader.colours.appearance import make_prior_look, share_colours

GLOSSY_LOOKS = [9701, 9702, 9709, 9711]  # in these, warm highlights hide much of the stones' colour


def test_a_kind_without_pieces_looks_as_another_kind_of_its_colour() -> None:
    gold, silver, antipode = (make_prior_look(kind, 0.0) for kind in ("gold", "silver", "antipode-silver"))
    seen = share_colours([gold, silver, antipode], np.array([0, 1, 1]), np.array([False, False, True]))
    assert seen[0] is gold
    assert seen[2] is antipode
    assert seen[1].kind == "silver"
    assert seen[1].mean == pytest.approx(antipode.mean)
    assert np.trace(seen[1].doubt) > np.trace(antipode.doubt)
    shown = share_colours([gold, silver, antipode], np.array([0, 1, 1]), np.array([False, True, True]))
    assert shown[1] is silver


@pytest.mark.parametrize("seed", GLOSSY_LOOKS)
@pytest.mark.parametrize("kind", ["gold", "silver"])
def test_the_first_stone_is_not_surely_called_by_the_other_colour(seed: int, kind: str) -> None:
    board = BOARDS["mindfield"]
    layout, table, look = board.layout(), make_scene(board, seed=seed), draw_look(seed)
    camera = VirtualCamera(table, size=(960, 540), light=look.light, materials=look.materials, seed=seed)
    start = {"d4": ("antipode-silver",)}
    table.lay(start)
    image = camera.render()
    place = register.find(image, layout)
    reader = Reader(layout, art(layout))
    reader.learn(image, place, start)
    table.lay({**start, "c2": (kind,)})
    cell = reader.read(camera.render(), place).cells["c2"]
    assert cell.best == (kind, 1) or cell.unsure
    assert cell.likely[kind, 1] > 0.2
