"""Watching the virtual table with the real reader: bumps, steep views, drifting and changing light, passing shadows."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.optics import Pose
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from tests.vision.scene import Picture
from vision.observation import EMPTY, Observation
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher

TABLE = {"d4": ("antipode-silver",), "a1": ("gold",), "c3": ("silver",), "g7": ("gold",), "e2": ("silver",)}
BOARD = BOARDS["mindfield"]
LAYOUT = BOARD.layout()
ART = art(LAYOUT)
CELLS = np.array([(cell.x, cell.y) for cell in LAYOUT.cells.values()])
MIDDLE = LAYOUT.size_mm[0] / 2


class Watch:
    """A watched table. `see` photographs it; a function may change the picture before the watcher gets it."""

    def __init__(self, *, tilt_deg: float = 17.0, turn_deg: float = 0.0, light: str = "daylight") -> None:
        self.scene = make_scene(BOARD, seed=2)
        self.scene.lay(TABLE)
        pose = Pose(MIDDLE, MIDDLE, 640.0, tilt_deg, turn_deg)
        self.camera = VirtualCamera(self.scene, pose=pose, light=light, seed=2)
        self.watcher = Watcher(LAYOUT, Reader(LAYOUT, ART))

    def see(self, change: Callable[[Picture], Picture] | None = None) -> Observation:
        frame = self.camera.read()
        image = frame.image if change is None else change(frame.image)
        return self.watcher.see(Frame(frame.index, frame.t, image))

    def rest(self, frames: int = 4, change: Callable[[Picture], Picture] | None = None) -> Observation:
        return [self.see(change) for _ in range(frames)][-1]

    def off_px(self) -> float:
        """The distance in px between a cell's registered place and its true one, at the worst cell."""
        found = self.watcher.registration
        assert found is not None
        return float(np.abs(found.project(CELLS) - self.camera.optics.project(CELLS)).max())


def table(seen: Observation) -> dict[str, tuple[str, ...]]:
    """The table that was read."""
    assert seen.reading is not None
    best = {name: cell.best for name, cell in seen.reading.cells.items() if cell.best != EMPTY}
    return {name: (kind,) * count for name, (kind, count) in best.items() if kind is not None}


def tinted(blue: float, green: float, red: float) -> Callable[[Picture], Picture]:
    """A function that changes a picture as another white balance would."""
    ramps = np.arange(256)[:, None] * np.array([blue, green, red])
    lookup = np.clip(ramps, 0, 255).astype(np.uint8)[None]
    return lambda image: np.asarray(cv2.LUT(image, lookup), np.uint8)


def shadow(at_px: float) -> Callable[[Picture], Picture]:
    """A function that adds the soft shadow of somebody walking by, darkest in the column `at_px`."""
    dark = 1 - 0.5 * np.exp(-((np.arange(1280) - at_px) ** 2) / (2 * 130.0**2))
    return lambda image: (image * dark[None, :, None]).astype(np.uint8)


@pytest.mark.parametrize(("dx", "dy", "turn"), [(3.0, 0.0, 0.0), (9.0, -6.0, 2.0), (-25.0, 20.0, -8.0)])
def test_a_bump_is_noticed_within_three_frames_and_the_board_found_again(dx: float, dy: float, turn: float) -> None:
    watch = Watch()
    assert table(watch.rest()) == TABLE
    watch.camera.bump(dx, dy, turn)
    seen = [watch.see() for _ in range(4)]
    assert not all(s.settled for s in seen[:3])
    assert seen[-1].settled
    assert not seen[-1].hand
    assert table(seen[-1]) == TABLE
    assert watch.off_px() < 1.0


@pytest.mark.parametrize(("tilt", "turn"), [(0.0, 0.0), (25.0, 180.0), (40.0, 0.0), (40.0, 90.0), (40.0, 215.0)])
def test_tilted_up_to_forty_degrees_from_any_side(tilt: float, turn: float) -> None:
    watch = Watch(tilt_deg=tilt, turn_deg=turn)
    seen = watch.rest()
    assert seen.settled
    assert table(seen) == TABLE
    assert watch.off_px() < 1.2
    assert seen.advice is None


@pytest.mark.parametrize("turn", [0.0, 120.0])
def test_markers_half_covered_at_forty_degrees(turn: float) -> None:
    watch = Watch(tilt_deg=40.0, turn_deg=turn)
    half = np.array([(-25, -25), (0, -25), (0, 25), (-25, 25)])
    quads = [watch.camera.optics.project(half + np.array([m.x, m.y])) for m in LAYOUT.markers[:3]]

    def cups(image: Picture) -> Picture:
        out = image.copy()
        for quad in quads:
            cv2.fillConvexPoly(out, quad.round().astype(np.int32), (60, 70, 80), cv2.LINE_AA)
        return out

    seen = watch.rest(4, cups)
    assert seen.reading is not None
    found = watch.watcher.registration
    assert found is not None
    assert not {m.id for m in LAYOUT.markers[:3]} & set(found.markers)
    assert watch.off_px() < 1.5
    sure = {name: cell.best for name, cell in seen.reading.cells.items() if not cell.unsure}
    assert all(best == ((TABLE[name][0], 1) if name in TABLE else EMPTY) for name, best in sure.items())
    assert len(sure) > 35


def test_a_hand_over_a_marker_does_not_lose_the_board_and_is_reported_soon() -> None:
    watch = Watch()
    watch.rest()
    seen = []
    for step in range(12):
        watch.scene.hand = HandPose(LAYOUT.markers[2].x - 30, LAYOUT.size_mm[1] + 60 - 20 * step, 25)
        seen.append(watch.see())
    assert all(s.problem is None for s in seen)
    assert seen[-1].hand
    assert not any(s.settled for s in seen[4:])
    assert watch.off_px() < 1.2
    watch.scene.hand = None
    after = watch.rest(4)
    assert after.settled
    assert table(after) == TABLE


def test_a_white_balance_that_drifts_is_no_motion_and_no_other_table() -> None:
    watch = Watch()
    watch.watcher.learn(watch.camera.render(), TABLE)
    watch.rest()
    settled = 0
    for i in range(70):
        seen = watch.see(tinted(1 - 0.003 * i, 1.0, 1 - 0.0006 * i))
        settled += seen.settled
        assert not seen.hand
        assert table(seen) == TABLE
    assert settled >= 60


def test_lamps_switched_on_and_off() -> None:
    watch = Watch()
    watch.watcher.learn(watch.camera.render(), TABLE)
    assert table(watch.rest()) == TABLE
    for light in ("lamp", "dim", "daylight"):
        watch.camera.set_light(light)
        seen = watch.rest(12)
        assert seen.settled, light
        assert not seen.hand, light
        assert table(seen) == TABLE, light


def test_a_light_that_almost_goes_out_is_reported_and_goes_on_when_it_is_back() -> None:
    watch = Watch(light="dim")
    watch.rest()
    watch.camera.darken(0.1)
    dark = watch.rest(25)
    assert "light" in (dark.advice or dark.problem or "")
    watch.camera.darken(10.0)
    bright = watch.rest(25)
    assert bright.settled
    assert bright.advice is None
    assert table(bright) == TABLE


@pytest.mark.parametrize("learned", [False, True])
def test_a_passing_shadow_is_no_hand(learned: bool) -> None:
    watch = Watch()
    if learned:
        watch.watcher.learn(watch.camera.render(), TABLE)
    watch.rest()
    for step in range(14):
        seen = watch.see(shadow(-200 + 120 * step))
        assert not seen.hand, step
        assert seen.problem is None
    after = watch.rest(4)
    assert after.settled
    assert table(after) == TABLE


def test_a_stone_put_down_is_settled_within_four_frames_after_the_hand_has_left() -> None:
    watch = Watch()
    watch.rest()
    for step in range(8):
        watch.scene.hand = HandPose(141, 300 - 20 * step, 20)
        watch.see()
    watch.scene.lay({**TABLE, "d6": ("gold",)})
    watch.see()
    watch.scene.hand = None
    seen = [watch.see() for _ in range(4)]
    assert seen[-1].settled
    assert table(seen[-1]) == {**TABLE, "d6": ("gold",)}
