"""The light by drawn print and by the paper around the markers."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards import BOARDS
from vision.reader.colours.light import (
    PAPER_REFLECTANCE,
    WhiteBorders,
    estimate_from_known_print,
    estimate_from_markers,
    estimate_from_unclipped_markers,
)
from vision.reader.places.atlas import Floats

LAYOUT = BOARDS["mindfield"].layout()
RNG = np.random.default_rng(6)
PLACES = np.array([(cell.x, cell.y) for cell in LAYOUT.cells.values()])
DARK_PRINT = np.array([0.14, 0.15, 0.02])  # blue, green, red: red ink is what this print hardly has
STRAY = 0.03  # this part of the light does not come from the print


def white_borders(light: Floats) -> WhiteBorders:
    """White paper beside the markers in this light (3,)."""
    where = np.array([(m.x + side, m.y) for m in LAYOUT.markers for side in (-9.0, 9.0)])
    values = np.tile(np.minimum(PAPER_REFLECTANCE * light, 1.0), (len(where), 1))
    return WhiteBorders(where, values, np.full_like(values, PAPER_REFLECTANCE))


def estimate(light: Floats, *, is_learned: bool, stray: float = STRAY) -> Floats:
    """(3,) the light that is estimated from print and paper in this light, with stray light."""
    printed = np.tile(DARK_PRINT, (len(PLACES), 1)) * np.exp(RNG.normal(0, 0.05, (len(PLACES), 3)))
    bare = (printed + stray) * light
    shown = printed if not is_learned else printed + stray
    white = white_borders(light)
    paper_light = estimate_from_markers(white.drop_clipped(), LAYOUT)
    found = estimate_from_known_print(bare, shown, PLACES, white, paper_light, LAYOUT, is_learned)
    return found.compute_at(PLACES).mean(axis=0)


@pytest.mark.parametrize("stray", [0.008, 0.014, STRAY])
def test_stray_light_on_dark_drawn_print_does_not_make_the_light_seem_coloured(stray: float) -> None:
    """Little stray light made a gold Antipode seem silver (start table, Mindfield 10,464)."""
    light = np.array([0.8, 0.75, 0.7])
    assert np.abs(np.log(estimate(light, is_learned=False, stray=stray) / light)).max() < 0.1


def test_light_by_print_that_was_learned() -> None:
    light = np.array([0.8, 0.75, 0.7])
    assert np.abs(np.log(estimate(light, is_learned=True) / light)).max() < 0.1


def test_where_most_paper_is_clipped_the_rest_tells_the_light_only_if_the_print_was_not_learned() -> None:
    """The warm shadow of a hand made the light seem so warm everywhere that gold pieces seemed to be silver."""
    white = white_borders(np.full(3, 1.5))
    values = white.values.copy()
    values[:6] = (0.3, 0.5, 0.7)
    shaded = WhiteBorders(white.where, values, white.paper)
    assert len(white.where) > 12
    assert estimate_from_unclipped_markers(shaded, LAYOUT, True) is None
    assert estimate_from_unclipped_markers(shaded, LAYOUT, False) is not None
    evenly = white_borders(np.full(3, 0.8))
    assert estimate_from_unclipped_markers(evenly, LAYOUT, True) is not None


def test_clipped_paper_tells_nothing() -> None:
    """The paper is as bright as the camera can show, so only the print tells how bright the light is."""
    light = np.array([1.6, 1.5, 1.4])
    assert estimate(light, is_learned=False)[1] > 1.4
