"""Where the cells of each board lie: compared with the published boards and with what players expect."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.boards import BOARDS, Board, color_dice, cutouts, drawn_letters, raster, spaces, spry, tiles
from companion.boards.drawing import Disc, Drawing, Line, Text
from companion.boards.markers import find_zone
from companion.rules import GAMES

DATA = Path(__file__).parents[1] / "data"
SPACES = json.loads((DATA / "spaces_board.json").read_text(encoding="utf-8"))
SPRY = json.loads((DATA / "spry_board.json").read_text(encoding="utf-8"))
PX_PER_MM = 4.0


def _hue(bgr: np.ndarray) -> str:
    blue, green, red = (int(v) for v in bgr)
    if max(blue, green, red) - min(blue, green, red) < 20:
        return "black"
    return max((("blue", blue), ("green", green), ("red", red)), key=lambda entry: entry[1])[0]


def test_spaces_is_shaped_and_coloured_as_published() -> None:
    board = BOARDS["spaces"]
    cells, picture = board.layout().cells, raster(board, PX_PER_MM)
    assert set(cells) == {cell["id"] for cell in SPACES["cells"]}
    middle = cells["CENTRE"]
    side = math.dist((cells["A2"].x, cells["A2"].y), (cells["A4"].x, cells["A4"].y))
    for published in SPACES["cells"]:
        cell = cells[published["id"]]
        assert cell.x == pytest.approx(middle.x + side * published["x"], abs=0.01)
        assert cell.y == pytest.approx(middle.y - side * published["y"], abs=0.01)
        if published["type"] != "centre":
            assert _hue(picture[round(cell.y * PX_PER_MM), round(cell.x * PX_PER_MM)]) == published["colour"]


def test_spaces_arrows_join_the_published_pairs() -> None:
    pairs = {frozenset((space.name, over.name)) for side in spaces.find_crossings().values() for space, over in side}
    assert pairs == {frozenset(entry["pair"]) for entry in SPACES["edge_pairs"]}
    words = [shape.text for shape in BOARDS["spaces"].drawing().shapes if isinstance(shape, Text)]
    for name in itertools.chain.from_iterable(pairs):
        assert words.count(name) == 2, "once in the space itself, once at the arrow that leads to it"


def test_spaces_stripes_have_the_published_colours() -> None:
    sides = {"N": -90, "NE": -30, "SE": 30, "S": 90, "SW": 150, "NW": 210}
    assert {name: spaces.STRIPES[degrees] for name, degrees in sides.items()} == SPACES["stripes"]


def test_spry_s_green_cells_are_as_published() -> None:
    cells = BOARDS["spry"].layout().cells
    rings = {hexagon.name: hexagon.ring for hexagon in spry.list_green_cells()}
    assert list(cells) == list(rings)
    unit = math.dist((cells["E1"].x, cells["E1"].y), (cells["E2"].x, cells["E2"].y)) / math.sqrt(3)
    middle = cells["E5"]
    rows = sorted(SPRY["green"], key=lambda entry: (entry["xy"][1], entry["xy"][0]))
    for published, (name, cell) in zip(rows, cells.items(), strict=True):
        assert cell.x == pytest.approx(middle.x + unit * published["xy"][0], abs=0.01)
        assert cell.y == pytest.approx(middle.y + unit * published["xy"][1], abs=0.01)
        assert rings[name] == published["ring"]


def test_spry_s_border_is_coloured_as_published() -> None:
    x, y = spry.MIDDLE
    ours = {
        (round((at[0] - x) / spry.HEX_MM, 2), round((at[1] - y) / spry.HEX_MM, 2)): s
        for s, at in spry.list_border_cells()
    }
    published = {(round(cell["xy"][0], 2), round(cell["xy"][1], 2)): cell["colour"] for cell in SPRY["border"]}
    assert ours == published


def test_spry_s_rings_grow_lighter_step_by_step() -> None:
    board = BOARDS["spry"]
    cells, picture = board.layout().cells, raster(board, PX_PER_MM)
    lightness = [
        cv2.cvtColor(picture[round(c.y * PX_PER_MM), round(c.x * PX_PER_MM)][None, None], cv2.COLOR_BGR2LAB)[0, 0, 0]
        for c in (cells[name] for name in ("E5", "E4", "E3", "E2", "E1"))
    ]
    assert all(after - before >= 8 for before, after in itertools.pairwise(map(int, lightness)))


def test_white_s_home_is_at_the_bottom_right_and_points_run_around_the_board() -> None:
    layout = BOARDS["backgammon"].layout()
    x = {point: layout.cells[str(point)].x for point in range(1, 25)}
    y = {point: layout.cells[str(point)].y for point in range(1, 25)}
    middle = layout.size_mm[1] / 2
    assert all(y[point] > middle for point in range(1, 13))
    assert all(y[point] < middle for point in range(13, 25))
    assert all(x[point] > x[point + 1] for point in range(1, 12))
    assert all(x[point] == x[25 - point] for point in range(1, 13))
    assert x[7] < layout.cells["bar-white"].x < x[6]
    for colour, lower in (("white", True), ("black", False)):
        assert (layout.cells[f"bar-{colour}"].y > middle) == lower
        assert (layout.cells[f"off-{colour}"].y > middle) == lower
        assert layout.cells[f"off-{colour}"].x > x[1]


def test_checkers_have_room_beside_each_other_and_every_one_borne_off_its_own_place() -> None:
    layout = BOARDS["backgammon"].layout()
    spots = [(name, spot) for name, cell in layout.cells.items() for spot in cell.places()]
    for (_, one), (_, other) in itertools.combinations(spots, 2):
        assert math.dist(one, other) >= layout.pieces["white"].diameter_mm + 1
    for name, cell in layout.cells.items():
        assert cell.capacity == 15
        assert len(cell.spots) >= (15 if name.startswith("off") else 5)
        outline = np.array(cell.polygon, np.float32)
        for spot in cell.spots:
            assert cv2.pointPolygonTest(outline, spot, measureDist=True) >= layout.pieces["white"].diameter_mm / 2
    # A point's first checker lies at the rim, the others towards the middle.
    assert layout.cells["1"].spots[0][1] > layout.cells["1"].spots[5][1]
    assert layout.cells["24"].spots[0][1] < layout.cells["24"].spots[5][1]


def test_the_points_have_both_players_numbers() -> None:
    words = [shape for shape in BOARDS["backgammon"].drawing().shapes if isinstance(shape, Text)]
    for upright in (True, False):
        numbers = sorted(int(w.text) for w in words if w.text.isdigit() and (w.turn_deg == 0) == upright)
        assert numbers == list(range(1, 25))


def test_color_dice_has_nine_alike_positions_in_each_of_four_areas() -> None:
    cells = BOARDS["color-dice"].layout().cells
    assert set(cells) == {f"{hue}{n}" for hue in color_dice.HUES for n in range(1, 10)}
    for hue in color_dice.HUES:
        left, top = color_dice.find_corner(hue)
        for n in range(1, 10):
            assert left < cells[f"{hue}{n}"].x < left + color_dice.AREA_MM
            assert top < cells[f"{hue}{n}"].y < top + color_dice.AREA_MM


def test_the_neutral_outside_holds_every_pawn_clear_of_areas_and_markers() -> None:
    board = BOARDS["color-dice"]
    layout = board.layout()
    room = layout.pieces["red"].diameter_mm + 4
    taken = [(*color_dice.find_corner(hue), color_dice.AREA_MM, color_dice.AREA_MM) for hue in color_dice.HUES]
    taken += [find_zone(marker) for marker in layout.markers]
    start, end = color_dice.MARGIN_MM + room / 2, color_dice.SIDE_MM - color_dice.MARGIN_MM - room / 2
    axis = np.arange(start, end, room)
    free = [
        (x, y)
        for x in axis
        for y in axis
        if all(
            not (left - room / 2 < x < left + width + room / 2 and top - room / 2 < y < top + height + room / 2)
            for left, top, width, height in taken
        )
    ]
    assert len(free) >= 36


@pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
def test_markers_white_borders_are_apart_and_clear_of_words_and_cells(board: Board) -> None:
    layout = board.layout()
    zones = [find_zone(marker) for marker in layout.markers]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(zones, 2):
        assert ax + aw < bx or bx + bw < ax or ay + ah < by or by + bh < ay
    words = [p for shape in board.drawing().shapes if isinstance(shape, Text) for p in _along(shape)]
    outlines = [corner for cell in layout.cells.values() for corner in cell.polygon or ()]
    for left, top, width, height in zones:
        assert not any(left < x < left + width and top < y < top + height for x, y in (*words, *outlines))


def _along(text: Text) -> list[tuple[float, float]]:
    """Points from a text's start to its end, half its height above the baseline."""
    font = "Helvetica-Bold" if text.bold else "Helvetica"
    length = stringWidth(text.text, font, text.size_mm) + len(text.text) * text.tracking_mm
    start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
    cos, sin = math.cos(math.radians(text.turn_deg)), math.sin(math.radians(text.turn_deg))
    up = -0.35 * text.size_mm
    shares = (start + length * i / 20 for i in range(21))
    return [(text.x + cos * along - sin * up, text.y + sin * along + cos * up) for along in shares]


@pytest.mark.parametrize("game", ["backgammon", "spaces", "spry", "color-dice"])
def test_discs_to_cut_out_are_as_many_and_as_large_as_the_pieces(game: str) -> None:
    board = BOARDS[game]
    cards = board.cutouts()
    discs = [shape for card in cards for shape in card.shapes if isinstance(shape, Disc)]
    assert len(discs) == sum(GAMES[game].info.pieces.values())
    assert {2 * disc.radius_mm for disc in discs} == {board.piece_diameter_mm}
    for card in cards:
        for paper in ("a4", "letter"):
            assert len(tiles.split_into_pages(card, None, paper)) == 1
        _lie_apart([shape for shape in card.shapes if isinstance(shape, Disc)], card)


def _lie_apart(discs: list[Disc], card: Drawing) -> None:
    width, height = card.size_mm
    for disc in discs:
        assert disc.radius_mm < disc.x < width - disc.radius_mm
        assert disc.radius_mm < disc.y < height - disc.radius_mm
    for one, other in itertools.combinations(discs, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) > 2 * one.radius_mm


def test_more_discs_than_a_page_holds_go_on_a_second_one() -> None:
    pages = cutouts.draw_pages("Test", [cutouts.DiscSet("white", cutouts.WHITE_PAPER, 60)], 26.0, ["Cut out."])
    counts = [sum(isinstance(shape, Disc) for shape in page.shapes) for page in pages]
    assert len(counts) == 2
    assert sum(counts) == 60


@pytest.mark.parametrize("word", ["BACKGAMMON", "SPACES", "SPRY", "COLOR DICE", "MINDFIELD"])
def test_a_drawn_name_is_as_wide_as_it_says(word: str) -> None:
    points = [p for s in drawn_letters.draw_word(word, 10, 20, 8, "#000000") if isinstance(s, Line) for p in s.points]
    assert min(x for x, _ in points) == pytest.approx(10, abs=0.6)
    assert max(x for x, _ in points) == pytest.approx(10 + drawn_letters.measure_word(word, 8), abs=0.6)
    assert (min(y for _, y in points), max(y for _, y in points)) == pytest.approx((20, 28), abs=0.1)
