"""A shadow keeps the colour of the print below it. That is how it differs from a piece."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.colours import shade
from vision.reader.colours.appearance import encode

GREEN, RED, WHITE = (np.array(c)[None] for c in ((0.08, 0.3, 0.06), (0.04, 0.05, 0.5), (0.75, 0.8, 0.8)))
SURE = np.full(1, 0.05)


@pytest.mark.parametrize("left", [1.0, 0.5, 0.2, 0.1])
def test_print_is_explained_however_deep_the_shade(left: float) -> None:
    print_log_density = shade.compute_print_log_density(encode(GREEN * left), encode(GREEN), SURE)[0]
    assert print_log_density > 0
    for piece in (RED, WHITE):
        assert shade.compute_print_log_density(encode(piece * left), encode(GREEN), SURE)[0] < print_log_density - 5


def test_brighter_print_is_none() -> None:
    assert shade.compute_print_log_density(encode(GREEN * 2), encode(GREEN), SURE)[0] < -10


def test_print_that_is_hardly_known_explains_little() -> None:
    exactly = shade.compute_print_log_density(encode(GREEN * 0.3), encode(GREEN), SURE)[0]
    assert shade.compute_print_log_density(encode(GREEN * 0.3), encode(GREEN), np.full(1, 0.8))[0] < exactly - 2


def seen_in(light: np.ndarray, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bare print, as it is seen and as it is known. shares (m,): the part of a light (3,) that is missing, 0 to 1."""
    printed = np.repeat(WHITE, len(shares), axis=0)
    return encode(printed * (1.0 - shares[:, None] * light)), encode(printed)


LAMP = np.array([0.5, 0.8, 0.95])  # the part of all blue, green and red light on a table that comes from a yellow lamp


def test_shadows_of_a_coloured_lamp_show_its_colour() -> None:
    shares = np.concatenate([np.zeros(2000), np.linspace(0.3, 1.0, 1000)])
    missing = shade.estimate_shadow_tint(*seen_in(LAMP, shares))
    assert missing == pytest.approx(LAMP / LAMP.mean(), abs=0.05)
    assert missing.mean() == pytest.approx(1.0)


def test_print_in_a_coloured_shadow_is_explained_by_the_light_that_is_missing() -> None:
    paper = encode(WHITE)
    blueish = encode(WHITE * (1.0 - LAMP))
    told = shade.compute_print_log_density(blueish, paper, SURE, LAMP / LAMP.mean())[0]
    assert told > -1
    assert told > shade.compute_print_log_density(blueish, paper, SURE)[0] + 3
    assert shade.compute_print_log_density(encode(RED), paper, SURE, LAMP / LAMP.mean())[0] < told - 5


@pytest.mark.parametrize("shares", [np.zeros(1000), np.full(1000, 0.05), np.linspace(0.3, 0.9, 2)])
def test_where_hardly_anything_is_in_the_shade_shadows_are_taken_for_grey(shares: np.ndarray) -> None:
    assert shade.estimate_shadow_tint(*seen_in(LAMP, shares)) == pytest.approx(shade.NO_TINT, abs=0.02)
