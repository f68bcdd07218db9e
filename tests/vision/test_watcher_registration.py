"""The watcher when board or camera move: a bump is noticed, and a lost board is found again."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from tests.vision import scene
from tests.vision.watched_table import BARE, BOARD, GOLD, SKIN, Eye, Table, on, with_hand
from vision.errors import BoardMirrored, BoardNotFound
from vision.reader import Reader
from vision.watcher import Watcher


def test_given_corners_may_be_anywhere_in_a_large_picture() -> None:
    corners = [(2000.0, 1500.0), (3000.0, 1500.0), (3000.0, 2500.0), (2000.0, 2500.0)]
    assert Watcher(BOARD, Reader(BOARD), corners=corners).registration is None


@pytest.mark.parametrize("shift", [(1.2, 0.0), (6.0, -4.0), (40.0, 10.0)])
def test_a_bump_is_noticed_and_the_board_found_again(shift: tuple[float, float]) -> None:
    table = Table()
    table.pieces = {"a1": GOLD, "f6": GOLD}
    table.rest()
    table.camera = scene.Camera(BOARD, tilt=0.3, k1=-0.04, shift_mm=shift, azimuth=0.33)
    seen = [table.see() for _ in range(4)]
    assert not all(s.settled for s in seen[:3])
    assert seen[-1].settled
    assert on(seen[-1]) == {"a1", "f6"}
    cells = np.array([(c.x, c.y) for c in BOARD.cells.values()])
    assert table.watcher.registration is not None
    assert np.abs(table.watcher.registration.project(cells) - table.camera.project(cells)).max() < 0.6


def test_a_board_turned_half_round_keeps_its_names() -> None:
    table = Table()
    table.pieces = {"a1": GOLD}
    table.rest()
    table.camera = scene.Camera(BOARD, tilt=0.3, k1=-0.04, turn=np.pi)
    assert on(table.rest()) == {"a1"}


def test_a_board_taken_away_is_lost_and_found() -> None:
    table = Table()
    table.pieces = {"b2": GOLD}
    table.rest()
    bare = np.full((720, 1280, 3), (40, 60, 90), np.uint8)
    seen = [table.see(bare) for _ in range(9)]
    assert not any(s.settled for s in seen)
    assert seen[2].reading is None
    assert seen[2].problem is not None
    assert "No marker of this board is in sight" in seen[2].problem
    assert seen[-1].reading is None
    back = table.rest(2)
    assert back.settled
    assert back.problem is None
    assert on(back) == {"b2"}


def test_a_moment_under_an_arm_is_a_hand_and_no_loss() -> None:
    table = Table()
    table.rest()
    arm = table.picture().copy()
    arm[:] = SKIN
    seen = [table.see(arm) for _ in range(2)]
    assert all(s.hand and s.problem is None and not s.settled for s in seen)
    assert table.rest(2).settled


def test_no_board_from_the_start() -> None:
    table = Table()
    seen = table.see(np.zeros((720, 1280, 3), np.uint8))
    assert seen.reading is None
    assert not seen.settled
    assert seen.problem
    assert table.watcher.registration is None
    with pytest.raises(BoardNotFound):
        table.watcher.learn(np.zeros((720, 1280, 3), np.uint8), {})


def test_a_mirrored_camera_is_reported() -> None:
    table = Table()
    seen = table.see(np.ascontiguousarray(table.picture()[:, ::-1]))
    assert seen.problem is not None
    assert "mirrored" in seen.problem


def test_another_size_of_picture_is_another_place() -> None:
    table = Table()
    table.pieces = {"c4": GOLD}
    table.rest()
    table.camera = scene.Camera(BOARD, (1920, 1080), tilt=0.3, k1=-0.04)
    assert on(table.rest(3)) == {"c4"}
    found = table.watcher.registration
    assert found is not None
    assert found.size == (1920, 1080)
    assert abs(found.lens.focal / table.camera.lens.focal - 1) < 0.05


def test_markers_hidden_at_first_are_used_when_they_come_to_light() -> None:
    table = Table()
    hand = with_hand(table.picture(), (860, 560))
    cv2.rectangle(hand, (300, 500), (560, 719), SKIN, -1)
    for _ in range(3):
        table.see(hand)
    assert table.watcher.registration is not None
    assert len(table.watcher.registration.markers) < 8
    table.rest(3)
    assert len(table.watcher.registration.markers) == 8


class TestGivenCorners:
    def test_read_and_followed_by_the_print(self) -> None:
        table = Table(BARE, corners=True)
        table.pieces = {"c3": GOLD}
        assert on(table.rest()) == {"c3"}
        asked = table.eye.asked
        table.rest(10)
        assert table.eye.asked == asked
        table.camera = scene.Camera(BOARD, tilt=0.3, shift_mm=(9.0, -6.0))
        seen = [table.see() for _ in range(4)]
        assert not seen[0].settled
        assert seen[-1].settled
        assert on(seen[-1]) == {"c3"}
        cells = np.array([(c.x, c.y) for c in BOARD.cells.values()])
        assert table.watcher.registration is not None
        assert np.abs(table.watcher.registration.project(cells) - table.camera.project(cells)).max() < 1.5

    def test_moved_too_far_is_reported_and_put_back_it_goes_on(self) -> None:
        table = Table(BARE, corners=True)
        table.rest()
        there = table.camera
        table.camera = scene.Camera(BOARD, tilt=0.3, shift_mm=(110.0, 0.0))
        seen = table.rest(5)
        assert seen.problem is not None
        assert "too far" in seen.problem
        table.camera = there
        assert table.rest(3).settled

    @pytest.mark.parametrize(
        ("order", "error"), [((3, 2, 1, 0), BoardMirrored), ((0, 2, 1, 3), BoardNotFound), ((0, 1, 2), BoardNotFound)]
    )
    def test_wrong_corners_are_refused_at_once(self, order: Iterable[int], error: type[BoardNotFound]) -> None:
        square = [(200.0, 100.0), (900.0, 100.0), (900.0, 650.0), (200.0, 650.0)]
        with pytest.raises(error):
            Watcher(BARE, Eye(BARE), corners=[square[i] for i in order])
