# ruff: noqa: T201 - what it finds is printed
"""Flipped bits in every saved file: `python -m tests.evaluate.flips [HOW_MANY_A_FILE]`.

Every tool runs on every copy. Exit status 1 if one of them ends in a traceback, or if a flip that changes anything is
not reported.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.flips import FLIPPED, flip_bits, make_folders


def run(flips: int) -> int:
    """Flips the bits, prints what came of them, and returns how many problems there are."""
    problems = 0
    with tempfile.TemporaryDirectory() as where:
        folders = make_folders(Path(where))
        for name, files in FLIPPED.items():
            for file in files:
                report = flip_bits(folders[name], file, flips)
                problems += len(report.problems)
                print(f"{name} companion, {file}: {report.flips} flips, {report.told} told, the others harmless")
                print("\n".join(report.problems) or "none silent, no traceback", flush=True)
    return problems


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else 300) > 0)
