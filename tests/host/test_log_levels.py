"""Levels of messages, for the journal alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.host.log_levels import Level, is_read_by_journal, mark_level


def test_the_journal_is_known_by_its_device_and_inode(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as journal, (tmp_path / "other").open("w") as other:
        status = os.fstat(journal.fileno())
        environment = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        assert is_read_by_journal(journal.fileno(), environment)
        assert not is_read_by_journal(other.fileno(), environment)
        assert not is_read_by_journal(journal.fileno(), {})
        descriptor = journal.fileno()
    assert not is_read_by_journal(descriptor, environment)


def test_each_line_has_its_level_in_the_journal() -> None:
    assert mark_level("lost\nplug it in", Level.WARNING, for_journal=True) == "<4>lost\n<4>plug it in"
    assert mark_level("lost\nplug it in", Level.WARNING, for_journal=False) == "lost\nplug it in"


PROGRAM = """
import logging, sys
from companion.host.log_levels import send_log_to
send_log_to(sys.stderr, for_journal={for_journal})
logging.getLogger("vision").warning("no panel\\nplug it in")
logging.getLogger("vision").error("lost")
logging.getLogger("vision").info("details")
"""


@pytest.mark.parametrize(
    ("for_journal", "lines"),
    [(True, ["<4>no panel", "<4>plug it in", "<3>lost"]), (False, ["no panel", "plug it in", "lost"])],
)
def test_what_the_parts_report_has_levels_too(for_journal: bool, lines: list[str]) -> None:
    program = PROGRAM.format(for_journal=for_journal)
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stderr.splitlines() == lines
