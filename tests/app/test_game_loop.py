"""The service as a program: recorded pictures and a script in, events out; and what happens when things go wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import BOX, Hand
from tests.tables import make_scene

START = {"d4": ("antipode-silver",)}


class Film:
    """Pictures of a game on the virtual table, as files, with the script that goes with them."""

    def __init__(self, folder: Path, seed: int = 0) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.script: list[str] = []
        self.scene = make_scene(BOARDS["mindfield"], seed=seed)
        self.scene.lay(START)
        self.hand = Hand(self.scene, speed_mm=240.0)
        self.camera = VirtualCamera(self.scene, seed=seed)
        self.frames = 0

    def shoot(self, acts: Iterator[None]) -> None:
        for _ in acts:
            cv2.imwrite(str(self.folder / f"{self.frames:05d}.jpg"), self.camera.read(1.0).image)
            self.frames += 1

    def wait(self, frames: int = 3) -> None:
        self.shoot(self.hand.rest(frames))

    def carry(self, kind: str, start: str, end: str, wait: int = 3) -> None:
        self.shoot(self.hand.carry(kind, start, end))
        self.shoot(self.hand.leave())
        self.wait(wait)

    def do(self, action: str) -> None:
        self.script.append(f"{self.frames} {action}")
        self.wait(2)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Two moves, an illegal one corrected, a takeback by hand, a move, a takeback by button."""
    film = Film(tmp_path_factory.mktemp("film") / "pictures")
    film.wait(4)
    film.carry("gold", BOX, "b2")
    film.do("press done")
    film.carry("silver", BOX, "d2")
    film.do("press done")
    film.carry("gold", BOX, "c4")
    film.do("press done")
    film.carry("gold", "c4", BOX)
    film.carry("gold", BOX, "f2", wait=0)
    film.do("press done")
    film.carry("gold", "f2", BOX, wait=6)
    film.carry("gold", BOX, "g2")
    film.do("press done")
    film.do("press undo")
    film.carry("gold", "g2", BOX, wait=6)
    return film


def play(*options: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs the program without a desktop. more: variables of its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", "play", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**environment, **more},
    )


def watch(film: Film, folder: Path, *options: str, script: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Plays with the film as the camera and without a screen."""
    (folder / "script").write_text(script)
    camera = ["--camera", f"images:{film.folder}", "--display", "none"]
    return play(*camera, "--script", "script", "--data", "data", *options, folder=folder, **more)


def filmed(film: Film, folder: Path, *options: str, script: str) -> list[dict[str, Any]]:
    """The events that playing a film adds to the file of events."""
    ended = watch(film, folder, "--events", "events", *options, script=script)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in (folder / "events").read_text().splitlines()]


def test_a_recorded_game_gives_its_events_in_order(film: Film, tmp_path: Path) -> None:
    events = filmed(film, tmp_path, "--game", "mindfield", script="\n".join(film.script))
    told = [e["event"] + (f" {e['move']}" if e["event"] == "move" else "") for e in events]
    assert [t for t in told if t not in ("hand", "partial")] == [
        "setup-ok",
        "move b2",
        "move d2",
        "illegal",
        "corrected",
        "move f2",
        "takeback",
        "move g2",
        "takeback",
    ]
    illegal = next(e for e in events if e["event"] == "illegal")
    assert illegal["violations"][0]["rule"] == "MF-P"
    assert illegal["fix"] == [
        {"text": "Take the gold stone off c4", "do": "take", "kind": "gold", "from": "c4", "to": None}
    ]
    takebacks = [e["position"]["rows"] for e in events if e["event"] == "takeback"]
    assert takebacks == [[".......", ".......", ".......", "...A...", ".......", ".G.S...", "......."]] * 2
    frames = [e["frame"] for e in events]
    assert frames == sorted(frames)
    assert frames[-1] < film.frames


def test_a_killed_game_is_resumed_and_nothing_is_lost_or_doubled(film: Film, tmp_path: Path) -> None:
    half = next(i for i, line in enumerate(film.script) if "undo" in line)
    cut = int(film.script[half].split()[0])
    first = filmed(film, tmp_path, "--game", "mindfield", script="\n".join([*film.script[:half], f"{cut} quit"]))
    moves = [e["move"] for e in first if e["event"] == "move"]
    assert moves == ["b2", "d2", "f2", "g2"]
    later = filmed(film, tmp_path, script="0 quit")[len(first) :]
    assert [e["event"] for e in later] == ["resumed"]
    assert later[0]["moves"] == ["b2", "d2", "g2"]


def test_a_position_begins_a_new_game(film: Film, tmp_path: Path) -> None:
    rows = [".......", ".......", ".......", "...A...", ".......", "...S...", "......."]
    position = {
        "game": "mindfield",
        "rows": rows,
        "antipode_up": "S",
        "to_move": "G",
        "phase": "setup",
        "hand": {"G": 13, "S": 12},
        "captured": {"G": 0, "S": 0},
        "last_moves": {"G": None, "S": None},
        "match": None,
        "options": {"rounds": 0},
    }
    (tmp_path / "position.json").write_text(json.dumps(position))
    events = filmed(film, tmp_path, "--position", "position.json", script="12 quit")
    assert events[0]["event"] == "setup-wrong"
    assert [(s["do"], s["kind"], s["to"]) for s in events[0]["fix"]] == [("put", "silver", "d2")]


def test_events_go_to_standard_output_and_nothing_else_does(film: Film, tmp_path: Path) -> None:
    ended = watch(film, tmp_path, "--game", "mindfield", "--events", "-", script="3 quit")
    assert ended.returncode == 0
    assert [json.loads(line)["event"] for line in ended.stdout.splitlines()] == ["setup-ok"]


def test_a_line_that_a_power_cut_left_unfinished_does_not_swallow_the_next(film: Film, tmp_path: Path) -> None:
    (tmp_path / "events").write_text('{"frame": 3, "ev')
    watch(film, tmp_path, "--game", "mindfield", "--events", "events", script="3 quit")
    lines = (tmp_path / "events").read_text().splitlines()
    assert lines[0] == '{"frame": 3, "ev'
    assert json.loads(lines[1])["event"] == "setup-ok"


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--game", "chess"], 1, "there is no game 'chess': choose backgammon, "),
        ([], 1, "there is no saved game to resume: name a game with --game backgammon, "),
        (["--game", "mindfield", "--camera", "images:nowhere"], 1, "nowhere cannot be read"),
        (["--game", "mindfield", "--camera", "telescope"], 1, "the camera 'telescope' is not known"),
        (["--game", "mindfield", "--camera", "v4l2:"], 1, "which device? Write v4l2:/dev/video0"),
        (
            ["--game", "mindfield", "--die", "telepathy"],
            2,
            '--die: "telepathy" is not allowed: use "gpio", "serial[:DEVICE]"',
        ),
        (["--game", "mindfield", "--display", "wall"], 2, "invalid choice: 'wall'"),
        (["--game", "mindfield", "--display", "auto"], 1, "there is no display: start the companion on a desktop"),
        (["--game", "mindfield", "--script", "nowhere"], 1, "the script nowhere cannot be read"),
        (["--position", "nowhere"], 1, "the position nowhere cannot be read"),
        (["--game", "mindfield", "--script", "pipe"], 1, "the script pipe cannot be read: this is not a file"),
        (["--position", "pipe"], 1, "the position pipe cannot be read: this is not a file"),
        (["--position", "null.json"], 1, "the position null.json is empty"),
        (["--config", "nowhere"], 2, "the settings nowhere cannot be read"),
        (["--game", "mindfield", "--data", "/dev/null"], 1, "Choose another folder with --data"),
        (["--game", "mindfield", "--events", "/nowhere/events"], 1, "cannot be written to /nowhere/events"),
    ],
)
def test_what_cannot_be_done_is_reported_with_its_exit_status(
    options: list[str], status: int, words: str, film: Film, tmp_path: Path
) -> None:
    given = {"--camera": f"images:{film.folder}", "--display": "none", "--data": "data"}
    rest = [part for name, value in given.items() if name not in options for part in (name, value)]
    (tmp_path / "null.json").write_text("null")
    os.mkfifo(tmp_path / "pipe")
    ended = play(*options, *rest, folder=tmp_path)
    assert words in ended.stderr
    assert ended.returncode == status
    assert "Traceback" not in ended.stderr


def test_a_damaged_picture_ends_the_recording_with_a_message_and_the_game_is_kept(film: Film, tmp_path: Path) -> None:
    short = Film(tmp_path / "pictures")
    for file in sorted(film.folder.iterdir())[:30]:
        (short.folder / file.name).write_bytes(file.read_bytes())
    (short.folder / "00030.jpg").write_bytes(b"no picture at all")
    ended = watch(short, tmp_path, "--game", "mindfield", script=film.script[0])
    assert ended.returncode == 1
    assert "00030.jpg is no picture" in ended.stderr
    (short.folder / "00030.jpg").unlink()
    later = watch(short, tmp_path)
    assert later.returncode == 0
    assert "The saved game continues" in later.stderr


def test_a_damaged_journal_is_reported_and_left_as_it_is(film: Film, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.db").write_bytes(b"no journal " * 500)
    ended = watch(film, tmp_path, "--game", "mindfield")
    assert ended.returncode == 1
    assert "damaged" in ended.stderr
    assert (tmp_path / "data" / "journal.db").read_bytes() == b"no journal " * 500


def test_systemd_hears_that_it_is_ready_and_that_it_stops(film: Film, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        script = "20 quit"
        ended = watch(film, tmp_path, "--game", "mindfield", script=script, NOTIFY_SOCKET=str(tmp_path / "notify"))
        assert ended.returncode == 0, ended.stderr
        systemd.setblocking(False)
        heard = [systemd.recv(4096).decode() for _ in range(3)]
        assert heard == ["STATUS=playing", "READY=1", "STOPPING=1"]


def test_before_the_first_picture_it_is_not_ready(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        (tmp_path / "empty").mkdir()
        (tmp_path / "empty" / "00000.jpg").write_bytes(b"no picture")
        options = ["--camera", "images:empty", "--display", "none", "--data", "data", "--game", "mindfield"]
        play(*options, folder=tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"))
        systemd.setblocking(False)
        assert systemd.recv(4096) == b"STOPPING=1"


def test_in_the_journal_of_systemd_each_line_has_a_level(film: Film, tmp_path: Path) -> None:
    done = film.script[2]
    (tmp_path / "script").write_text("\n".join([*film.script[:3], f"{int(done.split()[0]) + 6} quit"]))
    options = ["--game", "mindfield", "--camera", f"images:{film.folder}", "--script", "script", "--data", "data"]
    with (tmp_path / "log").open("w") as log:
        status = os.fstat(log.fileno())
        environment = {**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        command = [sys.executable, "-m", "companion.cli", "play", *options, "--display", "none"]
        subprocess.run(command, cwd=tmp_path, stderr=log, check=True, env=environment, timeout=120)
        subprocess.run([*command, "--position", "no-such-file"], cwd=tmp_path, stderr=log, check=False, env=environment)
    lines = (tmp_path / "log").read_text().splitlines()
    levels = [line[:3] for line in lines]
    assert set(levels) <= {"<3>", "<4>", "<5>", "<6>"}, lines
    assert "<6>" in levels
    assert next(line for line in lines if "no-such-file" in line).startswith("<3>")
    assert next(line for line in lines if "c4" in line and line.startswith("<5>"))
