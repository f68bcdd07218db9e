"""Estimating how much of the print's colour a picture shows."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.board import background
from vision.reader.colours.appearance import FULL_SATURATION, encode
from vision.reader.places.atlas import Floats

GREEN, RED, PALE = (0.1, 0.4, 0.25), (0.5, 0.12, 0.1), (0.6, 0.55, 0.5)
PALE_BLUE, SKIN = (0.62, 0.6, 0.58), (0.3, 0.4, 0.75)


def colours(*reflected: tuple[float, float, float]) -> Floats:
    return np.asarray(encode(np.array(reflected)))


def greyed(some: Floats) -> Floats:
    return np.asarray(some.mean(axis=1, keepdims=True).repeat(3, axis=1))


@pytest.mark.parametrize("print_there", [colours(*[GREEN] * 8, *[RED] * 8), colours(*[GREEN] * 16)])
def test_colours_that_are_seen_as_printed_are_all_there_and_none_in_grey(print_there: Floats) -> None:
    assert background.estimate_saturation(print_there, print_there) == pytest.approx(1.0)
    assert background.estimate_saturation(greyed(print_there), print_there) < FULL_SATURATION


def test_colours_of_pieces_taken_for_print_at_some_places_make_no_board_grey() -> None:
    """Between crowded pieces, seen from the side, some learned colours are not the print's but the pieces'."""
    print_there = colours(*[GREEN] * 36)
    learned = print_there.copy()
    learned[:6] = colours(RED, PALE, RED, (0.1, 0.1, 0.6), RED, (0.7, 0.6, 0.1))
    assert background.estimate_saturation(print_there, learned) > FULL_SATURATION
    assert background.estimate_saturation(greyed(print_there), learned) < FULL_SATURATION


def test_a_print_of_hardly_any_colour_tells_nothing_and_is_taken_to_be_seen_in_colour() -> None:
    pale = colours(*[PALE] * 10)
    assert background.estimate_saturation(pale, pale) == pytest.approx(1.0)
    assert background.estimate_saturation(np.full((4, 3), np.nan), np.zeros((4, 3))) == 1.0


def test_an_arm_over_a_print_of_hardly_any_colour_makes_no_board_grey() -> None:
    print_there = colours(*[PALE_BLUE] * 36)
    seen = print_there.copy()
    seen[:14] = colours(*[SKIN] * 14)
    assert background.estimate_saturation(seen, print_there) > FULL_SATURATION
