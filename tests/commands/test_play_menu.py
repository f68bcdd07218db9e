"""`companion play` from the menu to the table and back, by taps on the choices that the menu shows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.cli import main
from companion.history.journal import FILE, Journal
from companion.history.saved_games import list_saved_games, list_unfinished
from companion.rules import GAMES
from companion.values.menu_commands import (
    AskDelete,
    BeginGame,
    ChangeOption,
    ChooseGame,
    DeleteGame,
    LeaveOptions,
    ResumeGame,
)
from companion.values.side_commands import KeepName, NamePlayer, TypeLetters
from tests.commands.menu_evening import Tap, evening, film
from tests.disks import fill, small_disk
from tests.headless import headless

__all__ = ["film", "headless"]

BEGIN = (BeginGame(), BeginGame())
"""People who begin a game for the first time are asked if they want its lesson, and play without it."""

NAMED = ("--game", "spaces")


def test_a_game_is_left_for_the_menu_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str) -> None:
    taps = [ChooseGame("spaces"), *BEGIN, ResumeGame(1)]
    script = "1 roll [3,5]\n2 tap menu"
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, script)
    assert status == 0
    assert not finger.taps
    told = [event["event"] for event in events]
    assert told.count("roll") == 1
    (resumed,) = [event for event in events if event["event"] == "resumed"]
    rolled = [event for event in events if event["event"] == "roll"]
    assert resumed["position"] == rolled[-1]["position"]


def test_another_game_is_chosen_with_its_options_and_the_first_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps = [ChooseGame("mindfield"), LeaveOptions(), ChooseGame("spry"), *BEGIN, ResumeGame(1)]
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 roll [3,5]\n2 tap menu", *NAMED)
    assert status == 0
    assert finger.taps == [ResumeGame(1)]
    assert [e["position"]["game"] for e in events if e["event"] == "roll"] == ["spaces"]
    status, finger, events = evening(tmp_path, monkeypatch, film, [ResumeGame(1)], "", "--choose")
    assert status == 0
    assert not finger.taps
    resumed = [event for event in events if event["event"] == "resumed"]
    assert [event["position"]["game"] for event in resumed] == ["spaces"]


def test_who_closes_the_menu_ends_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str) -> None:
    status, finger, events = evening(tmp_path, monkeypatch, film, [], "")
    assert (status, finger.shown, events) == (0, 2, []), "the picture at the start, and the menu"


def test_a_game_that_was_only_set_up_keeps_its_options_and_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps = [ChooseGame("backgammon"), ChangeOption("match_length"), *BEGIN, ResumeGame(1)]
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", "--choose")
    assert (status, finger.taps) == (0, [])
    (resumed,) = [event for event in events if event["event"] == "resumed"]
    usual = GAMES["backgammon"].dump(GAMES["backgammon"].new())["options"]["match_length"]
    assert resumed["position"]["options"]["match_length"] != usual


def test_a_game_chosen_on_a_full_disk_is_paused_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    with small_disk(tmp_path / "data", 512) as disk:
        taps: list[Tap] = [partial(fill, disk), ChooseGame("spry"), *BEGIN]
        status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", *NAMED)
        assert (status, finger.taps) == (0, [])
        told = [event["text"] for event in events if event.get("device") == "journal"]
        assert len(told) == 1
        assert told[0].endswith("Free some space on the disk. What was saved before is safe")
        with Journal(disk / FILE) as journal:
            assert [saved.started.game for saved in list_saved_games(journal.entries)] == ["spaces"]


def test_a_start_on_a_full_disk_waits_for_space_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "data", 512) as disk:
        ballast = fill(disk)
        taps: list[Tap] = [lambda: None, lambda: None, ballast.unlink, *[lambda: None] * 600]
        status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 roll [3,5]", *NAMED)
        assert status == 0
        assert 200 < len(finger.taps) < 598
        assert (
            finger.told[:3]
            == ["Free some space on the disk, or check that it works. Then the game continues by itself."] * 3
        )
        assert "cannot be made" in capfd.readouterr().err
        assert [event["event"] for event in events if event["event"] == "roll"] == ["roll"]
        with Journal(disk / FILE) as journal:
            assert [saved.started.game for saved in list_saved_games(journal.entries)] == ["spaces"]


def test_people_can_leave_while_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str) -> None:
    with small_disk(tmp_path / "data", 512) as disk:
        fill(disk)
        status, _finger, events = evening(tmp_path, monkeypatch, film, [lambda: None], "", *NAMED)
        assert (status, events) == (0, [])
        assert not (disk / FILE).exists()


def test_a_deleted_game_is_gone_from_the_menu_and_the_journal_lists_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str, capsys: pytest.CaptureFixture[str]
) -> None:
    taps: list[Tap] = [AskDelete(1), LeaveOptions(), AskDelete(1), DeleteGame(1), ChooseGame("spry"), LeaveOptions()]
    status, finger, _events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", *NAMED)
    assert (status, finger.taps) == (0, [])
    with Journal(tmp_path / "data" / FILE) as journal:
        (saved,) = list_saved_games(journal.entries)
        assert saved.is_deleted
        assert list_unfinished(journal.entries) == ()
    capsys.readouterr()
    assert main(["journal", "list", "--data", str(tmp_path / "data")]) == 0
    assert "deleted (goes on)" in capsys.readouterr().out


def test_names_of_the_command_line_are_kept_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _finger, _events = evening(tmp_path, monkeypatch, film, [], "", *NAMED, "--names", "Anna, Ben")
    assert status == 0
    with Journal(tmp_path / "data" / FILE) as journal:
        (saved,) = list_saved_games(journal.entries)
    assert saved.state().names == {"W": "Anna", "B": "Ben"}
    for names, wrong in (("A,B,C", "has 2 players"), ("Wilhelmina Margarete", "at most 12 letters")):
        status, _finger, _events = evening(tmp_path, monkeypatch, film, [], "", *NAMED, "--names", names)
        assert status == 1
        assert wrong in capsys.readouterr().err


def test_names_of_the_menu_are_kept_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str) -> None:
    named = [NamePlayer("B"), *map(TypeLetters, "Ben"), KeepName()]
    taps: list[Tap] = [ChooseGame("spaces"), *named, *BEGIN]
    evening(tmp_path, monkeypatch, film, taps, "1 tap menu", "--choose")
    with Journal(tmp_path / "data" / FILE) as journal:
        (saved,) = list_saved_games(journal.entries)
    assert saved.state().names == {"B": "Ben"}
