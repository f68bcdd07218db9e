"""Is the print on the table the one of our drawing? A board may be painted differently."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from tests.evaluate.unlike.paint import repaint
from vision import register
from vision.layout import dump
from vision.reader import Reader
from vision.reader.board import conditions, drawing
from vision.reader.board.scene import Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.places.atlas import Picture
from vision.register import Registration

PIECES = [(0.8, 0.78, 0.7), (0.05, 0.04, 0.04)]
LIGHTS = {"white": (1.0, 1.0, 1.0), "orange and dim": (0.12, 0.3, 0.55), "blue": (1.0, 0.7, 0.35)}


@cache
def printed(game: str) -> Picture:
    drawn = art(BOARDS[game].layout())
    assert drawn is not None
    return drawn


@cache
def repainted(game: str, seed: int) -> Picture:
    return np.asarray(repaint(dump(BOARDS[game].layout()), printed(game), PIECES, seed), np.uint8)


def seen(game: str, board: Picture, light: str) -> tuple[Picture, Registration]:
    """A print seen from the side in some light, with its upper left in a shadow."""
    layout = BOARDS[game].layout()
    h, w = board.shape[:2]
    corners = np.array([(150, 90), (820, 60), (900, 610), (60, 640)], np.float32)
    there = cv2.getPerspectiveTransform(np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32), corners)
    image = cv2.warpPerspective(board, there, (960, 720), flags=cv2.INTER_AREA).astype(np.float32) * LIGHTS[light]
    image[:400, :500] *= 0.6
    image += np.random.default_rng(3).normal(0, 5, image.shape)
    registration = register.from_corners((960, 720), layout, [(float(x), float(y)) for x, y in corners])
    return np.clip(cv2.GaussianBlur(image, (0, 0), 1.0), 0, 255).astype(np.uint8), registration


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", BOARDS)
def test_the_drawn_print_is_known_in_any_light(game: str, light: str) -> None:
    assert drawing.shows_drawn_print(printed(game), *seen(game, printed(game), light), BOARDS[game].layout())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", BOARDS)
def test_a_repainted_board_is_another_one(game: str, seed: int) -> None:
    board = repainted(game, seed)
    assert not drawing.shows_drawn_print(printed(game), *seen(game, board, "white"), BOARDS[game].layout())


def test_what_is_drawn_in_colours_that_are_all_equally_bright_is_another_print() -> None:
    drawn = printed("mindfield").astype(np.float32)
    even = np.clip(drawn * (110 / np.maximum(drawn.mean(axis=2, keepdims=True), 25)), 0, 255).astype(np.uint8)
    assert not drawing.shows_drawn_print(
        printed("mindfield"), *seen("mindfield", even, "white"), BOARDS["mindfield"].layout()
    )


@pytest.mark.parametrize(("is_around_markers", "is_drawn"), [(True, True), (False, False)])
@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", ["mindfield", "spry"])
def test_paper_of_another_colour_than_that_of_the_markers_is_paint(
    game: str, light: str, is_around_markers: bool, is_drawn: bool
) -> None:
    """The cells of a repainted board looked as drawn, and the light by its print took gold for silver (10,501)."""
    layout, board = BOARDS[game].layout(), printed(game).copy()
    is_paper = (board > 225).all(axis=2)
    y, x = np.indices(is_paper.shape) / (board.shape[1] / layout.size_mm[0])
    for marker in () if is_around_markers else layout.markers:
        is_paper &= np.maximum(np.abs(x - marker.x), np.abs(y - marker.y)) > 0.75 * marker.size_mm
    board[is_paper] = 90, 110, 235
    assert drawing.shows_drawn_print(printed(game), *seen(game, board, light), layout) == is_drawn


def test_a_drawing_of_another_print_does_no_harm() -> None:
    board = repainted("spaces", 1)
    layout = BOARDS["spaces"].layout()
    shown = seen("spaces", board, "white")
    assert Reader(layout, printed("spaces")).read(*shown) == Reader(layout).read(*shown)


def test_a_drawing_helps_as_soon_as_it_can_be_seen() -> None:
    layout = BOARDS["spaces"].layout()
    shown, registration = seen("spaces", printed("spaces"), "white")
    covered = np.full_like(shown, 40)
    reader = Reader(layout, printed("spaces"))
    assert reader.read(covered, registration) == Reader(layout).read(covered, registration)
    assert reader.read(shown, registration) == Reader(layout, printed("spaces")).read(shown, registration)
    assert reader.read(shown, registration) != Reader(layout).read(shown, registration)


@pytest.mark.parametrize("light", [0.8, 1.8])  # with the second value, the camera clips the white paper
@pytest.mark.parametrize(("channels", "is_other"), [((0, 1, 2), False), ((2, 0, 1), True)])
def test_print_in_the_drawn_shapes_but_in_other_hues_is_told_by_them(
    channels: tuple[int, ...], is_other: bool, light: float
) -> None:
    """On such a board, gold and silver were mixed up, because its colours seemed to be lost."""
    layout = BOARDS["mindfield"].layout()
    kinds = Kinds.of(layout)
    bright, registration = seen("mindfield", np.ascontiguousarray(printed("mindfield")[..., channels]), "white")
    image = np.clip(light * bright.astype(np.float64), 0, 255).astype(np.uint8)
    there = Scene.of(layout, registration, kinds.size_radii, kinds.height, printed("mindfield"))
    assert conditions.shows_other_hues(image, there, is_setup=False) == is_other
    grey = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    assert not conditions.shows_other_hues(grey, there, is_setup=False)


def test_at_setup_our_board_keeps_its_drawing_though_the_light_clips_its_paper() -> None:
    """The paper looked white in blue light, so all print looked too blue, and a card over the board was not seen."""
    layout = BOARDS["color-dice"].layout()
    kinds = Kinds.of(layout)
    image, registration = seen("color-dice", printed("color-dice"), "white")
    linear = (image / 255.0) ** 2.2 * (3.3, 2.0, 1.0)
    blue = np.clip(255 * linear ** (1 / 2.2), 0, 255).astype(np.uint8)
    there = Scene.of(layout, registration, kinds.size_radii, kinds.height, printed("color-dice"))
    assert not conditions.shows_other_hues(blue, there, is_setup=True)
    other = np.ascontiguousarray(blue[..., (1, 2, 0)])
    assert conditions.shows_other_hues(other, there, is_setup=True)


def test_at_setup_the_drawing_is_put_aside_if_the_board_has_other_hues() -> None:
    """Its hues were near enough to those of the drawing for any picture, but not for the picture of a set-up."""
    layout = BOARDS["mindfield"].layout()
    kinds, own = Kinds.of(layout), printed("mindfield").astype(np.float64)
    mixed = (0.47 * own + 0.53 * own[..., (0, 2, 1)]).astype(np.uint8)
    bright, registration = seen("mindfield", mixed, "white")
    image = (0.8 * bright).astype(np.uint8)
    there = Scene.of(layout, registration, kinds.size_radii, kinds.height, printed("mindfield"))
    assert not conditions.shows_other_hues(image, there, is_setup=False)
    assert conditions.shows_other_hues(image, there, is_setup=True)
    told, without = Reader(layout, printed("mindfield")), Reader(layout)
    for reader in (told, without):
        reader.learn(image, registration, {})
    assert told.read(image, registration) == without.read(image, registration)
