"""Every board: layout and print agree, and the camera can tell its markers and its colours."""

from __future__ import annotations

import itertools
import json

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, Board, BoardError, color_dice, raster
from companion.boards.drawing import Area, Colour, Disc, Line, Text, turn_shapes
from companion.boards.mindfield import CENTER, PERIMETER, PRIME
from companion.boards.spaces import CENTRE
from vision import layout as layouts
from vision.layout import Cell

PX_PER_MM = 4.0
boards = pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))


def _linear(colour: Colour) -> np.ndarray:
    """Linear red, green, blue of an sRGB colour (IEC 61966-2-1)."""
    encoded = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def _stood_on(board: Board) -> list[Cell]:
    """The cells that a piece can lie on. Spaces' centre is left out: pieces pass through it and never stay."""
    return [cell for name, cell in board.layout().cells.items() if name != CENTRE]


def _inside(point: tuple[float, float], polygon: tuple[tuple[float, float], ...]) -> bool:
    return cv2.pointPolygonTest(np.array(polygon, np.float32), point, measureDist=False) > 0


@boards
def test_the_layout_survives_its_file(board: Board) -> None:
    layout = board.layout()
    assert layouts.parse(json.loads(json.dumps(layouts.dump(layout)))) == layout
    assert layout.game == board.game
    assert layout.size_mm == board.drawing().size_mm


@boards
@pytest.mark.parametrize("scale", [1.0, 1.37])
def test_cells_are_apart_and_inside_the_print_and_clear_of_markers(board: Board, scale: float) -> None:
    layout = board.layout(board.piece_diameter_mm * scale)
    width, height = layout.size_mm
    for cell in layout.cells.values():
        assert cell.polygon is not None
        assert _inside((cell.x, cell.y), cell.polygon)
        assert all(0 < x < width and 0 < y < height for x, y in cell.polygon)
        assert not any(_inside((m.x, m.y), cell.polygon) for m in layout.markers)
    for one, other in itertools.combinations(layout.cells.values(), 2):
        assert other.polygon is not None
        assert not _inside((one.x, one.y), other.polygon)


@boards
def test_the_widest_piece_fits_its_cell_with_room_for_a_careless_hand(board: Board) -> None:
    layout = board.layout()
    widest = max(kind.diameter_mm for kind in layout.pieces.values())
    for cell in _stood_on(board):
        edge = cv2.pointPolygonTest(np.array(cell.polygon, np.float32), (cell.x, cell.y), measureDist=True)
        assert edge >= widest / 2 + 2


@boards
def test_markers_are_upright_and_where_the_layout_says(board: Board) -> None:
    layout = board.layout()
    picture = raster(board, PX_PER_MM)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(picture)
    found = {int(i): c.reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    assert sorted(found) == sorted(m.id for m in layout.markers)
    for marker in layout.markers:
        seen_mm = (found[marker.id] + 0.5) / PX_PER_MM
        assert np.abs(seen_mm - np.array(marker.corners())).max() < 0.25


@boards
def test_every_marker_has_a_white_border_of_a_module(board: Board) -> None:
    picture = raster(board, PX_PER_MM)
    for marker in board.layout().markers:
        reach = marker.size_mm / 2 + marker.size_mm / 6
        x0, y0, x1, y1 = (
            round(v * PX_PER_MM) for v in (marker.x - reach, marker.y - reach, marker.x + reach, marker.y + reach)
        )
        assert min(x0, y0) >= 0
        assert x1 <= picture.shape[1]
        assert y1 <= picture.shape[0]
        zone = picture[y0:y1, x0:x1].min(axis=2)
        rim = int(marker.size_mm / 6 * PX_PER_MM) - 1
        for side in (zone[:rim], zone[-rim:], zone[:, :rim], zone[:, -rim:]):
            assert side.min() == 255


def test_no_two_boards_share_a_marker() -> None:
    ids = [marker.id for board in BOARDS.values() for marker in board.layout().markers]
    assert len(set(ids)) == len(ids)
    assert all(marker_id not in ids for marker_id in range(40, 44)), "40 to 43 are the loose sheet's"


# Not Backgammon, whose long points end below the checkers; a test of its own checks its colours.
@pytest.mark.parametrize("name", ["spaces", "spry", "color-dice", "mindfield"])
def test_the_print_is_one_colour_where_a_piece_is(name: str) -> None:
    board = BOARDS[name]
    picture = raster(board, PX_PER_MM)
    for cell in _stood_on(board):
        assert np.ptp(_under(board, picture, (cell.x, cell.y)), axis=0).max() <= 2


def _under(board: Board, picture: np.ndarray, spot: tuple[float, float]) -> np.ndarray:
    """The colours of the print under a piece that lies up to 2 mm off a spot."""
    reach = board.piece_diameter_mm / 2 + 2
    box = int(reach * PX_PER_MM) + 1
    yy, xx = np.mgrid[-box : box + 1, -box : box + 1]
    x, y = (round(v * PX_PER_MM) for v in spot)
    inside: np.ndarray = picture[y - box : y + box + 1, x - box : x + box + 1][np.hypot(xx, yy) < reach * PX_PER_MM]
    return inside


@pytest.mark.parametrize("name", ["backgammon", "spaces", "spry"])
def test_white_and_black_pieces_are_far_lighter_and_far_darker_than_the_print(name: str) -> None:
    board = BOARDS[name]
    # Reflectances of the pieces as they are sold, and of the print below them.
    white, black = 0.80, 0.026
    weights = np.array([0.2126, 0.7152, 0.0722])
    picture = raster(board, PX_PER_MM)
    for cell in _stood_on(board):
        for spot in cell.places():
            shade = np.median(_under(board, picture, spot), axis=0)
            luminance = weights @ _linear("#" + "".join(f"{round(v):02x}" for v in shade[::-1]))
            assert 2.2 * black < luminance < white / 2.2


def test_every_pawn_differs_from_the_positions_and_from_every_area() -> None:
    pawns = ((0.62, 0.04, 0.04), (0.80, 0.62, 0.03), (0.04, 0.38, 0.08), (0.03, 0.10, 0.50))
    picture = raster(BOARDS["color-dice"], PX_PER_MM)
    for cell in _stood_on(BOARDS["color-dice"]):
        shade = np.median(_under(BOARDS["color-dice"], picture, (cell.x, cell.y)), axis=0)
        position = _linear("#" + "".join(f"{round(v):02x}" for v in shade[::-1]))
        assert np.ptp(position) < 0.03, "positions are grey"
        for ground in (*color_dice.BACKGROUNDS.values(), color_dice.OUTSIDE):
            assert np.linalg.norm(position - _linear(ground)) > 0.15
        for pawn in pawns:
            assert np.abs(np.log((np.array(pawn) + 0.03) / (position + 0.03))).max() > 1.2


def test_mindfield_colours_are_far_from_every_piece_and_from_each_other() -> None:
    # The pieces' reflectances as they are sold: gold and silver glass, the Antipode's two faces.
    pieces = [np.array(rgb) for rgb in ((0.72, 0.46, 0.08), (0.62, 0.64, 0.68), (0.75, 0.50, 0.06), (0.66, 0.67, 0.70))]
    weights = np.array([0.2126, 0.7152, 0.0722])
    shades = [_linear(colour) for colour in (PERIMETER, PRIME, CENTER)]
    for shade in shades:
        assert 0.06 <= weights @ shade <= 0.15
        for piece in pieces:
            assert weights @ piece > 3 * (weights @ shade)
            assert np.linalg.norm(piece - shade) > 0.45
    for one, other in itertools.combinations(shades, 2):
        assert np.abs(np.log(one / other)).max() > 0.6


def test_mindfield_a1_is_bottom_left_and_g7_top_right() -> None:
    layout = BOARDS["mindfield"].layout()
    assert len(layout.cells) == 49
    a1, a2, b1, g7 = (layout.cells[name] for name in ("a1", "a2", "b1", "g7"))
    assert (b1.x - a1.x, b1.y - a1.y) == (30, 0)
    assert (a2.x - a1.x, a2.y - a1.y) == (0, -30)
    assert (g7.x - a1.x, g7.y - a1.y) == (180, -180)


def test_mindfield_fits_an_a3_sheet_in_one_piece() -> None:
    width, height = BOARDS["mindfield"].drawing().size_mm
    assert width <= 297 - 10
    assert height <= 420 - 10


@boards
def test_another_piece_scales_cells_and_pieces_alike(board: Board) -> None:
    small, large = board.layout(), board.layout(board.piece_diameter_mm * 1.5)
    for name, cell in small.cells.items():
        assert large.cells[name].x == pytest.approx(1.5 * cell.x, abs=2e-3)
        assert large.cells[name].y == pytest.approx(1.5 * cell.y, abs=2e-3)
    for name, kind in small.pieces.items():
        assert large.pieces[name].diameter_mm == pytest.approx(1.5 * kind.diameter_mm, abs=1e-3)


@boards
@pytest.mark.parametrize("diameter", [0.0, -3.0, 1000.0, float("nan"), float("inf")])
def test_an_absurd_piece_diameter_is_refused_with_the_range(board: Board, diameter: float) -> None:
    least, most = board.diameter_range_mm
    with pytest.raises(BoardError, match=rf"from {least:g} to {most:g} mm"):
        board.layout(diameter)
    with pytest.raises(BoardError):
        board.drawing(diameter)


def test_four_quarter_turns_bring_every_shape_back() -> None:
    shapes = (
        Area((((0, 0), (2, 0), (2, 1)),), fill="#000000"),
        Disc(3, 4, 1),
        Line(((1, 2), (3, 4)), "#000000", 1),
        Text(5, 6, "x", 3, "#000000"),
    )
    once = turn_shapes(shapes, 1, (1, 1))
    assert once[1] == Disc(-2, 3, 1)  # from right of the middle to below it: clockwise, as y grows downwards
    around = turn_shapes(turn_shapes(once, 2, (1, 1)), 1, (1, 1))
    assert around[:3] == shapes[:3]
    assert isinstance(around[3], Text)
    assert (around[3].x, around[3].y, around[3].turn_deg % 360) == (5, 6, 0)
