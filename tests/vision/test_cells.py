"""Combining what is seen at the places of a cell into the cell's content."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.layout import Cell
from vision.observation import SURE
from vision.reader.contents.cells import combine_contents, is_count_known

KINDS = ("white", "black")
ROW = Cell("6", 10.0, 10.0, capacity=5, spots=tuple((10.0, 10.0 + 30 * n) for n in range(5)))
CLEAR_BLACK, EMPTY_PLACE = (0.0005, 0.0005, 0.9985, 0.0005), (0.9985, 0.0005, 0.0005, 0.0005)


def likely(*third: float) -> dict[tuple[str | None, int], float]:
    """The content of a row with two clear black pieces and then a place with these probabilities."""
    places = np.array([CLEAR_BLACK, CLEAR_BLACK, third, EMPTY_PLACE, EMPTY_PLACE])
    return dict(combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0])


@pytest.mark.parametrize("black", [0.05, 0.3, 0.9])
def test_a_place_that_is_less_clear_holds_what_the_others_do(black: float) -> None:
    content = likely(0.001, 0.998 - black, black, 0.001)
    assert max(content, key=lambda each: content[each]) == ("black", 3)
    assert content["black", 3] > 0.9


@pytest.mark.parametrize("black", [1e-3, 1e-4, 1e-6])
def test_two_kinds_that_are_both_clear_leave_the_cell_in_doubt(black: float) -> None:
    assert max(likely(0.0005, 0.999 - black, black, 0.0005).values()) < SURE


def test_a_gap_that_is_clearly_seen_is_believed() -> None:
    """The first checker of a row has left, or people have put a checker in the middle of the bar."""
    for order in ((EMPTY_PLACE, CLEAR_BLACK, EMPTY_PLACE), (EMPTY_PLACE, CLEAR_BLACK, CLEAR_BLACK)):
        places = np.array([*order, EMPTY_PLACE, EMPTY_PLACE])
        content = combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0]
        assert content["black", order.count(CLEAR_BLACK)] > 0.98


def test_no_gap_is_before_a_pile() -> None:
    row = np.array([CLEAR_BLACK] * 3 + [(0.995, 0.001, 0.003, 0.001)] + [CLEAR_BLACK])
    piled, single, unknown = (
        combine_contents(row, np.zeros(5, np.int64), KINDS, [replace(ROW, capacity=8)], {0: np.array(heights)})[0]
        for heights in ([0.001, 0.1, 0.898, 0.001], [0.997, 0.001, 0.001, 0.001], [0.25, 0.25, 0.25, 0.25])
    )
    assert max(piled, key=lambda content: piled[content]) == ("black", 7)
    assert single["black", 4] > SURE
    assert unknown["black", 4] == pytest.approx(single["black", 4], abs=0.01)


def test_on_unknown_print_a_gap_is_doubted() -> None:
    places = np.array([EMPTY_PLACE, (0.03, 0.0, 0.97, 0.0), *[EMPTY_PLACE] * 3])
    on_known, on_unknown = (
        combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {}, part)[0]["black", 1] for part in (0.15, 0.02)
    )
    assert on_unknown < 0.5 < 0.8 < on_known


def test_a_gap_that_is_not_clearly_seen_is_rather_filled() -> None:
    places = np.array([(0.6, 0.0, 0.4, 0.0), CLEAR_BLACK, *[EMPTY_PLACE] * 3])
    content = combine_contents(places, np.zeros(5, np.int64), KINDS, [ROW], {})[0]
    assert content["black", 2] > content["black", 1] > 0.05


@pytest.mark.parametrize("white", [0.05, 0.3, 0.5])
def test_the_shadow_of_a_row_is_no_piece_of_the_other_kind(white: float) -> None:
    """Beside a checker the network may take the print in its shadow for a darker one."""
    assert likely(0.999 - white, white, 0.0, 0.001)["black", 2] > 0.99


@pytest.mark.parametrize("thing", [0.1, 0.5, 0.9])
def test_something_that_is_no_piece_stays_as_likely_as_it_was(thing: float) -> None:
    assert 1 - sum(likely(0.98 - thing, 0.0, 0.02, thing).values()) == pytest.approx(thing, abs=0.01)


@pytest.mark.parametrize(("likeliest", "known"), [(0.961, False), (0.995, True)])
def test_a_count_that_may_be_wrong_is_left_to_the_rules(likeliest: float, known: bool) -> None:
    assert is_count_known(np.array([1 - likeliest, likeliest, 0.0])) == known
