"""Lessons in `companion play`: by the command line, from the menu, left in the middle, and never a saved game."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import play
from companion.history.journal import FILE, Journal
from companion.history.lessons import FOLDER, list_known_games
from companion.history.saved_games import list_saved_games
from companion.values.menu_commands import BeginGame, ChooseGame, LearnGame, LeaveOptions
from companion.values.side_commands import KeepName, NamePlayer, TypeLetters
from tests.commands.menu_evening import Tap, evening, film
from tests.headless import headless

__all__ = ["film", "headless"]


def test_a_lesson_is_left_for_the_page_of_its_game_and_is_no_saved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    # After the lesson the page of the game is open, and nobody is asked any more if they want the lesson.
    named = [NamePlayer("B"), *map(TypeLetters, "Ben"), KeepName()]
    taps: list[Tap] = [ChooseGame("spry"), *named, BeginGame(), LearnGame(), BeginGame()]
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", "--choose")
    assert (status, finger.taps) == (0, [])
    assert not [event for event in events if event["event"] == "resumed"]
    with Journal(tmp_path / "data" / FILE) as journal:
        assert [saved.started.game for saved in list_saved_games(journal.entries)] == ["spry"]
        assert [saved.state().names for saved in list_saved_games(journal.entries)] == [{"B": "Ben"}]
    with Journal(tmp_path / "data" / FOLDER / FILE) as journal:
        assert [saved.started.game for saved in list_saved_games(journal.entries)] == ["spry"]
        assert [saved.state().names for saved in list_saved_games(journal.entries)] == [{"B": "Ben"}]
    assert list_known_games((), tmp_path / "data") == {"spry"}


def test_who_leaves_a_lesson_and_its_page_has_no_saved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps: list[Tap] = [LeaveOptions(), ChooseGame("spaces"), BeginGame(), LeaveOptions()]
    status, finger, _events = evening(
        tmp_path, monkeypatch, film, taps, "1 tap menu", "--game", "mindfield", "--lesson"
    )
    assert (status, finger.taps) == (0, [])
    with Journal(tmp_path / "data" / FILE) as journal:
        assert journal.entries == ()


def test_a_script_goes_through_the_words_of_a_lesson_and_gets_its_rolls(tmp_path: Path, film: str) -> None:
    (tmp_path / "script").write_text("1 tap go-on\n1 tap go-on\n2 press throw\n")
    given = [
        "--game",
        "backgammon",
        "--lesson",
        "--camera",
        film,
        "--display",
        "none",
        "--data",
        str(tmp_path / "data"),
    ]
    given += ["--script", str(tmp_path / "script"), "--events", str(tmp_path / "events")]
    assert main(["play", *given]) == 0
    events = [json.loads(line) for line in (tmp_path / "events").read_text().splitlines()]
    # The board was not in sight, so it is not set up, and the lesson gives no roll yet.
    assert not [event for event in events if event["event"] == "roll"]
    told = [event["text"] for event in events if event["event"] == "device" and event["device"] == "die"]
    assert any("first do what the lesson says" in text for text in told)


@pytest.mark.parametrize(
    ("named", "told"), [((), "--lesson needs a game"), (("--game", "chess"), "there is no lesson for 'chess'")]
)
def test_a_lesson_needs_a_game_that_has_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], named: tuple[str, ...], told: str
) -> None:
    assert main(["play", *named, "--lesson", "--display", "none", "--data", str(tmp_path)]) == 1
    assert told in capsys.readouterr().err


def test_a_damaged_journal_of_lessons_is_told_when_a_lesson_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    (tmp_path / "data" / FOLDER).mkdir(parents=True)
    (tmp_path / "data" / FOLDER / FILE).write_text("no journal at all, but long enough to be looked at")
    taps: list[Tap] = [ChooseGame("spry"), LearnGame()]
    status, finger, _events = evening(tmp_path, monkeypatch, film, taps, "", "--choose")
    assert (status, finger.taps) == (0, [])
    assert "damaged" in finger.told[-1]


def test_players_of_a_lesson_have_names_and_a_report_is_about_the_lesson(
    tmp_path: Path, film: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported = threading.Event()

    def report(_read: object, folder: Path) -> bytes:
        (tmp_path / "reported").write_text(str(folder))
        reported.set()
        return b"report"

    monkeypatch.setattr(play, "_make_report", report)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    script = ("0 tap save-copy", "1 tap Report a problem", "1 tap names", "1 tap Silver: enter a name", "1 tap Z",
              "1 tap o", "1 tap Use this name", "1 tap Back")  # fmt: skip
    (tmp_path / "script").write_text("\n".join(script))
    given = ["--game", "mindfield", "--lesson", "--names", "Anna", "--camera", film, "--display", "none"]
    assert main(["play", *given, "--data", str(tmp_path / "data"), "--script", str(tmp_path / "script")]) == 0
    assert reported.wait(10.0)
    assert (tmp_path / "reported").read_text() == str(tmp_path / "data" / FOLDER)
    with Journal(tmp_path / "data" / FOLDER / FILE) as journal:
        (saved,) = list_saved_games(journal.entries)
    assert saved.state().names == {"G": "Anna", "S": "Zo"}
