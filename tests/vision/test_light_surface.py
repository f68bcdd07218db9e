"""The surface of light goes through most values, not between two kinds of them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.colours.light_surface import compute_terms, find_commonest_surface, fit_surface
from vision.reader.places.atlas import Floats

SIZE = (290.0, 290.0)
RNG = np.random.default_rng(4)
PLACES = RNG.uniform(30, 260, (60, 2))
BORDERS = RNG.uniform(5, 285, (24, 2))


def values_with(shaded: float, borders: float) -> tuple[Floats, Floats, Floats]:
    """Points (m, 2), values (m, 3) and the places' values: some of the places are in shadows, and the light is 0 else.

    shaded: the part of the places in shadows. borders: the value of the white borders.
    """
    values = RNG.normal(0, 0.04, (len(PLACES), 3))
    some = RNG.permutation(len(PLACES))[: round(shaded * len(PLACES))]
    values[some] -= RNG.uniform(0.3, 1.1, (len(some), 1))
    paper = borders + RNG.normal(0, 0.01, (len(BORDERS), 3))
    return np.concatenate([PLACES, BORDERS]), np.concatenate([values, paper]), values


def fit(where: Floats, values: Floats) -> Floats:
    """A surface through the values that starts with the borders, as for known print."""
    trust = np.concatenate([np.full(len(PLACES), 0.02), np.ones(len(BORDERS))])
    return fit_surface(where, values, SIZE, np.ones_like(values), trust)


def level(terms: Floats) -> float:
    """The mean light over the places."""
    return float((compute_terms(PLACES, SIZE) @ terms).mean())


@pytest.mark.parametrize("shaded", [0.55, 0.6])
def test_shadows_are_not_the_light_even_if_the_borders_are_clipped(shaded: float) -> None:
    where, values, places = values_with(shaded, 0.25)
    first = fit(where, values)
    assert level(first) < -0.14, "this fit ends between the light and the shadows"
    assert abs(level(find_commonest_surface(first, where, values, SIZE, np.ones_like(values), places))) < 0.12


def test_a_surface_that_most_values_lie_on_stays_as_it_is() -> None:
    where, values, places = values_with(0.15, 0.0)
    first = fit(where, values)
    assert find_commonest_surface(first, where, values, SIZE, np.ones_like(values), places) is first
