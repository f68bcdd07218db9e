"""Between the cells of a drawn print that looks brighter than drawn, a hand is told from the print."""

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
from vision.reader.evidence.brighter_print import find_excess

BOARD = BOARDS["color-dice"]
LAYOUT, ART = BOARD.layout(), art(BOARD.layout())
TABLE = {"red1": ("blue",), "red5": ("green",), "yellow9": ("red",), "green5": ("yellow",)}


def read(seen: Picture, light: tuple[float, float, float]) -> Reading:
    """The reading of a picture of the board in more light than the camera can show. light: blue, green and red."""
    lit = np.minimum((seen / 255.0) ** 2.2 * light, 1.0)
    noise = np.random.default_rng(1).normal(0, 3, lit.shape)
    image = np.clip(255 * lit ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)
    return Reader(LAYOUT, ART).read(image, register.find(image, LAYOUT))


@pytest.mark.parametrize("light", [(3.0, 3.0, 1.6), (2.5, 4.0, 1.5), (4.0, 4.0, 1.2)])
def test_print_that_is_brighter_than_the_light_allows_is_no_hand(light: tuple[float, float, float]) -> None:
    page = cv2.resize(ART, (round(scene.PRINT_SCALE * LAYOUT.size_mm[0]), round(scene.PRINT_SCALE * LAYOUT.size_mm[1])))
    reading = read(scene.Camera(LAYOUT, tilt=0.2, turn=0.1, fill=0.7).photograph(np.asarray(page, np.uint8)), light)
    assert not reading.hand
    assert wrong(reading, {}) == {}


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
