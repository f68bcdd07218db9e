"""The virtual table is no easier than a real one is meant to be, and vision reads it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.look import LIGHTS
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from vision.reader import Reader
from vision.register import find

START = {"d4": ("antipode-silver",)}
TABLE = {
    "b4": ("antipode-gold",),
    **dict.fromkeys(("a1", "e5", "b6", "e2", "g7", "d1"), ("gold",)),
    **dict.fromkeys(("c3", "f2", "g4", "c6", "a7", "f5"), ("silver",)),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_vision_reads_the_virtual_table_and_sees_the_hand(light: str) -> None:
    scene = make_scene(BOARDS["mindfield"], seed=8)
    camera = VirtualCamera(scene, light=light, seed=8)
    reader = Reader(scene.layout)
    scene.lay(START)
    image = camera.render()
    reader.learn(image, find(image, scene.layout), START)
    scene.lay(TABLE)
    image = camera.render()
    reading = reader.read(image, find(image, scene.layout))
    assert not reading.hand
    for name, cell in reading.cells.items():
        truth = (TABLE[name][0], 1) if name in TABLE else (None, 0)
        assert cell.best == truth or cell.unsure, name
    assert len(reading.unsure) <= 2
    scene.hand = HandPose(150, 130, 25)
    image = camera.render()
    assert reader.read(image, find(image, scene.layout)).hand


def test_a_checker_left_on_a_points_second_place_is_not_learned_as_print() -> None:
    scene = make_scene(BOARDS["backgammon"], seed=3)
    camera = VirtualCamera(scene, seed=3)
    reader = Reader(scene.layout, art(scene.layout))
    scene.lay({"7": ("white", "white"), "20": ("black",)})
    first = scene.layout.cells["7"].places()[0]
    piece = scene.find_piece(*first)
    assert piece is not None
    scene.nudge(piece.x, piece.y, 0.0, 400.0)
    image = camera.render()
    registration = find(image, scene.layout)
    reader.learn(image, registration, {"7": ("white",), "20": ("black",)})
    assert reader.read(image, registration).cells["7"].best == ("white", 1)
    scene.lay({"7": ("white", "white"), "20": ("black",)})
    assert reader.read(camera.render(), registration).cells["7"].best == ("white", 2)


@pytest.mark.parametrize("light", LIGHTS)
def test_an_area_full_of_pawns_of_one_colour_is_no_hand(light: str) -> None:
    scene = make_scene(BOARDS["color-dice"], seed=2)
    scene.lay({f"blue{i}": ("yellow",) for i in range(2, 9)} | {f"red{i}": ("green",) for i in range(1, 6)})
    image = VirtualCamera(scene, light=light, seed=2).render()
    reading = Reader(scene.layout, art(scene.layout)).read(image, find(image, scene.layout))
    assert not reading.hand
    assert reading.cells["blue5"].best == ("yellow", 1)


def test_a_pawn_whose_collar_shines_in_the_lamp_is_a_pawn() -> None:
    scene = make_scene(BOARDS["color-dice"], seed=2)
    table = {f"green{i}": ("blue",) for i in range(1, 6)} | {"green6": ("red",)}
    table |= {f"green{i}": ("yellow",) for i in range(7, 10)} | {"red2": ("green",), "blue1": ("blue",)}
    scene.lay(table)
    image = VirtualCamera(scene, light="lamp", seed=2).render()
    registration = find(image, scene.layout)
    reader = Reader(scene.layout, art(scene.layout))
    reader.learn(image, registration, table)
    reading = reader.read(image, registration)
    assert {cell: reading.cells[cell].best for cell in table} == {cell: (kinds[0], 1) for cell, kinds in table.items()}
    assert [cell for cell in table if reading.cells[cell].p < 0.5] == []


def test_print_in_the_shadow_of_a_hand_that_is_near_is_not_learned() -> None:
    scene = make_scene(BOARDS["spaces"], seed=4)
    camera = VirtualCamera(scene, light="dim", seed=4)
    reader = Reader(scene.layout, art(scene.layout))
    table = {"A10": ("black",), "G7": ("white",)}
    scene.lay(table)
    image = camera.render()
    registration = find(image, scene.layout)
    reader.learn(image, registration, table)
    cell = scene.layout.cells["A11"]
    shade = np.ones(image.shape[:2], np.float32)
    x, y = (round(float(v)) for v in registration.project(np.array([[cell.x, cell.y]]))[0])
    cv2.circle(shade, (x, y), 70, (0.45,), -1)
    darkened = (image * cv2.GaussianBlur(shade, (0, 0), 25)[..., None]).astype(np.uint8)
    reader.learn(darkened, registration, table)
    scene.lay({"F14": ("black",), "G7": ("white",)})
    reading = reader.read(camera.render(), registration)
    assert not reading.hand
    assert reading.unsure == ()


@pytest.mark.parametrize("light", ["daylight", "lamp"])
@pytest.mark.parametrize("kind", ["white", "black"])
def test_a_piece_halfway_between_two_cells_leaves_both_in_doubt(kind: str, light: str) -> None:
    scene = make_scene(BOARDS["spry"], seed=3)
    others = {"A1": ("black",), "B1": ("white",)}
    scene.lay({**others, "E4": (kind,)})
    image = VirtualCamera(scene, light=light, seed=3).render()
    registration = find(image, scene.layout)
    reader = Reader(scene.layout, art(scene.layout))
    reader.learn(image, registration, scene.table())
    here, there = scene.layout.cells["E4"], scene.layout.cells["E5"]
    scene.pick(here.x, here.y)
    scene.drag((here.x + there.x) / 2, (here.y + there.y) / 2)
    scene.drop()
    reading = reader.read(VirtualCamera(scene, light=light, seed=3).render(), registration)
    assert set(reading.unsure) == {"E4", "E5"}
    assert {cell: reading.cells[cell].best for cell in others} == {cell: (k[0], 1) for cell, k in others.items()}
