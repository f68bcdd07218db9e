"""How cells look: what a frame means for the game, and which answers of people still count."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.referee import looks_other, sight
from companion.referee.looks import content_of, pieces_of, read_likelihoods
from vision.observation import EMPTY, CellReading, Content, Observation, Reading

READING = Reading({"a1": CellReading({EMPTY: 0.999})}, hand=False)


@pytest.mark.parametrize(
    ("settled", "hand", "resting", "is_read", "is_read_below"),
    [
        (True, False, True, True, False),
        (False, False, False, False, False),
        (False, False, True, False, False),
        (True, True, True, False, True),
        (False, True, False, False, False),
        (False, True, True, False, True),
    ],
)
def test_only_a_table_at_rest_without_a_hand_is_read_and_what_rests_below_a_hand_beside_it(
    settled: bool, hand: bool, resting: bool, is_read: bool, is_read_below: bool
) -> None:
    found = sight(Observation(7, READING, settled, hand, resting=resting), 1.5)
    assert found.reading == (READING if is_read else None)
    assert found.under == (READING if is_read_below else None)
    assert (found.frame, found.t, found.hand) == (7, 1.5, hand)


def unsure(gold: float, empty: float) -> CellReading:
    return CellReading({("gold", 1): gold, EMPTY: empty})


@pytest.mark.parametrize(
    ("now", "then", "other"),
    [
        (unsure(0.7, 0.3), unsure(0.6, 0.4), False),
        (unsure(0.3, 0.7), unsure(0.7, 0.3), True),
        (unsure(0.96, 0.04), unsure(0.9, 0.1), False),
        # looks like nothing known both times, and more like gold than like empty
        (unsure(0.02, 0.002), unsure(0.03, 0.002), False),
        (unsure(0.002, 0.02), unsure(0.03, 0.002), True),
    ],
)
def test_an_answer_about_a_cell_ends_when_the_cell_looks_different(
    now: CellReading, then: CellReading, other: bool
) -> None:
    assert looks_other(now, then) is other


def test_a_covered_cell_is_doubtful_however_clear_the_rest_of_it_is() -> None:
    cells = {"a1": CellReading({EMPTY: 0.999}, covered=True), "b1": CellReading({EMPTY: 0.999})}
    assert read_likelihoods(Reading(cells, hand=True), {}).doubtful == ("a1",)


def test_an_answer_counts_for_a_doubtful_cell_alone() -> None:
    cells = {"a1": unsure(0.6, 0.4), "b1": unsure(0.999, 0.001)}
    told: Mapping[str, Content] = {"a1": EMPTY, "b1": EMPTY}
    found = read_likelihoods(Reading(cells, hand=False), told)
    assert (found.best("a1"), found.best("b1"), found.doubtful) == (EMPTY, ("gold", 1), ())


@pytest.mark.parametrize("content", [EMPTY, ("gold", 1), ("gold", 3)])
def test_a_content_is_the_pieces_that_it_names(content: Content) -> None:
    assert content_of(pieces_of(content)) == content


def test_vision_has_no_name_for_several_kinds_in_one_cell() -> None:
    assert content_of(("gold", "silver")) is None
