"""A filmed game whose companion is killed again and again, at random moments, and always started again.

The table does not change while no companion runs: each new one goes on with the film after the last committed roll,
move or takeback. What was written down is compared with what a companion wrote that nobody killed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from companion.boards import BOARDS
from companion.history.events import Event
from companion.history.journal import FILE, read
from companion.rules import GAMES
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import Hand
from tests.rules.at_random import throw
from tests.tables import make_scene

OPERATIONS = ("roll", "move", "takeback")
"""The events that change the game; each cue of a film leads to one."""


@dataclass
class Film:
    """Pictures of a random game, and its script, in which each cue commits a roll, a move or a takeback."""

    game: str
    folder: Path
    cues: list[tuple[int, str]] = field(default_factory=list)
    frames: int = 0

    def shoot(self, camera: VirtualCamera, acts: Iterator[None]) -> None:
        for _ in acts:
            cv2.imwrite(str(self.folder / f"{self.frames:05d}.jpg"), camera.read(1.0).image)
            self.frames += 1


def filmed(game: str, folder: Path, moves: int, seed: int) -> Film:
    """Films rolls and moves; every fourth move is taken back by the button and made again."""
    folder.mkdir(parents=True)
    film, rules, rnd = Film(game, folder), GAMES[game], random.Random(seed)
    scene = make_scene(BOARDS[game], seed=seed)
    camera, hand = VirtualCamera(scene, seed=seed), Hand(scene, speed_mm=240.0)
    position = rules.new()
    scene.lay(rules.table(position))

    def cue(action: str) -> None:
        film.cues.append((film.frames, action))
        film.shoot(camera, hand.rest(3))

    def make(table: Any) -> None:
        film.shoot(camera, hand.make(table))
        film.shoot(camera, hand.rest(4))

    film.shoot(camera, hand.rest(4))
    made = 0
    while made < moves and (status := rules.status(position)).due in ("roll", "move"):
        if status.due == "roll":
            dice = throw(rules, position, rnd)
            cue(f"roll {json.dumps(dice)}")
            position = rules.roll(position, dice).position
            continue
        move = rnd.choice(rules.legal(position, 50).moves)
        outcome = rules.judge(position, move).outcome
        assert outcome is not None
        make(rules.table(outcome.position))
        cue("press done")
        made += 1
        if made % 4 == 0 and move not in status.offers:
            cue("press undo")
            make(rules.table(position))
            make(rules.table(outcome.position))
            cue("press done")
        position = outcome.position
    return film


@dataclass
class Life:
    """What one run of the companion left: its complete lines of events, and whether it reached the film's end."""

    events: list[Any]
    ended: bool


@dataclass
class Report:
    """How a series of kills went. films: how often the film was played.

    saved_not_told: how often a change was on the disk already while its line of events was cut off.
    """

    kills: int = 0
    films: int = 0
    saved_not_told: int = 0
    problems: list[str] = field(default_factory=list)


class Killed:
    """One film, played until its end by companions that are killed."""

    def __init__(self, film: Film, folder: Path, seed: int) -> None:
        self._film = film
        self._folder = folder
        self._rnd = random.Random(seed)
        folder.mkdir(parents=True)
        begun = time.monotonic()
        whole = self._live(0, folder / "whole", None)
        self._duration = time.monotonic() - begun
        assert whole.ended, "the film is not played to its end"
        self.truth = [event for event in whole.events if event["event"] in OPERATIONS]
        self._written = journalled(folder / "whole")
        assert len(self.truth) == len(film.cues), [event["event"] for event in whole.events]

    def play(self, kills: int, report: Report) -> None:
        """Plays the film once, and kills until the report has this many kills. Adds to the report."""
        report.films += 1
        data, done, ended = self._folder / f"film-{report.films}", 0, False
        told: list[Any] = []
        for number in range(10_000):
            life = self._live(done, data, self._moment() if report.kills < kills else None)
            report.kills += not life.ended
            if number and life.events:
                report.saved_not_told += self._resumed(life.events, told, report)
            told += [event for event in life.events if event["event"] in OPERATIONS]
            done = self._saved(data)
            if ended := life.ended:
                break
        if not ended or journalled(data) != self._written:
            report.problems.append(f"{data}: the journal is not that of a game that nobody killed")

    def _moment(self) -> float:
        """A random moment for the kill, in seconds after the start."""
        return self._duration * self._rnd.uniform(0.1, 1.1)

    def _resumed(self, events: list[Any], told: list[Any], report: Report) -> bool:
        """Checks the first event after a kill. True if something was saved whose event had not been written."""
        first = events[0]
        if first["event"] != "resumed":
            if told:
                report.problems.append(f"{first} comes first, not resumed")
            return False
        for more in (0, 1):
            known = self.truth[: len(told) + more]
            moves = [event["position"] for event in known[-1:]]
            if moves == [first["position"]] or (not known and not first["moves"]):
                told += known[len(told) :]
                return bool(more)
        report.problems.append(f"resumed with {first['moves']} after {len(told)} things were told")
        return False

    def _saved(self, data: Path) -> int:
        """How many cues the journal holds. The film continues after them."""
        return max(0, len(journalled(data)) - 1) if (data / FILE).exists() else 0

    def _live(self, done: int, data: Path, kill_after: float | None) -> Life:
        """Starts a companion after the first `done` cues, kills it, and reads the events that it wrote."""
        frame = self._film.cues[done - 1][0] if done else 0
        pictures = data.with_suffix(f".{frame}")
        if not pictures.exists():
            pictures.mkdir(parents=True)
            for number in range(frame, self._film.frames):
                (pictures / f"{number:05d}.jpg").symlink_to(self._film.folder / f"{number:05d}.jpg")
        script, log = data.with_suffix(".script"), data.with_suffix(".events")
        script.write_text("".join(f"{at - frame} {action}\n" for at, action in self._film.cues[done:]))
        before = log.stat().st_size if log.exists() else 0
        program = subprocess.Popen(
            [
                *(sys.executable, "-m", "companion.cli", "play", "--game", self._film.game, "--data", str(data)),
                *("--camera", f"images:{pictures}", "--script", str(script), "--events", str(log)),
                *("--die", "script", "--display", "none"),
            ],
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        try:
            _, said = program.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            program.kill()
            _, said = program.communicate()
        assert program.returncode in (0, -9), said.decode()
        lines = log.read_bytes()[before:].split(b"\n")[:-1] if log.exists() else []
        return Life([json.loads(line) for line in lines if _whole(line)], program.returncode == 0)


def journalled(data: Path) -> list[Event]:
    """The events of a journal, which must not be damaged."""
    found = read(data / FILE)
    assert found.problem is None, found.problem
    return [entry.event for entry in found.entries]


def _whole(line: bytes) -> bool:
    """True if a line is JSON. If a kill cut a line off, the next companion ends the line, and it does not count."""
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def killed(game: str, folder: Path, *, moves: int, kills: int, seed: int) -> Report:
    """Films a game, and plays the film as often as it takes to kill this many companions."""
    report = Report()
    series = Killed(filmed(game, folder / "film", moves, seed), folder / "runs", seed)
    while report.kills < kills:
        series.play(kills, report)
    return report
