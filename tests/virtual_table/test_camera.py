"""The virtual camera: its geometry is right, vision reads its pictures, and drawing them is fast enough."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.look import LIGHTS
from companion.virtual_table.optics import Pose, place_camera
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from vision.register import find

MINDFIELD = BOARDS["mindfield"]
SMALL = (640, 360)
TABLE = {"d4": ("antipode-silver",), "a1": ("gold",), "c3": ("silver",), "g7": ("gold",), "e2": ("silver",)}


@pytest.fixture(scope="module")
def camera() -> VirtualCamera:
    scene = make_scene(MINDFIELD, seed=1)
    scene.lay(TABLE)
    return VirtualCamera(scene)


def _pixel(camera: VirtualCamera, image: np.ndarray, cell: str, height: float = 0.0) -> np.ndarray:
    """The mean colour (BGR) of a few pixels where a cell's middle appears."""
    middle = camera.scene.layout.cells[cell]
    x, y = (round(v) for v in camera.to_pixel((middle.x, middle.y), height))
    return image[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0)


def test_pixels_and_board_points_are_inverse_to_each_other() -> None:
    optics = place_camera(Pose(140, 150, 480, tilt_deg=20, turn_deg=8, roll_deg=3), (1280, 720), 1152, -0.06)
    points = np.random.default_rng(1).uniform(0, 282, (50, 2))
    for height in (0.0, 7.0, 40.0):
        assert np.abs(optics.to_board(optics.project(points, height), height) - points).max() < 1e-6


def test_the_picture_stands_upright_and_what_is_high_leans_away_from_the_camera() -> None:
    optics = place_camera(Pose(141, 141, 500, tilt_deg=17), (1280, 720), 1152, 0.0)
    (left, top), (right, _), (_, bottom) = optics.project(np.array([[0.0, 0], [282, 0], [0, 282]]))
    assert left < right
    assert top < bottom
    (x0, y0), (x1, y1) = np.vstack([optics.project(np.array([[0.0, 0.0]]), h) for h in (0, 20)])
    assert x1 < x0
    assert y1 < y0


def test_print_and_boxes_are_in_the_picture(camera: VirtualCamera) -> None:
    width, height = camera.scene.layout.size_mm
    points = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    points += [(piece.x, piece.y) for piece in camera.scene.pieces]
    for point in points:
        x, y = camera.to_pixel(point)
        assert 8 < x < 1272
        assert 8 < y < 712


@pytest.mark.parametrize("light", LIGHTS)
def test_vision_finds_the_board_where_it_is(light: str) -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(TABLE)
    camera = VirtualCamera(scene, light=light)
    registration = find(camera.render(), scene.layout)
    middles = np.array([(cell.x, cell.y) for cell in scene.layout.cells.values()])
    away = np.linalg.norm(registration.project(middles) - camera.optics.project(middles), axis=1)
    assert away.max() < 0.6


@pytest.mark.parametrize("light", LIGHTS)
def test_pieces_stand_out_from_the_board_and_from_each_other(light: str) -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(TABLE)
    camera = VirtualCamera(scene, light=light)
    image = camera.render()
    gold, silver, bare = (_pixel(camera, image, cell, 5.0) for cell in ("a1", "c3", "c5"))
    assert gold.mean() > bare.mean() + 15
    assert silver.mean() > bare.mean() + 30
    # Silver is bluer than gold in any light.
    assert silver[0] / silver[2] > 1.5 * gold[0] / gold[2]


def test_a_stone_is_drawn_where_it_is_and_hides_what_is_behind_it(camera: VirtualCamera) -> None:
    scene = camera.scene
    before = camera.render()
    stone = scene.find_in_cell("a1")
    assert stone is not None
    scene.pick(stone.x, stone.y)
    scene.drag(-60, 100)
    scene.drop()
    changed = np.abs(before.astype(int) - camera.render().astype(int)).max(axis=2) > 40
    yy, xx = np.nonzero(changed[:, 300:1000])
    top_x, top_y = camera.to_pixel((stone.x, stone.y), 5.0)
    assert abs(np.median(xx) + 300 - top_x) < 8
    assert abs(np.median(yy) - top_y) < 8
    scene.lay(TABLE)


def test_noise_differs_from_frame_to_frame_and_one_seed_gives_one_film() -> None:
    scene = make_scene(MINDFIELD)
    cameras = [VirtualCamera(scene, seed=seed, size=SMALL) for seed in (5, 5, 6)]
    one, same, other = ([camera.render() for _ in range(2)] for camera in cameras)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    difference = one[0].astype(int) - one[1].astype(int)
    assert 1.0 < difference.std() < 5.0
    still = VirtualCamera(scene, size=SMALL, noise=False)
    assert np.array_equal(still.render(), still.render())


def test_dusk_is_noisier_and_darker_than_day() -> None:
    scene = make_scene(MINDFIELD)
    day, dusk = (VirtualCamera(scene, light=light, size=SMALL) for light in ("daylight", "dim"))
    pairs = [[camera.render().astype(int) for _ in range(2)] for camera in (day, dusk)]
    noise = [(a - b).std() for a, b in pairs]
    assert noise[1] > 2 * noise[0]
    assert pairs[1][0].mean() < pairs[0][0].mean()


def test_a_hand_and_what_it_holds_appear_and_go_without_a_trace() -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(TABLE)
    camera = VirtualCamera(scene, size=SMALL, noise=False)
    before = camera.render()
    for far_side in (False, True):
        scene.hand = HandPose(141, 141, 20, far_side)
        over = np.abs(camera.render().astype(int) - before.astype(int)).max(axis=2) > 30
        assert 0.03 < over.mean() < 0.4
        edge = over[0] if far_side else over[-1]
        assert edge.any(), "the arm comes from its owner's side"
    scene.hand = None
    assert np.array_equal(camera.render(), before)


def test_a_hand_off_the_picture_changes_nothing() -> None:
    scene = make_scene(MINDFIELD)
    camera = VirtualCamera(scene, size=SMALL, noise=False)
    before = camera.render()
    scene.hand = HandPose(141, 3000, 30)
    assert np.array_equal(camera.render(), before)


def test_a_bump_moves_the_board_and_darkness_hides_it() -> None:
    scene = make_scene(MINDFIELD)
    camera = VirtualCamera(scene, noise=False)
    before, corner = camera.render(), camera.to_pixel((18, 18))
    camera.bump()
    moved = camera.to_pixel((18, 18))
    assert 5 < np.hypot(moved[0] - corner[0], moved[1] - corner[1]) < 60
    registration = find(camera.render(), scene.layout)
    assert np.abs(registration.project(np.array([[18.0, 18.0]]))[0] - moved).max() < 0.6
    camera.darken(0.02)
    assert camera.render().mean() < before.mean() / 3


def test_frames_are_numbered_and_a_live_camera_keeps_the_pace() -> None:
    scene = make_scene(MINDFIELD)
    with VirtualCamera(scene, fps=30) as camera:
        assert not camera.live
        frames = [camera.read() for _ in range(3)]
    assert [f.index for f in frames] == [0, 1, 2]
    assert [f.t for f in frames] == pytest.approx([0, 1 / 30, 2 / 30])
    assert frames[0].image.shape == (720, 1280, 3)
    assert frames[0].image.dtype == np.uint8
    with VirtualCamera(scene, size=SMALL, fps=20, live=True) as camera:
        assert camera.live
        began = time.monotonic()
        times = [camera.read().t for _ in range(5)]
        assert time.monotonic() - began >= 0.19
    assert all(later - earlier > 0.02 for earlier, later in itertools.pairwise(times))


def test_other_sizes_and_lenses_work() -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(TABLE)
    camera = VirtualCamera(scene, size=(960, 540), k1=-0.08)
    assert camera.render().shape == (540, 960, 3)
    middles = np.array([(cell.x, cell.y) for cell in scene.layout.cells.values()])
    registration = find(camera.render(), scene.layout)
    assert np.abs(registration.project(middles) - camera.optics.project(middles)).max() < 0.8
