"""Tall pieces hide the feet of those behind them, if the camera looks from the side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.rules.core import Table
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.optics import Pose
from tests.tables import make_scene as make_table
from vision import register
from vision.layout import Point
from vision.observation import SURE
from vision.reader import Reader
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.evidence import heads
from vision.reader.networks import network
from vision.reader.places.atlas import Picture
from vision.reader.survey import Survey, survey_all

FROM_THE_SIDE = ((640.6, 438.4), (272.4, 559.5), (56.2, 163.9), (743.8, 40.5))
SHADOW = 120, 60, 30  # blue, green and red of a shadow in blue light
FROM_ABOVE = ((100.0, 0.0), (700.0, 0.0), (700.0, 600.0), (100.0, 600.0))


def make_scene(game: str, corners: Sequence[Point]) -> Scene:
    layout = BOARDS[game].layout()
    kinds = Kinds.of(layout)
    return Scene.of(layout, register.from_corners((800, 600), layout, corners), kinds.size_radii, kinds.height, None)


def test_a_pawn_hides_the_foot_of_the_one_behind_it() -> None:
    scene = make_scene("color-dice", FROM_THE_SIDE)
    names = [scene.atlas.names[cell] for cell in scene.atlas.cell]
    hidden = {names[i]: [names[j] for j in some.nonzero()[0]] for i, some in enumerate(scene.hides_foot) if some.any()}
    assert hidden["yellow2"] == ["yellow5"]
    assert "yellow9" not in hidden


@pytest.mark.parametrize(("game", "corners"), [("color-dice", FROM_ABOVE), ("spry", FROM_THE_SIDE)])
def test_nothing_is_hidden_from_above_or_by_flat_stones(game: str, corners: Sequence[Point]) -> None:
    assert not make_scene(game, corners).hides_foot.any()


def test_an_empty_position_behind_a_pawn_shows_the_head_of_the_pawn_and_is_read_empty() -> None:
    board = BOARDS["color-dice"]
    colours = {"yellow": "red", "red": "yellow", "green": "blue", "blue": "green"}
    pawns = {f"{area}{number}": (colour,) for area, colour in colours.items() for number in (4, 5, 6)}
    layout, table = board.layout(), make_table(board, seed=3)
    middle = layout.size_mm[0] / 2
    camera = VirtualCamera(table, size=(1280, 720), pose=Pose(middle, middle, 800.0, 42.0), seed=2)
    table.lay(pawns)
    image = camera.render()
    seen = Reader(layout, art(layout)).read(image, register.find(image, layout)).cells
    pieces = {name: (kind,) * count for name, cell in seen.items() for kind, count in [cell.best] if kind is not None}
    assert pieces == pawns


def survey_table(pawns: Table) -> tuple[Picture, Survey]:
    """A picture of Color Dice from far aside, and its survey on the drawn print."""
    board = BOARDS["color-dice"]
    layout, table = board.layout(), make_table(board, seed=3)
    middle = layout.size_mm[0] / 2
    camera = VirtualCamera(table, size=(1280, 720), pose=Pose(middle, middle, 800.0, 42.0), seed=2)
    table.lay({cell: kinds for cell, kinds in pawns.items() if kinds})
    image, kinds = camera.render(), Kinds.of(layout)
    scene = Scene.of(layout, register.find(image, layout), kinds.size_radii, kinds.height, art(layout))
    assert scene.drawn is not None
    return image, survey_all(image, scene, kinds, KnownPrint.of(scene.drawn, scene), False, None)


@pytest.mark.parametrize(("behind", "log_odds"), [((), -7.0), (("blue",), 2.0)], ids=["print", "a head"])
def test_what_is_seen_where_a_head_would_be_tells_if_there_is_a_pawn(behind: tuple[str, ...], log_odds: float) -> None:
    _, survey = survey_table({"yellow5": ("green",), "yellow2": behind, "yellow8": ("blue",)})
    names, seen = [survey.scene.atlas.names[cell] for cell in survey.scene.atlas.cell], survey.seen_heads
    assert seen.piece_log_odds[names.index("yellow2")] == log_odds
    assert seen.piece_log_odds[names.index("yellow8")] == 0
    even = np.full((len(names), 3), np.log(1 / 3))
    weighed = np.exp(seen.weigh(even))
    assert weighed.sum(axis=1) == pytest.approx(1)
    assert (weighed[names.index("yellow2"), network.PIECE] > 0.5) == bool(behind)


@pytest.mark.parametrize("cell", ["red5", "red6"])
def test_a_dark_spot_is_no_pawn_if_print_is_seen_where_its_head_would_be(cell: str) -> None:
    image, bare = survey_table({"green4": ("green",)})
    scene = bare.scene
    place = scene.atlas.cell.tolist().index(scene.atlas.names.index(cell))
    at = scene.registration.project(scene.atlas.place[[place]])[0]
    radius = 0.5 * max(kind.diameter_mm for kind in scene.layout.pieces.values())
    width = radius * float(scene.registration.scale_at(scene.atlas.place[[place]])[0])
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.ellipse(spot, np.rint(at).astype(int).tolist(), (int(width), int(0.7 * width)), 0, 0, 360, (1.0,), -1)
    soft = cv2.GaussianBlur(spot, (0, 0), 1.5)[..., None]
    spotted = np.clip(image * (1 - soft) + np.array(SHADOW) * soft, 0, 255).astype(np.uint8)
    survey = survey_all(spotted, scene, Kinds.of(scene.layout), bare.known, False, None)
    assert np.exp(survey.places.log_p[place, network.PIECE]) > 0.9  # the foot alone looks like a pawn
    kind, _ = Reader(scene.layout, art(scene.layout)).read(spotted, scene.registration).cells[cell].best
    assert kind is None


def test_a_pawn_whose_foot_is_hidden_has_the_colour_of_its_head() -> None:
    image, survey = survey_table({"yellow5": ("green",), "yellow2": ("blue",), "yellow8": ("blue",)})
    scene, known = survey.scene, survey.known
    names = [scene.atlas.names[cell] for cell in scene.atlas.cell]
    behind, free = names.index("yellow2"), names.index("yellow8")
    # where the feet are, the picture shows a colour between that of the pawn and that of another one in front of it
    core = survey.places.core.copy()
    core[[behind, free]] += (-0.4, 0.4, 0.0)
    places = replace(survey.places, core=core)
    seen = heads.look_at_heads(image, scene, known, survey.conditions, places).core
    blue, green, red = seen[behind]
    assert blue > max(green, red) + 0.3
    assert np.isnan(seen[free]).all()


@pytest.mark.parametrize("learned", [True, False])
def test_a_pawn_whose_foot_mirrors_another_colour_is_known_by_its_head(learned: bool) -> None:
    board = BOARDS["color-dice"]
    layout, table = board.layout(), make_table(board, seed=3)
    middle = layout.size_mm[0] / 2
    camera = VirtualCamera(table, size=(1280, 720), pose=Pose(middle, middle, 800.0, 30.0), seed=2)
    reader = Reader(layout, art(layout))
    pawns: dict[str, tuple[str, ...]] = {
        f"{colour}{n}": (colour,) for colour in ("red", "yellow", "green", "blue") for n in range(4, 8)
    }
    table.lay(pawns)
    image = camera.render()
    registration = register.find(image, layout)
    if learned:
        reader.learn(image, registration, pawns)
    places = np.array([layout.cells[name].places()[0] for name in ("green5", "blue5")])
    foot, other = registration.project(places).round().astype(int)
    width = 0.42 * max(kind.diameter_mm for kind in layout.pieces.values()) * float(registration.scale_at(places)[0])
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.ellipse(spot, foot.tolist(), (int(width), int(0.8 * width)), 0, 0, 360, (1.0,), -1)
    mixed = 0.5 * image + 0.5 * image[other[1], other[0]]
    tinted = np.where(spot[..., None] > 0, mixed.round(), image).astype(np.uint8)
    assert reader.read(tinted, registration).cells["green5"].likely["green", 1] > SURE
