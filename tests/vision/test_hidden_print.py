"""Print that pieces hid at set-up is filled in later, from what most places of the same sort show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from tests.vision import scene
from tests.vision.scene import PRINT_SCALE, Picture
from vision.layout import Layout, PieceKind
from vision.reader import survey
from vision.reader.board import print_learner
from vision.reader.board.conditions import Conditions, encode_colours
from vision.reader.board.hidden_print import HiddenPrint
from vision.reader.board.print_sheet import HIDDEN_DOUBT, Print
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.colours.light import to_linear
from vision.reader.evidence.similar_places import fill_hidden_print
from vision.reader.networks import windows
from vision.register import find

BARE = scene.layout()
LAYOUT = Layout(BARE.game, BARE.size_mm, BARE.cells, BARE.markers, {"black": PieceKind("black", 18.0, 8.0)})
DISC = (55, 75, 50)
WHITE = (230, 230, 230)
PALE, DOT = (200, 225, 230), (150, 185, 205)
WRONG = 0.8  # how far guessed print is from the real one (a logarithm)
AS_SEEN = 0.05  # a mean difference of logarithms below which the expected print counts as unchanged


def photograph(table: dict[str, tuple[int, int, int]]) -> Picture:
    """A board with some pieces, and with a printed dark disc, as large as a piece, in each cell of every second row."""
    page = scene.draw_print(BARE)
    for name, cell in BARE.cells.items():
        if int(name[1]) % 2 == 0:
            middle = round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)
            cv2.circle(page, middle, round(9.5 * PRINT_SCALE), DISC, -1, cv2.LINE_AA)
    return scene.Camera(LAYOUT).photograph(scene.place_pieces(page, BARE, table), noise=1.5)


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture of a board whose print is known, as the reader sees it."""

    conditions: Conditions
    now: windows.Singles
    colours: windows.Singles
    scene: Scene

    @classmethod
    def of(cls, image: Picture, learned_from: Picture | None = None) -> Seen:
        """With the print that another picture shows; None for the same picture."""
        kinds, found = Kinds.of(LAYOUT), find(image, LAYOUT)
        there = Scene.of(LAYOUT, found, kinds.size_radii, kinds.height, None)
        known = scene.learned(image if learned_from is None else learned_from, there, kinds)
        conditions = survey.survey_all(image, there, kinds, known, True, None).conditions
        now = windows.balance_windows(there.windows.cut(image), conditions.window_white)
        return cls(conditions, now, encode_colours(to_linear(there.atlas.cut(image)), conditions.light_at), there)

    @property
    def names(self) -> list[str]:
        """The name of each place."""
        return [self.scene.atlas.names[c] for c in self.scene.atlas.cell]

    def guess(self, names: Iterable[str]) -> Seen:
        """The same with the print at some places guessed, and wrong."""
        known, below = print_of(self.conditions).copy(), windows.SAMPLE_RADII < 1
        whole, doubt = self.conditions.background.copy(), self.conditions.background_doubt.copy()
        for number in (self.names.index(name) for name in names):
            known[number, below, :3] += WRONG
            known[number, below, 3] = HIDDEN_DOUBT
            whole[number] += WRONG
            doubt[number] = HIDDEN_DOUBT
        guessed = replace(self.conditions, window_background=known, background=whole, background_doubt=doubt)
        return replace(self, conditions=guessed)

    def fill(self) -> Conditions:
        """The conditions with better print where it was guessed."""
        return fill_hidden_print(self.conditions, self.now, self.colours, self.scene)

    def measure_off(self, conditions: Conditions, name: str, right: Conditions) -> float:
        """The mean difference in the middle of a place between the print that conditions expect and the right one."""
        i = self.names.index(name)
        off = print_of(conditions)[i, ..., :3] - print_of(right)[i, ..., :3]
        return float(np.abs(off)[windows.SAMPLE_RADII < 0.8].mean())


def print_of(conditions: Conditions) -> windows.Singles:
    """The print in all windows, which must be known."""
    assert conditions.window_background is not None
    return conditions.window_background


def test_hidden_print_is_filled_in_once_most_places_of_its_sort_show_it() -> None:
    right = Seen.of(photograph({}))
    seen = right.guess(["d4"])
    filled = seen.fill()
    assert seen.measure_off(seen.conditions, "d4", right.conditions) > 0.7
    assert seen.measure_off(filled, "d4", right.conditions) < 0.15
    assert seen.measure_off(filled, "c3", right.conditions) < AS_SEEN, "print that was seen stays as it is"
    d4 = seen.names.index("d4")
    assert np.abs(filled.background[d4] - right.conditions.background[d4]).mean() < 0.15, "the whole place, too"


def test_what_a_piece_shows_is_not_taken_for_print() -> None:
    seen = Seen.of(photograph({"d4": WHITE})).guess(["d4"])
    assert seen.measure_off(seen.fill(), "d4", seen.conditions) == 0.0


def test_print_is_not_filled_in_from_pieces_of_one_kind_on_most_places() -> None:
    """Too many white pieces look like print: they say nothing about the print below one of them."""
    most = [name for name in BARE.cells if int(name[1]) % 2 == 0]
    seen = Seen.of(photograph(dict.fromkeys(most, WHITE)), photograph({})).guess(most[:6])
    filled = seen.fill()
    assert all(seen.measure_off(filled, name, seen.conditions) == 0.0 for name in most[:6])


@pytest.mark.parametrize("height_mm", [8.0, 45.0])
@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.8])
def test_a_piece_hides_print_from_its_foot_to_its_top(height_mm: float, tilt: float) -> None:
    layout = Layout(BARE.game, BARE.size_mm, BARE.cells, BARE.markers, {"black": PieceKind("black", 16.0, height_mm)})
    camera = scene.Camera(layout, tilt=tilt)
    kinds, found = Kinds.of(layout), find(camera.photograph(scene.draw_print(BARE)), layout)
    there = Scene.of(layout, found, kinds.size_radii, kinds.height, None).atlas
    place = np.array([3])
    hidden = HiddenPrint.of(there, found, kinds, place, np.array([0]))
    turn = np.linspace(0, 2 * np.pi, 24)
    flank = there.place[3] + 8.0 * np.column_stack([np.cos(turn), np.sin(turn)])
    for part in (0.0, 0.5, 1.0):
        seen = found.unproject(camera.project(flank, part * height_mm))
        assert (hidden.measure_gaps(0, seen) < hidden.radius[0]).all(), f"at {part} of its height"
    near_side = hidden.foot[0] - (hidden.top[0] - hidden.foot[0]) - (2.2 * hidden.radius[0], 0.0)
    assert hidden.measure_gaps(0, near_side[None]) > hidden.radius[0], "print beside the piece is in sight"


def learn_below(image: Picture, cells: Iterable[str]) -> tuple[list[str], windows.Singles]:
    """The names of all places, and the print in their windows (n, SIDE, SIDE, 4).

    image: from it the print is learned. cells: where pieces hide the print.
    """
    there, told = learn(image, cells, None)
    return [there.atlas.names[c] for c in there.atlas.cell], KnownPrint.of(told, there).windows


def learn(image: Picture, cells: Iterable[str], before: Print | None) -> tuple[Scene, Print]:
    """The print that a picture shows, if pieces hide it in some cells. before: the print so far."""
    kinds, found = Kinds.of(LAYOUT), find(image, LAYOUT)
    there = Scene.of(LAYOUT, found, kinds.size_radii, kinds.height, None)
    names = [there.atlas.names[c] for c in there.atlas.cell]
    places = np.array([names.index(name) for name in cells], np.int64)
    hidden = HiddenPrint.of(there.atlas, found, kinds, places, np.zeros(len(places), np.int64))
    look = survey.survey_all(image, there, kinds, None, False, None)
    lit, flat = look.light, look.conditions.plain_background
    return there, print_learner.learn_print(
        image, there.raster, there.atlas, there.family, lit, flat, hidden, before, None
    )


def test_print_that_a_piece_hides_is_known_from_other_places_though_it_is_in_the_shade() -> None:
    page = scene.draw_print(BARE)
    for cell in BARE.cells.values():
        middle = round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)
        cv2.circle(page, middle, round(11 * PRINT_SCALE), DISC, -1, cv2.LINE_AA)
    camera = scene.Camera(LAYOUT)
    shaded = page.copy()
    d4 = BARE.cells["d4"]
    left, right, top, bottom = (round(v * PRINT_SCALE) for v in (d4.x - 20, d4.x + 20, d4.y - 20, d4.y + 20))
    shaded[top:bottom, left:right] = (shaded[top:bottom, left:right] * 0.45).astype(np.uint8)
    image = camera.photograph(scene.place_pieces(shaded, BARE, {"d4": (230, 230, 230)}), noise=1.5)
    names, learned = learn_below(image, ["d4"])
    sheet = learned[..., 10:14, 10:14, :3]
    assert np.abs(sheet[names.index("d4")] - sheet[names.index("f2")]).mean() < 0.1


def test_print_that_a_piece_hides_is_that_of_cells_with_alike_neighbours() -> None:
    page, light, dark = scene.draw_print(BARE), (190, 215, 220), DISC
    chequered = {name: (ord(name[0]) + int(name[1])) % 2 == 0 for name in BARE.cells}
    for name, cell in BARE.cells.items():
        middle = round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)
        cv2.circle(page, middle, round(9.5 * PRINT_SCALE), light if chequered[name] else dark, -1, cv2.LINE_AA)
    hides = dict.fromkeys(("a1", "c1", "g1", "d4", "e2", "b5", "f5", "c7", "e7", "g7", "a6", "f3"), (60, 40, 200))
    image = scene.Camera(LAYOUT).photograph(scene.place_pieces(page, BARE, hides), noise=1.5)
    names, learned = learn_below(image, hides)
    middles = learned[:, 10:14, 10:14, :3].mean(axis=(1, 2, 3))
    free = [i for i, name in enumerate(names) if name not in hides]
    bright, dim = (
        float(np.median([middles[i] for i in free if chequered[names[i]] == is_light])) for is_light in (True, False)
    )
    assert bright > dim + 0.8
    for name in hides:
        assert middles[names.index(name)] == pytest.approx(bright if chequered[name] else dim, abs=0.2), name


def photograph_dots(table: dict[str, tuple[int, int, int]]) -> Picture:
    """A board with pieces on pale cells with small squares, which are elsewhere in each cell."""
    page, chance, size = scene.draw_print(BARE), np.random.default_rng(4), round(2.2 * PRINT_SCALE)
    for cell in BARE.cells.values():
        x, y, reach = (round(v * PRINT_SCALE) for v in (cell.x, cell.y, 11))
        cv2.rectangle(page, (x - reach, y - reach), (x + reach, y + reach), PALE, -1)
        for left, top in chance.integers(-reach, reach - size, (40, 2)).tolist():
            page[y + top : y + top + size, x + left : x + left + size] = DOT
    return scene.Camera(LAYOUT).photograph(scene.place_pieces(page, BARE, table), noise=1.5)


def test_guessed_print_keeps_its_pattern() -> None:
    names, learned = learn_below(photograph_dots({"d4": (60, 40, 200)}), ["d4"])
    varies = learned[:, windows.SAMPLE_RADII < 0.8, :3].std(axis=1).max(axis=1)
    assert varies[names.index("d4")] > 0.7 * np.median(varies)


def test_print_that_a_piece_hid_is_filled_in_from_bare_places_not_from_pieces_that_look_like_it() -> None:
    pieces = [name for name in BARE.cells if int(name[1]) % 7 > 2 and name != "d4"]
    right = Seen.of(photograph_dots(dict.fromkeys(pieces, PALE)), photograph_dots({}))
    place, middle = right.names.index("d4"), windows.SAMPLE_RADII < 0.8
    filled = print_of(right.guess(["d4"]).fill())[place, middle, :3]
    shown = print_of(right.conditions)[:, middle, :3]
    assert filled.mean() == pytest.approx(shown[place].mean(), abs=0.15)
    assert filled.std(axis=0).max() > 0.7 * np.median(shown.std(axis=1).max(axis=1))
