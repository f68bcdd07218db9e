"""Stray light is measured by the darkest things of a picture and taken away; other pictures stay as they are."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.boards import BOARDS, raster
from tests.vision import faults, scene
from tests.vision.photos import photograph, truth, wrong
from tests.vision.scene import Picture
from vision.reader import Reader
from vision.reader.colours import stray_light
from vision.reader.colours.light import to_linear

COLOURS = [(1.0, 1.0, 1.0), (0.5, 0.8, 1.0), (1.0, 0.9, 0.7)]


@cache
def page() -> Picture:
    return scene.Camera(scene.layout()).photograph(scene.draw_print(scene.layout()), noise=3)


def test_a_picture_without_stray_light_stays_as_it_is() -> None:
    assert stray_light.remove(page()) is page()
    black = np.zeros((60, 80, 3), np.uint8)
    assert stray_light.remove(black) is black
    for light in ("daylight", "lamp", "dim"):
        photo = photograph(light, "game")[0]
        assert stray_light.remove(photo) is photo


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("bright", [0.03, 0.08, 0.15])
def test_stray_light_is_measured_and_removed(bright: float, colour: tuple[float, float, float]) -> None:
    seen = faults.add_stray_light(page(), bright, colour)
    assert stray_light.measure(seen) == pytest.approx(bright * np.array(colour), abs=0.015)
    clear = stray_light.remove(seen)
    off = to_linear(clear).astype(np.float64) - to_linear(page()) * (1 - 2 * bright) / (1 - bright * np.array(colour))
    assert np.quantile(np.abs(off), 0.99) < 0.03
    assert stray_light.remove(clear) is clear


def test_what_the_camera_clips_stays_clipped() -> None:
    seen = faults.add_stray_light(page(), 0.1)
    seen[:100, :100] = 255
    assert (stray_light.remove(seen)[:100, :100] == 255).all()


def test_a_white_picture_stays_white() -> None:
    white = np.full((60, 80, 3), 255, np.uint8)
    assert (stray_light.remove(white) == 255).all()
    red = page().copy()
    red[..., 2] = 255
    assert (stray_light.remove(red) == red).all(axis=(0, 1)).tolist() == [True, True, True]


def test_noise_changes_nothing_but_more_light_does() -> None:
    none, some = stray_light.NO_STRAY_LIGHT, np.array([0.08, 0.06, 0.05])
    assert stray_light.follow(none, none + 0.004) is none
    assert stray_light.follow(some, 1.1 * some) is some
    for now in (1.5 * some, some * [1.0, 1.0, 1.5], none):
        assert stray_light.follow(some, now) is now


@pytest.mark.parametrize("way", ["set-up", "drawing", "unprepared"])
@pytest.mark.parametrize("light", ["daylight", "lamp", "dim"])
def test_a_board_is_read_though_the_sun_shines_on_the_lens(light: str, way: str) -> None:
    layout = BOARDS["mindfield"].layout()
    reader = Reader(layout, raster(BOARDS["mindfield"], 3.0) if way == "drawing" else None)
    if way == "set-up":
        reader.learn(*photograph(light, "start"), {cell: tuple(kinds) for cell, kinds in truth(light, "start").items()})
    picture, registration = photograph(light, "game")
    reading = reader.read(faults.add_stray_light(picture, 0.1), registration)
    assert not reading.hand
    unknown = {"d4"} if way == "unprepared" else set()  # its printed star, see `test_reader`
    assert set(wrong(reading, truth(light, "game"))) <= unknown
    assert len(reading.unsure) <= (5 if way == "unprepared" else 2)
