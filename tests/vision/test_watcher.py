"""The watcher: a table at rest is read once, and nothing is read while something moves over the board or covers it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.watched_table import GLOVE, GOLD, Table, on, with_hand


@pytest.mark.parametrize("noise", [0.0, 3.0, 10.0])
def test_a_table_at_rest_is_settled_and_read_no_more(noise: float) -> None:
    table = Table(noise=noise)
    table.pieces = {"c3": GOLD, "g7": GOLD}
    first = table.see()
    assert not first.settled
    assert first.reading is not None
    second = table.see()
    assert second.settled
    assert on(second) == {"c3", "g7"}
    asked = table.eye.asked
    for _ in range(40):
        seen = table.see()
        assert seen.settled
        assert seen.reading is second.reading
        assert not seen.hand
    assert table.eye.asked == asked
    assert set(seen.ms) == {"register", "compare"}


@pytest.mark.parametrize("times", [2, 3])
def test_a_camera_in_the_dark_that_shows_every_picture_several_times_is_at_rest(times: int) -> None:
    table = Table(noise=20.0)
    table.times = times
    table.rest()
    asked = table.eye.asked
    assert all(table.see().settled for _ in range(30))
    assert table.eye.asked == asked


def test_what_moves_over_most_of_the_board_is_not_at_rest_in_pictures_without_noise() -> None:
    table = Table(noise=0.0)
    table.rest()
    height, width = table.picture().shape[:2]
    window = np.s_[height // 8 : -height // 8, width // 8 : -width // 8]
    settled = 0
    for i in range(8):
        moving = table.picture().copy()
        moving[window] = (40 + 25 * i, 200 - 20 * i, 60 + 10 * i)
        settled += table.see(moving).settled
    assert settled == 0


def test_a_piece_put_down_settles_within_four_frames() -> None:
    table = Table()
    table.rest()
    table.pieces = {"d4": GOLD}
    seen = [table.see() for _ in range(4)]
    assert not seen[0].settled
    assert seen[-1].settled
    assert on(seen[-1]) == {"d4"}
    table.pieces = {}
    assert on(table.rest()) == set()


def test_what_moves_is_not_believed() -> None:
    table = Table()
    table.rest()
    for name in "abcdefg":
        table.pieces = {f"{name}4": GOLD}
        assert not table.see().settled
    assert on(table.rest()) == {"g4"}


def test_a_hand_is_seen_and_the_table_believed_when_it_is_gone() -> None:
    table = Table()
    table.rest()
    for step in range(5):
        seen = table.see(with_hand(table.picture(), (640, 700 - 60 * step)))
    assert seen.hand
    for _ in range(15):  # a hand that rests on the table is still a hand
        seen = table.see(with_hand(table.picture(), (640, 460)))
        assert seen.hand
        assert not seen.settled
    table.pieces = {"c4": GOLD}
    seen = table.rest(3)
    assert not seen.hand
    assert seen.settled
    assert on(seen) == {"c4"}


def test_an_arm_that_the_reader_takes_for_the_board_is_not_believed() -> None:
    table = Table()
    table.pieces = {"c4": GOLD, "d2": GOLD}
    table.rest()
    for _ in range(12):
        seen = table.see(with_hand(table.picture(), (640, 460), GLOVE))
        assert seen.hand
        assert not seen.settled
    table.pieces = {"c4": GOLD, "d5": GOLD}
    seen = table.rest(3)
    assert seen.settled
    assert not seen.hand
    assert on(seen) == {"c4", "d5"}


def test_an_arm_on_its_way_is_recognised_without_reading() -> None:
    table = Table()
    table.rest()
    asked = table.eye.asked
    seen = [table.see(with_hand(table.picture(), (640, 700 - 20 * step), GLOVE)) for step in range(12)]
    assert seen[-1].hand
    assert table.eye.asked == asked


def test_what_covers_the_board_for_good_becomes_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.watcher.occlusion.PART_OF_BOARD_S", 0.8)
    table = Table()
    table.rest()
    cloth = with_hand(table.picture(), (640, 560), GLOVE)
    seen = [table.see(cloth) for _ in range(40)]
    assert all(s.hand for s in seen[:20])
    assert seen[-1].settled
    assert table.rest(3).settled


def test_many_pieces_laid_at_once_are_no_arm() -> None:
    table = Table()
    table.rest()
    table.pieces = {f"{column}{row}": GOLD for column in "abcdefg" for row in (1, 2, 6)}
    seen = table.rest(3)
    assert seen.settled
    assert on(seen) == set(table.pieces)
    table.pieces = {}
    assert table.rest(3).settled
