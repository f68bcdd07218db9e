"""Cups and phones: they stay where they are put, hide what is under them, and cast shadows."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.obstacles import SHAPES
from companion.virtual_table.scene import SceneError
from tests.tables import make_scene

BOARD = BOARDS["mindfield"]
MIDDLES = BOARD.layout().middles


@pytest.fixture
def camera() -> VirtualCamera:
    return VirtualCamera(make_scene(BOARD, seed=1), size=(640, 360), noise=False)


@pytest.mark.parametrize("name", SHAPES)
def test_a_prop_changes_the_picture_where_it_is_and_nothing_is_left_of_it(name: str, camera: VirtualCamera) -> None:
    before = camera.render().astype(int)
    camera.scene.put_obstacle(name, *MIDDLES["c3"], turn_deg=20.0)
    changed = np.abs(camera.render() - before).max(axis=2)
    x, y = (round(v) for v in camera.to_pixel(MIDDLES["c3"]))
    assert changed[y, x] > 25
    far_x, far_y = (round(v) for v in camera.to_pixel(MIDDLES["g7"]))
    assert changed[far_y - 3 : far_y + 4, far_x - 3 : far_x + 4].max() <= 1
    camera.scene.remove_obstacles(name)
    assert np.abs(camera.render() - before).max() == 0


def test_what_is_tall_leans_away_from_the_camera_and_is_lit_from_above(camera: VirtualCamera) -> None:
    camera.scene.put_obstacle("cup", *MIDDLES["d4"])
    picture, high = camera.render(), SHAPES["cup"].height_mm
    coffee = tuple(round(v) for v in camera.to_pixel(MIDDLES["d4"], high))
    rim = tuple(round(v) for v in camera.to_pixel((MIDDLES["d4"][0] + 36.5, MIDDLES["d4"][1]), high))
    x, y = MIDDLES["d4"]
    side = tuple(round(v) for v in camera.to_pixel((x, y + 38.0), high / 2))
    brightness = [int(picture[at[1], at[0]].sum()) for at in (coffee, side, rim)]
    assert brightness == sorted(brightness)
    assert brightness[0] < brightness[1] < brightness[2]


def test_a_phone_is_on_the_stones_under_it() -> None:
    scene = make_scene(BOARD, seed=1)
    scene.lay({"c3": ("gold",)})
    assert scene.put_obstacle("phone", *MIDDLES["c3"]).z == BOARD.layout().pieces["gold"].height_mm
    assert scene.put_obstacle("cup", *MIDDLES["f6"]).z == 0.0
    scene.remove_obstacles("phone")
    assert [obstacle.name for obstacle in scene.obstacles] == ["cup"]
    with pytest.raises(SceneError, match="there is no phone"):
        scene.remove_obstacles("phone")


def test_a_prop_covers_what_its_outline_holds() -> None:
    obstacle = make_scene(BOARD).put_obstacle("phone", 100.0, 100.0, turn_deg=90.0)
    assert obstacle.covers(170.0, 100.0)
    assert not obstacle.covers(100.0, 170.0)
