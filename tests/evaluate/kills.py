# ruff: noqa: T201 - what it finds is printed
"""Companions killed at random moments of a filmed game: `python -m tests.evaluate.kills [HOW_MANY]`.

After every kill the next companion must come back with every event that was written to `--events`. It may have at most
one event more, which was already on the disk when the kill cut off its line of `--events`. In the end each journal must
equal that of a game without kills. Exit status 1 if not.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.kills import killed

GAMES = {"mindfield": 4, "spaces": 2}
"""The games, and how many moves of each are filmed: in Mindfield moves are taken back, and Spaces has rolls."""


def run(kills: int) -> int:
    """Prints how the games went, and returns the number of problems."""
    problems = 0
    for game, moves in GAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            report = killed(game, Path(folder), moves=moves, kills=kills // len(GAMES), seed=2)
        problems += len(report.problems)
        print(f"{game}: killed {report.kills} times, {report.saved_not_told} times between disk and events")
        print("\n".join(report.problems) or "nothing lost, nothing doubled, every journal as without kills")
    return problems


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200) > 0)
