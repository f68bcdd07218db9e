# ruff: noqa: T201 - what it finds is printed
"""A day of play in one process: `python -m tests.evaluate.soak [--hours 24] [--clumsiness 0.15]`.

People play one game after the other on the virtual table, through the real vision code, with journal, events and last
pictures on the disk. Only the seconds in which they think are left out: the clock of the frames jumps. Every hour it
prints memory, open files, threads and the bytes that were written. Exit status 1 if one of the first three grows, or if
more than 60 megabytes were written in an hour.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from statistics import median

import cv2

from companion.app.event_log import EventLog
from companion.app.game_loop import run
from companion.app.recorder import Recorder
from companion.boards import BOARDS
from companion.config import Config
from companion.history.journal import Journal
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import Performance
from companion.virtual_table.scene import SceneError
from tests.evening.clumsy import Players, Stuck
from tests.evening.evening import Evening
from vision.sources import Frame

THINKING_S = 36.0
"""How long people think before a move."""

TURNS = 60
"""A game is broken off after this many moves, and another one begins."""

MOST_BYTES = 60 * 10**6
"""What may be written in an hour."""

WARM_UP = 3
"""After this many hours, nothing may grow any more."""

MOST_GROWTH_KB = 32 * 1024
"""How much memory may grow after that, from the median of the first half to that of the second half. Games differ by
some ten megabytes, and the journal's entries are kept in memory."""


class Day:
    """The clock of a day of play, and what was measured at each hour."""

    def __init__(self) -> None:
        self.t = 0.0
        self.hours = [Measured.now()]

    def advance(self, seconds: float) -> None:
        """Lets time pass, and measures when an hour is over."""
        self.t += seconds
        if self.t >= 3600 * len(self.hours):
            self.hours.append(Measured.now())
            before, after = self.hours[-2:]
            print(
                f"hour {len(self.hours) - 1:2}: {after.memory_kb // 1024} MB of memory, {after.files} open files, "
                f"{after.threads} threads, {(after.written - before.written) / 1e6:.1f} MB written "
                f"({(after.to_disk - before.to_disk) / 1e6:.1f} MB to the disk), {after.clock - before.clock:.0f} s",
                flush=True,
            )


@dataclass(frozen=True)
class Measured:
    """What the process has and has done. written: bytes given to the system; to_disk: those that the disk gets."""

    memory_kb: int
    files: int
    threads: int
    written: int
    to_disk: int
    clock: float

    @staticmethod
    def now() -> Measured:
        """Measures this process."""
        gc.collect()
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        io = dict(line.split(":", 1) for line in Path("/proc/self/io").read_text().splitlines())
        return Measured(
            int(status["VmRSS"].split()[0]),
            len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - a Path would open one more
            threading.active_count(),
            int(io["wchar"]),
            int(io["write_bytes"]),
            time.monotonic(),
        )


class _Thinking(Performance):
    """A camera whose clock jumps while people think."""

    def __init__(self, camera: VirtualCamera, acts: Iterable[None], players: Players, day: Day) -> None:
        super().__init__(camera, acts)
        self._players = players
        self._day = day
        self._turns = 0
        self._thought_s = self._last_t = 0.0

    def read(self, timeout_s: float = 1.0) -> Frame:
        """Reads a frame. Its time has the time that people have thought in it."""
        frame = super().read(timeout_s)
        if len(self._players.notes.meant) != self._turns:
            self._turns = len(self._players.notes.meant)
            self._thought_s += THINKING_S
        frame = replace(frame, t=frame.t + self._thought_s)
        self._day.advance(frame.t - self._last_t)
        self._last_t = frame.t
        return frame


class _Table(Evening):
    """A game that is played as `companion play` plays it, with everything that is written to the disk."""

    def soak(self, folder: Path, players: Players, day: Day) -> None:
        """Plays a game, or the first moves of it."""
        with (
            Journal(folder / "journal.db") as journal,
            _Thinking(self.camera, players.play(TURNS), players, day) as camera,
            EventLog(str(folder / "events"), print) as log,
            Recorder(journal, self.board.game, Config(), self.layout, print) as recorder,
        ):
            for happening in run(replace(self._stage(journal, camera, False), recorder=recorder)):
                log.write(happening)


def play(folder: Path, hours: float, clumsiness: float) -> Day:
    """Plays for some hours of the frames' clock."""
    day = Day()
    games = _list_games()
    for seed in count():
        table = _Table(folder, next(games), seed=seed, brisk=True)
        try:
            table.soak(folder, Players(table, seed, clumsiness), day)
        except (Stuck, SceneError) as stuck:  # the evenings judge what is read; here the day goes on
            print(f"seed {seed}: {stuck}")
        if day.t >= hours * 3600:
            return day
    raise AssertionError("there is always one more game")


def _list_games() -> Iterator[str]:
    while True:
        yield from BOARDS


def find_problems(day: Day) -> Iterator[str]:
    """Says what grows, and which hours wrote too much."""
    for number, (before, after) in enumerate(zip(day.hours, day.hours[1:], strict=False), start=1):
        if after.written - before.written > MOST_BYTES:
            yield f"hour {number}: {(after.written - before.written) / 1e6:.0f} MB written"
    settled = day.hours[WARM_UP:]
    if len(settled) > 1:
        half = len(settled) // 2
        growth = median(one.memory_kb for one in settled[half:]) - median(one.memory_kb for one in settled[:half])
        if growth > MOST_GROWTH_KB:
            yield f"memory grew by {growth / 1024:.0f} MB"
        first, last = settled[0], settled[-1]
        if last.files > first.files or last.threads > first.threads:
            yield f"open files grew from {first.files} to {last.files}, threads from {first.threads} to {last.threads}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays, prints what was measured, and returns 1 if there is a problem."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--clumsiness", type=float, default=0.15, help="how likely each kind of mishap is in a turn")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        day = play(Path(folder), args.hours, args.clumsiness)
    whole = day.hours[-1].written - day.hours[0].written
    print(f"{day.t / 3600:.1f} hours of play, {whole / 1e6 / max(1, len(day.hours) - 1):.1f} MB written an hour")
    problems = list(find_problems(day))
    print("\n".join(problems) or "nothing grows, and little is written")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
