"""How sharp a board without markers is, and what follows from it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import register
from vision.layout import Cell, Layout, PieceKind
from vision.reader import Reader
from vision.reader.networks.sharpness import MAX_BLUR, measure_blur
from vision.reader.places.atlas import Picture
from vision.watcher import quality

SIDE, SQUARE, SCALE = 8, 40.0, 2.5  # squares along a side, mm, px per mm
CELLS = {
    f"{'abcdefgh'[c]}{r + 1}": Cell(f"{'abcdefgh'[c]}{r + 1}", SQUARE * (c + 0.5), SQUARE * (r + 0.5))
    for r in range(SIDE)
    for c in range(SIDE)
}
KINDS = {name: PieceKind(name, 30.0, 8.0) for name in ("white", "black")}
LAYOUT = Layout("draughts", (SIDE * SQUARE,) * 2, CELLS, (), KINDS)
PX = round(SIDE * SQUARE * SCALE)
FOUND = register.from_corners((PX, PX), LAYOUT, [(0, 0), (PX, 0), (PX, PX), (0, PX)])


def photograph(blur_px: float = 0.0) -> Picture:
    """A chessboard with black and white pieces, seen from straight above."""
    page = np.full((PX, PX, 3), (170, 200, 215), np.float32)
    for cell in CELLS.values():
        x, y = (round((v - SQUARE / 2) * SCALE) for v in (cell.x, cell.y))
        dark = (cell.x + cell.y) % (2 * SQUARE) < SQUARE
        if dark:
            page[y : y + round(SQUARE * SCALE), x : x + round(SQUARE * SCALE)] = (60, 90, 120)
    for row, shade in ((0, 230), (1, 230), (6, 40), (7, 40)):
        for column in range(SIDE):
            at = tuple(round(SQUARE * (v + 0.5) * SCALE) for v in (column, row))
            cv2.circle(page, at, round(15 * SCALE), (shade,) * 3, -1, cv2.LINE_AA)
    page += np.random.default_rng(2).normal(0, 2, page.shape).astype(np.float32)
    seen = np.clip(page, 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), max(blur_px, 0.7)), np.uint8)


def test_the_blur_is_measured_in_parts_of_a_piece() -> None:
    measured = [measure_blur(photograph(blur), FOUND, LAYOUT) for blur in (0.0, 4.0, 8.0, 12.0)]
    assert measured == sorted(measured)
    assert measured[0] < 1.0
    assert measured[-1] > MAX_BLUR
    for blur, seen in zip((8.0, 12.0), measured[2:], strict=True):
        assert seen == pytest.approx(blur / SCALE * 24 / (2 * 1.6 * 15), rel=0.25)


def test_a_picture_that_shows_nothing_is_not_blurred() -> None:
    assert measure_blur(np.full((PX, PX, 3), 90, np.uint8), FOUND, LAYOUT) == 0.0


def test_out_of_focus_nothing_is_sure_and_people_are_told() -> None:
    blurred, sharp = photograph(12.0), photograph()
    assert len(Reader(LAYOUT).read(blurred, FOUND).unsure) == len(CELLS)
    assert len(Reader(LAYOUT).read(sharp, FOUND).unsure) < len(CELLS) / 2
    for picture in (blurred, cv2.cvtColor(blurred, cv2.COLOR_BGR2GRAY)):
        assessed = quality.assess(picture, FOUND, LAYOUT)
        assert assessed.is_blurred
        assert assessed.advice is not None
        assert assessed.advice.startswith("The camera is out of focus")
    assert not quality.assess(sharp, FOUND, LAYOUT).is_blurred
