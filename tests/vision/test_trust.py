"""Cells on unknown print that trees trust although rules doubt them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.observation import CellReading, Reading
from vision.reader.mistrust import trees, trust
from vision.reader.mistrust.doubt import find_lowered, trust_cells
from vision.reader.mistrust.trees import Trees

ONE, TWO = ("white", 1), ("white", 2)


def grow(values: tuple[float, float]) -> Trees:
    """Two trees: the first asks whether value 1 is at most 0.5, the second always gives the log odds 1."""
    return Trees(
        feature=np.array([[1, 0, 0], [0, 0, 0]]),
        threshold=np.array([[0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        left=np.array([[1, 1, 2], [0, 0, 0]]),
        right=np.array([[2, 1, 2], [0, 0, 0]]),
        answer=np.array([[0.0, *values], [1.0, 0.0, 0.0]]),
        depth=2,
    )


def test_the_log_odds_are_the_sum_of_what_the_leaves_say() -> None:
    given = np.array([[9.0, 0.5], [9.0, 0.6], [-9.0, -3.0]])
    assert grow((2.0, -4.0)).compute_log_odds(given).tolist() == [3.0, -3.0, 3.0]


def test_trees_are_read_as_they_were_written(tmp_path: Path) -> None:
    made, file = grow((2.0, -4.0)), tmp_path / "trees.npz"
    np.savez_compressed(file, **vars(made))
    read = trees.load(file)
    given = np.random.default_rng(1).uniform(0, 1, (20, 2))
    assert read.compute_log_odds(given).tolist() == made.compute_log_odds(given).tolist()


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        trees.load(tmp_path / "none.npz")


def test_the_trees_of_the_repository_ask_only_for_what_is_measured() -> None:
    ours = trees.load(trust.TREES)
    assert ours.feature.min() >= 0
    assert ours.feature.max() < trust.COUNT
    p = 1 / (1 + np.exp(-ours.compute_log_odds(np.zeros((3, trust.COUNT)))))
    assert ((p > 0) & (p < 1)).all()


def test_a_trusted_cell_is_as_likely_as_its_trees_say_and_others_stay() -> None:
    cells = {name: CellReading({ONE: 0.94, TWO: 0.02}) for name in "abcd"}
    cells["sure"] = CellReading({ONE: 0.96})
    before = Reading(cells, False)
    after = trust_cells(before, {"a": 0.999, "b": 0.9, "sure": 0.999})
    assert after.cells["a"].likely == pytest.approx({ONE: 0.999, TWO: 0.02 / 60})
    assert {name for name, cell in after.cells.items() if cell != cells[name]} == {"a"}


def test_a_covered_cell_is_not_surely_read_even_if_it_is_trusted() -> None:
    before = Reading({"a": CellReading({ONE: 0.5}, covered=True)}, True)
    assert trust_cells(before, {"a": 0.999}).cells["a"].unsure


def test_the_cells_that_became_less_sure_are_named() -> None:
    before = Reading({"a": CellReading({ONE: 0.99}), "b": CellReading({ONE: 0.99}), "c": CellReading({})}, False)
    after = Reading({**before.cells, "b": CellReading({ONE: 0.98})}, False)
    assert find_lowered(before, after) == {"b"}
