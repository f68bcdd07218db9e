"""On a glossy board whose print is not known, a mirrored lamp is no hand. What hides the print is one."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.boards import own
from companion.boards.own_grid import Pieces, plan_grid
from tests.vision.photos import wrong
from tests.vision.scene import Picture
from vision import register
from vision.layout import Layout
from vision.observation import Reading
from vision.reader import Reader
from vision.reader.colours.light import to_bytes
from vision.reader.evidence import mirrored_light

PX_PER_MM = 2.5
SQUARE_MM, PIECE_MM = 40.0, 34.0
GREEN, LINE = (0.03, 0.2, 0.012), (0.004, 0.006, 0.004)  # linear light, as all colours here: blue, green, red
COLOURS = {"white": (0.55, 0.62, 0.6), "black": (0.02, 0.022, 0.02)}
TABLE = {"d5": ("white",), "e5": ("black",), "d4": ("black",), "e4": ("white",), "c4": ("white",), "f6": ("black",)}
LAMP = (0.95, 0.9, 0.85)
BAR = ((600.0, 150.0), 190.0, 30.0, -20.0)
"""A lamp of two and a half squares: its middle and half its lengths in pixels, and how far it is turned in degrees."""


@cache
def board() -> Layout:
    return own.finish(plan_grid(8, 8, (SQUARE_MM, SQUARE_MM), Pieces(PIECE_MM), game="othello")).layout


def draw(seed: int) -> np.ndarray:
    """A green board with black lines and some pieces, in linear light."""
    layout, random = board(), np.random.default_rng(seed)
    width, height = (round(PX_PER_MM * length) for length in layout.size_mm)
    out = np.full((height, width, 3), GREEN)
    for at in np.arange(9) * SQUARE_MM * PX_PER_MM:
        cv2.line(out, (round(at), 0), (round(at), height), LINE, 4)
        cv2.line(out, (0, round(at)), (width, round(at)), LINE, 4)
    for name, (kind,) in TABLE.items():
        cell = layout.cells[name]
        middle = np.array([cell.x, cell.y]) * PX_PER_MM + random.uniform(-4, 4, 2)
        shadow = tuple((middle + 5).round().astype(int).tolist())
        cv2.circle(out, shadow, round(PIECE_MM / 2 * PX_PER_MM), tuple(0.5 * np.array(GREEN)), -1, cv2.LINE_AA)
        there = tuple(middle.round().astype(int).tolist())
        cv2.circle(out, there, round(PIECE_MM / 2 * PX_PER_MM), COLOURS[kind], -1, cv2.LINE_AA)
    return out


def photograph(lit: np.ndarray, seed: int = 1) -> Picture:
    noisy = cv2.GaussianBlur(lit, (0, 0), 1.0) * np.random.default_rng(seed).normal(1, 0.02, lit.shape)
    return to_bytes(noisy.astype(np.float32))


def make_bar(shape: tuple[int, ...], soft: float) -> np.ndarray:
    """(h, w, 1) from 0 to 1: where the lamp is. soft: how many pixels its edge is wide."""
    (x, y), long, wide, turn = BAR
    mask = np.zeros(shape[:2])
    box = cv2.boxPoints(((x, y), (2 * long, 2 * wide), turn))
    cv2.fillPoly(mask, [box.round().astype(np.int32)], 1.0)
    return cv2.GaussianBlur(mask, (0, 0), soft)[..., None]


def mirror_lamp(lit: np.ndarray, soft: float = 16.0, strength: float = 1.6) -> np.ndarray:
    """The same picture with a lamp that the board mirrors."""
    return lit + strength * make_bar(lit.shape, soft) * np.array(LAMP)


def lay_over(lit: np.ndarray, colour: tuple[float, float, float]) -> np.ndarray:
    """The same picture with something flat of this colour over a part of the board."""
    out = lit.copy()
    out[60:330, 380:] = colour
    return out


def look(lit: np.ndarray, seed: int) -> Reading:
    """The reading of a photograph, with the layout alone."""
    layout, picture = board(), photograph(lit, seed)
    width, height = layout.size_mm
    corners = [(x * PX_PER_MM, y * PX_PER_MM) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
    where = register.from_corners((picture.shape[1], picture.shape[0]), layout, corners)
    return Reader(layout).read(picture, where)


def read(lit: np.ndarray, seed: int = 1) -> tuple[bool, dict[str, object]]:
    """Whether a hand is seen, and the cells that are wrong."""
    reading = look(lit, seed)
    return reading.hand, wrong(reading, TABLE)


@pytest.mark.parametrize(("soft", "strength"), [(8.0, 1.6), (16.0, 1.0), (16.0, 1.6), (16.0, 2.5)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_mirrored_lamp_is_no_hand_and_hides_no_cell(seed: int, soft: float, strength: float) -> None:
    assert read(mirror_lamp(draw(seed), soft, strength), seed) == (False, {})


@pytest.mark.parametrize("colour", [tuple(0.9 * value for value in GREEN), COLOURS["white"], (0.2, 0.28, 0.45)])
def test_what_hides_the_print_is_a_hand_even_if_it_mirrors_a_lamp(colour: tuple[float, float, float]) -> None:
    assert read(mirror_lamp(lay_over(draw(1), colour)))[0]


@pytest.mark.parametrize("left", [140, 160, 180])
def test_a_narrow_white_thing_is_seen_beside_a_mirrored_lamp(left: int) -> None:
    covered = draw(1)
    covered[:500, left : left + 80] = (0.9, 0.9, 0.9)
    assert read(mirror_lamp(covered))[0]


@pytest.mark.parametrize("cell", ["h8", "g7"])
@pytest.mark.parametrize("strength", [1.0, 1.6])
def test_a_piece_in_the_hue_of_the_print_is_not_surely_gone_below_a_lamp(cell: str, strength: float) -> None:
    lit, there = draw(1), board().cells[cell]
    middle = round(there.x * PX_PER_MM), round(there.y * PX_PER_MM)
    cv2.circle(lit, middle, round(PIECE_MM / 2 * PX_PER_MM), (0.1, 0.3, 0.08), -1, cv2.LINE_AA)
    reading = look(mirror_lamp(lit, strength=strength), 1)
    assert reading.hand or reading.cells[cell].unsure


def test_white_paper_that_the_camera_clips_is_a_hand() -> None:
    assert read(lay_over(draw(1), (1.5, 1.5, 1.5)))[0]


def test_a_place_seen_through_mirrored_light_is_likely_but_not_surely_empty() -> None:
    log_p = np.log([[0.02, 0.08, 0.9], [0.02, 0.08, 0.9]])
    told = np.exp(mirrored_light.correct(log_p, np.array([True, False])))
    assert np.allclose(told, [[0.9, 0.1 * 8 / 98, 0.1 * 90 / 98], [0.02, 0.08, 0.9]])
