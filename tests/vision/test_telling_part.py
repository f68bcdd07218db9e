"""The part of the pieces that tells their kinds apart is chosen by a table that is known."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.referee import start_table
from companion.virtual_table.camera import VirtualCamera
from tests.evaluate.looks import draw_look
from tests.tables import make_scene
from vision import register
from vision.observation import SURE
from vision.reader import Reader
from vision.reader.colours.telling_part import KnownPieces, Part, choose_part

COUNT = 8  # pieces of each colour
PLAYED = {
    "1": ("white",),
    "2": ("black",) * 2,
    "3": ("white",) * 3,
    "4": ("black",),
    "5": ("white",),
    "6": ("black",) * 4,
    "8": ("white",),
    "9": ("black",),
    "10": ("white",) * 2,
    "12": ("black",) * 3,
    "14": ("white",) * 2,
    "15": ("black",) * 2,
    "17": ("white",) * 2,
    "20": ("white",) * 3,
    "21": ("black",),
    "23": ("black",),
}


def draw_colours(gap: float, count: int = COUNT) -> np.ndarray:
    """(2 * count, 3) the colours of two kinds whose means are this many standard deviations apart."""
    level = np.random.default_rng(3).normal(0, 0.3, (2 * count, 1))
    level[count:] += level[:count].mean() - level[count:].mean() + 0.3 * gap
    return np.asarray(np.repeat(level, 3, axis=1))


def choose(now: Part, middle: float, darkest: float, count: int = COUNT) -> Part:
    kinds = np.append(np.repeat([0, 1], count), -1)
    colours = [np.append(draw_colours(gap, count), [[9.0] * 3], axis=0) for gap in (middle, darkest)]
    return choose_part(now, KnownPieces(colours[0], colours[1], kinds))


@pytest.mark.parametrize(
    ("now", "middle", "darkest", "chosen"),
    [
        (Part.MIDDLE, 2, 5, Part.DARKEST),
        (Part.MIDDLE, 3, 3.5, Part.MIDDLE),
        (Part.MIDDLE, 9, 30, Part.MIDDLE),
        (Part.DARKEST, 5, 4.5, Part.DARKEST),
        (Part.DARKEST, 5, 2, Part.MIDDLE),
    ],
)
def test_the_part_changes_only_if_the_other_one_is_much_clearer(
    now: Part, middle: float, darkest: float, chosen: Part
) -> None:
    assert choose(now, middle, darkest) is chosen


def test_a_few_pieces_of_a_kind_decide_nothing() -> None:
    assert choose(Part.MIDDLE, 1, 9, count=3) is Part.MIDDLE
    assert choose(Part.MIDDLE, 1, 9, count=4) is Part.DARKEST


@pytest.mark.parametrize("seed", [9660, 9662, 9629])
def test_black_checkers_whose_tops_mirror_the_light_are_told_by_their_sides(seed: int) -> None:
    """Their tops are as bright as those of the white ones: up to nine cells of these tables were in doubt."""
    look = draw_look(seed)
    scene = make_scene(BOARDS["backgammon"], seed=seed)
    scene.lay(start_table("backgammon") or {})
    camera = VirtualCamera(scene, light=look.light, materials=look.materials, seed=seed)
    image = camera.render()
    found = register.find(image, scene.layout)
    reader = Reader(scene.layout, art(scene.layout), {"white": 15, "black": 15})
    reader.learn(image, found, scene.table())
    for table in (scene.table(), PLAYED):
        scene.lay(table)
        reading = reader.read(camera.render(), found)
        assert {name: cell.best for name, cell in reading.cells.items() if cell.best[1]} == {
            name: (kinds[0], len(kinds)) for name, kinds in table.items()
        }
        assert min(cell.p for cell in reading.cells.values()) > SURE


def test_a_start_table_is_recognised_by_the_clearer_part() -> None:
    """Two black checkers mirror the lamp with their tops and were surely white, so that the game did not begin."""
    look = draw_look(9843)
    scene = make_scene(BOARDS["backgammon"], seed=9843)
    start = start_table("backgammon") or {}
    scene.lay(start)
    camera = VirtualCamera(scene, size=(960, 540), light=look.light, materials=look.materials, seed=9843)
    image = camera.render()
    found = register.find(image, scene.layout)
    reader = Reader(scene.layout, art(scene.layout), {"white": 15, "black": 15})
    assert reader.fit(image, found, start).p > 0.95
    assert reader.fit(image, found, {**start, "24": ("black",) * 2}).p < 0.05


def test_on_a_board_with_few_pieces_several_tables_show_the_part() -> None:
    """A lamp is mirrored in some places only: a black piece that came to one of them was surely white."""
    look, layout = draw_look(9810), BOARDS["spaces"].layout()
    scene = make_scene(BOARDS["spaces"], seed=9810)
    camera = VirtualCamera(scene, size=(960, 540), light=look.light, materials=look.materials, seed=9810)
    reader = Reader(layout, art(layout))
    found = register.find(camera.render(), layout)
    for white, black in (("A6", "J6"), ("B6", "I3"), ("E1", "F5"), ("D7", "H11")):
        scene.lay({white: ("white",), black: ("black",)})
        reader.learn(camera.render(), found, scene.table())
    for cell in ("I7", "J10", "H14", "H11", "E14", "C6"):
        scene.lay({"B6": ("white",), cell: ("black",)})
        told = reader.read(camera.render(), found).cells[cell]
        assert told.best == ("black", 1), cell
        assert not told.unsure, cell


def test_the_darkest_part_of_a_kind_is_known_from_two_pieces_on() -> None:
    dark = np.repeat(np.array([-1.0, -1.2, -3.0, -9.0])[:, None], 3, axis=1)
    known = KnownPieces.none(4).add(np.zeros((4, 3)), dark, np.array([0, -1, 1, -1]))
    assert np.isnan(known.measure_rims(np.array([0, 1]))).all()
    known = known.add(np.zeros((4, 3)), dark, np.array([-1, 0, -1, -1]))
    rims = known.measure_rims(np.array([0, 1, 0]))
    assert rims[[0, 2]].tolist() == pytest.approx([-1.1, -1.1])
    assert np.isnan(rims[1])
