"""One flipped bit in a saved file: the tools report it, or it changes no answer. `tests.evaluate.flips` flips more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flips import FLIPPED, flip_bits, make_folders


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_folders(tmp_path_factory.mktemp("flips"))


@pytest.mark.parametrize(("folder", "file"), [(name, file) for name, files in FLIPPED.items() for file in files])
def test_a_flipped_bit_is_reported_or_changes_no_answer(folder: str, file: str, folders: dict[str, Path]) -> None:
    report = flip_bits(folders[folder], file, flips=15, seed=3)
    assert report.problems == []
    assert report.flips == 15
    # The log that a killed companion leaves replaces nearly all of its journal: hardly a flip there changes anything.
    assert report.told > 0 or (folder, file) == ("killed", "journal.db")
