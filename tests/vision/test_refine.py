"""Corners that people gave are moved to the lines of the picture; a shifted grid is not accepted as right."""

from __future__ import annotations

from types import MappingProxyType

import cv2
import numpy as np
import pytest

from vision import register
from vision.errors import BoardMirrored, BoardNotFound
from vision.layout import Cell, Layout
from vision.register.board_lines import list_lines
from vision.register.refine import refine_corners

SIZE = (640, 480)
CORNERS = ((120.0, 60.0), (500.0, 75.0), (560.0, 430.0), (70.0, 410.0))
ROWS, SIDE_MM = 8, 40.0
Picture = np.ndarray


def squares(round_cells: bool = False) -> Layout:
    cells = {}
    for row in range(ROWS):
        for column in range(ROWS):
            x, y = (column + 0.5) * SIDE_MM, (row + 0.5) * SIDE_MM
            h = SIDE_MM / 2
            ring = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
            name = f"{column}{row}"
            cells[name] = Cell(name, x, y, diameter_mm=30.0) if round_cells else Cell(name, x, y, polygon=ring)
    return Layout("squares", (ROWS * SIDE_MM, ROWS * SIDE_MM), MappingProxyType(cells))


def _print(style: str, margin_mm: float = 60.0) -> np.ndarray:
    """A flat print at 2 px per mm with a margin around it."""
    side = int(2 * (ROWS * SIDE_MM + 2 * margin_mm))
    out = np.full((side, side, 3), (150, 170, 180), np.uint8)
    step, start = int(2 * SIDE_MM), int(2 * margin_mm)
    for row in range(ROWS):
        for column in range(ROWS):
            x, y = start + column * step, start + row * step
            if style == "squares":
                shade = (60, 90, 120) if (row + column) % 2 else (190, 210, 215)
                cv2.rectangle(out, (x, y), (x + step - 1, y + step - 1), shade, -1)
            elif row < ROWS - 1 and column < ROWS - 1:  # lines connect the middles of cells
                half = step // 2
                cv2.rectangle(out, (x + half, y + half), (x + step + half, y + step + half), (40, 50, 60), 2)
    return out


def photograph(style: str = "squares", pieces: int = 0, seed: int = 1) -> Picture:
    flat = _print(style)
    chance = np.random.default_rng(seed)
    for _ in range(pieces):
        column, row = chance.integers(0, ROWS, 2)
        at = (int(2 * (60 + (column + 0.5) * SIDE_MM)), int(2 * (60 + (row + 0.5) * SIDE_MM)))
        shade = (235, 235, 235) if chance.random() < 0.5 else (25, 25, 25)
        cv2.circle(flat, (at[0] + int(chance.integers(-6, 7)), at[1] + int(chance.integers(-6, 7))), 30, shade, -1)
    end = 60 + ROWS * SIDE_MM
    source = np.array([(60, 60), (end, 60), (end, end), (60, end)], np.float32) * 2 - 0.5
    there = cv2.getPerspectiveTransform(source, np.array(CORNERS, np.float32))
    big = cv2.warpPerspective(flat, there, SIZE, flags=cv2.INTER_AREA, borderValue=(90, 100, 95))
    noisy = cv2.GaussianBlur(big, (0, 0), 0.8).astype(np.float64) + chance.normal(0, 3, big.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def off_by(px: float, seed: int) -> list[tuple[float, float]]:
    ways = np.random.default_rng(seed).normal(size=(4, 2))
    moved = np.array(CORNERS) + px * ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return [(float(x), float(y)) for x, y in moved]


def error(found: tuple[tuple[float, float], ...]) -> float:
    return float(np.linalg.norm(np.array(found) - CORNERS, axis=1).max())


@pytest.mark.parametrize("px", [1.0, 3.0, 6.0])
@pytest.mark.parametrize(("style", "pieces"), [("squares", 0), ("squares", 24), ("lines", 0), ("lines", 24)])
def test_corners_come_back_to_the_lines(style: str, pieces: int, px: float) -> None:
    refined = refine_corners(photograph(style, pieces), squares(round_cells=style == "lines"), off_by(px, int(px)))
    assert error(refined.corners) < 0.7
    assert refined.is_reliable
    assert refined.moved_px == pytest.approx(px, abs=1.0)


def test_a_grey_picture_does_as_well() -> None:
    grey = np.asarray(cv2.cvtColor(photograph(), cv2.COLOR_BGR2GRAY), np.uint8)
    assert error(refine_corners(grey, squares(), off_by(3.0, 1)).corners) < 0.7


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_grid_that_is_one_place_off_is_not_called_right(dx: int, dy: int) -> None:
    layout = squares()
    found = register.from_corners(SIZE, layout, CORNERS)
    w, h = layout.size_mm
    shifted = np.array([(0, 0), (w, 0), (w, h), (0, h)], float) + np.array((dx, dy)) * SIDE_MM
    refined = refine_corners(photograph(), layout, [(float(x), float(y)) for x, y in found.project(shifted)])
    assert refined.margin is not None
    assert refined.margin < 0
    assert not refined.is_reliable


def test_what_shows_no_lines_is_not_called_right() -> None:
    bare = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    noise = np.random.default_rng(1).normal(0, 4, bare.shape)
    refined = refine_corners(np.clip(bare + noise, 0, 255).astype(np.uint8), squares(), CORNERS)
    assert refined.seen < 0.15
    assert not refined.is_reliable
    assert error(refined.corners) < 40


def test_what_are_no_corners_is_refused() -> None:
    with pytest.raises(BoardMirrored):
        refine_corners(photograph(), squares(), CORNERS[::-1])
    outside = [(x + 5000.0, y) for x, y in CORNERS]
    with pytest.raises(BoardNotFound, match="outside of the picture"):
        refine_corners(photograph(), squares(), outside)


def test_lines_of_a_layout() -> None:
    (borders,) = list_lines(squares())
    assert len(borders) == 2 * ROWS * (ROWS + 1), "each border once"
    links, around = list_lines(squares(round_cells=True))
    assert len(links) == 2 * ROWS * (ROWS - 1)
    assert len(around) == len(borders)
