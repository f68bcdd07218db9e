"""The panel gets darker, then dark, and wakes: with SDL's dummy driver, and a backlight that is a folder of files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.devices.backlight import find_backlights
from companion.devices.display import Closed, Panel, Touch
from companion.devices.sleeping_display import SleepingDisplay

DIM_S, SLEEP_S = 300.0, 1800.0
BLACK, RED = (0, 0, 0), (200, 0, 0)


class Wall:
    """A panel with a light, and a clock that a test sets."""

    def __init__(self, folder: Path, *, fills: bool = True) -> None:
        self.light = folder / "10-0045"
        self.light.mkdir(parents=True)
        for name, value in (("brightness", 200), ("max_brightness", 255), ("bl_power", 0)):
            (self.light / name).write_text(f"{value}\n")
        self.now = 50.0
        self.display = SleepingDisplay(
            Panel("window", None if fills else (800, 480), 0, "test"),
            DIM_S,
            SLEEP_S,
            find_lights=lambda: find_backlights(folder),
            clock=lambda: self.now,
        )
        self.picture = pygame.Surface((800, 480))
        self.picture.fill(RED)

    def after(self, seconds: float) -> list[Touch | Closed]:
        """What the display reports after some time without use."""
        self.now += seconds
        self.display.show(self.picture)
        return list(self.display.events())

    def touch(self) -> None:
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, touch_id=1, finger_id=0, x=0.5, y=0.5, dx=0.0, dy=0.0))

    @property
    def brightness(self) -> int:
        return int((self.light / "brightness").read_text())

    @property
    def is_off(self) -> bool:
        return (self.light / "bl_power").read_text().strip() == "4"

    @property
    def shown(self) -> tuple[int, ...]:
        surface = pygame.display.get_surface()
        return tuple(surface.get_at(surface.get_rect().center))[:3]


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[Wall]:
    wall = Wall(tmp_path / "backlight")
    with wall.display:
        wall.after(0)
        yield wall


def test_it_gets_darker_and_then_dark(wall: Wall) -> None:
    wall.after(DIM_S - 1)
    assert (wall.brightness, wall.is_off) == (200, False)
    wall.after(1)
    assert (wall.brightness, wall.is_off) == (50, False)
    assert wall.shown == RED
    wall.after(SLEEP_S - DIM_S)
    assert wall.is_off
    assert wall.shown == BLACK
    wall.after(1)
    assert wall.shown == BLACK


def test_the_tap_that_wakes_a_dark_screen_does_nothing_else(wall: Wall) -> None:
    wall.after(SLEEP_S)
    wall.touch()
    assert wall.after(1) == []
    assert (wall.brightness, wall.is_off) == (200, False)
    assert wall.shown == RED
    wall.now += 1
    wall.touch()
    assert len(wall.after(1)) == 1


def test_a_dimmed_screen_can_be_read_and_its_tap_counts(wall: Wall) -> None:
    wall.after(DIM_S)
    wall.touch()
    assert len(wall.after(1)) == 1
    assert wall.brightness == 200


def test_a_change_in_the_game_wakes_it(wall: Wall) -> None:
    wall.after(SLEEP_S)
    assert wall.is_off
    wall.picture = wall.picture.copy()
    wall.after(10)
    assert not wall.is_off
    assert wall.shown == RED


def test_a_touch_delays_the_sleep(wall: Wall) -> None:
    for _ in range(10):
        wall.touch()
        wall.after(DIM_S - 1)
    assert wall.brightness == 200


def test_closing_the_window_is_heard_while_it_sleeps(wall: Wall) -> None:
    wall.after(SLEEP_S)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert wall.after(1) == [Closed()]


def test_the_end_leaves_the_light_as_it_was(tmp_path: Path) -> None:
    wall = Wall(tmp_path / "backlight")
    with wall.display:
        wall.after(0)
        wall.after(SLEEP_S)
        assert wall.is_off
    assert (wall.brightness, wall.is_off) == (200, False)


def test_a_light_that_a_killed_program_left_dim_is_bright_again(tmp_path: Path) -> None:
    wall = Wall(tmp_path / "backlight")
    (wall.light / "brightness").write_text("50")
    (wall.light / "bl_power").write_text("4")
    with wall.display:
        assert (wall.brightness, wall.is_off) == (255, False)


def test_a_window_on_a_desktop_does_not_sleep(tmp_path: Path) -> None:
    wall = Wall(tmp_path / "backlight", fills=False)
    with wall.display:
        wall.after(0)
        wall.after(10 * SLEEP_S)
        assert (wall.brightness, wall.shown) == (200, RED)


def test_without_a_light_the_picture_goes_black(tmp_path: Path) -> None:
    wall = Wall(tmp_path / "backlight")
    for file in wall.light.iterdir():
        file.unlink()
    with wall.display:
        wall.after(0)
        wall.after(SLEEP_S)
        assert wall.shown == BLACK
        wall.touch()
        assert wall.after(1) == []
        assert wall.shown == RED


def test_a_light_that_fails_meanwhile_ends_nothing(wall: Wall) -> None:
    for file in wall.light.iterdir():
        file.unlink()
    wall.light.rmdir()
    wall.after(SLEEP_S)
    assert wall.shown == BLACK


def test_never_is_never(tmp_path: Path) -> None:
    with SleepingDisplay(Panel("window", None, 0, "test"), math.inf, math.inf, clock=lambda: 1e12) as display:
        picture = pygame.Surface((800, 480))
        picture.fill(RED)
        display.show(picture)
        assert list(display.events()) == []
        surface = pygame.display.get_surface()
        assert tuple(surface.get_at(surface.get_rect().center))[:3] == RED
