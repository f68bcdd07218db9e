"""Faults of light and camera in films: the table is read within seconds, at any number of frames a second."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.optics import Pose
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from tests.vision import faults
from tests.vision.scene import Picture
from vision import register
from vision.observation import EMPTY, Observation
from vision.reader import Reader
from vision.sources import Frame
from vision.watcher import Watcher, light_change, motion, reflections

BEFORE = {"d4": ("antipode-silver",), "a1": ("gold",), "c3": ("silver",), "g7": ("gold",), "e2": ("silver",)}
AFTER = {**BEFORE, "d6": ("gold",)}
BOARD = BOARDS["mindfield"]
LAYOUT = BOARD.layout()
SIZE = (960, 540)
Change = Callable[[Picture, float, int], Picture]


@cache
def pictures() -> dict[str, Picture]:
    """Pictures of a table before a move, with a hand coming in, and after the move; without noise."""
    scene = make_scene(BOARD, seed=2)
    middle = LAYOUT.size_mm[0] / 2
    camera = VirtualCamera(scene, size=SIZE, pose=Pose(middle, middle, 640.0, 17.0), seed=2, noise=False)
    scene.lay(BEFORE)
    out = {"before": camera.render()}
    for step in range(6):
        scene.hand = HandPose(141, 320 - 40 * step, 20)
        out[f"hand {step}"] = camera.render()
    scene.hand = None
    scene.lay(AFTER)
    out["after"] = camera.render()
    return out


class Noise:
    """The sensor's noise, frame by frame: the same in each film, so it is made only once."""

    def __init__(self) -> None:
        self._chance = np.random.default_rng(3)
        self._made: list[NDArray[np.int8]] = []

    def add(self, image: Picture, frame: int) -> Picture:
        while len(self._made) <= frame:
            self._made.append((1.7 * self._chance.standard_normal(SIZE[::-1], np.float32)).astype(np.int8))
        return np.asarray(cv2.add(image, cv2.merge([self._made[frame]] * 3), dtype=cv2.CV_8U), np.uint8)


NOISE = Noise()


class Film:
    """A table watched at a given frame rate, with noise and perhaps with a fault."""

    def __init__(self, fps: float, fault: Change | None = None) -> None:
        self.fps = fps
        self.fault: Change | None = None
        self._coming = fault
        self.watcher = Watcher(LAYOUT, Reader(LAYOUT, art(LAYOUT)))
        self._frame = 0

    def see(self, name: str) -> Observation:
        picture = NOISE.add(pictures()[name], self._frame)
        if self.fault is not None:
            picture = self.fault(picture, self._frame / self.fps, self._frame)
        self._frame += 1
        return self.watcher.see(Frame(self._frame, self._frame / self.fps, picture))

    def show(self, name: str, seconds: float) -> list[Observation]:
        return [self.see(name) for _ in range(max(1, round(seconds * self.fps)))]

    def begin(self) -> None:
        """Shows the table at rest, learns it, and begins the fault."""
        self.see("before")
        self.see("before")
        self.watcher.learn(pictures()["before"], BEFORE)
        self.fault = self._coming

    def reach(self) -> list[Observation]:
        """A hand comes in and goes, for 1.2 seconds."""
        steps = [*range(6), *range(5, -1, -1)]
        return [o for step in steps[:: max(1, round(10 / self.fps))] for o in self.show(f"hand {step}", 0.1)]

    def seconds_to(self, table: dict[str, tuple[str, ...]], most: float) -> float:
        """The seconds from the hand's leaving until the table is settled; it must be read as it is."""
        for seen in range(1, round(most * self.fps) + 1):
            observation = self.see("after")
            if observation.settled:
                assert read(observation) == table
                return seen / self.fps
        raise AssertionError(f"not settled within {most} s: {observation}")


def read(seen: Observation) -> dict[str, tuple[str, ...]]:
    assert seen.reading is not None
    best = {name: cell.best for name, cell in seen.reading.cells.items() if cell.best != EMPTY}
    return {name: (kind,) * count for name, (kind, count) in best.items() if kind is not None}


@pytest.mark.parametrize("fps", [5, 15, 30])
def test_the_same_at_any_number_of_frames_a_second(fps: float) -> None:
    film = Film(fps)
    film.begin()
    assert all(o.settled for o in film.show("before", 1.0)[1:])
    reached = film.reach()
    assert any(o.hand for o in reached)
    assert not any(o.settled for o in reached[len(reached) // 3 : -len(reached) // 3])
    assert film.seconds_to(AFTER, 2.0) <= max(2 / fps, 0.1)
    held = film.show("hand 5", 1.5)  # a hand that is held still stays a hand
    assert all(o.hand for o in held[round(0.2 * fps) + 1 :])
    assert not any(o.settled for o in held)


@pytest.mark.parametrize("fps", [5, 15, 30])
def test_a_board_out_of_sight_is_lost_and_found_in_the_same_time(fps: float) -> None:
    film = Film(fps)
    film.begin()
    film.fault = lambda image, t, n: np.full_like(image, 60)
    hidden = film.show("before", 1.0)
    assert hidden[0].problem is None
    assert all(o.problem is not None for o in hidden[max(2, round(0.2 * fps)) :])
    film.fault = None
    assert film.show("before", 0.5)[-1].settled


@pytest.mark.parametrize("name", [*sorted(faults.FAULTS.keys() - {"overexposed", "bleached"})])
def test_play_goes_on_within_a_second(name: str) -> None:
    film = Film(10, faults.FAULTS[name].make(np.random.default_rng(5), 1.0))
    film.begin()
    film.show("before", 0.5)
    film.reach()
    assert film.seconds_to(AFTER, 1.5) <= 1.0


def test_a_table_in_stray_light_is_at_rest() -> None:
    film = Film(10, lambda image, t, n: faults.add_stray_light(image, 0.1))
    film.begin()
    film.show("before", 0.5)
    assert all(o.settled and read(o) == BEFORE for o in film.show("before", 3.0))


@pytest.mark.parametrize("bright", [0.03, 0.2])
@pytest.mark.parametrize("fps", [5, 30])
def test_stray_light_that_comes_at_once_disturbs_no_frame(fps: float, bright: float) -> None:
    film = Film(fps, lambda image, t, n: faults.add_stray_light(image, bright if t > 1.05 else 0.0))
    film.begin()
    film.show("before", 0.5)
    assert all(o.settled and read(o) == BEFORE for o in film.show("before", 2.0))


def test_what_cannot_be_read_is_reported() -> None:
    film = Film(10, faults.FAULTS["bleached"].make(np.random.default_rng(5), 1.0))
    film.begin()
    seen = film.show("after", 5.0)
    right = [o for o in seen if o.settled and read(o) == AFTER]
    assert right or any("overexposed" in (o.advice or o.problem or "") for o in seen)
    assert not any(o.settled and read(o) not in (AFTER, BEFORE) for o in seen if not (o.reading and o.reading.unsure))


@pytest.mark.parametrize("fps", [5, 10, 30])
def test_a_hand_in_a_compressed_picture_is_no_noise(fps: float) -> None:
    film = Film(fps, faults.FAULTS["JPEG quality 5"].make(np.random.default_rng(5), 1.0))
    film.begin()
    assert all(o.settled for o in film.show("before", 2.0)[-round(fps) :])
    slowly = [o for step in range(6) for o in film.show(f"hand {step}", 0.3)]
    assert not any(o.settled for o in slowly[len(slowly) // 3 :])
    held = film.show("hand 5", 2.0)
    assert all(o.hand and not o.settled for o in held[round(0.2 * fps) + 1 :])


def test_hands_and_pieces_are_no_light() -> None:
    registration = register.find(pictures()["before"], LAYOUT)
    grid = motion.grid_over(registration, LAYOUT)
    before, after = grid.sample(pictures()["before"]), grid.sample(pictures()["after"])
    assert not light_change.is_only_light(after, before, grid.window)
    for step in range(2, 6):
        hand, further = (grid.sample(pictures()[f"hand {n}"]) for n in (step - 1, step))
        assert not light_change.is_only_light(further, hand, grid.window)


def test_a_reflection_is_taken_away_and_a_sheet_of_paper_is_not() -> None:
    picture = pictures()["before"]
    registration = register.find(picture, LAYOUT)
    grid = motion.grid_over(registration, LAYOUT)
    before = grid.sample(picture)
    shining = faults.reflection(np.random.default_rng(1), 1.0)(pictures()["after"], 2.0, 20)
    found = reflections.find_reflection(grid.sample(shining), before, grid.window)
    assert found is not None
    clean = found.remove_from(shining, registration, grid)
    off = [np.abs(grid.sample(image) - grid.sample(pictures()["after"])) for image in (shining, clean)]
    assert np.percentile(off[1], 99) < 0.4 * np.percentile(off[0], 99)
    for size in (60, 120, 240):
        paper = picture.copy()
        paper[200 : 200 + size, 400 : 400 + size] = 225
        assert reflections.find_reflection(grid.sample(paper), before, grid.window) is None
    assert reflections.find_reflection(grid.sample(pictures()["after"]), before, grid.window) is None


@pytest.mark.parametrize("depth", [0.2, 0.35, 0.5])
@pytest.mark.parametrize("blur", [2.0, 4.0, 8.0])
def test_a_shadow_that_has_gone_is_no_reflection(depth: float, blur: float) -> None:
    """Long shadows go away with their pawns: the board gets brighter there, but not brighter than around it."""
    board = BOARDS["color-dice"]
    layout = board.layout()
    middle = layout.size_mm[0] / 2, layout.size_mm[1] / 2
    view = VirtualCamera(make_scene(board, seed=2), size=SIZE, pose=Pose(*middle, 640.0, 17.0), seed=2, noise=False)
    after = view.render()
    registration = register.find(after, layout)
    grid = motion.grid_over(registration, layout)
    shadow = np.zeros(after.shape[:2], np.float32)
    for cell in ("green1", "green4", "green7"):
        x, y = registration.project(np.array([layout.cells[cell].places()[0]], np.float64))[0]
        cv2.line(shadow, (int(x), int(y)), (int(x) - 120, int(y) + 8), 1.0, 20)
    before = np.asarray(after * (1 - depth * cv2.GaussianBlur(shadow, (0, 0), blur))[..., None], np.uint8)
    now, then = grid.sample(after), grid.sample(before)
    assert reflections.find_reflection(now, then, grid.window) is None
    shining = faults.reflection(np.random.default_rng(1), 1.0)(after, 2.0, 20)
    assert reflections.find_reflection(grid.sample(shining), now, grid.window) is not None


def test_a_shadow_that_has_gone_from_the_border_is_no_reflection() -> None:
    """The border is brighter than the cells beside it, in the shadow too: only the print shows that this was one."""
    board = BOARDS["spaces"]
    layout = board.layout()
    after = VirtualCamera(make_scene(board, seed=5), size=SIZE, seed=5, noise=False).render()
    registration = register.find(after, layout)
    grid = motion.grid_over(registration, layout)
    corner = np.array([layout.size_mm], np.float64)
    x, y = registration.project(corner)[0] - (20, 20)
    now = grid.sample(after)
    for size, blur, depth in ((90, 6.0, 0.4), (120, 12.0, 0.4), (120, 20.0, 0.3), (150, 12.0, 0.25)):
        shadow = np.zeros(after.shape[:2], np.float32)
        cv2.circle(shadow, (int(x), int(y)), size, 1.0, -1)
        before = np.asarray(after * (1 - depth * cv2.GaussianBlur(shadow, (0, 0), blur))[..., None], np.uint8)
        assert reflections.find_reflection(now, grid.sample(before), grid.window) is None, (size, blur, depth)


def test_only_the_lamps_light_is_taken_away_and_not_the_colour_of_a_new_piece() -> None:
    """A blue pawn has taken the place of a green one while a lamp is mirrored far from them."""
    board = BOARDS["color-dice"]
    layout = board.layout()
    scene = make_scene(board, seed=2)
    camera = VirtualCamera(scene, size=SIZE, seed=2, noise=False)
    others = {"red1": ("red",), "yellow1": ("yellow",)}
    scene.lay({**others, "green4": ("green",)})
    before = camera.render()
    scene.lay({**others, "green4": ("blue",)})
    after = camera.render()
    registration = register.find(after, layout)
    grid = motion.grid_over(registration, layout)
    x, y = registration.project(np.array([(layout.size_mm[0] / 5, layout.size_mm[1] * 0.8)], np.float64))[0]
    glow = np.zeros(after.shape[:2], np.float32)
    cv2.circle(glow, (int(x), int(y)), 40, 1.0, -1)
    glow = cv2.GaussianBlur(glow, (0, 0), 15)[..., None]
    shining = np.asarray(np.clip(after + 70 * glow, 0, 255), np.uint8)
    found = reflections.find_reflection(grid.sample(shining), grid.sample(before), grid.window)
    assert found is not None
    clean = found.remove_from(shining, registration, grid)
    assert np.abs(clean.astype(int) - shining)[int(y), int(x)].min() > 20, "the lamp is gone"
    u, v = registration.project(np.array([layout.cells["green4"].places()[0]], np.float64))[0].astype(int)
    near = np.s_[v - 40 : v + 20, u - 25 : u + 25]
    assert np.abs(clean[near].astype(int) - after[near]).max() <= 3


def test_a_shadow_and_a_lamp_are_light() -> None:
    picture = pictures()["before"]
    registration = register.find(picture, LAYOUT)
    grid = motion.grid_over(registration, LAYOUT)
    before = grid.sample(picture)
    shade = np.ones(picture.shape[:2], np.float32)
    cv2.rectangle(shade, (400, 0), (560, 540), 0.5, -1)
    shaded = (picture * cv2.GaussianBlur(shade, (0, 0), 6)[..., None]).astype(np.uint8)
    for other in (shaded, (picture * np.array([0.9, 0.8, 0.75])).astype(np.uint8)):
        assert light_change.is_only_light(grid.sample(other), before, grid.window)
        assert light_change.is_only_light(before, grid.sample(other), grid.window)
