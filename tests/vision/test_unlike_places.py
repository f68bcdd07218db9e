"""Places that look unlike the other empty places of their sort."""

from __future__ import annotations

import numpy as np
import pytest

from vision.observation import CellReading, Reading
from vision.reader.evidence.similar_places import find_printed, find_unlike
from vision.reader.mistrust.unknown_print import doubt_empty_cells
from vision.reader.networks.windows import SAMPLE_RADII, SIDE

COUNT = 9
SIMILAR = [np.arange(COUNT)] * COUNT
GAPS_MM = 100.0 * (1 - np.eye(COUNT))
NONE_COVERED = np.zeros(COUNT, np.bool_)
CREAM = np.array([0.55, 0.75, 0.85], np.float32)  # balanced shades: blue, green, red
STONE = np.array([0.67, 0.77, 0.79], np.float32)


def make_windows(stone: np.ndarray | None = None, speckles: float = 0.0) -> np.ndarray:
    """The windows of some printed discs with noise; on the first disc is a small round stone of this colour (3,).

    speckles: how much darker or brighter the print is at single points, elsewhere in each window.
    """
    random = np.random.default_rng(3)
    shown = np.tile(CREAM, (COUNT, SIDE, SIDE, 1)) * random.uniform(0.97, 1.03, (COUNT, 1, 1, 1))
    shown = shown + random.normal(0, speckles, (COUNT, SIDE, SIDE, 1))
    if stone is not None:
        rounded = np.clip(1.1 - 0.4 * SAMPLE_RADII, 0, 1)[..., None] * stone
        shown[0] = np.where((SAMPLE_RADII < 0.8)[..., None], rounded, shown[0])
    return (shown + random.normal(0, 0.02, shown.shape)).astype(np.float32)


def test_a_stone_of_nearly_the_colour_of_the_print_is_unlike_it_and_a_shadow_is_not() -> None:
    assert find_unlike(make_windows(STONE), SIMILAR).tolist() == [True] + [False] * (COUNT - 1)
    assert not find_unlike(make_windows(), SIMILAR).any()
    shaded = make_windows()
    shaded[0] *= (0.85, 0.75, 0.65)  # it gets the light of the sky only
    assert not find_unlike(shaded, SIMILAR).any()


def test_on_speckled_print_a_stone_is_told_by_its_hue() -> None:
    blue = np.array([0.72, 0.74, 0.72], np.float32)
    assert find_unlike(make_windows(blue, 0.05), SIMILAR).tolist() == [True] + [False] * (COUNT - 1)
    assert not find_unlike(make_windows(None, 0.05), SIMILAR).any()


def test_nothing_is_said_of_places_without_enough_similar_ones() -> None:
    few = [None, *[np.arange(4)] * (COUNT - 1)]
    assert not find_unlike(make_windows(STONE), few)[0]


def draw_rings(windows: np.ndarray) -> np.ndarray:
    """The windows with a dark ring that is printed in each."""
    shown = windows.copy()
    shown[:, (SAMPLE_RADII > 0.75) & (SAMPLE_RADII < 1.0)] *= 0.7
    return shown


def test_a_place_shows_print_if_it_shows_the_lines_of_empty_places_far_away() -> None:
    shown = draw_rings(make_windows())
    assert find_printed(shown, SIMILAR, GAPS_MM, NONE_COVERED).all()
    shown[1] *= 0.6  # a shadow
    shown[0] = make_windows()[0]  # a sleeve in the colour of the print
    assert find_printed(shown, SIMILAR, GAPS_MM, NONE_COVERED).tolist() == [False] + [True] * (COUNT - 1)
    assert not find_printed(shown, SIMILAR, GAPS_MM / 2, NONE_COVERED).any(), "a sleeve may cover all of them"


def test_print_without_lines_does_not_show_that_no_sleeve_is_there() -> None:
    assert not find_printed(make_windows(), SIMILAR, GAPS_MM, NONE_COVERED).any()


@pytest.mark.parametrize(("beside", "shows_print"), [(5, True), (6, False)])
def test_what_is_near_a_hand_does_not_tell_how_print_looks(beside: int, shows_print: bool) -> None:
    """Along an arm, cells that are far from each other are below one sleeve (Color Dice 10,868)."""
    gaps = GAPS_MM.copy()
    gaps[:beside, 0] = 50.0
    shown = draw_rings(make_windows())
    assert find_printed(shown, SIMILAR, gaps, np.arange(COUNT) == 0)[1] == shows_print


def test_a_cell_that_looks_unlike_other_empty_cells_is_not_surely_empty() -> None:
    empty, piece = CellReading({(None, 0): 0.999, ("gold", 1): 0.001}), CellReading({("gold", 1): 0.999})
    told = doubt_empty_cells(Reading({"a": empty, "b": empty, "c": piece}, False), {"b", "c"}).cells
    assert [told[name].unsure for name in "abc"] == [False, True, False]
    assert told["b"].best == (None, 0)
