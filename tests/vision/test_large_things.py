"""What is larger than any piece covers the board, though few windows show it. What is as small as a die does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_strays import Table
from vision.layout import Point
from vision.reader.contents import large_things
from vision.reader.places.atlas import Picture

MIDDLE: Point = (0.6, 0.5)
"""Between the areas of Color Dice, in parts of the board's sides."""

CROSSING: Point = (0.5, 0.4)
MARGIN: Point = (0.5, 0.06)
"""Beside all cells."""


@pytest.fixture(scope="module")
def table() -> Table:
    return Table("color-dice")


def with_disc(table: Table, at: Point, radius: float) -> Picture:
    """The picture of the table with a flat dark red disc on it. at: in parts of the board's sides. radius: in mm."""
    image = table.camera.render().copy()
    angle = np.linspace(0, 2 * np.pi, 60)
    ring = np.array(table.scene.layout.size_mm) * at + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    pixels = np.round(16 * table.registration.project(ring)).astype(np.int32)
    cv2.fillPoly(image, [pixels], (40, 30, 120), cv2.LINE_AA, 4)
    return image


@pytest.mark.parametrize("at", [MIDDLE, CROSSING])
@pytest.mark.parametrize("other", ["_MIN_RADIUS", "_MIN_FOREIGN_RADIUS"])
def test_a_disc_larger_than_any_piece_covers_the_board(
    table: Table, at: Point, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cup between two areas was not seen, because only one of the windows between the cells showed it. The print that
    it hides tells its size, and so do close windows, even if it has the colour of the print. Each is enough.
    """
    monkeypatch.setattr(large_things, other, 99.0)
    assert table.reader.read(with_disc(table, at, 18.0), table.registration).hand
    assert not table.reader.read(with_disc(table, at, 7.0), table.registration).hand, "dice are as small as this"


def test_a_disc_beside_all_cells_does_not_matter(table: Table) -> None:
    assert not table.reader.read(with_disc(table, MARGIN, 18.0), table.registration).hand
