"""Print that lay in the shadows of pieces when it was learned counts as guessed."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from tests.vision import scene
from tests.vision.scene import PRINT_SCALE, Picture
from tests.vision.test_hidden_print import BARE, learn
from vision.reader.board.conditions import MIN_GUESSED_DOUBT
from vision.reader.board.scene import KnownPrint

PIECES = dict.fromkeys(("b6", "e6", "c4", "f4", "b2", "e3"), (230, 230, 230))
REACH_MM = 28.0  # how far the shadows fall
DARK_CELLS = {"a7", "c6", "d5", "g5", "b4", "e4", "d3", "f2", "a1", "e1", "g1", "c2"}
DARK, PALE = (60, 70, 50), (150, 190, 200)


def photograph(way: tuple[float, float], left: float, *, sides: int = 1, seed: int = 0) -> Picture:
    """A board with dark and pale cells, and with pieces whose shadows fall in one direction.

    way: the direction, x and y. left: the part of the light that reaches print in a shadow. sides: 2 if it is as dark
    on the other side of the pieces. 0 for a board without pieces. seed: of the camera's noise.
    """
    page = scene.draw_print(BARE)
    for name, cell in BARE.cells.items():
        middle = round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)
        cv2.circle(page, middle, round(13 * PRINT_SCALE), DARK if name in DARK_CELLS else PALE, -1, cv2.LINE_AA)
    shadow = np.ones(page.shape[:2], np.float32)
    for name in PIECES:
        foot = np.array([BARE.cells[name].x, BARE.cells[name].y])
        for side in (1, -1)[:sides]:
            ends = [
                np.rint(p * PRINT_SCALE).astype(int).tolist() for p in (foot, foot + side * REACH_MM * np.array(way))
            ]
            cv2.line(shadow, ends[0], ends[1], left, round(18 * PRINT_SCALE))
    shaded = (page * shadow[..., None]).astype(np.uint8)
    pieces = PIECES if sides else {}
    return scene.Camera(BARE).photograph(scene.place_pieces(shaded, BARE, pieces), noise=1.5, seed=seed)


def find_guessed(image: Picture, *later: tuple[Picture, Iterable[str]]) -> set[str]:
    """The cells whose print counts as guessed in most of the middle, after it was learned from a picture with pieces.

    later: more pictures to learn from, and the cells on which pieces hide the print there.
    """
    there, told = learn(image, PIECES, None)
    for picture, cells in later:
        there, told = learn(picture, cells, told)
    doubts = np.median(KnownPrint.of(told, there).windows[:, 8:16, 8:16, 3], axis=(1, 2))
    names = (there.atlas.names[cell] for cell in there.atlas.cell)
    return {name for name, doubt in zip(names, doubts, strict=True) if doubt > MIN_GUESSED_DOUBT}


@pytest.mark.parametrize(("way", "beside"), [((1.0, 0.0), (1, 0)), ((0.0, 1.0), (0, -1)), ((-1.0, 0.0), (-1, 0))])
def test_print_in_the_shadow_of_a_piece_counts_as_guessed(way: tuple[float, float], beside: tuple[int, int]) -> None:
    in_shadow = {f"{chr(ord(name[0]) + beside[0])}{int(name[1]) + beside[1]}" for name in PIECES} & set(BARE.cells)
    guessed = find_guessed(photograph(way, 0.4))
    assert in_shadow <= guessed
    assert guessed - DARK_CELLS <= in_shadow | set(PIECES), "print that no shadow reaches is known"


def test_soft_light_leaves_no_print_to_guess() -> None:
    assert find_guessed(photograph((1.0, 0.0), 0.95)) == set(PIECES)


def test_what_is_dark_around_pieces_on_all_sides_is_no_shadow() -> None:
    assert find_guessed(photograph((1.0, 0.0), 0.4, sides=2)) == set(PIECES)


def test_print_stays_guessed_as_long_as_it_is_in_the_shadow() -> None:
    way = (1.0, 0.0)
    first, again = photograph(way, 0.4), photograph(way, 0.4, seed=1)
    assert find_guessed(first) == find_guessed(first, (again, PIECES))
    assert not find_guessed(first, (again, PIECES), (photograph(way, 0.4, sides=0), ()))
