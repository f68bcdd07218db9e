"""The words on printed sheets: none is cut off, none covers another."""

from __future__ import annotations

import itertools
import math

import pytest

from companion.boards import BOARDS, Board, tiles
from companion.boards.drawing import Area, Drawing, Shape, Text
from companion.boards.outlines import find_bounds
from companion.boards.pdf import Page, measure_text
from companion.boards.sheet import MARKER_RANGE_MM, draw_marker_sheet

boards = pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
papers = pytest.mark.parametrize("paper", tiles.PAPERS)


def _bounds(text: Text, offset: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a text's letters, however the text is turned."""
    width = measure_text(text)
    start = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    cos, sin = math.cos(math.radians(text.turn_deg)), math.sin(math.radians(text.turn_deg))
    corners = [(x, y) for x in (start, start + width) for y in (-0.72 * text.size_mm, 0.21 * text.size_mm)]
    turned = [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
    return find_bounds((x + offset[0], y + offset[1]) for x, y in turned)


def _texts(shapes: tuple[Shape, ...]) -> list[Text]:
    return [shape for shape in shapes if isinstance(shape, Text)]


def _check_words(drawing: Drawing) -> None:
    boxes = [_bounds(text) for text in _texts(drawing.shapes)]
    assert boxes
    for left, top, right, bottom in boxes:
        assert min(left, top) >= 0
        assert right <= drawing.size_mm[0]
        assert bottom <= drawing.size_mm[1]
    _check_apart(boxes)


def _check_apart(boxes: list[tuple[float, float, float, float]]) -> None:
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


def _check_page(page: Page) -> None:
    boxes = []
    for item in page.items[1:]:
        for text in _texts(item.shapes):
            box = _bounds(text, item.offset_mm)
            boxes.append(box)
            left, top, width, height = item.window_mm or (0.0, 0.0, *page.size_mm)
            assert min(box[0] - left, box[1] - top) >= 0, text
            assert box[2] <= left + width, text
            assert box[3] <= top + height, text
            assert min(box[:2]) >= tiles.MARGIN_MM, "printers leave the edge white"
            assert box[2] <= page.size_mm[0] - tiles.MARGIN_MM
            assert box[3] <= page.size_mm[1] - tiles.MARGIN_MM
    assert boxes
    strip = page.items[-1]
    corners = [ring for shape in strip.shapes if isinstance(shape, Area) for ring in shape.rings]
    little_map = [find_bounds((x + strip.offset_mm[0], y + strip.offset_mm[1]) for x, y in ring) for ring in corners]
    for words in boxes:
        for sheet in little_map:
            _check_apart([words, sheet])
    _check_apart(boxes)


@boards
def test_words_on_cutouts_fit_and_are_apart(board: Board) -> None:
    for diameter in (board.diameter_range_mm[0], board.piece_diameter_mm):
        for drawing in board.cutouts(diameter):
            _check_words(drawing)


@boards
@pytest.mark.parametrize("player", ["White", "Black"])
def test_words_on_boards_fit_the_print(board: Board, player: str) -> None:
    width, height = board.drawing().size_mm
    upright = player == "White"
    words = [text for text in _texts(board.drawing().shapes) if (text.turn_deg % 360 < 90) == upright]
    assert words
    for left, top, right, bottom in map(_bounds, words):
        assert min(left, top) >= 0
        assert right <= width
        assert bottom <= height


@pytest.mark.parametrize("size", [*MARKER_RANGE_MM, 22.5])
def test_words_on_the_marker_sheet_fit_and_are_apart(size: float) -> None:
    _check_words(draw_marker_sheet(size))


@boards
@papers
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_words_beside_the_print_fit_the_paper_and_are_apart(board: Board, paper: str, scale: float) -> None:
    diameter = board.piece_diameter_mm * scale
    for page in tiles.split_into_pages(board.drawing(diameter), board.layout(diameter), paper):
        _check_page(page)


@papers
def test_words_beside_the_marker_sheet_fit_the_paper(paper: str) -> None:
    for page in tiles.split_into_pages(draw_marker_sheet(), None, paper):
        _check_page(page)
