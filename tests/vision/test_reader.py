"""Reading pictures: path-traced photographs of the Mindfield board, and small boards drawn here."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art, raster
from companion.commands.read import known_stock
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from tests.vision.faults import add_reflection
from tests.vision.photos import PHOTOS, Table, photograph, photographs, truth, wrong
from vision import register
from vision.layout import Cell, Layout, PieceKind
from vision.observation import EMPTY, SURE, Reading
from vision.reader import Reader
from vision.reader.debug import DebugPictures
from vision.reader.places.atlas import Picture
from vision.register import Registration
from vision.watcher.watcher import MIN_FIT_P

LIGHTS = ("daylight", "lamp", "dim")


@cache
def read(light: str, name: str, way: str) -> Reading:
    layout = BOARDS["mindfield"].layout()
    reader = Reader(layout, raster(BOARDS["mindfield"], 3.0) if way == "drawing" else None)
    if way == "set-up":
        reader.learn(*photograph(light, "start"), {cell: tuple(kinds) for cell, kinds in truth(light, "start").items()})
    return reader.read(*photograph(light, name))


@pytest.mark.parametrize("light", LIGHTS)
def test_a_table_fits_its_picture_and_one_that_differs_by_a_piece_does_not(light: str) -> None:
    told = {cell: tuple(kinds) for cell, kinds in truth(light, "game").items() if kinds}
    picture, registration = photograph(light, "game")
    reader = Reader(BOARDS["mindfield"].layout(), raster(BOARDS["mindfield"], 3.0))
    assert reader.fit(picture, registration, told).p > MIN_FIT_P
    cell = sorted(told)[0]
    other = next(kinds for kinds in told.values() if kinds != told[cell])
    for wrong_there in ((), other):
        fit = reader.fit(picture, registration, {**told, cell: wrong_there})
        assert fit.p < MIN_FIT_P
        assert cell in fit.against


@pytest.mark.parametrize("way", ["set-up", "drawing", "unprepared"])
@pytest.mark.parametrize("name", ["start", "game"])
@pytest.mark.parametrize("light", LIGHTS)
def test_a_board_without_a_hand_is_read_exactly(light: str, name: str, way: str) -> None:
    reading = read(light, name, way)
    assert not reading.hand
    # A reader that knows nothing about the print may take the Center's printed star for a piece, or a piece for the
    # star.
    unknown = {"d4"} if way == "unprepared" else set()
    assert set(wrong(reading, truth(light, name))) <= unknown
    assert len(reading.unsure) <= (3 if way == "unprepared" else 2)


@pytest.mark.parametrize("way", ["set-up", "drawing", "unprepared"])
@pytest.mark.parametrize("light", LIGHTS)
def test_a_hand_is_seen_and_what_it_covers_is_unsure(light: str, way: str) -> None:
    reading = read(light, "hand", way)
    assert reading.hand
    covered = [name for name, cell in reading.cells.items() if cell.covered]
    assert len(covered) >= 6
    assert set(covered) <= set(reading.unsure)
    if way == "set-up":
        assert set(wrong(reading, truth(light, "hand"))) <= set(reading.unsure)


@pytest.mark.parametrize("way", ["set-up", "drawing", "unprepared"])
def test_nothing_is_known_of_what_the_picture_shows_black(way: str) -> None:
    image, registration = photograph("daylight", "game")
    layout = BOARDS["mindfield"].layout()
    dark = image.copy()
    dark[:, : int(registration.project(np.array([[layout.size_mm[0] / 2, layout.size_mm[1] / 2]]))[0, 0])] //= 100
    reader = Reader(layout, raster(BOARDS["mindfield"], 3.0) if way == "drawing" else None)
    if way == "set-up":
        reader.learn(*photograph("daylight", "start"), {c: tuple(k) for c, k in truth("daylight", "start").items()})
    reading = reader.read(dark, registration)
    assert not reading.hand
    assert all(reading.cells[name].unsure for name in layout.cells if name[0] in "abc")
    assert not any(not reading.cells[name].unsure for name in wrong(reading, truth("daylight", "game")))


def test_probabilities_are_probabilities() -> None:
    for way in ("set-up", "unprepared"):
        for cell in read("lamp", "game", way).cells.values():
            assert all(0 <= p <= 1 for p in cell.likely.values())
            assert sum(cell.likely.values()) <= 1 + 1e-9
            assert cell.p < 1


def test_learning_again_from_a_confirmed_table_keeps_reading_exact() -> None:
    layout = BOARDS["mindfield"].layout()
    reader = Reader(layout, raster(BOARDS["mindfield"], 3.0))
    for name in ("start", "game"):
        reader.learn(*photograph("lamp", name), {c: tuple(k) for c, k in truth("lamp", name).items()})
    assert not wrong(reader.read(*photograph("lamp", "game")), truth("lamp", "game"))
    assert not wrong(reader.read(*photograph("lamp", "start")), truth("lamp", "start"))


@pytest.mark.parametrize(("light", "name"), [("lamp", "start"), ("lamp", "game"), ("dim", "start"), ("dim", "game")])
def test_a_lamp_mirrored_in_a_corner_at_set_up_is_no_hand_later(light: str, name: str) -> None:
    picture, registration = photograph(light, name)
    layout = BOARDS["mindfield"].layout()
    width, height = layout.size_mm
    corner, origin, right = registration.project(np.array([(0.12 * width, 0.12 * height), (0, 0), (width, 0)]))
    hazy = add_reflection(picture, (corner[0], corner[1]), 0.35 * math.dist(origin, right), 1.0)
    reader = Reader(layout, raster(BOARDS["mindfield"], 3.0))
    reader.learn(hazy, registration, {cell: tuple(kinds) for cell, kinds in truth(light, name).items()})
    reading = reader.read(hazy, registration)
    assert not reading.hand
    assert len(reading.unsure) < 6


def test_debug_pictures_show_every_stage(tmp_path: Path) -> None:
    layout = BOARDS["mindfield"].layout()
    Reader(layout).read(*photograph("daylight", "game"), DebugPictures(tmp_path, "x"))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "x-1-found.png",
        "x-2-why.png",
        "x-3-light.png",
        "x-4-log_p.png",
    ]
    log_p = cv2.imread(str(tmp_path / "x-4-log_p.png"))
    assert log_p is not None
    assert log_p.shape == (720, 1280, 3)


# Boards drawn here: seen from straight above, four pixels a millimetre, with noise.

SCALE = 4
COLOURS = {
    "white": (215, 222, 225),
    "black": (32, 30, 30),
    "red": (45, 40, 200),
    "piece": (180, 60, 160),
    "ink": (60, 70, 75),
}


def lines(kinds: Sequence[str], side: int = 7, capacity: int = 1) -> Layout:
    """A board of crossing lines 24 mm apart, pieces of 20 mm."""
    cells = {
        f"{'abcdefghi'[i]}{j + 1}": Cell(
            f"{'abcdefghi'[i]}{j + 1}", 30 + 24.0 * i, 30 + 24.0 * j, diameter_mm=22, capacity=capacity
        )
        for i in range(side)
        for j in range(side)
    }
    size = 60 + 24.0 * (side - 1)
    pieces = {kind: PieceKind(kind, 20, 5, "disc") for kind in kinds}
    return Layout("lines", (size, size), MappingProxyType(cells), (), MappingProxyType(pieces))


def picture(layout: Layout, pieces: Sequence[tuple[float, float, str]], seed: int = 1) -> tuple[Picture, Registration]:
    """The board with pieces (x, y, kind) on it, and where it is."""
    w, h = (round(v * SCALE) for v in layout.size_mm)
    image = np.full((h, w, 3), (95, 150, 190), np.uint8)
    xs = sorted({c.x for c in layout.cells.values()})
    for x in xs:
        a, low, high = round(x * SCALE), round(xs[0] * SCALE), round(xs[-1] * SCALE)
        cv2.line(image, (a, low), (a, high), (30, 40, 50), 4)
        cv2.line(image, (low, a), (high, a), (30, 40, 50), 4)
    for x, y, kind in pieces:
        radius = 7 if kind == "ink" else 10
        cv2.circle(image, (round(x * SCALE), round(y * SCALE)), radius * SCALE, COLOURS[kind], -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    shaded = image * np.linspace(0.75, 1.0, w)[None, :, None] + noise
    corners = [(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)]
    soft = cv2.GaussianBlur(np.clip(shaded, 0, 255).astype(np.uint8), (5, 5), 1)
    return np.asarray(soft, np.uint8), register.from_corners((w, h), layout, corners)


def at(layout: Layout, table: Table) -> list[tuple[float, float, str]]:
    """The places and kinds of a table's pieces, up to 1.5 mm off their cells' middles."""
    chance = np.random.default_rng(5)
    out = []
    for name, kinds in table.items():
        dx, dy = chance.uniform(-1.5, 1.5, 2)
        out += [(layout.cells[name].x + dx, layout.cells[name].y + dy, kind) for kind in kinds]
    return out


TABLE: Table = {"a1": ["white"], "b1": ["black"], "d4": ["white"], "e4": ["black"], "e5": ["white"], "g7": ["black"]}


def test_an_unknown_board_of_lines_is_read_without_any_preparation() -> None:
    layout = lines(["white", "black"])
    reading = Reader(layout).read(*picture(layout, at(layout, TABLE)))
    assert not wrong(reading, TABLE)
    assert not reading.hand


def test_an_empty_board_is_empty() -> None:
    layout = lines(["white", "black"])
    reading = Reader(layout).read(*picture(layout, []))
    assert not wrong(reading, {})
    assert not reading.unsure


def test_print_that_was_hidden_when_it_was_learned_is_known_by_the_other_cells() -> None:
    layout = lines(["white", "black"])
    inks = [(cell.x, cell.y, "ink") for cell in layout.cells.values()]
    reader = Reader(layout)
    image, found = picture(layout, [*inks, *at(layout, TABLE)])
    reader.learn(image, found, {cell: tuple(kinds) for cell, kinds in TABLE.items()})
    moved = {"a2": ["white"], "b3": ["black"], "d5": ["white"]}
    reading = reader.read(picture(layout, [*inks, *at(layout, moved)], seed=2)[0], found)
    assert not wrong(reading, moved)
    assert not set(reading.unsure) & set(TABLE)


def test_a_piece_between_two_cells_leaves_both_unsure() -> None:
    layout = lines(["white", "black"], side=5)
    between = (layout.cells["b2"].x + 12, layout.cells["b2"].y, "white")
    reading = Reader(layout).read(*picture(layout, [*at(layout, {"d4": ["white"], "a5": ["black"]}), between]))
    assert {"b2", "c2"} <= set(reading.unsure)


def test_a_piece_of_an_unknown_colour_is_unsure() -> None:
    layout = lines(["white", "black"], side=5)
    table = {"d4": ["white"], "a5": ["black"], "b3": ["red"]}
    reading = Reader(layout).read(*picture(layout, at(layout, table)))
    assert "b3" in reading.unsure
    assert not wrong(reading, {"d4": ["white"], "a5": ["black"], "b3": ["red"]}).keys() - {"b3"}


def test_names_without_a_colour_are_not_guessed_but_can_be_learned() -> None:
    layout = lines(["sheep", "wolf"], side=5)
    looks = {"sheep": "white", "wolf": "black"}
    table = {"a1": ("sheep",), "c3": ("wolf",), "e2": ("sheep",), "b5": ("wolf",)}
    shown = picture(layout, at(layout, {cell: [looks[k] for k in kinds] for cell, kinds in table.items()}))
    assert set(table) <= set(Reader(layout).read(*shown).unsure)
    reader = Reader(layout)
    reader.learn(*shown, table)
    assert not wrong(reader.read(*shown), table)


def test_pieces_that_look_other_than_their_names_say_can_be_learned() -> None:
    layout = lines(["white", "black"], side=5)
    looks = {"white": "piece", "black": "red"}
    table = {"a1": ("white",), "c3": ("black",), "e2": ("white",), "b5": ("black",)}
    later = {"d4": ("white",), "b2": ("black",), "a5": ("white",)}
    shown, next_shown = (
        picture(layout, at(layout, {cell: [looks[k] for k in kinds] for cell, kinds in lies.items()}))
        for lies in (table, later)
    )
    reader = Reader(layout)
    reader.learn(*shown, table)
    reading = reader.read(*next_shown)
    assert not wrong(reading, later)
    assert not reading.unsure


def test_what_is_on_top_cannot_be_counted() -> None:
    layout = lines(["white", "black"], side=4, capacity=3)
    reading = Reader(layout).read(*picture(layout, at(layout, {"b2": ["white"]})))
    cell = reading.cells["b2"]
    assert cell.unsure
    assert math.isclose(sum(p for (kind, _), p in cell.likely.items() if kind == "white"), 1, abs_tol=0.05)
    assert reading.cells["c3"].p > SURE


def test_a_place_left_out_below_a_piece_is_in_doubt() -> None:
    # A piece seen only at the far end of a row may be the top of a high pile on the other side of the board.
    spots = tuple((30.0 + 24 * i, 30.0) for i in range(5))
    cells = {"point": Cell("point", 78, 30, diameter_mm=22, capacity=5, spots=spots)}
    pieces = {"white": PieceKind("white", 20, 5, "disc"), "black": PieceKind("black", 20, 5, "disc")}
    layout = Layout("point", (156, 156), MappingProxyType(cells), (), MappingProxyType(pieces))
    grid = lines(["white", "black"], side=5)
    for filled, sure in ((spots[:3], True), (spots[4:], False)):
        reader = Reader(layout)
        reader.learn(*picture(grid, [], seed=2), {})
        image, registration = picture(grid, [(x, y, "black") for x, y in filled])
        cell = reader.read(image, registration).cells["point"]
        assert cell.best == ("black", len(filled))
        assert cell.unsure != sure


def test_rows_are_fitted_once_pieces_are_in_them() -> None:
    # Checkers of 20 mm on a board whose layout is for checkers of 24 mm; the board is seen empty at first.
    columns = {str(k + 1): 30.0 + 26 * k for k in range(10)}
    cells = {
        name: Cell(name, x, 78, diameter_mm=24, capacity=15, spots=tuple((x, 30.0 + 24 * i) for i in range(5)))
        for name, x in columns.items()
    }
    kinds = {kind: PieceKind(kind, 24, 6, "disc") for kind in ("white", "black")}
    layout = Layout("rows", (294, 294), MappingProxyType(cells), (), MappingProxyType(kinds))
    table = {"1": ("white",) * 5, "3": ("black",) * 4, "6": ("black",) * 5, "7": ("white",) * 3, "9": ("white",) * 2}
    lie = [(columns[name], 28.0 + 20 * i, kind) for name, held in table.items() for i, kind in enumerate(held)]
    reader = Reader(layout)
    assert not wrong(reader.read(*picture(layout, [])), {})
    shown = picture(layout, lie, seed=2)
    assert not wrong(reader.read(*shown), table)
    for first in ({}, table):  # the reader may have learned an empty board first
        reader = Reader(layout)
        reader.learn(*(shown if first else picture(layout, [])), first)
        assert not wrong(reader.read(*picture(layout, lie, seed=3)), table)
    reader = Reader(layout)
    assert not wrong(reader.read(*shown), table)
    reader.learn(*picture(layout, []), {})
    assert not wrong(reader.read(*shown), table)


def test_learning_refuses_what_the_layout_does_not_have() -> None:
    layout = lines(["white", "black"], side=4)
    shown = picture(layout, [])
    with pytest.raises(KeyError):
        Reader(layout).learn(*shown, {"z9": ("white",)})
    with pytest.raises(KeyError):
        Reader(layout).learn(*shown, {"a1": ("purple",)})


@cache
def board_photograph(game: str, name: str) -> tuple[Picture, Registration]:
    image = cv2.imread(str(PHOTOS / f"{game}-{name}.jpg"))
    assert image is not None
    return image, register.find(image, BOARDS[game].layout())


def told_apart(game: str, name: str, reading: Reading) -> dict[str, object]:
    """The cells that are read wrong; a pile higher than can be counted is right with its kind and any such count."""
    table = photographs()[f"{game}-{name}.jpg"]["cells"]
    assert isinstance(table, dict)
    off = wrong(reading, table)
    for cell, kinds in table.items():
        places, capacity = len(BOARDS[game].layout().cells[cell].places()), BOARDS[game].layout().cells[cell].capacity
        kind, count = reading.cells[cell].best
        if capacity > places and len(kinds) >= places and kind == kinds[-1] and count >= places:
            off.pop(cell, None)
    return off


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("spaces", "dim-start"),
        ("spaces", "dim-game"),
        ("color-dice", "lamp-game"),
        ("backgammon", "lamp-game"),
        ("spry", "lamp-game"),
    ],
)
def test_every_board_is_read_by_its_drawing(game: str, name: str) -> None:
    reading = Reader(BOARDS[game].layout(), raster(BOARDS[game], 3.0)).read(*board_photograph(game, name))
    assert not reading.hand
    assert not told_apart(game, name, reading)


def test_print_below_the_pieces_of_a_set_up_is_known_from_the_drawing() -> None:
    # E16 is a black space with a black piece; A6 held one when the print was learned.
    reader = Reader(BOARDS["spaces"].layout(), raster(BOARDS["spaces"], 3.0))
    reader.learn(*board_photograph("spaces", "dim-start"), {"J6": ("white",), "A6": ("black",)})
    reading = reader.read(*board_photograph("spaces", "dim-game"))
    assert not told_apart("spaces", "dim-game", reading)
    assert reading.cells["A6"].best == EMPTY
    assert not reading.cells["A6"].unsure


def test_a_brown_hand_is_no_shadow_on_paper() -> None:
    game = "color-dice"
    reading = Reader(BOARDS[game].layout(), raster(BOARDS[game], 3.0)).read(*board_photograph(game, "dim-hand"))
    assert reading.hand
    assert set(told_apart(game, "dim-hand", reading)) <= set(reading.unsure)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", ["start", "game"])
def test_without_colour_gold_and_silver_are_not_told_apart_in_error(light: str, name: str) -> None:
    image, registration = photograph(light, name)
    grey = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    reader = Reader(BOARDS["mindfield"].layout(), raster(BOARDS["mindfield"], 3.0))
    reading = reader.read(np.asarray(grey, np.uint8), registration)
    assert set(wrong(reading, truth(light, name))) <= set(reading.unsure)


def test_an_arm_between_the_cells_is_seen() -> None:
    layout = BOARDS["color-dice"].layout()
    image = raster(BOARDS["color-dice"], 3.0)
    h, w = image.shape[:2]
    corners = [(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)]
    registration = register.from_corners((w, h), layout, corners)
    reader = Reader(layout, image)
    assert not reader.read(image, registration).hand
    arm = image.copy()
    cv2.line(arm, (w // 2, h), (w // 2, h // 2), (105, 135, 185), 3 * 50)
    assert reader.read(arm, registration).hand
    pawn = image.copy()
    cv2.circle(pawn, (w // 2, h - 40), 3 * 9, (105, 135, 185), -1)
    assert not reader.read(pawn, registration).hand


@pytest.mark.parametrize(("steps_mm", "is_hand"), [((0,), False), ((0, 30), False), ((0, 18, 36), True)])
def test_something_wide_that_looks_like_many_pieces_of_which_the_game_has_one_is_foreign(
    steps_mm: tuple[int, ...], is_hand: bool
) -> None:
    """A cup looked like several Antipodes. Pieces beside each other that look larger than they are do not matter."""
    board = BOARDS["mindfield"]
    layout, scene = board.layout(), make_scene(board, seed=1)
    view = VirtualCamera(scene, seed=1)
    table = {"a1": ("gold",), "b1": ("gold",), "c1": ("silver",), "d1": ("silver",)}

    def show(*cells: str, aside: tuple[int, int] = (0, 0)) -> Picture:
        scene.lay({**table, **dict.fromkeys(cells, ("antipode-silver",))})
        for cell in cells:
            piece = scene.find_in_cell(cell)
            assert piece is not None
            scene.nudge(piece.x, piece.y, *aside)
        return view.render()

    without, first = show(), show("f5")
    registration = register.find(first, layout)
    reader = Reader(layout, art(layout), known_stock(layout))
    reader.learn(first, registration, {**table, "f5": ("antipode-silver",)})
    image = first.copy()
    for right, up in itertools.product(steps_mm, repeat=2):
        other = show("b3", aside=(right, -up))
        is_piece = np.abs(other.astype(np.int16) - without).max(axis=2) > 25  # more than noise
        image[is_piece] = other[is_piece]
    assert reader.read(image, registration).hand == is_hand
