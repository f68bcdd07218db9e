"""The last frames of a game and the bug report: what is kept, what is written, and that it plays again."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import cli
from companion.app import recorder, recording
from companion.app.recorder import Recorder
from companion.boards import BOARDS
from companion.config import Config
from companion.history.events import Moved, Started
from companion.history.journal import FILE, Journal
from companion.rules import GAMES
from companion.values.notifications import Notification
from tests.disks import small_disk
from tests.kills import Film, filmed, journalled
from vision.sources import Frame

LAYOUT = BOARDS["mindfield"].layout()


class Watched:
    """A recorder to which the test shows frames, and what the recorder says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.journal = Journal(folder / FILE)
        self.journal.append(Started("mindfield", GAMES["mindfield"].dump(GAMES["mindfield"].new())))
        self.recorder = Recorder(self.journal, "mindfield", Config(), LAYOUT, self.said.append)
        self.frames = 0

    def see(self, *happened: str, many: int = 1) -> None:
        for _ in range(many):
            image = np.full((48, 64, 3), self.frames % 250, np.uint8)
            t = self.frames / 30
            news = tuple(Notification(self.frames, t, event, {"dice": [3]}) for event in happened)
            self.recorder.record_frame(Frame(self.frames, t, image), news)
            self.frames += 1

    def written(self) -> zipfile.ZipFile:
        return zipfile.ZipFile(self.folder / recording.FILE)

    def about(self) -> Any:
        with self.written() as kept:
            return json.loads(kept.read("recording.json"))

    def script(self) -> list[str]:
        with self.written() as kept:
            return kept.read("replay/script").decode().splitlines()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(tmp_path / "data")
    yield watched
    watched.journal.close()


def test_a_few_frames_a_second_are_kept_and_all_around_what_happens(watched: Watched) -> None:
    watched.see(many=100)
    watched.recorder.record_action("press done")
    watched.see("move")
    watched.see(many=30)
    with watched.recorder:
        pass
    kept = [frame["frame"] for frame in watched.about()["frames"]]
    assert {97, 98, 99, 100, 101, 102, 103, 104} <= set(kept)
    assert len([frame for frame in kept if 10 <= frame < 90]) == pytest.approx(10, abs=2)


def test_the_ring_holds_no_more_than_it_may(watched: Watched) -> None:
    watched.see(many=3000)
    with watched.recorder:
        pass
    frames = watched.about()["frames"]
    assert len(frames) == recorder.FRAMES
    assert frames[-1]["frame"] > 2990
    assert watched.about()["fps"] == pytest.approx(1 / recorder.KEEP_EVERY_S, rel=0.2)


def test_presses_and_rolls_are_in_the_script_at_their_frames(watched: Watched) -> None:
    watched.see(many=3)
    watched.see()
    watched.recorder.record_action("press done")
    watched.see("roll")
    with watched.recorder:
        pass
    # The script's rolls are taken from the events, as only rolls that count are among these.
    assert watched.script() == ["4 roll [3]", "4 press done"]


def test_the_first_frame_knows_how_much_of_the_journal_was_before_it(watched: Watched) -> None:
    watched.see(many=2)
    watched.journal.append(Moved("a1"))
    watched.see("move", many=2)
    with watched.recorder:
        pass
    assert watched.about()["entries"] == 1


def test_trouble_is_written_at_once_but_not_again_and_again(watched: Watched) -> None:
    watched.see(many=10)
    assert not (watched.folder / recording.FILE).exists()
    watched.see("illegal")
    first = watched.about()["frames"][-1]["frame"]
    assert first == 10
    watched.see("illegal", many=5)
    assert watched.about()["frames"][-1]["frame"] == first


def count_written_bytes() -> int:
    """Counts the bytes that this process has written to files."""
    (line,) = (one for one in Path("/proc/self/io").read_text().splitlines() if one.startswith("wchar"))
    return int(line.split()[1])


def test_an_hour_of_constant_trouble_writes_little(tmp_path: Path) -> None:
    watched, noise = Watched(tmp_path / "data"), np.random.default_rng(1)
    images = [noise.integers(0, 255, (240, 320, 3), np.uint8) for _ in range(4)]
    before, sizes = count_written_bytes(), set()
    for number in range(3600):
        trouble = (Notification(number, number, "illegal", {}),)
        watched.recorder.record_frame(Frame(number, float(number), images[number % 4]), trouble)
        if (watched.folder / recording.FILE).exists():
            sizes.add((watched.folder / recording.FILE).stat().st_mtime_ns)
    written = count_written_bytes() - before
    watched.journal.close()
    assert written <= recorder.MOST_BYTES_AN_HOUR * 1.2
    assert len(sizes) > 3


def test_a_request_is_answered(watched: Watched) -> None:
    watched.see(many=2)
    (watched.folder / recorder.REQUEST).touch()
    time.sleep(recorder.REQUEST_CHECK_S)
    watched.see()
    assert not (watched.folder / recorder.REQUEST).exists()
    assert watched.about()["frames"][-1]["frame"] == 2


def test_a_disk_without_room_is_reported_once_and_nothing_else_happens(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1024) as disk:
        watched = Watched(disk / "data")
        watched.see("illegal", many=3)
        with watched.recorder:
            watched.see(many=3)
        (said,) = watched.said
        assert "the disk is almost full" in said
        assert not (watched.folder / recording.FILE).exists()
        watched.journal.append(Moved("a1"))
        watched.journal.close()


def test_a_clock_that_was_never_set_ends_neither_game_nor_report(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time()
    monkeypatch.setattr(time, "time", lambda: began - 1_700_000_000)
    watched.see("illegal")
    watched.journal.close()
    assert cli.main(["report", "--data", str(watched.folder), "--out", str(tmp_path / "report.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        assert {FILE, "frames/00000.jpg", "README.txt"} <= set(report.namelist())
        assert report.testzip() is None


# The report


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    return filmed("mindfield", tmp_path_factory.mktemp("film") / "pictures", moves=4, seed=3)


def play(folder: Path, *options: str) -> list[Any]:
    """Plays the recorded game in a folder without a screen, and returns its events."""
    ended = subprocess.run(
        [sys.executable, "-m", "companion.cli", "play", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def played(film: Film, folder: Path) -> list[Any]:
    (folder / "script").write_text("".join(f"{frame} {action}\n" for frame, action in film.cues))
    camera = ["--camera", f"images:{film.folder}", "--display", "none", "--events", "-"]
    return play(folder, "--game", film.game, *camera, "--script", "script", "--data", "data")


def changes(events: list[Any]) -> list[tuple[str, Any]]:
    return [(event["event"], event["position"]) for event in events if event["event"] in ("move", "takeback")]


def test_a_report_plays_again_what_its_pictures_show(film: Film, tmp_path: Path) -> None:
    events = played(film, tmp_path)
    assert cli.main(["report", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "report.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        report.extractall(tmp_path / "report")
    command = next(
        line for line in (tmp_path / "report" / "README.txt").read_text().splitlines() if "companion play" in line
    )
    told = [json.loads(line) for line in (tmp_path / "report" / "happenings.jsonl").read_text().splitlines()]
    assert len(changes(told)) >= 3
    again = play(tmp_path / "report", *shlex.split(command)[2:])
    assert again[0]["event"] == "resumed"
    assert changes(again) == changes(told) == changes(events)[-len(changes(told)) :]
    assert journalled(tmp_path / "report") == journalled(tmp_path / "data")
    about = json.loads((tmp_path / "report" / "about.json").read_text())
    assert json.loads((tmp_path / "report" / "doctor.json").read_text())["findings"]
    assert about["packages"]["numpy"] == np.__version__


def test_a_running_companion_is_asked_for_its_newest_frames(watched: Watched, tmp_path: Path) -> None:
    watched.see(many=5)
    stop = threading.Event()

    def go_on() -> None:
        while not stop.is_set():
            watched.see()
            time.sleep(0.05)

    loop = threading.Thread(target=go_on)
    loop.start()
    try:
        assert cli.main(["report", "--data", str(watched.folder), "--out", str(tmp_path / "report.zip")]) == 0
    finally:
        stop.set()
        loop.join()
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        assert "frames/00000.jpg" in report.namelist()
    assert not (watched.folder / recorder.REQUEST).exists()


def test_a_damaged_journal_is_reported_unchanged_and_no_secret_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "seals").mkdir()
    (tmp_path / "seals" / "0123.secret").write_text("not to be told")
    (tmp_path / FILE).write_bytes(b"no journal " * 500)
    assert cli.main(["report", "--data", str(tmp_path), "--out", str(tmp_path / "report.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        assert sorted(report.namelist()) == ["README.txt", "about.json", f"damaged/{FILE}", "doctor.json"]
        assert report.read(f"damaged/{FILE}") == b"no journal " * 500
        assert "This report has no pictures" in report.read("README.txt").decode()


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--data", "nowhere"], 1, "there is no folder nowhere: name the folder of the saved games with --data"),
        (["--out", "/nowhere/report.zip"], 1, "/nowhere/report.zip cannot be written (No such file or directory)"),
        (["--config", "nowhere"], 2, "the settings nowhere cannot be read"),
    ],
)
def test_what_cannot_be_reported_gives_a_message(
    options: list[str], status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"--data": str(tmp_path), "--out": str(tmp_path / "report.zip")}
    rest = [part for name, value in given.items() if name not in options for part in (name, value)]
    assert cli.main(["report", *options, *rest]) == status
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
