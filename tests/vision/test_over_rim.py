"""Telling an arm across the rim of a board from pieces, shadows and tables that look like the board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS
from vision import register
from vision.reader.evidence.over_rim import find_out_of_reach, find_sections
from vision.reader.places.atlas import Floats, Picture

LAYOUT = BOARDS["mindfield"].layout()
PX_PER_MM, MARGIN_MM = 3.0, 60.0
PAPER, WOOD, SKIN, SLEEVE = (210, 215, 220), (60, 90, 130), (120, 150, 210), (120, 40, 30)


def find_px(x: float, y: float) -> tuple[int, int]:
    """Where a point of the board, in mm, is in the picture."""
    return round((x + MARGIN_MM) * PX_PER_MM), round((y + MARGIN_MM) * PX_PER_MM)


def draw_board(table: tuple[int, int, int] = WOOD, paper: tuple[int, int, int] = PAPER) -> Picture:
    """A board without anything on it, from straight above, with noise. table, paper: their colours (BGR)."""
    w, h = LAYOUT.size_mm
    columns, rows = find_px(w + MARGIN_MM, h + MARGIN_MM)
    picture = np.full((rows, columns, 3), table, np.uint8)
    cv2.rectangle(picture, find_px(0, 0), find_px(w, h), paper, -1)
    for marker in LAYOUT.markers:
        x, y, half = marker.x, marker.y, marker.size_mm / 2
        cv2.rectangle(picture, find_px(x - half, y - half), find_px(x + half, y + half), (0, 0, 0), -1)
    noise = np.random.default_rng(7).normal(0, 4, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def lay_across(picture: Picture, width_mm: float, colour: tuple[int, int, int]) -> Picture:
    """The picture with an arm from below to the middle of the board, beside the marker in the middle of the rim."""
    w, h = LAYOUT.size_mm
    x = w * 0.3
    out = picture.copy()
    cv2.rectangle(out, find_px(x - width_mm / 2, h / 2), find_px(x + width_mm / 2, h + MARGIN_MM), colour, -1)
    return out


def find(picture: Picture) -> Floats:
    """(m, 2, 2) mm: the sections of the rim across which something lies."""
    w, h = LAYOUT.size_mm
    corners = [find_px(*corner) for corner in ((0, 0), (w, 0), (w, h), (0, h))]
    found = register.from_corners((picture.shape[1], picture.shape[0]), LAYOUT, corners)
    return find_sections(picture, LAYOUT, found)


def is_seen(picture: Picture) -> bool:
    return len(find(picture)) > 0


@pytest.mark.parametrize("colour", [SKIN, SLEEVE])
def test_an_arm_lies_over_the_rim(colour: tuple[int, int, int]) -> None:
    assert not is_seen(draw_board())
    assert is_seen(lay_across(draw_board(), 55.0, colour))


def test_an_arm_is_where_it_lies() -> None:
    w, h = LAYOUT.size_mm
    (section,) = find(lay_across(draw_board(), 55.0, SLEEVE))
    assert section == pytest.approx(np.array([(w * 0.3 + 27.5, h), (w * 0.3 - 27.5, h)]), abs=6.0)


def test_what_is_as_narrow_as_a_piece_is_no_arm() -> None:
    assert not is_seen(lay_across(draw_board(), 26.0, SKIN))


def test_a_shadow_across_the_rim_is_no_arm() -> None:
    lit, dark = draw_board(), np.full_like(draw_board(), 255)
    shade = lay_across(dark, 55.0, (110, 110, 110)).astype(np.float32) / 255
    assert not is_seen((lit * cv2.GaussianBlur(shade, (0, 0), 4.0)).astype(np.uint8))


def test_a_part_of_the_table_in_the_colour_of_the_board_is_no_arm() -> None:
    board = draw_board()
    w, h = LAYOUT.size_mm
    cv2.rectangle(board, find_px(w * 0.2, h + 1), find_px(w * 0.45, h + MARGIN_MM), PAPER, -1)
    assert not is_seen(board)


def test_a_rim_that_looks_like_the_table_tells_nothing() -> None:
    assert not is_seen(lay_across(draw_board(table=PAPER), 55.0, SKIN))


def test_a_rim_that_is_mostly_outside_the_picture_tells_nothing() -> None:
    picture = lay_across(draw_board(), 55.0, SKIN)
    w, h = LAYOUT.size_mm
    corners = [find_px(*corner) for corner in ((0, 0), (w, 0), (w, h), (0, h))]
    top, right = 3 * picture.shape[0] // 4, picture.shape[1] // 2
    part = np.ascontiguousarray(picture[top:, :right])
    found = register.from_corners((right, len(part)), LAYOUT, [(x, y - top) for x, y in corners])
    assert not len(find_sections(part, LAYOUT, found))


PLACES = np.array([(x, y) for y in range(0, 401, 50) for x in range(0, 401, 50)], np.float64)
SECTION = np.array([[(170.0, 400.0), (230.0, 400.0)]])


def reach(covered: list[tuple[int, int]], sections: Floats) -> set[tuple[int, int]]:
    """Which places (mm) an arm may hide that seems to cover some, and that lies over some sections of the rim."""
    some = np.array([(x, y) in covered for x, y in PLACES.tolist()])
    out = find_out_of_reach(PLACES, some, sections)
    return {(int(x), int(y)) for x, y in PLACES[~out].tolist()}


def test_an_arm_hides_what_is_between_it_and_the_rim_and_beyond_its_hand() -> None:
    hidden = reach([(200, 250)], SECTION)
    assert {(x, y) for x, y in hidden if y == 350} == {(150, 350), (200, 350), (250, 350)}
    assert {y for x, y in hidden if x == 200} == {50, 100, 150, 200, 250, 300, 350, 400}
    assert not hidden & {(100, 250), (300, 250), (0, 0), (400, 400)}


def test_an_arm_comes_the_way_that_it_lies() -> None:
    aslant = reach([(50, 250)], SECTION)
    assert (100, 300) in aslant
    assert (0, 200) in aslant
    assert not aslant & {(200, 200), (300, 300)}


def test_without_a_way_over_the_rim_or_a_covered_place_nothing_is_out_of_reach() -> None:
    every = {(int(x), int(y)) for x, y in PLACES.tolist()}
    assert reach([(200, 250)], np.empty((0, 2, 2))) == every
    assert reach([], SECTION) == every
