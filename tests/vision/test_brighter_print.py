"""Print between the cells may be brighter than its drawing. This is no hand, and hands over it are seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from tests.vision import scene
from tests.vision.photos import wrong
from tests.vision.scene import Picture
from vision import register
from vision.observation import Reading
from vision.reader import Reader
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.evidence import brighter_print
from vision.reader.evidence.brighter_print import find_excess
from vision.reader.survey import survey_all

BOARD = BOARDS["color-dice"]
LAYOUT, ART = BOARD.layout(), art(BOARD.layout())
TABLE = {"red1": ("blue",), "red5": ("green",), "yellow9": ("red",), "green5": ("yellow",)}


def read(seen: Picture, light: tuple[float, float, float]) -> Reading:
    """The reading of a picture of the board in more light than the camera can show. light: blue, green and red."""
    lit = np.minimum((seen / 255.0) ** 2.2 * light, 1.0)
    noise = np.random.default_rng(1).normal(0, 3, lit.shape)
    image = np.clip(255 * lit ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)
    return Reader(LAYOUT, ART).read(image, register.find(image, LAYOUT))


def photograph(sheet: tuple[int, int, int] | None) -> Picture:
    """The bare board, or with a sheet of this colour between its areas."""
    page = cv2.resize(ART, (round(scene.PRINT_SCALE * LAYOUT.size_mm[0]), round(scene.PRINT_SCALE * LAYOUT.size_mm[1])))
    h, w = page.shape[:2]
    if sheet is not None:
        page[int(0.3 * h) : int(0.95 * h), int(0.42 * w) : int(0.58 * w)] = sheet
    return scene.Camera(LAYOUT, tilt=0.2, turn=0.1, fill=0.7).photograph(np.asarray(page, np.uint8))


@pytest.mark.parametrize("light", [(3.0, 3.0, 1.6), (2.5, 4.0, 1.5), (4.0, 4.0, 1.2)])
def test_print_that_is_brighter_than_the_light_allows_is_no_hand(light: tuple[float, float, float]) -> None:
    reading = read(photograph(None), light)
    assert not reading.hand
    assert wrong(reading, {}) == {}


@pytest.mark.parametrize("light", [(3.0, 3.0, 1.6), (2.5, 4.0, 1.5)])
def test_what_lies_on_such_print_is_seen(light: tuple[float, float, float]) -> None:
    assert read(photograph((120, 140, 170)), light).hand


@pytest.mark.parametrize(("part_left", "is_explained"), [(0.3, True), (0.7, False)])
def test_brighter_print_is_believed_if_little_is_foreign_then(
    monkeypatch: pytest.MonkeyPatch, part_left: float, is_explained: bool
) -> None:
    image, kinds = photograph(None), Kinds.of(LAYOUT)
    there = Scene.of(LAYOUT, register.find(image, LAYOUT), kinds.size_radii, kinds.height, ART)
    assert there.drawn is not None
    seen = survey_all(image, there, kinds, KnownPrint.of(there.drawn, there), False, None)
    things = np.full(len(there.between.place), 0.8)
    monkeypatch.setattr(brighter_print, "find_things_between", lambda *_: part_left * things)
    conditions, left = brighter_print.explain(image, there.between, seen.conditions, things)
    assert left == pytest.approx(part_left * things if is_explained else things)
    assert (conditions is seen.conditions) != is_explained


@pytest.mark.parametrize("light", [(2.5, 4.0, 1.5), (1.2, 4.0, 4.0)])
@pytest.mark.parametrize("hand", [None, HandPose(180.0, 150.0, 30.0)])
def test_pieces_are_read_and_a_hand_is_seen_in_such_light(
    light: tuple[float, float, float], hand: HandPose | None
) -> None:
    table = make_scene(BOARD, seed=3)
    table.lay(TABLE)
    table.hand = hand
    reading = read(VirtualCamera(table, size=(1280, 720), seed=3).render(), light)
    assert reading.hand == (hand is not None)
    assert hand is not None or wrong(reading, TABLE) == {}


DRAWN = np.log(np.repeat([[0.4, 0.4, 0.4], [0.2, 0.5, 0.1]], 8, axis=0))


def test_windows_drawn_in_one_colour_are_brighter_alike_and_what_lies_on_them_does_not_count() -> None:
    seen = DRAWN + np.where(np.arange(16) < 8, 1.0, 0.0)[:, None] * np.array([0.3, 0.3, -0.1])
    seen[:2] += 0.5  # something is on them
    expected = np.repeat([[0.3, 0.3, 0.0], [0.0, 0.0, 0.0]], 8, axis=0)
    assert find_excess(seen, DRAWN) == pytest.approx(expected)


def test_few_windows_or_windows_that_differ_tell_nothing() -> None:
    few = DRAWN[3:8] + 0.5
    assert not find_excess(few, DRAWN[3:8]).any()
    assert not find_excess(DRAWN + (0.4 * np.arange(16))[:, None], DRAWN).any()


def test_what_few_of_many_windows_show_is_no_print() -> None:
    drawn = np.zeros((20, 3))
    alone = 0.4 * np.arange(20)
    assert not find_excess(drawn + np.where(np.arange(20) < 6, 0.3, alone)[:, None], drawn).any()
    most = find_excess(drawn + np.where(np.arange(20) < 8, 0.3, alone)[:, None], drawn)
    assert most == pytest.approx(np.full((20, 3), 0.3))
