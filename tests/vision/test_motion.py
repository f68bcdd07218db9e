"""Motion: a piece counts as a change, noise and drift do not, and a change of light is recognised as such."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import scene
from vision import register
from vision.watcher import motion

BOARD = scene.layout()
PAGE = scene.draw_print(BOARD)
CAMERA = scene.Camera(BOARD, tilt=0.3)
GRID = motion.grid_over(register.find(CAMERA.photograph(PAGE), BOARD), BOARD)
EMPTY = CAMERA.photograph(PAGE).astype(np.float32)
ONE = CAMERA.photograph(scene.place_pieces(PAGE, BOARD, {"c3": (60, 140, 190)})).astype(np.float32)


def shot(clean: np.ndarray, noise: float, seed: int, light: float = 1.0) -> motion.Singles:
    noisy = clean * np.float32(light) + noise * scene.grain(clean.shape, seed)
    return GRID.sample(np.clip(noisy, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0, 14.0])
def test_noise_is_nothing_and_a_piece_is_something(noise: float) -> None:
    for seed in range(0, 20, 2):
        before = shot(EMPTY, noise, seed)
        assert not motion.compare(shot(EMPTY, noise, seed + 1), before, GRID.window).is_changed
        assert motion.compare(shot(ONE, noise, seed + 1), before, GRID.window).is_changed


@pytest.mark.parametrize("noise", [2.0, 5.0])
def test_paper_that_is_noisier_than_the_board_does_not_move(noise: float) -> None:
    # The median noise is that of the dark board. White paper is brighter, so its noise is stronger.
    page = PAGE.copy()
    page[: page.shape[0] // 6] = page[-page.shape[0] // 6 :] = 235
    bright = CAMERA.photograph(page).astype(np.float32)
    for seed in range(0, 40, 2):
        loud = noise * (0.6 + bright / 255)
        one, other = (GRID.sample(np.clip(bright + loud * scene.grain(bright.shape, s), 0, 255).astype(np.uint8))
                      for s in (seed, seed + 1))  # fmt: skip
        assert not motion.compare(one, other, GRID.window).is_changed


def test_it_is_where_the_piece_is() -> None:
    change = motion.compare(shot(ONE, 3, 1), shot(EMPTY, 3, 2), GRID.window)
    rows, columns = np.nonzero(change.where)
    h, w = change.where.shape
    cell = BOARD.cells["c3"]
    at = np.array([(columns.mean() + 0.5) / w * BOARD.size_mm[0], (rows.mean() + 0.5) / h * BOARD.size_mm[1]])
    assert np.linalg.norm(at - (cell.x, cell.y)) < 3
    assert change.where.mean() < 0.02


@pytest.mark.parametrize("light", [0.9, 0.97, 1.03, 1.1])
def test_a_change_of_light_is_measured_and_no_motion(light: float) -> None:
    change = motion.compare(shot(EMPTY, 2, 1, light), shot(EMPTY, 2, 2), GRID.window)
    assert not change.is_changed
    assert change.light == pytest.approx(light, abs=0.015)


def test_a_piece_put_down_while_the_light_changes() -> None:
    assert motion.compare(shot(ONE, 2, 1, 0.95), shot(EMPTY, 2, 2), GRID.window).is_changed


def test_the_noise_is_measured() -> None:
    quiet = motion.compare(shot(EMPTY, 1, 1), shot(EMPTY, 1, 2), GRID.window).noise
    loud = motion.compare(shot(EMPTY, 10, 1), shot(EMPTY, 10, 2), GRID.window).noise
    assert 5 * quiet < loud


def test_a_hand_over_much_of_the_board_is_no_noise() -> None:
    covered = EMPTY.copy()
    covered[:, 450:700] = (150, 160, 200)
    remembered = motion.compare(shot(EMPTY, 3, 1), shot(EMPTY, 3, 2), GRID.window).noise
    assert motion.compare(shot(covered, 3, 3), shot(EMPTY, 3, 4), GRID.window, remembered).is_changed
    assert motion.compare(shot(covered, 3, 3), shot(EMPTY, 3, 4), GRID.window).is_changed


def test_a_black_picture_has_no_light_to_measure() -> None:
    black = GRID.sample(np.zeros((720, 1280, 3), np.uint8))
    assert motion.compare(black, black, GRID.window).light == 1.0
    assert motion.compare(shot(EMPTY, 2, 1), black, GRID.window).is_changed


def test_blend() -> None:
    a, b = shot(EMPTY, 0, 1), shot(ONE, 0, 1)
    assert np.allclose(motion.blend(a, b, 0.25), a * 0.75 + b * 0.25, atol=1e-3)
