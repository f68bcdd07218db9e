"""When people are told about a reflection on the board, or a dirty lens, and when they are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from tests.vision.scene import Picture
from vision import register
from vision.observation import EMPTY, CellReading, Reading
from vision.watcher.advice import Advisor
from vision.watcher.motion import Grid
from vision.watcher.reflections import Reflection

LAYOUT = BOARDS["spry"].layout()
STEP_MM = 4.0


def shining_on(cell: str) -> tuple[Reflection, Grid]:
    """A reflection on one cell of the board, and the grid that it was found on."""
    rows, columns = (int(size / STEP_MM) + 1 for size in reversed(LAYOUT.size_mm))
    empty = np.zeros((rows, columns), np.float32)
    where = np.zeros((rows, columns), np.bool_)
    at = LAYOUT.cells[cell]
    where[int(at.y / STEP_MM), int(at.x / STEP_MM)] = True
    return Reflection(where[..., None] * np.ones(3, np.float32), where), Grid((empty, empty), 3, STEP_MM)


def in_doubt(cell: str) -> Reading:
    """A reading in which all cells are surely empty except one, which is in doubt."""
    sure = CellReading({EMPTY: 1.0}, False, None)
    return Reading({name: replace(sure, likely={EMPTY: 0.6}) if name == cell else sure for name in LAYOUT.cells}, False)


def test_a_reflection_is_reported_where_it_leaves_a_cell_in_doubt() -> None:
    advisor, cell = Advisor(LAYOUT), next(iter(LAYOUT.cells))
    advisor.note_reflection(*shining_on(cell), in_doubt(cell))
    assert advisor.advice is not None
    assert cell in advisor.advice
    other = list(LAYOUT.cells)[-1]
    advisor.note_reflection(*shining_on(cell), in_doubt(other))
    assert advisor.advice is None


def test_below_a_hand_nothing_is_said_of_reflections() -> None:
    advisor, cell = Advisor(LAYOUT), next(iter(LAYOUT.cells))
    advisor.note_reflection(*shining_on(cell), replace(in_doubt(cell), hand=True))
    assert advisor.advice is None


def soften(image: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)


def brighten(image: Picture) -> Picture:
    return np.maximum(image, 250).astype(np.uint8)


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize(
    ("change", "advice"), [(soften, "lens seems to be dirty"), (brighten, "lamp is mirrored near")]
)
def test_with_a_hand_over_the_board_nothing_is_said_of_a_single_marker(
    change: Callable[[Picture], Picture], advice: str, hand: bool
) -> None:
    """The soft edge of its shadow looks like a dirty lens there, and light skin like a mirrored lamp."""
    image = VirtualCamera(make_scene(BOARDS["spry"]), seed=3).render()
    found = register.find(image, LAYOUT)
    marker = next(iter(LAYOUT.markers))
    x, y = found.project(np.array([[marker.x, marker.y]]))[0].round().astype(int)
    near = np.s_[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60]
    image[near] = change(image)[near]
    resting, moving = Advisor(LAYOUT), Advisor(LAYOUT)
    resting.look(image, found, 0.0, just_read=False, hand=hand)
    moving.look_at_motion(image, found, 0.0, hand=hand)
    for advisor in (resting, moving):
        assert (advisor.advice is None) == hand
        assert advisor.advice is None or advice in advisor.advice


@pytest.mark.parametrize(("part", "hand", "is_said"), [(0.3, False, True), (0.3, True, False), (0.6, True, True)])
def test_a_hand_may_be_brighter_than_the_camera_can_show(part: float, hand: bool, is_said: bool) -> None:
    """On a board whose paper is cut off but whose print is not, skin that is cut off does not mean too much light."""
    image = VirtualCamera(make_scene(BOARDS["spry"]), seed=3).render()
    found = register.find(image, LAYOUT)
    image[image.min(axis=2) > 150] = 255
    cells = list(LAYOUT.cells.values())
    for cell in cells[: round(part * len(cells))]:
        x, y = found.project(np.array([[cell.x, cell.y]]))[0].round().astype(int)
        image[y - 3 : y + 4, x - 3 : x + 4] = 255
    advisor = Advisor(LAYOUT)
    advisor.look(image, found, 0.0, just_read=False, hand=hand)
    assert ("overexposed" in (advisor.advice or "")) == is_said
