"""`companion play` with saved games that cannot be opened: the screen says what to do, and the program stays."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.history.journal import FILE, Journal, read
from companion.history.saved_games import choose_game, list_saved_games
from companion.values.menu_commands import AskStartAfresh, LeaveOptions, StartAfresh
from tests.commands.menu_evening import Tap, evening, film
from tests.headless import headless

__all__ = ["film", "headless"]

NAMED = ("--game", "spaces")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with a game."""
    path = tmp_path / "data" / FILE
    with Journal(path) as journal:
        started = choose_game(journal, "spry", None)[1]
        assert started is not None
        journal.append(started)
    return path


def make_newer(journal: Path) -> None:
    with sqlite3.connect(journal) as db:
        db.execute("PRAGMA user_version=99")
    db.close()


def damage(journal: Path) -> None:
    journal.write_bytes(b"no journal " * 500)


@pytest.mark.parametrize("spoil", [damage, make_newer])
def test_games_that_cannot_be_used_are_put_aside_by_two_taps(
    spoil: object,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    film: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert callable(spoil)
    spoil(journal)
    before = journal.read_bytes()
    taps: list[Tap] = [AskStartAfresh(), LeaveOptions(), AskStartAfresh(), StartAfresh()]
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 roll [3,5]", *NAMED)
    assert status == 0
    assert finger.taps == []
    assert any("The old games are put aside" in told for told in finger.told)
    assert [event["event"] for event in events if event["event"] == "roll"] == ["roll"]
    with Journal(journal) as afresh:
        assert [saved.started.game for saved in list_saved_games(afresh.entries)] == ["spaces"]
    (kept,) = journal.parent.glob("put-aside-*")
    assert (kept / FILE).read_bytes() == before
    assert f"The old games were put aside in {kept}" in capfd.readouterr().err


def test_damaged_games_stay_where_they_are_if_nobody_taps(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    damage(journal)
    before = journal.read_bytes()
    taps: list[Tap] = [lambda: None] * 3
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "", *NAMED)
    assert (status, events) == (0, [])
    assert journal.read_bytes() == before
    assert not any(journal.parent.glob("put-aside-*"))
    assert len(set(finger.told)) == 1


def test_a_companion_that_waits_for_another_one_goes_on_when_that_one_has_ended(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    hold = (
        "import sys, pathlib\nfrom companion.history.journal import Journal\n"
        "with Journal(pathlib.Path(sys.argv[1])):\n    print('open', flush=True)\n    sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(journal)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == b"open\n"
        taps: list[Tap] = [lambda: None, other.stdin.close, *[lambda: None] * 600]
        status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 roll [3,5]", *NAMED)
    assert status == 0
    assert finger.told[0].startswith("Close the other companion that uses the saved games.")
    assert 0 < len(finger.taps) < 600, "it went on by itself"
    assert [event["event"] for event in events if event["event"] == "roll"] == ["roll"]
    assert read(journal).problem is None
