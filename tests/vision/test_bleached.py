"""White pieces on white print in too much light: fine details tell what the network cannot see."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision import scene
from tests.vision.scene import PRINT_SCALE, Picture
from vision.layout import Layout, PieceKind
from vision.reader import survey
from vision.reader.board.conditions import Conditions
from vision.reader.board.scene import Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.evidence import network_input
from vision.reader.evidence.bleached import find_bleached
from vision.reader.networks import network, windows
from vision.register import find

BARE = scene.layout()
LAYOUT = Layout(BARE.game, BARE.size_mm, BARE.cells, BARE.markers, {"white": PieceKind("white", 18.0, 6.0)})
WHITE = (252, 252, 252)


def photograph(pieces: tuple[str, ...]) -> Picture:
    """A white board with thin grey lines in each cell; the lines below a piece are hidden."""
    page = scene.draw_print(BARE)
    for cell in BARE.cells.values():
        x, y, reach = (round(v * PRINT_SCALE) for v in (cell.x, cell.y, 11))
        cv2.rectangle(page, (x - reach, y - reach), (x + reach, y + reach), WHITE, -1)
        for off in (-5, 4):
            start = x - reach, y + round((off - 4) * PRINT_SCALE)
            end = x + reach, y + round((off + 4) * PRINT_SCALE)
            cv2.line(page, start, end, (148, 154, 160), round(0.9 * PRINT_SCALE), cv2.LINE_AA)
    for name in pieces:
        cell = BARE.cells[name]
        cv2.circle(page, (round(cell.x * PRINT_SCALE), round(cell.y * PRINT_SCALE)), round(9 * PRINT_SCALE), WHITE, -1)
    return np.asarray(np.clip(scene.Camera(LAYOUT).photograph(page, noise=1.0) * 1.25, 0, 255), np.uint8)


def look_at(image: Picture, doubt: float | None) -> tuple[Picture, windows.Singles, Conditions, list[str]]:
    """The windows of a picture, raw and balanced, its conditions and its places. doubt: of all print, None as it is."""
    kinds = Kinds.of(LAYOUT)
    empty = photograph(())
    there = Scene.of(LAYOUT, find(empty, LAYOUT), kinds.size_radii, kinds.height, None)
    known = scene.learned(empty, there, kinds)
    conditions = survey.survey_all(image, there, kinds, known, True, None).conditions
    if doubt is not None:
        assert conditions.window_background is not None
        conditions.window_background[..., 3] = doubt
    cut = there.windows.cut(image)
    names = [there.atlas.names[c] for c in there.atlas.cell]
    return cut, windows.balance_windows(cut, conditions.window_white), conditions, names


def answer(empty: float) -> windows.Floats:
    """The network's answer for all places: so likely empty, else a piece."""
    return np.log(np.tile([empty, 1 - empty - 1e-6, 1e-6], (len(BARE.cells), 1)))


@pytest.mark.parametrize("doubt", [None, 0.07])
def test_a_piece_that_hides_the_details_of_known_print_is_seen(doubt: float | None) -> None:
    """The colours of print with many details are more doubtful than its details."""
    cut, now, conditions, names = look_at(photograph(("d4", "b3")), doubt)
    found = find_bleached(cut, now, conditions)
    assert {name for name, hidden in zip(names, found.hidden, strict=True) if hidden} == {"b3", "d4"}
    empty = np.exp(found.correct(answer(0.999))[:, network.EMPTY])
    assert empty[names.index("d4")] < 0.1
    assert empty[names.index("c4")] == pytest.approx(0.999, abs=1e-3)


def test_where_white_print_was_guessed_nothing_is_sure() -> None:
    cut, now, conditions, _names = look_at(photograph(("d4",)), 0.2)
    found = find_bleached(cut, now, conditions)
    assert found.unknown.mean() > 0.8
    assert found.white.mean() > 0.3
    assert np.exp(found.correct(answer(0.999))[found.unknown, network.EMPTY]).max() < 0.9
    assert np.exp(found.correct(answer(0.001))[found.white, network.PIECE]).max() < 0.9
    foreign = np.log(np.tile([1e-6, 1e-6, 1 - 2e-6], (len(BARE.cells), 1)))
    likely = np.exp(found.correct(foreign))
    assert likely[found.unknown, network.EMPTY].min() > 0.1, "print far brighter than its light is no hand"
    assert likely[found.unknown, network.THING].min() > 0.7, "a white sleeve may be there all the same"


def test_a_picture_that_is_not_bleached_stays_as_it_is() -> None:
    image = np.asarray(photograph(("d4",)) * 0.7, np.uint8)
    cut, now, conditions, _names = look_at(image, None)
    found = find_bleached(cut, now, conditions)
    assert not (found.unknown | found.hidden).any()
    assert found.correct(answer(0.999)) == pytest.approx(answer(0.999))


LAMP = 54.0, 18.0  # mm: beside the cells


def photograph_mirrored_lamp() -> Picture:
    """A pale board with a lamp mirrored beside its cells, so brightly that the camera clips it."""
    camera = scene.Camera(LAYOUT)
    page = np.maximum(scene.draw_print(BARE), np.uint8(200))
    image = camera.photograph(np.asarray(page, np.uint8)).astype(np.float64)
    x, y = camera.project(np.array([LAMP]))[0]
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    lamp = 765 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 45**2))
    image += lamp[..., None] * (0.8, 0.95, 1.0)
    return np.asarray(np.clip(image + scene.grain(image.shape, 1), 0, 255), np.uint8)


def test_print_beside_the_cells_that_was_clipped_may_be_clipped_in_less_light() -> None:
    kinds, image = Kinds.of(LAYOUT), photograph_mirrored_lamp()
    there = Scene.of(LAYOUT, find(image, LAYOUT), kinds.size_radii, kinds.height, None)
    known = scene.learned(image, there, kinds)
    conditions = survey.survey_all(image, there, kinds, known, True, None).conditions
    white, place = conditions.window_white, there.between.place
    now, less = (
        network_input.expect_empty(known.between, part * conditions.light.compute_at(place), white)
        for part in (1.0, 0.6)
    )
    off = windows.measure_differences(now, less)
    clipped = np.linalg.norm(place - LAMP, axis=1) < 20
    assert clipped.sum() == 1
    assert off[clipped].max() < 0.02
    assert off[~clipped].min() > 0.05
