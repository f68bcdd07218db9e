"""`companion play` from the menu to the table and back, with taps where a finger finds the words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest

from companion.app import assembly
from companion.cli import main
from companion.devices.display import Closed, Touch
from companion.history.journal import FILE, Journal
from companion.history.saved_games import list_saved_games
from companion.rules import GAMES
from companion.screen.menu import MenuScreen
from companion.values.commands import BeginGame, ChangeOption, ChooseGame, LeaveOptions, MenuCommand, ResumeGame
from companion.values.views import Menu
from tests.headless import headless
from tests.history.journal.test_faults import small_disk

__all__ = ["headless"]

SIZE = (800, 480)
NAMED = ("--game", "spaces")


Tap = MenuCommand | Callable[[], object]


class Telling(MenuScreen):
    """A menu that writes down what it said."""

    def __init__(self, told: list[str], *given: Any) -> None:
        super().__init__(*given)
        self._told = told

    def draw(self, menu: Menu) -> pygame.Surface:
        self._told.append(menu.detail)
        return super().draw(menu)


class Finger:
    """A display on which somebody taps what performs command after command, one a look, and then closes the window.

    A function among the commands is called in between. What is shown after the menu is looked at and not touched.
    told: what the menus said beside what can be tapped.
    """

    def __init__(self, taps: Iterable[Tap]) -> None:
        self.taps = list(taps)
        self.size = SIZE
        self.menu: MenuScreen | None = None
        self.shown = 0
        self.told: list[str] = []

    def __enter__(self) -> Finger:
        return self

    def __exit__(self, *error: object) -> None:
        self.menu = None

    def menu_screen(self, *given: Any) -> MenuScreen:
        self.menu = Telling(self.told, *given)
        return self.menu

    def events(self) -> Iterable[Touch | Closed]:
        if self.menu is None:
            return
        if not self.taps:
            yield Closed()
            return
        tap = self.taps.pop(0)
        if not isinstance(tap, MenuCommand):
            tap()
            return
        for area in self.menu.targets():
            if self.menu.tap(*area.center) == tap:
                yield Touch(*area.center)
                return
        raise AssertionError(f"nothing on the menu performs {tap}")

    def show(self, picture: pygame.Surface) -> None:
        assert picture.get_size() == SIZE
        self.shown += 1


@pytest.fixture
def film(tmp_path: Path) -> str:
    """A camera that looks at the wall for a few frames: dice are rolled all the same."""
    folder = tmp_path / "film"
    folder.mkdir()
    for frame in range(4):
        cv2.imwrite(str(folder / f"{frame}.png"), np.full((240, 320, 3), 120, np.uint8))
    return f"images:{folder}"


def evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str, taps: Sequence[Tap], script: str, *options: str
) -> tuple[int, Finger, list[dict[str, Any]]]:
    finger = Finger(taps)
    monkeypatch.setattr(assembly, "open_display", lambda *_, **__: finger)
    monkeypatch.setattr(assembly, "MenuScreen", finger.menu_screen)
    (tmp_path / "script").write_text(script)
    events = tmp_path / "events"
    given = ["--camera", film, "--display", "window", "--script", str(tmp_path / "script"), "--events", str(events)]
    status = main(["play", *given, "--data", str(tmp_path / "data"), *options])
    return status, finger, [json.loads(line) for line in events.read_text().splitlines()]


def test_a_game_is_left_for_the_menu_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps = [ChooseGame("spaces"), BeginGame(), ResumeGame(1)]
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
    taps = [ChooseGame("mindfield"), LeaveOptions(), ChooseGame("spry"), BeginGame(), ResumeGame(1)]
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
    assert (status, finger.shown, events) == (0, 1, [])


def test_a_game_that_was_only_laid_out_keeps_its_options_and_stands_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str
) -> None:
    taps = [ChooseGame("backgammon"), ChangeOption("match_length"), BeginGame(), ResumeGame(1)]
    status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", "--choose")
    assert (status, finger.taps) == (0, [])
    (resumed,) = [event for event in events if event["event"] == "resumed"]
    usual = GAMES["backgammon"].dump(GAMES["backgammon"].new())["options"]["match_length"]
    assert resumed["position"]["options"]["match_length"] != usual


def test_on_a_full_disk_the_menu_says_so_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, film: str) -> None:
    with small_disk(tmp_path / "data", 512) as disk:
        ballast = disk / "ballast"

        def fill() -> None:
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(b"0" * 512):
                    pass

        taps: list[Tap] = [fill, ChooseGame("spry"), BeginGame(), ballast.unlink, ResumeGame(1)]
        status, finger, events = evening(tmp_path, monkeypatch, film, taps, "1 tap menu", *NAMED)
        assert (status, finger.taps) == (0, [])
        assert finger.told[0] == ""
        assert finger.told[-1].startswith("The journal ")
        assert "Free some space on the disk. What was saved before is safe" in finger.told[-1]
        assert [event["position"]["game"] for event in events if event["event"] == "resumed"] == ["spaces"]
        with Journal(disk / FILE) as journal:
            assert [saved.started.game for saved in list_saved_games(journal.entries)] == ["spaces"]
