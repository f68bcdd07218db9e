"""The watcher when the light changes: slow changes do not matter, after fast ones it reads again."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.watched_table import GOLD, Table, on


def test_a_shadow_that_rested_over_the_board_may_leave_it() -> None:
    table = Table()
    table.rest()
    lit = table.picture()
    shade = np.ones(lit.shape[:2], np.float32)
    cv2.rectangle(shade, (0, 300), (640, 720), 0.45, -1)
    shaded = (lit * cv2.GaussianBlur(shade, (0, 0), 6)[..., None]).astype(np.uint8)
    for image in (shaded, lit, shaded, lit):
        seen = [table.see(image) for _ in range(3)]
        assert not any(s.hand for s in seen)
        assert seen[-1].settled


def test_slow_drift_of_the_light_is_no_change() -> None:
    table = Table()
    table.rest()
    asked = table.eye.asked
    for i in range(60):
        assert table.see(light=1 - 0.001 * i).settled
    assert table.eye.asked == asked


def test_much_drift_is_a_reason_to_read_again() -> None:
    table = Table()
    table.rest()
    asked = table.eye.asked
    for i in range(120):
        table.see(light=1 - 0.003 * i)
    assert asked < table.eye.asked < asked + 10


def test_a_lamp_switched_on_is_a_reason_to_read_again() -> None:
    table = Table()
    table.pieces = {"c4": GOLD}
    table.light = 0.6
    before = table.rest()
    table.light = 1.0
    seen = table.rest()
    assert seen.settled
    assert seen.reading is not before.reading
    assert on(seen) == {"c4"}


def test_a_lamp_switched_off_makes_noise_and_is_no_motion_for_long() -> None:
    table = Table(noise=1.0)
    table.rest()
    table.noise, table.light = 9.0, 0.5
    assert table.rest(25).settled


class TestAdvice:
    def test_a_good_picture_needs_none(self) -> None:
        assert Table().rest().advice is None

    def test_a_lens_that_loses_focus_is_reported_and_the_message_ends(self) -> None:
        table = Table()
        table.rest()
        blurred = cv2.GaussianBlur(table.picture(), (0, 0), 4.0)
        for _ in range(4):
            seen = table.see(blurred)
        assert seen.advice is not None
        assert "out of focus" in seen.advice
        assert table.rest().advice is None

    def test_a_light_that_goes_out_slowly_is_reported(self) -> None:
        table = Table()
        table.rest()
        for i in range(150):
            seen = table.see(light=0.985**i)
        assert seen.advice is not None
        assert "not enough light" in seen.advice

    def test_darkness_from_the_start_is_the_problem(self) -> None:
        seen = Table(noise=1.0).see(np.zeros((720, 1280, 3), np.uint8))
        assert seen.problem is not None
        assert "No marker of this board is in sight" in seen.problem
        assert "almost black: switch on a light" in seen.problem
