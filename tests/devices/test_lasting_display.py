"""A panel that is missing, at the start or later: it is tried again, ever more rarely, and nothing ends."""

from __future__ import annotations

import logging
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from companion.devices.display import WINDOW, Panel, Touch, check_panel, start_video
from companion.devices.lasting_display import RETRY_S, LastingDisplay
from companion.devices.retry import MAX_RETRY_S
from tests.descriptors import count_descriptors


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Console:
    """A machine whose graphics card is a file in a folder, with SDL's dummy driver behind it."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.clock = Clock()
        self.display = LastingDisplay(self.open, self.clock)

    def open(self) -> Panel:
        check_panel(self.devices)
        return Panel("window", (320, 240), 0, "panel")

    def plug_in(self) -> None:
        (self.devices / "dri").mkdir()
        (self.devices / "dri/card0").touch()

    def pull_out(self) -> None:
        (self.devices / "dri/card0").unlink()
        (self.devices / "dri").rmdir()
        pygame.display.quit()

    def wait(self, seconds: float) -> None:
        """Lets time pass, one second after the other."""
        for _ in range(round(seconds)):
            self.clock.now += 1
            list(self.display.events())
            self.display.show(pygame.Surface(self.display.size))


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def test_a_panel_that_comes_later_is_used_then(console: Console, caplog: pytest.LogCaptureFixture) -> None:
    with console.display as display:
        console.wait(5)
        assert display.size == WINDOW
        assert str(display.problem).startswith("there is no panel")
        assert len(caplog.records) == 1, "the log tells the reason more than once"
        console.plug_in()
        console.wait(MAX_RETRY_S)
        assert display.size == (320, 240)
        assert display.problem is None
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 50), button=1))
        assert list(display.events()) == [Touch(100, 50)]


def test_a_panel_that_fails_in_mid_game_comes_back(console: Console, caplog: pytest.LogCaptureFixture) -> None:
    console.plug_in()
    with console.display as display:
        console.wait(2)
        assert display.problem is None
        console.pull_out()
        console.wait(5)
        assert str(display.problem).startswith(("there is no panel", "the panel has failed"))
        console.plug_in()
        console.wait(MAX_RETRY_S)
        assert display.problem is None
        assert display.size == (320, 240)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_it_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    tried: list[float] = []
    clock = Clock()

    def open_panel() -> Panel:
        tried.append(clock.now)
        check_panel(tmp_path)
        raise AssertionError("there is no panel to open")

    with LastingDisplay(open_panel, clock) as display:
        for _ in range(3600):
            clock.now += 1
            list(display.events())
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses[:5] == [RETRY_S, 2, 4, 8, 16]
    assert set(pauses[5:]) == {MAX_RETRY_S}


@pytest.mark.parametrize("driver", ["", "nonsense"])
def test_two_thousand_failed_tries_leave_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver or "dummy")

    def open_panel() -> Panel:
        if not driver:
            check_panel(tmp_path)
        start_video("window")
        raise AssertionError("it cannot start")

    clock = Clock()
    with LastingDisplay(open_panel, clock) as display:
        before = count_descriptors()
        for _ in range(2000):
            clock.now += MAX_RETRY_S
            assert list(display.events()) == []
        assert count_descriptors() == before
