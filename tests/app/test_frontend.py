"""Switching the computer off from the choice of games, by taps on the drawn screen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pygame

from companion.app.frontend import TouchFrontend, choose
from companion.app.side_pages import SidePages
from companion.boards import BOARDS
from companion.config import Config
from companion.devices.display import DisplayError, NoDisplay, Panel, Touch
from companion.devices.lasting_display import LastingDisplay
from companion.host.power import PowerError
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.page import FINGER_MM
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import AskSwitchOff
from companion.values.menu_commands import BeginGame, ChooseGame, MenuCommand, SwitchOff
from tests.headless import headless
from tests.screen.views import views

__all__ = ["headless"]


class Finger(NoDisplay):
    """A display on which somebody taps what the test names."""

    def __init__(self, screen: MenuScreen, *taps: MenuCommand) -> None:
        super().__init__()
        self._screen = screen
        self._taps = list(taps)

    def events(self) -> Iterator[Touch]:
        wanted = self._taps.pop(0)
        (area,) = (area for area in self._screen.targets() if self._screen.tap(*area.center) == wanted)
        yield Touch(*area.center)

    def show(self, picture: pygame.Surface) -> None:
        assert picture.get_size() == self.size


def test_it_is_switched_off_when_people_say_so_twice() -> None:
    screen, asked = MenuScreen(BOARDS), []
    finger = Finger(screen, AskSwitchOff(), SwitchOff())
    assert choose(finger, screen, GameMenu(()), side=SidePages(()), switch_off=lambda: asked.append("off")) is None
    assert asked == ["off"]


def test_where_it_cannot_be_switched_off_the_reason_is_shown_and_games_can_be_played() -> None:
    def refuse() -> None:
        raise PowerError("The computer cannot be switched off: it is busy")

    screen = MenuScreen(BOARDS)
    finger = Finger(screen, AskSwitchOff(), SwitchOff(), ChooseGame("spry"), BeginGame())
    assert isinstance(choose(finger, screen, GameMenu(()), side=SidePages(()), switch_off=refuse), GameChoice)


def test_on_a_computer_for_other_things_there_is_no_such_button() -> None:
    screen = MenuScreen(BOARDS)
    finger = Finger(screen, ChooseGame("spry"), BeginGame())
    assert isinstance(choose(finger, screen, GameMenu(()), side=SidePages(())), GameChoice)
    screen.draw(GameMenu(()).menu())
    assert AskSwitchOff() not in [screen.tap(*area.center) for area in screen.targets()]


def test_buttons_are_large_enough_on_a_panel_that_opens_late(headless: None) -> None:
    found: list[Panel] = []

    def find_panel() -> Panel:
        if not found:
            raise DisplayError("no panel yet")
        return found[0]

    clock = count(0, 1000)
    config = replace(Config(), display_diagonal_inch=3.5)
    view = views()["play"]
    with LastingDisplay(find_panel, lambda: next(clock)) as display:
        screen = Touchscreen(BOARDS[view.game], display.size)
        frontend = TouchFrontend(display, screen, lambda: config)
        frontend.show(view, None)
        found.append(Panel("window", None, 0, "late"))
        assert not list(frontend.commands())
        frontend.show(view, None)
        assert display.size == screen.size != (800, 480)
        least = FINGER_MM * math.hypot(*display.size) / (3.5 * 25.4) - 1
        assert all(min(area.size) >= least for area, _ in screen.targets())
