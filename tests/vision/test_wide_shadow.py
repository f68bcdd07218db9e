"""A shadow with an edge over half the board is found and taken away; other pictures stay as they are."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from tests.vision import faults
from tests.vision.photos import wrong
from tests.vision.scene import Picture
from vision import register
from vision.differences import Changed
from vision.reader import Reader
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.board.wide_shadow import WideShadow, find_wide_shadow
from vision.reader.colours.kinds import Kinds
from vision.reader.colours.light import to_bytes, to_linear
from vision.register import Registration
from vision.sources import Frame
from vision.watcher import Watcher

SHADOW_SEEDS = [1, 2, 3, 4]
START: dict[str, dict[str, tuple[str, ...]]] = {
    "backgammon": {"6": ("white",) * 5, "8": ("white",) * 3, "13": ("white",) * 5, "24": ("white",) * 2,
                   "19": ("black",) * 5, "17": ("black",) * 3, "12": ("black",) * 5, "1": ("black",) * 2},
    "color-dice": {"red1": ("red",), "green4": ("green",), "yellow2": ("yellow",), "blue6": ("blue",)},
    "mindfield": {"d4": ("antipode-silver",), "a1": ("gold",), "c3": ("silver",), "g7": ("gold",)},
}  # fmt: skip


@cache
def table(game: str, pieces: bool = True) -> tuple[Picture, Registration]:
    """A picture of a virtual table, and where the board is in it."""
    made = make_scene(BOARDS[game], seed=2)
    made.lay(START[game] if pieces else {})
    image = VirtualCamera(made, size=(960, 540), seed=2).render()
    return image, register.find(image, BOARDS[game].layout())


@cache
def drawn(game: str) -> tuple[Scene, KnownPrint]:
    """The scene of the virtual table, and the print as it is drawn."""
    layout = BOARDS[game].layout()
    kinds = Kinds.of(layout)
    scene = Scene.of(layout, table(game)[1], kinds.size_radii, kinds.height, art(layout))
    assert scene.drawn is not None
    return scene, KnownPrint.of(scene.drawn, scene)


def shade(image: Picture, seed: int, strength: float = 1.0) -> Picture:
    return faults.hard_shadow(np.random.default_rng(seed), strength)(image, 1.0, 1)


def shine(image: Picture, seed: int) -> Picture:
    return faults.sun_patch(np.random.default_rng(seed), 1.0)(image, 1.0, 1)


def prepare(game: str, is_learned: bool) -> Reader:
    """A reader that knows the drawing, and perhaps has learned the virtual table."""
    return copy.copy(prepared(game, is_learned))


@cache
def prepared(game: str, is_learned: bool) -> Reader:
    layout = BOARDS[game].layout()
    reader = Reader(layout, art(layout))
    if is_learned:
        reader.learn(*table(game), START[game])
    return reader


def find(game: str, image: Picture, before: WideShadow | None = None) -> WideShadow | None:
    return find_wide_shadow(image, *drawn(game), before)


@pytest.mark.parametrize("seed", SHADOW_SEEDS)
@pytest.mark.parametrize(
    ("game", "change"),
    [("backgammon", shade), ("color-dice", shade), ("mindfield", shade), ("backgammon", shine), ("color-dice", shine)],
)
def test_a_shadow_is_found_where_it_is_and_removed(
    game: str, change: Callable[[Picture, int], Picture], seed: int
) -> None:
    """One with a straight edge, or all around a patch of sunlight."""
    image, registration = table(game)
    shadow = find(game, change(image, seed))
    assert shadow is not None
    w, h = BOARDS[game].layout().size_mm
    flat, before, after = (
        np.log(to_linear(registration.rectify(picture, (0, 0, w, h), 1.0)) + 0.02).mean(axis=-1)
        for picture in (image, change(image, seed), shadow.remove_from(change(image, seed), registration))
    )
    is_shaded = before < flat - 0.3
    assert 0.2 < is_shaded.mean() < 0.85
    assert np.median(np.abs(after - flat)[is_shaded]) < 0.2
    assert np.quantile(np.abs(after - flat), 0.97 if change is shade else 0.9) < 0.3
    assert np.median(np.abs(after - flat)[before > flat - 0.01]) < 0.02


@pytest.mark.parametrize("game", list(START))
def test_other_light_is_no_wide_shadow(game: str) -> None:
    image, _ = table(game)
    assert find(game, image) is None
    assert find(game, shade(image, 1, 0.3)) is None  # hardly darker, which a smooth light may explain
    for make in (faults.soft_shadow, faults.reflection, faults.flicker):
        assert find(game, make(np.random.default_rng(1), 1.0)(image, 1.0, 1)) is None


@pytest.mark.parametrize("colour", [(60, 60, 60), (140, 60, 40), (150, 170, 200)])
@pytest.mark.parametrize("game", list(START))
def test_a_sleeve_or_a_cloth_over_a_third_of_the_board_is_no_shadow(game: str, colour: tuple[int, int, int]) -> None:
    image, _ = table(game)
    covered = image.copy()
    cv2.fillPoly(covered, [np.array([[300, 0], [520, 0], [560, 540], [380, 540]])], colour)
    assert find(game, covered) is None


@pytest.mark.parametrize("colour", [(70, 70, 70), (150, 150, 150)])
@pytest.mark.parametrize("game", list(START))
@pytest.mark.parametrize("is_learned", [False, True])
def test_a_grey_cloth_over_most_of_the_board_is_no_shadow(
    game: str, colour: tuple[int, int, int], is_learned: bool
) -> None:
    image, registration = table(game)
    reader = prepare(game, is_learned)
    w, h = BOARDS[game].layout().size_mm
    covered = image.copy()
    corners = registration.project(np.array([[0.2 * w, 0], [w, 0], [w, h], [0.2 * w, h]]))
    cv2.fillPoly(covered, [corners.astype(np.int32)], colour)
    reader.read(covered, registration)
    assert reader._shadow is None


def test_pieces_on_a_straight_edge_stay() -> None:
    """The edge runs along five checkers of a point of Backgammon."""
    image, registration = table("backgammon")
    layout = BOARDS["backgammon"].layout()
    x = layout.cells["6"].spots[0][0]
    far = np.array([[x, -200], [x, 800], [x + 900, 800], [x + 900, -200]], np.float64)
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillPoly(mask, [registration.project(far).astype(np.int32)], 1.0)
    light = 1 - 0.65 * cv2.GaussianBlur(mask, (0, 0), 3)
    dark = to_bytes(np.asarray(to_linear(image) * light[..., None], np.float32))
    for is_learned in (False, True):
        reader = prepare("backgammon", is_learned)
        reading = reader.read(dark, registration)
        assert not reading.hand
        assert not wrong(reading, START["backgammon"])


def test_a_shadow_that_creeps_in_is_found() -> None:
    """In no picture much is new, but together it is."""
    image, registration = table("color-dice")
    reader = prepare("color-dice", False)
    w, h = BOARDS["color-dice"].layout().size_mm
    same = Changed(np.zeros((int(h / 10), int(w / 10)), np.bool_), 10.0)
    reader.learn(image, registration, START["color-dice"], changed=same)
    for part in np.arange(0.02, 0.5, 0.04):
        corners = np.array([[-300, -300], [part * w, -300], [part * w, 900], [-300, 900]])
        mask = np.zeros(image.shape[:2], np.float32)
        cv2.fillPoly(mask, [registration.project(corners).astype(np.int32)], 0.65)
        dark = to_bytes(np.asarray(to_linear(image) * (1 - mask[..., None]), np.float32))
        where = same.where.copy()
        where[:, int((part - 0.05) * w / 10) : int(part * w / 10) + 1] = True
        reading = reader.read(dark, registration, changed=Changed(where, 10.0))
    assert reader._shadow is not None
    assert not reading.hand
    assert not wrong(reading, START["color-dice"])


def test_bytes_stay_the_same_through_linear_light() -> None:
    every = np.arange(256, dtype=np.uint8)[None, :, None].repeat(3, axis=2)
    assert (to_bytes(to_linear(every)) == every).all()


def test_a_shadow_that_stays_is_the_same_one_until_it_moves_or_goes() -> None:
    image, _ = table("mindfield")
    first = find("mindfield", shade(image, 1))
    assert first is not None
    assert find("mindfield", shade(table("mindfield", pieces=False)[0], 1), first) is first
    moved = find("mindfield", shade(image, 2), first)
    assert moved is not None
    assert moved is not first
    assert find("mindfield", image, first) is None


@pytest.mark.parametrize("is_learned", [False, True])
@pytest.mark.parametrize("game", list(START))
def test_a_board_half_in_the_shade_is_read_as_before(game: str, is_learned: bool) -> None:
    image, registration = table(game)
    reader = prepare(game, is_learned)
    for seed in SHADOW_SEEDS:
        reading = reader.read(shade(image, seed), registration)
        assert not reading.hand
        assert not wrong(reading, START[game])
        assert len(reading.unsure) <= 2
    assert not reader.read(image, registration).unsure


def test_a_set_up_half_in_the_shade_is_learned_as_if_it_were_not() -> None:
    image, registration = table("backgammon")
    reader = prepare("backgammon", False)
    reader.learn(shade(image, 1), registration, START["backgammon"])
    for later in (image, shade(image, 2)):
        reading = reader.read(later, registration)
        assert not reading.hand
        assert len(reading.unsure) <= 2


@pytest.mark.parametrize("seed", [0, 9])
@pytest.mark.parametrize(
    ("game", "move", "cell"),
    [
        ("color-dice", {"yellow2": (), "green9": ("yellow",)}, "green9"),
        ("backgammon", {"8": ("white",) * 2, "5": ("white",)}, "5"),
    ],
)
def test_play_goes_on_in_the_sun(game: str, move: dict[str, tuple[str, ...]], cell: str, seed: int) -> None:
    """A piece is moved, then the sun comes out. In these films, a hand was seen before as long as it shone."""
    layout = BOARDS[game].layout()
    made = make_scene(BOARDS[game], seed=2)
    camera = VirtualCamera(made, size=(960, 540), seed=2)
    watcher = Watcher(layout, Reader(layout, art(layout)))
    made.lay(START[game])
    pictures = [camera.render() for _ in range(4)]
    made.lay({**START[game], **move})
    sun = faults.hard_shadow(np.random.default_rng(seed), 1.0)
    pictures += [sun(camera.render(), n / 5, n) for n in range(14)]
    for n, picture in enumerate(pictures):
        seen = watcher.see(Frame(n, n / 10, picture))
        if n == 3:
            watcher.learn(picture, START[game])
    assert seen.settled
    assert not seen.hand
    assert seen.reading is not None
    assert seen.reading.cells[cell].best == (move[cell][0], 1)
