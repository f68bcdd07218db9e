"""The main screens look as in the pictures of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.screen.reference import (
    FOLDER,
    MOST_DIFFERENT,
    list_shots,
    measure_difference,
    read_reference,
    write_side_by_side,
)

SHOTS = list_shots()


@pytest.mark.parametrize("name", SHOTS)
def test_a_screen_looks_as_in_its_picture(name: str) -> None:
    drawn, wanted = SHOTS[name].draw(), read_reference(name)
    if wanted is None or drawn.shape != wanted.shape or measure_difference(drawn, wanted) > MOST_DIFFERENT:
        file = write_side_by_side(name, drawn, wanted)
        pytest.fail(f"look at {file}; if it should look so: python -m tests.screen.reference --renew")


def test_every_picture_is_of_a_screen() -> None:
    assert {file.stem for file in FOLDER.glob("*.png")} == set(SHOTS)


def test_what_people_would_notice_is_found_and_how_edges_are_smoothed_is_not() -> None:
    wanted = read_reference("wrong-small")
    assert wanted is not None
    softer = cv2.GaussianBlur(wanted, (0, 0), 0.4)
    assert 0 < measure_difference(softer, wanted) < MOST_DIFFERENT
    shifted = np.roll(wanted, 1, axis=0)
    assert measure_difference(shifted, wanted) > MOST_DIFFERENT
    word = wanted.copy()
    word[14:26, 300:324] = wanted[0, 0]  # two letters of the strip
    assert measure_difference(word, wanted) > MOST_DIFFERENT
