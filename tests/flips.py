"""Data folders in which one bit is flipped, and what every tool makes of them.

After each flip, a tool must report the damage, or all answers must stay the same. No flip may end in a traceback.
"""

from __future__ import annotations

import io
import random
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np

from companion.app.recorder import Recorder
from companion.app.recording import FILE as FRAMES
from companion.app.recording import name_picture
from companion.boards import BOARDS
from companion.cli import main
from companion.config import Config
from companion.history.events import Event, Moved, Rolled, Started
from companion.history.journal import FILE, Journal, JournalError, read
from companion.history.journal.end_mark import mark_path
from companion.history.journal.format import log_path
from companion.rules import GAMES
from companion.values.notifications import Notification
from vision.sources import Frame

EVENTS: tuple[Event, ...] = (
    Started("backgammon", GAMES["backgammon"].dump(GAMES["backgammon"].new())),
    Rolled([3, 1], "screen"),
    Moved("8/5 6/5"),
    Rolled([6, 4], "screen"),
    Moved("24/14"),
    Started("mindfield", GAMES["mindfield"].dump(GAMES["mindfield"].new())),
    *(Moved(move) for move in ("b2", "d2", "f2")),
)

FLIPPED = {
    "closed": (FILE, mark_path(Path(FILE)).name, FRAMES),
    "killed": (FILE, log_path(Path(FILE)).name),
}
"""The files of each folder in which bits are flipped."""

_KILLED = (
    "import os, pathlib, signal, sys\n"
    "from companion.history.journal import Journal\n"
    "from tests.flips import EVENTS\n"
    "journal = Journal(pathlib.Path(sys.argv[1]))\n"
    "for event in EVENTS: journal.append(event)\n"
    "os.kill(os.getpid(), signal.SIGKILL)\n"
)


def make_folders(where: Path) -> dict[str, Path]:
    """Makes two folders with the same games and pictures: one of a closed companion, one of a killed one."""
    folders = {name: where / name for name in FLIPPED}
    with Journal(folders["closed"] / FILE) as journal:
        for event in EVENTS:
            journal.append(event)
        with Recorder(journal, "mindfield", Config(), BOARDS["mindfield"].layout(), print) as recorder:
            for number in range(8):
                image = np.random.default_rng(number).integers(0, 255, (48, 64, 3), np.uint8)
                recorder.record_frame(Frame(number, number / 30, image), (Notification(number, 0.0, "hand", {}),))
    killed = folders["killed"] / FILE
    ended = subprocess.run([sys.executable, "-c", _KILLED, str(killed)], check=False)
    assert ended.returncode == -signal.SIGKILL
    shutil.copyfile(folders["closed"] / FRAMES, folders["killed"] / FRAMES)
    return folders


@dataclass
class Report:
    """The result of the flips of one file."""

    flips: int = 0
    told: int = 0
    problems: list[str] = field(default_factory=list)


def flip_bits(folder: Path, file: str, flips: int, seed: int = 0) -> Report:
    """Flips bits of a file, one at a time, and runs every tool on each copy of the folder."""
    report, rnd, spare = Report(), random.Random(seed), folder.with_name(f"{folder.name}-flipped")
    whole = (folder / file).read_bytes()
    shutil.copytree(folder, spare)
    truth = Answers(spare)
    assert not truth.told, truth.said["verify"]
    assert truth.played == EVENTS
    for _ in range(flips):
        place, bit = rnd.randrange(len(whole)), rnd.randrange(8)
        shutil.rmtree(spare, ignore_errors=True)
        shutil.copytree(folder, spare)
        (spare / file).write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
        report.flips += 1
        try:
            answers = Answers(spare)
        except Exception as error:  # noqa: BLE001 - a traceback is what is looked for
            report.problems.append(f"{file}, byte {place}, bit {bit}: {error!r}")
            continue
        report.told += answers.told
        report.problems += [f"{file}, byte {place}, bit {bit}: {said}" for said in answers.find_silent(truth)]
    shutil.rmtree(spare, ignore_errors=True)
    return report


class Answers:
    """What the tools say about a data folder."""

    def __init__(self, folder: Path) -> None:
        self.said = {
            name: _run("journal", *words, "--data", str(folder))
            for name, words in {
                "verify": ["verify"],
                "list": ["list"],
                "show": ["show", "1"],
                "export": ["export", "2"],
                "fairness": ["fairness"],
            }.items()
        }
        out = folder.with_suffix(".zip")
        # What `doctor` finds on this computer has nothing to do with the files, and takes seconds.
        with patch("companion.commands.report.examine", return_value=()):
            self.reported = _run("report", "--data", str(folder), "--out", str(out))
        with zipfile.ZipFile(out) as report:
            assert report.testzip() is None
            self.files = {name: report.read(name) for name in report.namelist()}
        try:
            self.events = tuple(entry.event for entry in read(folder / FILE).entries)
            with Journal(folder / FILE) as journal:
                self.played: tuple[Event, ...] | None = tuple(entry.event for entry in journal.entries)
                journal.append(Moved("c7"))
        except JournalError:
            self.played = None

    @property
    def told(self) -> bool:
        """True if `verify` or the report says that something is damaged."""
        return self.said["verify"][0] != 0 or b"could not be read" in self.files["README.txt"]

    def find_silent(self, truth: Answers) -> Iterator[str]:
        """Lists the answers that are wrong although no tool reports damage. truth: the answers for the undamaged
        folder."""
        for name, (status, text) in self.said.items():
            if status == 0 and text != truth.said[name][1]:
                yield f"{name} says something else"
        if self.reported[0] != 0:
            yield f"no report: {self.reported[1]}"
        if self.played not in (None, truth.played):
            yield "the game is played on with other events"
        if b"could not be read" not in self.files["README.txt"]:
            pictures = [name_picture(number) for number in range(8)]
            if any(self.files.get(name) != truth.files[name] for name in (*pictures, "replay/script")):
                yield "the report has other pictures"


def _run(*words: str) -> tuple[int, str]:
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        status = main(words)
    return status, out.getvalue()
