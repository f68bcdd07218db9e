"""The light that known print and the white paper around the markers show."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import scene
from vision.reader.light import WhiteBorders, estimate_from_known_print

BOARD = scene.layout()
PLACES = np.array([(cell.x, cell.y) for cell in BOARD.cells.values()])
GREEN = np.array([0.14, 0.15, 0.02])  # reflectance in blue, green and red
LIGHT = 0.7


@pytest.mark.parametrize("veil", [0.0, 0.03])
def test_stray_light_on_drawn_print_does_not_change_the_hue_of_the_light(veil: float) -> None:
    printed = np.tile(GREEN, (len(PLACES), 1))
    rim = np.array([(x, y) for x in (18.0, 272.0) for y in np.linspace(18, 272, 16)])
    white = WhiteBorders(rim, np.full((len(rim), 3), LIGHT * 0.9), np.full((len(rim), 3), 0.9))
    lit = estimate_from_known_print(LIGHT * printed + veil, printed, PLACES, white, BOARD, False)
    blue, green, red = np.log(lit.compute_at(PLACES) / LIGHT).mean(axis=0)
    assert max(abs(blue), abs(green)) < 0.25
    assert abs(red - green) < 0.3
