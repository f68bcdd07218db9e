"""What is learned of the print once more, from a later picture."""

from __future__ import annotations

import numpy as np

from companion.boards import BOARDS, art
from companion.commands.read import known_stock
from companion.referee import start_table
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from tests.vision.faults import bleaching
from vision import register
from vision.observation import EMPTY
from vision.reader import Reader


def test_print_that_is_learned_again_in_too_much_light_stays_known() -> None:
    """Otherwise the board seems to be covered once the light is as before."""
    board = BOARDS["color-dice"]
    layout, table = board.layout(), start_table("color-dice")
    assert table is not None
    scene = make_scene(board)
    scene.lay(table)
    camera = VirtualCamera(scene, seed=700, light="lamp")
    image = camera.render()
    reader, found = Reader(layout, art(layout), known_stock(layout)), register.find(image, layout)
    reader.learn(image, found, table)
    bleach = bleaching(np.random.default_rng(0), 1.0)
    reader.learn(bleach(camera.render(), 0.0, 0), found, table)
    scene.lay({cell: kinds for cell, kinds in table.items() if cell != "yellow5"})
    now = reader.read(camera.render(), found)
    assert not now.hand
    assert now.cells["yellow5"].best == EMPTY
    assert not now.unsure
