"""A place is hardly empty if the mark that is printed there cannot be seen. Spaces has a bright mark in its middle."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from tests.vision.drawn_print import survey_spaces
from vision.reader.evidence import printed_marks
from vision.reader.networks.network import EMPTY, PIECE, THING, NetworkAnswer

MIDDLE = "CENTRE"
ANSWER = 0.79, 0.20, 0.01  # the probabilities of empty, a piece, something foreign


def correct(pieces: Mapping[str, tuple[str, ...]], hidden: bool = False) -> tuple[NetworkAnswer, list[str]]:
    """The answer about all cells of Spaces, corrected, and their names. hidden: True if tall pieces hide them all."""
    survey, now, names = survey_spaces(pieces, seed=5)
    n = len(now)
    answer = NetworkAnswer(np.log(np.tile(ANSWER, (n, 1))), np.zeros(n))
    seen = printed_marks.correct(answer, now, survey.conditions, np.full(n, hidden))
    return seen, names


@pytest.mark.parametrize("kind", ["black", "white"])
def test_a_mark_that_is_not_seen_is_covered(kind: str) -> None:
    seen, names = correct({MIDDLE: (kind,)})
    told = np.exp(seen.log_p[names.index(MIDDLE)])
    assert told[EMPTY] < 0.05
    assert told[PIECE] / told[THING] == pytest.approx(ANSWER[PIECE] / ANSWER[THING])
    assert told.sum() == pytest.approx(1.0)


def test_a_mark_that_is_seen_and_places_without_a_mark_tell_nothing() -> None:
    seen, _ = correct({"A5": ("black",), "G15": ("white",)})
    assert np.exp(seen.log_p) == pytest.approx(np.tile(ANSWER, (len(seen.log_p), 1)))


def test_a_mark_behind_a_tall_piece_tells_nothing() -> None:
    seen, _ = correct({MIDDLE: ("black",)}, hidden=True)
    assert np.exp(seen.log_p) == pytest.approx(np.tile(ANSWER, (len(seen.log_p), 1)))
