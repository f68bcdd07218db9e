"""Watching: a table at rest is read once, what moves is not believed, a bumped board is found again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
import pytest

from tests.vision import scene
from vision.differences import Changed
from vision.errors import BoardMirrored, BoardNotFound, CalibrationRefused
from vision.layout import Layout
from vision.observation import EMPTY, CellReading, Observation, Reading
from vision.register import Registration
from vision.sources import Frame
from vision.watcher import Watcher

BOARD = scene.layout()
BARE = Layout("bare", BOARD.size_mm, BOARD.cells)
PAGE = scene.draw_print(BOARD)
GOLD = (40, 150, 215)
SKIN = (120, 150, 205)
GLOVE = (200, 60, 90)  # nothing that `Eye` knows


class Eye:
    """The plainest reader there is: gold is a stone, and anything skin-coloured on the board is a hand.

    It stands in for the real one so that these tests look at watching alone, and counts how often it is asked.
    """

    def __init__(self, layout: Layout) -> None:
        self.asked = 0
        self.learned: list[tuple[tuple[int, ...], Mapping[str, tuple[str, ...]]]] = []
        self._layout = layout

    def learn(
        self,
        image: scene.Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None:
        self.learned.append((image.shape, table))

    def read(self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None) -> Reading:
        self.asked += 1
        w, h = self._layout.size_mm
        flat = registration.rectify(image, (0, 0, w, h), 1.0).astype(int)
        hand = bool((np.abs(flat - SKIN).max(axis=2) < 25).sum() > 300)
        cells = {}
        for name, cell in self._layout.cells.items():
            colour = flat[round(cell.y) - 3 : round(cell.y) + 4, round(cell.x) - 3 : round(cell.x) + 4].mean(
                axis=(0, 1)
            )
            gold = bool(np.abs(colour - GOLD).max() < 60)
            cells[name] = CellReading({("gold", 1) if gold else EMPTY: 0.99})
        return Reading(cells, hand)


class Table:
    """A table that is photographed frame by frame, each with noise of its own, and shown so many `times`."""

    def __init__(self, layout: Layout = BOARD, *, noise: float = 3.0, corners: bool = False) -> None:
        self.camera = scene.Camera(BOARD, tilt=0.3, k1=-0.04)
        self.eye = Eye(layout)
        outline = np.array([(0, 0), (290, 0), (290, 290), (0, 290)], float)
        given = [(float(x), float(y)) for x, y in scene.Camera(BOARD, tilt=0.3).project(outline)]
        if corners:
            self.camera = scene.Camera(BOARD, tilt=0.3)
        self.watcher = Watcher(layout, self.eye, corners=given if corners else None)
        self.noise = noise
        self.times = 1
        self.pieces: dict[str, tuple[int, int, int]] = {}
        self.light = 1.0
        self._frame = 0
        self._drawn: tuple[object, scene.Picture] | None = None

    def picture(self) -> scene.Picture:
        key = (tuple(self.pieces.items()), id(self.camera))
        if self._drawn is None or self._drawn[0] != key:
            page = scene.place_pieces(PAGE, BOARD, self.pieces)
            self._drawn = (key, self.camera.photograph(page))
        return self._drawn[1]

    def see(self, image: scene.Picture | None = None, light: float | None = None) -> Observation:
        clean = self.picture() if image is None else image
        grain = scene.grain(clean.shape, self._frame // self.times)
        lit = clean * np.float32(self.light if light is None else light)
        noisy = np.clip(lit + self.noise * grain, 0, 255).astype(np.uint8)
        seen = self.watcher.see(Frame(self._frame, self._frame / 30, noisy))
        assert seen.frame == self._frame
        self._frame += 1
        return seen

    def rest(self, frames: int = 4) -> Observation:
        for _ in range(frames - 1):
            self.see()
        return self.see()


def on(seen: Observation) -> set[str]:
    """The cells with a stone on them."""
    assert seen.reading is not None
    return {name for name, cell in seen.reading.cells.items() if cell.best != EMPTY}


def with_hand(image: scene.Picture, at: tuple[int, int], colour: tuple[int, int, int] = SKIN) -> scene.Picture:
    """The picture with an arm reaching in from below, its fist at the pixel."""
    out = image.copy()
    cv2.line(out, at, (at[0] + 60, 800), colour, 70, cv2.LINE_AA)
    cv2.circle(out, at, 55, colour, -1, cv2.LINE_AA)
    return out


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
    for _ in range(15):  # resting on the table it stays a hand
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


def test_an_arm_on_its_way_is_told_without_reading() -> None:
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


def test_a_mirrored_camera_is_said() -> None:
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


def test_learning_passes_through_and_the_table_is_read_again() -> None:
    table = Table()
    table.pieces = {"a1": GOLD}
    image = table.picture()
    table.watcher.learn(image, {"a1": ("gold",)})
    assert table.eye.learned == [(image.shape, {"a1": ("gold",)})]
    before = table.rest()
    table.watcher.learn(image, {"a1": ("gold",)})
    after = table.see()
    assert after.settled
    assert after.reading is not before.reading


class TestCalibration:
    """A calibration proves itself by reading the known table back, or is refused with the reason."""

    def test_a_table_that_does_not_read_back_is_refused_and_leaves_no_trace(self) -> None:
        table = Table()
        table.pieces = {"a1": GOLD, "c3": GOLD}
        before = table.rest()
        with pytest.raises(CalibrationRefused, match=r"does not read back: c3 looks gold and is empty\. .*middle"):
            table.watcher.learn(table.picture(), {"a1": ("gold",)})
        with pytest.raises(CalibrationRefused, match=r"b2 looks empty and is gold"):
            table.watcher.learn(table.picture(), {"a1": ("gold",), "b2": ("gold",), "c3": ("gold",)})
        assert table.see().reading is before.reading

    def test_a_board_too_small_in_the_picture_is_refused(self) -> None:
        table = Table()
        table.camera = scene.Camera(BOARD, (640, 360), tilt=0.3, fill=0.46)
        with pytest.raises(
            CalibrationRefused,
            match=r"board is too small in the picture: 1[5-7] pixels a cell, 18 are needed\. Move the camera nearer",
        ):
            table.watcher.learn(table.picture(), {})
        assert not table.eye.learned

    def test_a_hand_over_the_board_is_refused(self) -> None:
        table = Table()
        with pytest.raises(CalibrationRefused, match="neither board nor piece"):
            table.watcher.learn(with_hand(table.picture(), (640, 460)), {})

    def test_what_cannot_be_told_is_refused_with_the_pictures_fault(self) -> None:
        class Doubtful(Eye):
            def read(
                self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None
            ) -> Reading:
                return Reading({name: CellReading({EMPTY: 0.6}) for name in BOARD.cells}, False)

        table = Table()
        watcher = Watcher(BOARD, Doubtful(BOARD))
        with pytest.raises(CalibrationRefused, match=r"49 of 49 cells cannot be told\. Take hands"):
            watcher.learn(table.picture(), {})
        blurred = cv2.GaussianBlur(table.picture(), (0, 0), 4.0)
        with pytest.raises(CalibrationRefused, match=r"49 of 49 cells cannot be told\. The camera is out of focus"):
            watcher.learn(blurred, {})

    @pytest.mark.parametrize(("wrong", "refused"), [(0, False), (2, False), (3, True)])
    def test_a_few_doubts_are_none(self, wrong: int, refused: bool) -> None:
        class Doubtful(Eye):
            def read(
                self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None
            ) -> Reading:
                names = list(BOARD.cells)
                doubts = {name: CellReading({("gold", 1) if i < wrong else EMPTY: 0.7}) for i, name in enumerate(names)}
                return Reading(
                    {n: doubts[n] if i < 10 else CellReading({EMPTY: 1.0}) for i, n in enumerate(names)}, False
                )

        watcher = Watcher(BOARD, Doubtful(BOARD))
        if refused:
            with pytest.raises(CalibrationRefused, match="10 of 49 cells cannot be told"):
                watcher.learn(Table().picture(), {})
        else:
            watcher.learn(Table().picture(), {})

    def test_stacks_that_cannot_be_counted_are_no_reason(self) -> None:
        table = Table()
        table.pieces = {"a1": GOLD}
        table.watcher.learn(table.picture(), {"a1": ("gold",) * 3})
        assert len(table.eye.learned) == 1


class TestAdvice:
    def test_a_good_picture_needs_none(self) -> None:
        assert Table().rest().advice is None

    def test_a_lens_that_loses_focus_is_said_and_unsaid(self) -> None:
        table = Table()
        table.rest()
        blurred = cv2.GaussianBlur(table.picture(), (0, 0), 4.0)
        for _ in range(4):
            seen = table.see(blurred)
        assert seen.advice is not None
        assert "out of focus" in seen.advice
        assert table.rest().advice is None

    def test_a_light_that_goes_out_slowly_is_said(self) -> None:
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

    def test_moved_too_far_is_said_and_put_back_it_goes_on(self) -> None:
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
