"""A part of a view samples the same values as the whole; medians equal numpy's; changes are found in rectangles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.differences import Changed
from vision.median import median
from vision.reader.places.view import View

CHANCE = np.random.default_rng(4)
PICTURE = CHANCE.integers(0, 256, (240, 320, 3), dtype=np.uint8)


def grid(spacing: float, count: int, left: float, top: float) -> np.ndarray:
    """A grid of points (count, count, 2) in px, turned a little."""
    x, y = np.meshgrid(np.arange(count) * spacing, np.arange(count) * spacing)
    return np.stack([left + x - 0.1 * y, top + y + 0.1 * x], axis=-1)


@pytest.mark.parametrize(
    ("spacing", "left", "top"),
    [(1.0, 20.3, 40.8), (1.7, 50.0, 10.0), (4.4, 40.0, 20.0), (6.2, -30.0, -20.0), (9.0, 180.0, 90.0)],
)
def test_a_part_of_a_view_shows_what_the_whole_does(spacing: float, left: float, top: float) -> None:
    view = View.of(grid(spacing, 30, left, top), (320, 240), spacing)
    whole = view.sample(PICTURE)
    lines = np.array([3, 4, 11])
    assert (view.select(lines).sample(PICTURE) == whole[lines]).all()
    window = np.s_[7:12, 20:30]
    assert (view.select(window).sample(PICTURE) == whole[window]).all()


def test_coarse_sampling_averages() -> None:
    view = View.of(grid(4.0, 30, 60.0, 40.0), (320, 240), 4.0)
    assert float(view.sample(PICTURE).std()) < 0.5 * float(PICTURE.std())


@pytest.mark.parametrize("shape", [(1,), (2,), (7, 3), (8, 5), (4, 6, 3)])
def test_medians_are_those_of_numpy(shape: tuple[int, ...]) -> None:
    values = CHANCE.normal(size=shape)
    for axis in range(len(shape)):
        assert median(values, axis) == pytest.approx(np.median(values, axis=axis))


def test_changes_are_found_in_rectangles_and_beyond_the_edge_in_the_nearest_square() -> None:
    where = np.zeros((4, 6), bool)
    where[1, 4] = True
    changed = Changed(where, 10.0)
    corners = np.array([[(0, 0), (39, 39)], [(31, 5), (45, 12)], [(50, 0), (90, 90)], [(-20, 11), (200, 15)]], float)
    assert changed.find_changed(corners).tolist() == [False, True, False, True]
    assert where.ravel()[changed.find_squares(np.array([(44.0, 15.0), (44.0, 25.0)]))].tolist() == [True, False]
    assert not changed.make_unchanged().where.any()
    assert (changed | changed.make_unchanged()).where.sum() == 1
