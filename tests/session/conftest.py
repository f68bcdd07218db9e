"""Fixtures for tests of a session: a journal, and an evening whose game has begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.history.journal import Journal
from tests.session.evening import START, Evening


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def evening(journal: Journal) -> Evening:
    begun = Evening(journal)
    begun.shows(START)
    assert begun.told() == ["setup-ok"]
    return begun
