"""Layouts of bought boards: where their cells are, what is refused, and what the command writes and prints."""

from __future__ import annotations

import argparse
import itertools
import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, BoardError, art, own, own_grid
from companion.boards.backgammon import bought
from companion.boards.measures import parse_length, parse_size
from companion.boards.own import MarkerRing, OwnBoard, Plan
from companion.boards.picture import raster
from companion.boards.scaled import ScaledBoard
from companion.cli import main
from vision import layout as layouts
from vision import register
from vision.layout import Cell, Layout

FIELD, BAR, CHECKER = (460.0, 400.0), 40.0, 32.0
PIECES = own_grid.Pieces(30.0)


def scaled(game: str, measure: float, piece: float, **options: float) -> own.Plan:
    """A bought board for a game, with the same pattern as ours."""
    board = BOARDS[game]
    assert isinstance(board.bought, ScaledBoard)
    return board.bought.scale(board, measure, piece, **options)


def backgammon(**options: object) -> Plan:
    return bought.plan(FIELD, BAR, CHECKER, **options)  # type: ignore[arg-type]


PLANS: dict[str, Plan] = {
    "backgammon": backgammon(),
    "with-trays": backgammon(frame=18.0, trays=70.0, hinge=4.0),
    "home-left": backgammon(home="left"),
    "unseen-off": backgammon(off="none"),
    "squares": own_grid.plan_grid(8, 8, (50.0, 50.0), PIECES, frame=20.0, hinge=3.0),
    "lines": own_grid.plan_grid(19, 19, (22.0, 23.7), own_grid.Pieces(22.0), lines=True),
    "hexagon": own_grid.plan_hexagons(34.0, PIECES, side=5),
    "rhombus": own_grid.plan_hexagons(34.0, PIECES, columns=11, rows=9),
    "mindfield": scaled("mindfield", 40.0, 30.0),
    "spry": scaled("spry", 34.0, 25.0),
    "spaces": scaled("spaces", 60.0, 30.0),
}
plans = pytest.mark.parametrize("plan", PLANS.values(), ids=list(PLANS))
turns = pytest.mark.parametrize("turn", [0, 90, 180, 270])


def _inside(point: tuple[float, float], cell: Cell) -> bool:
    if cell.polygon is None:
        assert cell.diameter_mm is not None
        return math.dist(point, (cell.x, cell.y)) <= cell.diameter_mm / 2 + 0.01
    return cv2.pointPolygonTest(np.array(cell.polygon, np.float32), point, measureDist=True) >= -0.01


def _points(cell: Cell) -> list[tuple[float, float]]:
    half = (cell.diameter_mm or 0.0) / 2
    return [*(cell.polygon or ((cell.x - half, cell.y - half), (cell.x + half, cell.y + half))), *cell.spots]


@plans
@turns
@pytest.mark.parametrize("ring", [None, MarkerRing(25.0)], ids=["corners", "markers"])
def test_every_layout_is_whole_and_survives_its_file(plan: Plan, turn: own.Turn, ring: MarkerRing | None) -> None:
    made = own.finish(plan, turn, ring)
    layout = made.layout
    assert layouts.parse(json.loads(json.dumps(layouts.dump(layout)))) == layout
    width, height = layout.size_mm
    for cell in layout.cells.values():
        assert all(_inside(place, cell) for place in cell.places()), cell.name
        assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in _points(cell)), cell.name
    assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in made.corners)
    for marker in layout.markers:
        assert not any(_inside((marker.x, marker.y), cell) for cell in layout.cells.values())
        assert all(0 <= x <= width and 0 <= y <= height for x, y in marker.corners())
    places = [p for cell in layout.cells.values() for p in cell.places()]
    apart = min(math.dist(a, b) for a, b in itertools.combinations(places, 2))
    least = min(kind.diameter_mm for kind in layout.pieces.values())
    assert apart > (0.9 if plan.game != "spaces" else 0.4) * least, "pieces side by side do not lie on each other"


@plans
@turns
def test_the_corners_to_tap_run_clockwise_from_the_top_left(plan: Plan, turn: own.Turn) -> None:
    corners = np.array(own.finish(plan, turn).corners)
    ahead = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ahead, -1, axis=0)
    assert (ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all()
    assert corners.sum(axis=1).argmin() == 0


@plans
def test_a_turned_board_is_the_same_board(plan: Plan) -> None:
    straight, turned = own.finish(plan), own.finish(plan, 90)
    assert turned.layout.size_mm == pytest.approx(straight.layout.size_mm[::-1], abs=0.01)
    _, height = straight.layout.size_mm
    for name, cell in straight.layout.cells.items():
        other = turned.layout.cells[name]
        for (x, y), there in zip(cell.places(), other.places(), strict=True):
            assert there == pytest.approx((height - y, x), abs=0.01)


def _cells(**options: object) -> dict[str, Cell]:
    return dict(own.finish(backgammon(**options)).layout.cells)


def test_points_of_backgammon_are_as_on_our_board() -> None:
    ours, bought = BOARDS["backgammon"].layout().cells, _cells()
    assert set(bought) == set(ours)
    for one, other in itertools.combinations(sorted(ours), 2):
        for axis in ("x", "y"):
            between = getattr(ours[one], axis) - getattr(ours[other], axis)
            there = getattr(bought[one], axis) - getattr(bought[other], axis)
            assert (abs(between) < 1) == (abs(there) < 1) or "off" in one, (one, other, axis)
            assert abs(between) < 1 or between * there > 0, (one, other, axis)


def test_measures_of_backgammon_are_kept() -> None:
    cells = _cells(hinge=6.0)
    point = (460 - 40) / 12
    assert cells["2"].x - cells["1"].x == pytest.approx(-point, abs=0.01)
    assert cells["6"].x - cells["7"].x == pytest.approx(40 + 6 + point, abs=0.01)
    assert cells["bar-white"].x == pytest.approx((cells["6"].x + cells["7"].x) / 2, abs=0.01)
    rim = max(y for _, y in cells["1"].polygon or ())
    assert rim == pytest.approx(400, abs=0.01)
    assert cells["1"].spots[0] == pytest.approx((cells["1"].x, rim - 16.3), abs=0.1)
    assert len(cells["1"].spots) == 6
    assert cells["1"].capacity == 15


@pytest.mark.parametrize(
    ("height", "asked", "spots"), [(400, None, 6), (350, None, 5), (400, 5, 5), (600, None, 6), (600, 8, 8)]
)
def test_five_or_six_to_a_row_by_what_fits(height: float, asked: int | None, spots: int) -> None:
    plan = bought.plan((460.0, height), BAR, CHECKER, per_row=asked)
    assert {len(cell.spots) for cell in plan.cells if cell.name.isdigit()} == {spots}
    for cell in plan.cells:
        for one, other in itertools.pairwise(cell.spots if cell.name.isdigit() else ()):
            assert math.dist(one, other) >= 0.97 * CHECKER


def test_white_s_home_can_be_on_the_left() -> None:
    right, left = _cells(), _cells(home="left")
    assert left["1"].x < left["6"].x < left["bar-white"].x < left["7"].x
    assert left["off-white"].x < left["1"].x
    assert right["off-white"].x > right["1"].x
    assert left["1"].y == pytest.approx(right["1"].y)


def test_borne_off_checkers_are_in_the_trays_or_beside_the_frame_or_nowhere() -> None:
    trays, beside = _cells(frame=20.0, trays=70.0), _cells(frame=20.0)
    edge = 460.0
    assert min(x for x, _ in trays["off-white"].polygon or ()) == pytest.approx(edge + 20)
    assert max(x for x, _ in trays["off-white"].polygon or ()) == pytest.approx(edge + 90)
    assert min(x - CHECKER / 2 for x, _ in beside["off-black"].spots) > edge + 20
    assert len(beside["off-black"].spots) == 15
    assert not {"off-white", "off-black"} & set(_cells(off="none"))


def test_without_markers_and_off_cells_the_corners_are_those_of_the_layout() -> None:
    assert own.finish(backgammon(off="none")).has_layout_corners
    assert not own.finish(backgammon()).has_layout_corners


def test_grids_have_the_names_that_players_use() -> None:
    chess = own.finish(PLANS["squares"]).layout.cells
    assert chess["a8"].x < chess["h8"].x
    assert chess["a8"].y < chess["a1"].y
    assert chess["e4"].x - chess["d4"].x == pytest.approx(53), "the hinge lies between d and e"
    assert chess["d4"].x - chess["c4"].x == pytest.approx(50)
    go = own.finish(PLANS["lines"])
    assert set(go.layout.cells) == {f"{a}{n}" for a in "abcdefghjklmnopqrst" for n in range(1, 20)}
    assert go.corners[0] == (go.layout.cells["a19"].x, go.layout.cells["a19"].y)


def test_a_hexagon_is_named_as_spry_is() -> None:
    ours, bought = BOARDS["spry"].layout().cells, own.finish(PLANS["hexagon"]).layout.cells
    scaled = own.finish(PLANS["spry"]).layout.cells
    assert list(ours) == list(bought) == list(scaled)
    for name, cell in bought.items():
        assert (cell.x, cell.y) == pytest.approx((scaled[name].x, scaled[name].y), abs=0.1)


@pytest.mark.parametrize("game", [name for name in BOARDS if name in PLANS])
def test_our_games_on_bought_boards_have_their_cells_and_pieces(game: str) -> None:
    ours, layout = BOARDS[game].layout(), own.finish(PLANS[game]).layout
    assert layout.game == game
    assert set(layout.cells) == set(ours.cells)
    assert set(layout.pieces) == set(ours.pieces)
    assert art(layout) is None, "a bought board does not look like our print"


def test_a_piece_keeps_its_measures() -> None:
    pieces = own.finish(scaled("mindfield", 40.0, 24.0, piece_height=9.0)).layout.pieces
    assert pieces["gold"].diameter_mm == 24.0
    assert pieces["gold"].height_mm == 9.0
    assert 24.0 < pieces["antipode-gold"].diameter_mm <= 40.0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bought.plan((400.0, 460.0), 40.0, 37.0), "does not fit a point, which is 30.0 mm wide"),
        (lambda: bought.plan((460.0, 400.0), 460.0, 32.0), r"the bar \(460 mm\) is as wide as the field"),
        (
            lambda: bought.plan((460.0, 400.0), 10.0, 32.0),
            "too narrow for a checker of 32 mm. Measure it from the points",
        ),
        (lambda: bought.plan((460.0, 150.0), 40.0, 32.0), "only 2 checkers of 32 mm fit from the rim"),
        (lambda: bought.plan((460.0, 400.0), 40.0, 8.0), "the whole diameter, not the radius"),
        (lambda: bought.plan((46.0, 40.0), 4.0, 3.2), "a piece of 3.2 mm .* is too small. Give millimetres"),
        (lambda: bought.plan((460.0, 400.0), 40.0, -3.0), "--checker -3 is no length"),
        (lambda: bought.plan((460.0, math.nan), 40.0, 32.0), "--field nan is no length"),
        (lambda: backgammon(per_row=9), "--per-row 9: only 6 checkers"),
        (lambda: backgammon(per_row=0), "--per-row 0: a point holds 1 to 15"),
        (lambda: backgammon(trays=25.0), "a piece of 32 mm .* does not fit a tray"),
        (lambda: backgammon(frame=-1.0), "--frame -1 is no width"),
        (lambda: own_grid.plan_grid(8, 8, (30.0, 30.0), own_grid.Pieces(36.0)), "does not fit a square"),
        (lambda: own_grid.plan_grid(40, 8, (30.0, 30.0), PIECES), "2 to 26 columns"),
        (lambda: own_grid.plan_grid(7, 8, (50.0, 50.0), PIECES, hinge=2.0), "no hinge in their middle"),
        (lambda: own_grid.plan_grid(8, 8, (50.0, 50.0), own_grid.Pieces(30.0, kinds=("x", "x"))), "--kinds"),
        (lambda: own_grid.plan_hexagons(34.0, PIECES), "--side N for a hexagon"),
        (lambda: own_grid.plan_hexagons(34.0, PIECES, side=5, columns=3, rows=3), "--side N for a hexagon"),
        (lambda: own_grid.plan_hexagons(34.0, PIECES, side=40), "2 to 13 spaces"),
        (lambda: scaled("spaces", 38.0, 30.0), "does not fit a space, which is 21.9 mm wide"),
        (lambda: own.finish(backgammon(), 0, MarkerRing(80.0)), "from 15 to 40 mm"),
        (lambda: own.finish(backgammon(), 0, MarkerRing(30.0, 1.0)), "needs its white border: give 6 or more"),
        (
            lambda: own.finish(own_grid.plan_grid(2, 2, (20.0, 20.0), own_grid.Pieces(10.0)), 0, MarkerRing(40.0)),
            "not high enough for two markers",
        ),
    ],
)
def test_measures_that_make_no_board_are_refused_with_what_to_measure(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(BoardError, match=words):
        make()


@pytest.mark.parametrize(
    ("text", "found"), [("460x400", (460, 400)), ("460X400", (460, 400)), ("22", (22, 22)), ("22.5mm", (22.5, 22.5))]
)
def test_sizes_are_read(text: str, found: tuple[float, float]) -> None:
    assert parse_size(text) == found


@pytest.mark.parametrize("text", ["", "wide", "4x5x6", "nanx3", "3x"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="millimetres"):
        parse_size(text)


def test_a_length_may_name_its_unit() -> None:
    assert parse_length("32mm") == 32


def _made(tmp_path: Path, *words: str) -> tuple[int, Layout | None]:
    status = main(["boards", "own", *words, "--out", str(tmp_path)])
    return status, layouts.load(tmp_path / "layout.json") if status == 0 else None


def test_the_command_writes_layout_and_plan_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, layout = _made(tmp_path, "backgammon", "--field", "460x400", "--bar", "40", "--checker", "32")
    assert status == 0
    assert layout is not None
    assert layout == own.finish(backgammon()).layout
    picture = cv2.imread(str(tmp_path / "plan.png"))
    assert picture is not None
    assert max(picture.shape) == 1400
    said = capsys.readouterr().out
    assert "the inside corners of the playing field" in said
    assert f"companion play --game backgammon --layout {tmp_path}/layout.json" in said
    assert '--corners-at "0,0 460,0 460,400 0,400"' in said


def test_markers_around_a_board_are_in_its_layout_and_described(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("mindfield", "--square", "40", "--piece", "30", "--frame", "15", "--markers", "25", "--markers-gap", "20")
    status, layout = _made(tmp_path, *words)
    assert status == 0
    assert layout is not None
    assert [marker.id for marker in layout.markers] == [40, 41, 42, 43]
    first = layout.cells["a7"].polygon
    assert first is not None
    assert min(x for x, _ in first) - layout.markers[0].x == pytest.approx(15 + 20 + 12.5)
    said = capsys.readouterr().out
    assert "marker 40, top left: its middle is 48 mm left of the point and 2 mm further down" in said
    assert "companion boards markers --size 25" in said
    assert "--corners" not in said


def test_a_board_that_is_none_of_ours_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("grid", "--columns", "8", "--rows", "8", "--square", "50", "--piece", "36", "--kinds", "red, green")
    status, layout = _made(tmp_path, *words, "--turned", "90", "--name", "draughts")
    assert status == 0
    assert layout is not None
    assert layout.game == "draughts"
    assert list(layout.pieces) == ["red", "green"]
    assert "companion read --layout" in capsys.readouterr().out


@pytest.mark.parametrize(("off", "then"), [("beside", "companion play"), ("none", "companion read")])
def test_a_board_without_a_place_for_borne_off_checkers_is_only_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], off: str, then: str
) -> None:
    words = ("backgammon", "--field", "460x400", "--bar", "40", "--checker", "32", "--off", off)
    status, layout = _made(tmp_path, *words)
    assert status == 0
    assert layout is not None
    said = capsys.readouterr().out
    assert then in said
    assert ("companion play" in said) == (off == "beside")


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _ = _made(tmp_path, "hex", "--space", "20", "--piece", "30", "--side", "5")
    assert status == 1
    assert "companion boards: a piece of 30 mm (--piece) does not fit a space" in capsys.readouterr().err


def test_markers_are_found_on_a_picture_of_the_plan(tmp_path: Path) -> None:
    made: OwnBoard = own.finish(PLANS["with-trays"], 0, MarkerRing(30.0))
    plan = own.draw_plan(made)
    picture = raster(plan, 1.5)
    found = register.find(picture, made.layout)
    assert found.markers == (40, 41, 42, 43)
    margin = (plan.size_mm[0] - made.layout.size_mm[0]) / 2
    for x, y in made.corners:
        there = found.project(np.array([x, y]))
        assert there == pytest.approx(((x + margin) * 1.5 - 0.5, (y + margin) * 1.5 - 0.5), abs=1.5)
