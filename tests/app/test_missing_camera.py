"""No camera at the start: the companion stays up, says what to do, and everything else works."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.frontend import NullFrontend
from companion.app.game_loop import Stage, run
from companion.boards import BOARDS, art
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.session import Session
from companion.values.commands import Command, Quit
from companion.values.views import View
from companion.virtual_table.camera import VirtualCamera
from tests.descriptors import count_descriptors
from tests.tables import make_scene
from vision.errors import SourceError
from vision.message import Message
from vision.reader import Reader
from vision.sources import CameraSettings, Frame
from vision.sources.v4l2 import V4l2Device
from vision.watcher import Watcher


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A running companion whose camera is not there."""
    options = ["--camera", f"v4l2:{tmp_path}/video0", "--display", "none", "--data", "data", "--events", "events"]
    running = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "play", "--game", "spry", *options],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    yield running
    running.kill()
    running.communicate()


def read_events(folder: Path, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The events so far, as soon as there are enough."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (folder / "events").exists():
            events = [json.loads(line) for line in (folder / "events").read_text().splitlines()]
            if enough(events):
                return events
        time.sleep(0.05)
    raise AssertionError("the expected event has not come")


def test_the_companion_stays_up_and_says_what_is_wrong_each_time_it_changes(
    companion: subprocess.Popen[str], tmp_path: Path
) -> None:
    events = read_events(tmp_path, lambda events: any(event["event"] == "lost-board" for event in events))
    told = next(event["text"] for event in events if event["event"] == "device")
    assert told.startswith(f"The camera {tmp_path}/video0 is not there. Plug it in")
    assert next(event["problem"] for event in events if event["event"] == "lost-board") == told
    (tmp_path / "video0").write_bytes(b"no camera")
    events = read_events(tmp_path, lambda events: sum(event["event"] == "device" for event in events) > 1)
    assert events[-1]["text"].startswith(f"{tmp_path}/video0 takes no pictures")
    assert companion.poll() is None
    companion.send_signal(signal.SIGTERM)
    companion.wait(20)


class Onlooker(NullFrontend):
    """Somebody who looks at the screen until the camera has come, and then leaves."""

    watched = True

    def __init__(self) -> None:
        self.views: list[View] = []
        self._leaves_at = time.monotonic() + 30

    def commands(self) -> list[Command]:
        screens = [view.screen for view in self.views]
        has_come = "blind" in screens and screens[-1] != "blind"
        return [Quit()] if has_come or time.monotonic() > self._leaves_at else []

    def show(self, view: View, frame: Frame | None) -> None:
        self.views.append(view)


def test_the_screen_says_what_to_do_until_the_camera_is_reachable(tmp_path: Path) -> None:
    board = BOARDS["spry"]
    layout = board.layout()
    scene = make_scene(board)

    class Unplugged(VirtualCamera):
        """The virtual camera, which is not there at first."""

        tries = 0

        def read(self, timeout_s: float = 1.0) -> Frame:
            self.tries += 1
            if self.tries < 5:
                raise SourceError(Message("the camera is not there. Plug it in"))
            return super().read(timeout_s)

    camera = Unplugged(scene, live=True)
    people = Onlooker()
    with Journal(tmp_path / "journal.db") as journal:
        state, begins = choose_game(journal, "spry", None)
        assert begins is not None
        journal.append(begins)
        session = Session(journal, state, layout.middles, resumed=False)
        watcher = Watcher(layout, Reader(layout, art(layout)))
        happened = list(run(Stage(session, camera, watcher, people)))
    blind = [view for view in people.views if view.screen == "blind"]
    assert blind[0].detail == "The camera is not there. Plug it in"
    assert people.views[-1].screen != "blind"
    told = [event.data["text"] for event in happened if event.event == "device"]
    assert told == ["The camera is not there. Plug it in", "The camera is back"]


def test_two_thousand_tries_of_a_usb_camera_leave_nothing_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no camera")
    for path in (tmp_path / "nowhere", tmp_path / "file", tmp_path, Path("/dev/null")):
        before = count_descriptors()
        for _ in range(2000):
            with pytest.raises(SourceError):
                V4l2Device(str(path), (1280, 720), 15.0, CameraSettings())
        assert count_descriptors() == before
