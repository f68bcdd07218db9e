"""Where a place differs from its print, the network looks at it in all ways, and once more without the print."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn_print import survey_spaces
from vision.reader.evidence import second_look
from vision.reader.networks.network import EMPTY, PIECE, NetworkAnswer

TABLE = {"CENTRE": ("black",), "A5": ("black",), "G15": ("white",)}
BARE, FULL = "E10", "CENTRE"  # a cell without a piece, and one with a piece


EMPTY_ANSWER = 0.996, 0.003, 0.001  # the probabilities of empty, a piece, something foreign


def look_again(
    hidden: bool, changed_area: float, *, first: tuple[float, float, float] = EMPTY_ANSWER, guessed: bool = False
) -> dict[str, np.ndarray]:
    """The probabilities (3,) of a bare and of a full cell of Spaces. The arguments are those of `look_everywhere`."""
    seen, names = look_everywhere(hidden, changed_area, first, guessed)
    return {name: np.exp(seen.log_p[names.index(name)]) for name in (BARE, FULL)}


def look_everywhere(
    hidden: bool, changed_area: float, first: tuple[float, float, float], guessed: bool
) -> tuple[NetworkAnswer, list[str]]:
    """The answer about all cells of Spaces, and their names.

    hidden: True if a tall piece hides their feet. changed_area: how much of them differs from the print. first: the
    first answer, for all cells. guessed: True if the print was only guessed.
    """
    survey, now, names = survey_spaces(TABLE, seed=3)
    n = len(now)
    answer = NetworkAnswer(np.log(np.tile(first, (n, 1))), np.zeros(n))
    flags, areas, conditions = np.full(n, hidden), np.full(n, changed_area), survey.conditions
    if guessed:
        assert conditions.window_background is not None
        conditions.window_background[..., 3] = 0.25
        conditions = replace(conditions, has_drawing=False)
    seen = second_look.look_again(answer, now, conditions, flags, areas)
    return seen, names


def test_a_place_that_seems_empty_but_differs_from_its_print_may_hold_a_piece() -> None:
    seen = look_again(False, 0.3)
    assert seen[FULL][PIECE] > 0.5
    assert seen[BARE][EMPTY] > 0.98


def test_a_place_that_shows_its_print_stays_empty() -> None:
    assert look_again(False, 0.01)[FULL] == pytest.approx([0.996, 0.003, 0.001])


def test_a_place_that_differs_a_little_from_its_print_is_looked_at_in_all_ways() -> None:
    seen = look_again(False, 0.05)
    assert seen[FULL][PIECE] > 0.98
    assert seen[BARE][EMPTY] > 0.98


def test_a_place_that_is_surely_not_empty_is_looked_at_once() -> None:
    full = 0.01, 0.6, 0.39
    assert look_again(False, 0.05, first=full)[BARE] == pytest.approx(full)


def test_where_a_tall_piece_hides_the_foot_only_the_second_look_counts() -> None:
    seen = look_again(True, 0.0)
    assert seen[FULL][PIECE] > 0.98
    assert seen[BARE][EMPTY] > 0.98


def test_what_looks_foreign_on_guessed_print_may_be_a_wrong_guess() -> None:
    foreign = 0.05, 0.05, 0.9
    assert look_again(False, 0.0, first=foreign)[BARE] == pytest.approx(foreign)
    seen = look_again(False, 0.0, first=foreign, guessed=True)
    assert seen[BARE][EMPTY] > 0.9
    assert seen[FULL][PIECE] > 0.9


def test_a_place_that_seems_empty_but_differs_from_guessed_print_may_hold_a_piece() -> None:
    seen = look_again(False, 0.0, guessed=True)
    assert seen[FULL][PIECE] > 0.5
    assert seen[BARE] == pytest.approx(EMPTY_ANSWER)


def test_print_tells_the_size_of_pieces_better_than_no_print() -> None:
    with_print, _ = look_everywhere(False, 0.0, EMPTY_ANSWER, True)
    assert (with_print.large == 0).all(), "as in the first answer"
    hidden, names = look_everywhere(True, 0.0, EMPTY_ANSWER, False)
    assert abs(hidden.large[names.index(FULL)]) > 1
