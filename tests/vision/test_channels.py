"""The largest and the smallest channel are those that numpy finds."""

from __future__ import annotations

import numpy as np
import pytest

from vision import channels


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(5, 3), (2, 7, 3), (4, 6, 6, 3), (0, 3)])
def test_the_largest_and_the_smallest_channel_are_found(kind: type[np.generic], shape: tuple[int, ...]) -> None:
    pixels = np.random.default_rng(7).uniform(0, 255, shape).astype(kind)
    for found, expected in (
        (channels.find_largest(pixels), pixels.max(axis=-1)),
        (channels.find_smallest(pixels), pixels.min(axis=-1)),
    ):
        assert found.dtype == kind
        assert np.array_equal(found, expected)
