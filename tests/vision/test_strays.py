"""Pieces on the print but on no cell are found. Nothing else is taken for one."""

from __future__ import annotations

import copy
import math
from functools import cache

import pytest

from companion.boards import BOARDS, art
from companion.boards.spry import list_border_cells
from companion.rules import GAMES
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.look import LIGHTS
from companion.virtual_table.scene import HandPose, Scene
from tests.tables import make_scene
from vision.layout import Point
from vision.observation import Reading
from vision.reader import Reader
from vision.register import Registration, find

RIM: Point = list_border_cells()[7][1]
"""On the coloured border of Spry."""
MARGIN: Point = (20.0, 134.0)


@cache
def learned(game: str, light: str, seed: int) -> tuple[Registration, Reader]:
    """Where the board is, and a reader that has learned the start table. To read with it, make a copy."""
    scene = make_scene(BOARDS[game], seed=seed)
    camera = VirtualCamera(scene, light=light, seed=seed)
    scene.lay(GAMES[game].table(GAMES[game].new()))
    registration = find(camera.render(), scene.layout)
    reader = Reader(scene.layout, art(scene.layout))
    reader.learn(camera.render(), registration, scene.table())
    return registration, reader


class Table:
    """A virtual table whose reader has learned the start table."""

    def __init__(self, game: str, light: str = "daylight", *, seed: int = 4) -> None:
        self.scene: Scene = make_scene(BOARDS[game], seed=seed)
        self.camera = VirtualCamera(self.scene, light=light, seed=seed)
        self.scene.lay(GAMES[game].table(GAMES[game].new()))
        self.registration, reader = learned(game, light, seed)
        self.reader = copy.copy(reader)

    def learn(self) -> None:
        self.reader.learn(self.camera.render(), self.registration, self.scene.table())

    def read(self) -> Reading:
        return self.reader.read(self.camera.render(), self.registration)

    def put_beside(self, kind: str, at: Point) -> None:
        piece = self.scene.find_in_box(kind)
        assert piece is not None
        self.scene.nudge(piece.x, piece.y, at[0] - piece.x, at[1] - piece.y)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("kind", ["white", "black"])
def test_a_stone_on_the_border_or_on_the_margin_is_found(kind: str, light: str) -> None:
    table = Table("spry", light)
    assert table.read().strays == ()
    table.put_beside(kind, RIM)
    seen = table.read()
    assert [math.dist(at, RIM) < 6 for at in seen.strays] == [True]
    assert seen.unsure == ()
    table.put_beside("black", MARGIN)
    assert len(table.read().strays) == 2


@pytest.mark.parametrize(
    ("game", "kind", "at"), [("spaces", "white", (60.0, 60.0)), ("color-dice", "red", (300.0, 190.0))]
)
def test_pieces_of_other_games_are_found_too(game: str, kind: str, at: Point) -> None:
    table = Table(game)
    if table.scene.find_in_box(kind) is None:
        table.scene.lay({})
    table.put_beside(kind, at)
    assert [math.dist(found, at) < 8 for found in table.read().strays] == [True]


@pytest.mark.parametrize("light", LIGHTS)
def test_a_stone_on_a_cell_or_between_two_cells_is_none(light: str) -> None:
    table = Table("spry", light)
    here, there = (table.scene.layout.middles[cell] for cell in ("A3", "A4"))
    for part in (0.0, 0.3, 0.5):
        table.scene.lay({"A3": ("white",), "B2": ("black",)})
        piece = table.scene.find_in_cell("A3")
        assert piece is not None
        table.scene.nudge(piece.x, piece.y, part * (there[0] - here[0]), part * (there[1] - here[1]))
        assert table.read().strays == (), part


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", ["spry", "color-dice", "mindfield", "backgammon"])
def test_hands_cups_and_shadows_are_none(game: str, light: str) -> None:
    table = Table(game, light)
    width, height = table.scene.layout.size_mm
    assert table.read().strays == ()
    for at in ((0.5 * width, height + 10), (0.3 * width, height - 25), (0.5 * width, 0.6 * height)):
        table.scene.hand = HandPose(*at, 25.0)
        assert table.read().strays == (), at
    table.scene.hand = None
    table.scene.put_obstacle("cup", 0.1 * width, 0.5 * height)
    assert table.read().strays == ()


def test_the_print_where_a_stone_was_learned_is_none() -> None:
    table = Table("spry")
    table.put_beside("black", RIM)
    table.learn()
    table.scene.lay({})
    assert table.read().strays == ()
