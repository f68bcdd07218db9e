"""A piece that has slid from its place is read at one place only; if it is halfway, both places are in doubt."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS, art
from companion.referee import start_table
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import Scene
from tests.evaluate.looks import draw_look
from tests.tables import make_scene
from vision import register
from vision.layout import Cell, Layout, PieceKind
from vision.observation import CellReading
from vision.reader import Reader
from vision.reader.colours.appearance import decode, encode, make_prior_look
from vision.reader.evidence.askew import Halfway, find_shown_print
from vision.reader.places.atlas import Picture

PITCH, SIDE, STONE = 22.0, 9, 21.0  # mm, crossings a side, mm
SCALE = 3.0  # px per mm
CROSSINGS = {
    f"{'abcdefghj'[c]}{r + 1}": Cell(f"{'abcdefghj'[c]}{r + 1}", PITCH * (c + 1), PITCH * (r + 1), diameter_mm=STONE)
    for r in range(SIDE)
    for c in range(SIDE)
}
LAYOUT = Layout(
    "go", (PITCH * (SIDE + 1),) * 2, CROSSINGS, (), {name: PieceKind(name, STONE, 8.0) for name in ("black", "white")}
)
BLACK = ("d2", "e2", "c3", "d4", "c4", "f3", "c5", "b6", "h8", "b2", "e7", "g7")
WHITE = ("e3", "f4", "e5", "g3", "g5", "f6", "d6", "c7", "h2", "b8")
GREY = {"black": 45.0, "white": 225.0}


def board(slid: str = "", by: float = 0.0) -> Picture:
    """A photograph (BGR) from straight above: dark and pale stones with soft shadows on a wooden board.

    slid: a stone that has slid off its crossing. by: how far it slid down the picture, in diameters of a stone.
    """
    size = round(PITCH * (SIDE + 1) * SCALE)
    page = np.full((size, size, 3), (120, 175, 215), np.float32)
    for i in range(1, SIDE + 1):
        at, first, last = (round(PITCH * SCALE * v) for v in (i, 1, SIDE))
        cv2.line(page, (at, first), (at, last), (40, 60, 70), 2, cv2.LINE_AA)
        cv2.line(page, (first, at), (last, at), (40, 60, 70), 2, cv2.LINE_AA)
    shade, stones = np.zeros((size, size), np.float32), []
    for name in (*BLACK, *WHITE):
        x, y = (round(v * SCALE) for v in (CROSSINGS[name].x, CROSSINGS[name].y))
        y += round(by * STONE * SCALE) if name == slid else 0
        stones.append((x, y, GREY["black" if name in BLACK else "white"]))
        cv2.circle(shade, (x, y + 14), round(STONE / 2 * SCALE), 0.75, -1, cv2.LINE_AA)
    page *= 1 - cv2.GaussianBlur(shade, (0, 0), 4)[..., None]
    yy, xx = np.mgrid[:size, :size]
    for x, y, grey in stones:
        r = STONE / 2 * SCALE
        inside = np.clip(r - np.hypot(xx - x, yy - y), 0, 1)[..., None].astype(np.float32)
        gloss = 40 * np.exp(-((xx - x + 8) ** 2 + (yy - y + 10) ** 2) / 80)
        page = page * (1 - inside) + inside * (grey + gloss[..., None].astype(np.float32))
    page += np.random.default_rng(1).normal(0, 2, page.shape).astype(np.float32)
    return np.clip(cv2.GaussianBlur(page, (0, 0), 1.2), 0, 255).astype(np.uint8)


PAWNS = {**{f"{area}{n}": (area,) for area in ("green", "blue") for n in range(1, 10)}, "red1": ("red",)}


def read(image: Picture) -> Mapping[str, CellReading]:
    """A reading with nothing learned."""
    h, w = image.shape[:2]
    found = register.from_corners((w, h), LAYOUT, [(0, 0), (w - 1, 0), (w - 1, h - 1), (0, h - 1)])
    return Reader(LAYOUT).read(image, found).cells


@pytest.mark.parametrize("by", [0.0, 0.2, 0.3, 0.4])
def test_a_stone_that_has_slid_towards_an_empty_crossing_is_at_its_own(by: float) -> None:
    told = {name: cell.best[0] for name, cell in read(board("g7", by)).items()}
    want = {name: "black" if name in BLACK else "white" if name in WHITE else None for name in CROSSINGS}
    assert told == want


@pytest.mark.parametrize("by", [0.45, 0.5])
def test_a_stone_that_is_halfway_is_doubted_at_both_crossings(by: float) -> None:
    cells = read(board("g7", by))
    assert {name for name in ("g7", "g8") if cells[name].best == ("black", 1)}, "it does not vanish"
    assert all(cells[name].unsure for name in ("g7", "g8"))


def read_pawn(part: float, kind: str = "red", seed: int = 1) -> Mapping[str, CellReading]:
    """A reading of Color Dice's start table with a pawn from yellow5, moved by a part of the way to yellow8."""
    printed = BOARDS["color-dice"]
    layout = printed.layout()
    scene = Scene(printed, dict.fromkeys(layout.pieces, 10), seed=seed)
    view = VirtualCamera(scene, seed=seed)
    scene.lay(PAWNS)
    shown = view.render()
    found = register.find(shown, layout)
    reader = Reader(layout, art(layout))
    reader.learn(shown, found, PAWNS)
    scene.lay({**PAWNS, "yellow5": (kind,)})
    (x, y), (u, v) = (layout.cells[name].places()[0] for name in ("yellow5", "yellow8"))
    scene.nudge(x, y, part * (u - x), part * (v - y))
    return reader.read(view.render(), found).cells


@pytest.mark.parametrize(("kind", "seed"), [("red", 1), ("green", 1), ("blue", 5)])
def test_a_pawn_that_is_halfway_is_doubted(kind: str, seed: int) -> None:
    cells = read_pawn(0.5, kind, seed)
    assert any(cells[name].unsure for name in ("yellow5", "yellow8"))
    assert {name for name, cell in cells.items() if cell.best[0]} - {"yellow5", "yellow8"} == set(PAWNS)


@pytest.mark.parametrize("part", [0.3, 0.4])
def test_a_pawn_belongs_to_the_cell_where_its_foot_is(part: float) -> None:
    cells = read_pawn(part)
    assert cells["yellow5"].best == ("red", 1)
    assert {name for name, cell in cells.items() if cell.best[0]} - {"yellow5"} == set(PAWNS)


@pytest.mark.parametrize(("top", "is_unsure"), [("red", True), (None, False)])
def test_a_pawn_on_top_of_another_one_is_doubted(top: str | None, is_unsure: bool) -> None:
    printed = BOARDS["color-dice"]
    layout = printed.layout()
    scene = Scene(printed, dict.fromkeys(layout.pieces, 9), seed=1)
    view = VirtualCamera(scene, seed=1)
    table = {**PAWNS, "yellow2": ("yellow",)}
    scene.lay(table)
    shown = view.render()
    reader = Reader(layout, art(layout))
    reader.learn(shown, register.find(shown, layout), table)
    scene.lay({**table, "yellow2": ("yellow", top) if top else ("yellow",)})
    cells = reader.read(view.render(), register.find(shown, layout)).cells
    assert {name for name, cell in cells.items() if cell.unsure} == ({"yellow2"} if is_unsure else set())


@pytest.mark.parametrize(
    ("game", "kind", "between", "part", "seed"),
    [
        ("mindfield", "silver", ("c3", "d3"), 0.5, 3),
        ("mindfield", "silver", ("c3", "c4"), 0.46, 2),
        ("color-dice", "red", ("red2", "red3"), 0.5, 1),
        ("color-dice", "yellow", ("blue7", "blue8"), 0.42, 3),
    ],
)
def test_a_piece_halfway_does_not_vanish(
    game: str, kind: str, between: tuple[str, str], part: float, seed: int
) -> None:
    """In Mindfield it hides print of one cell alone, as it is seen from the side. In Color Dice it reaches no cell."""
    printed = BOARDS[game]
    layout = printed.layout()
    scene = make_scene(printed, seed=seed)
    view = VirtualCamera(scene, seed=seed)
    scene.lay({})
    shown = view.render()
    found = register.find(shown, layout)
    reader = Reader(layout, art(layout))
    reader.learn(shown, found, {})
    scene.lay({between[0]: (kind,)})
    (x, y), (u, v) = (layout.cells[name].places()[0] for name in between)
    scene.nudge(x, y, part * (u - x), part * (v - y))
    cells = reader.read(view.render(), found).cells
    assert {name for name, cell in cells.items() if cell.unsure}.intersection(between)
    assert not {name for name, cell in cells.items() if cell.unsure or cell.best[0]}.difference(between)


def test_the_shadow_of_a_tall_pile_is_no_piece_between_two_places() -> None:
    """The network takes it for a brown checker between two points."""
    printed, look = BOARDS["backgammon"], draw_look(9783)
    layout, scene = printed.layout(), make_scene(printed, seed=9783)
    view = VirtualCamera(scene, size=(960, 540), light=look.light, materials=look.materials, seed=9783)
    start = start_table("backgammon")
    assert start is not None
    scene.lay(start)
    shown = view.render()
    found = register.find(shown, layout)
    reader = Reader(layout, art(layout), dict(scene.stock))
    reader.learn(shown, found, start)
    scene.lay({"2": ("white",) * 11, "3": ("black",) * 3, "4": ("black",) * 2, "24": ("black",) * 4})
    cells = reader.read(view.render(), found).cells
    assert not {name for name, cell in cells.items() if cell.unsure} - {"2"}
    assert cells["3"].best == ("black", 3)
    assert cells["4"].best == ("black", 2)


RED, SHADED_PAPER, GREY_PAPER = (encode(np.array(c)) for c in ((0.05, 0.05, 0.60), (0.2, 0.2, 0.2), (0.35, 0.31, 0.28)))


@pytest.mark.parametrize(
    ("core", "print_log_density", "doubted"),
    [
        (RED, -12.0, True),
        (encode(0.3 * decode(RED)), -12.0, True),
        (SHADED_PAPER, 0.6, False),
        (GREY_PAPER, -14.7, False),
    ],
    ids=["red", "red in the shade", "print in the shade", "no colour of a kind"],
)
def test_between_two_places_only_the_colour_of_a_kind_is_a_piece(
    core: np.ndarray, print_log_density: float, doubted: bool
) -> None:
    seen = Halfway(
        one=np.array([1]),
        other=np.array([3]),
        chances=np.array([0.9]),
        core=core[None],
        print_log_density=np.array([print_log_density]),
    )
    found = seen.find_doubt(5, [make_prior_look(name, 0.9) for name in ("red", "green", "blue", "yellow")])
    assert found[[0, 2, 4]].tolist() == [0.0] * 3
    assert found[1] == found[3]
    assert found[1] > 0.85 if doubted else found[1] < 0.05


@pytest.mark.parametrize(
    ("varies", "what", "is_print"),
    [(0.5, "shadow", True), (0.5, "edge of a shadow", True), (0.5, "piece", False), (0.05, "shadow", False)],
)
def test_the_hues_of_print_show_in_a_shadow_and_not_on_a_piece(varies: float, what: str, is_print: bool) -> None:
    """Hard shadows between spaces of two colours (films 9414)."""
    chance = np.random.default_rng(3)
    hue = np.where(np.arange(60) < 30, 1.0, -1.0)[:, None] * (1.0, 0.0, -1.0) * varies
    sheet = (hue - 1.0).astype(np.float32)
    shade = np.where(np.arange(60) % 3 == 0, 0.0, -1.9) if what == "edge of a shadow" else np.full(60, -1.9)
    seen = np.full((60, 3), -2.9) if what == "piece" else sheet + shade[:, None]
    seen = (seen + chance.normal(0.0, 0.15, (60, 3))).astype(np.float32)
    assert find_shown_print(seen[None], sheet[None]).tolist() == [is_print]
