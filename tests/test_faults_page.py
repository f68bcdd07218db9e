"""docs/faults.md names, for each fault that was found, the test or story that keeps it away: each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
LEAST_FAULTS = 70


def list_tests(file: Path) -> set[str]:
    """The names of the tests in a file, also of those in classes."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")}


def test_each_fault_has_a_test_or_a_story_that_exists() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| fault |")]
    assert len(rows) >= LEAST_FAULTS
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
        stories = re.findall(r"`(tests/evening/stories/[\w/-]+\.txt)`", row)
        assert named or stories, row
        for story in stories:
            assert (ROOT / story).exists(), story
        for file, test in named:
            assert test in list_tests(ROOT / file), f"{file}::{test}"
