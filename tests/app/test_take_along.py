"""Taking a game along, by touches on the drawn screen: to a folder and to sticks that are full, locked or unplugged."""

from __future__ import annotations

import json
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages import SidePages, Tools, make_side_pages
from companion.app.side_pages.take_along import TakeAlongSide
from companion.commands.report import make_report
from companion.config import Config, Settings
from companion.history.events import Moved
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.host.places import Place
from companion.values.side_commands import ExportGame, NextPlace, OpenTakeAlong, SideCommand, WriteReport
from companion.values.side_pages import SidePage
from tests.disks import small_disk
from tests.screen.fingers import MenuFinger

PATIENCE_S = 30.0


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "data" / "journal.db") as opened:
        for game in ("backgammon", "spry"):
            _state, begins = choose_game(opened, game, None)
            assert begins is not None
            opened.append(begins)
        opened.append(Moved("E5"))
        yield opened


class Table:
    """People at the choice of games, with a finger, a folder and sticks."""

    def __init__(self, journal: Journal, folder: Path, *sticks: Place, report: Callable[[], bytes] | None = None):
        self.sticks = list(sticks)
        self.side = SidePages([TakeAlongSide(journal, folder, report, lambda: self.sticks)])
        self.finger = MenuFinger(self.side)

    def tap(self, command: SideCommand) -> SidePage:
        """Taps what means a command, and waits until nothing is written any more."""
        if isinstance(command, OpenTakeAlong):
            self.side.perform(command)
        else:
            self.finger.tap(command)
        until = time.monotonic() + PATIENCE_S
        while (page := self.side.page) is None or page.text.startswith("Writing"):
            assert time.monotonic() < until
            time.sleep(0.005)
        return page


def test_a_game_is_written_in_the_forms_that_it_has(journal: Journal, tmp_path: Path) -> None:
    table = Table(journal, tmp_path / "docs")
    page = table.tap(OpenTakeAlong(1))
    assert page.headline == "Save a copy of Backgammon"
    assert [entry.command for entry in page.entries] == [ExportGame(name) for name in ("text", "mat", "jsonl")]
    for name in ("jsonl", "text", "mat"):
        page = table.tap(ExportGame(name))
        assert page.done.endswith("is written.")
    kinds = sorted(file.suffix for file in (tmp_path / "docs").iterdir())
    assert kinds == [".jsonl", ".mat", ".txt"]
    page = table.tap(OpenTakeAlong())
    assert page.headline == "Save a copy of Spry", "the game that was played last"
    assert ExportGame("mat") not in [entry.command for entry in page.entries]
    table.tap(ExportGame("jsonl"))
    (written,) = (tmp_path / "docs").glob("spry-2-*.jsonl")
    assert json.loads(written.read_text().splitlines()[0])["game"] == "spry"


def test_people_choose_between_stick_and_folder(journal: Journal, tmp_path: Path) -> None:
    with small_disk(tmp_path / "STICK", 400) as folder:
        stick = Place(folder, folder.stat().st_dev)
        table = Table(journal, tmp_path / "docs", stick)
        page = table.tap(OpenTakeAlong(1))
        assert [(fact.name, fact.text) for fact in page.facts] == [("USB stick", "STICK")]
        page = table.tap(ExportGame("text"))
        assert page.done.endswith("You can unplug the stick now.")
        assert [file.suffix for file in folder.iterdir()] == [".txt"]
        page = table.tap(NextPlace())
        assert [(fact.name, fact.text) for fact in page.facts] == [("Folder", str(tmp_path / "docs"))]
        table.sticks.clear()
        assert NextPlace() not in [button.command for button in table.tap(OpenTakeAlong(1)).buttons]


def test_a_full_stick_keeps_nothing_half_written(journal: Journal, tmp_path: Path) -> None:
    with small_disk(tmp_path / "STICK", 40) as folder:
        (folder / "film").write_bytes(bytes(36 * 1024))
        table = Table(journal, tmp_path / "docs", Place(folder, folder.stat().st_dev), report=lambda: bytes(30_000))
        table.tap(OpenTakeAlong(1))
        page = table.tap(WriteReport())
        assert page.trouble == "The stick is full. Delete something on it, or take another one."
        assert [file.name for file in folder.iterdir()] == ["film"]
        (folder / "film").unlink()
        assert table.tap(WriteReport()).done


def test_a_locked_stick_is_named(journal: Journal, tmp_path: Path) -> None:
    with small_disk(tmp_path / "STICK", 40) as folder:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        table = Table(journal, tmp_path / "docs", Place(folder, folder.stat().st_dev))
        table.tap(OpenTakeAlong(1))
        page = table.tap(ExportGame("text"))
        assert page.trouble.startswith("The stick can only be read.")


def test_a_stick_that_is_unplugged_meanwhile_is_told_and_nothing_is_written_beside_it(
    journal: Journal, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "STICK", 400) as folder:
        stick = Place(folder, folder.stat().st_dev)

        def pull() -> bytes:
            subprocess.run(["umount", "-l", str(folder)], check=True)
            return b"report"

        table = Table(journal, tmp_path / "docs", stick, report=pull)
        table.tap(OpenTakeAlong(1))
        page = table.tap(WriteReport())
        assert page.trouble == "The stick was unplugged before all was written. Plug it in and try again."
        assert list(folder.iterdir()) == []
        subprocess.run(["mount", "-t", "tmpfs", "none", str(folder)], check=True)  # small_disk unmounts it


def test_a_part_that_an_unplugged_stick_kept_is_deleted_by_the_next_try(journal: Journal, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    table = Table(journal, docs)
    table.tap(OpenTakeAlong(1))
    table.tap(ExportGame("text"))
    (written,) = docs.iterdir()
    (docs / f".{written.name}.0badcafe").write_text("half")
    table.tap(ExportGame("text"))
    assert list(docs.iterdir()) == [written]


def test_a_report_that_fails_says_why(journal: Journal, tmp_path: Path) -> None:
    def fail() -> bytes:
        raise RuntimeError("no doctor")

    table = Table(journal, tmp_path, report=fail)
    table.tap(OpenTakeAlong())
    assert table.tap(WriteReport()).trouble == "Nothing was written: RuntimeError: no doctor."


def test_the_report_of_the_screen_is_that_of_the_command(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    config = Config()
    tools = Tools(make_report=lambda folder: make_report(folder, Settings(config)))
    side = make_side_pages(ChosenSettings(config), journal, tools)
    side.perform(WriteReport())
    until = time.monotonic() + PATIENCE_S
    while (page := side.page) is None or not page.done:
        assert page is None or not page.trouble, page.trouble
        assert time.monotonic() < until
        time.sleep(0.02)
    (report,) = (tmp_path / "data" / "exports").iterdir()
    with zipfile.ZipFile(report) as archive:
        assert {"about.json", "doctor.json", "journal.db", "README.txt"} <= set(archive.namelist())
