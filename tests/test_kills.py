"""A companion that is killed at any moment loses no event that it has reported, and reports none twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kills import killed


@pytest.mark.parametrize(("game", "moves", "kills", "seed"), [("mindfield", 2, 3, 1), ("spaces", 1, 2, 2)])
def test_nothing_is_lost_or_doubled_by_a_kill(game: str, moves: int, kills: int, seed: int, tmp_path: Path) -> None:
    report = killed(game, tmp_path, moves=moves, kills=kills, seed=seed)
    assert (report.problems, report.kills) == ([], kills)
