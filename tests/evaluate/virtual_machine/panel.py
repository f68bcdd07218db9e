"""The machine's panel, drawn here: where the keys are, and which of several screens a picture of the panel shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.boards import BOARDS
from companion.presentation.game_menu import GameMenu
from companion.presentation.settings_page import make_language_page
from companion.rules import GAMES
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import Command, OpenGameMenu
from companion.values.menu_commands import MenuCommand
from companion.values.side_commands import SideCommand
from companion.values.views import Menu, View
from tests.evaluate.virtual_machine.machine import PANEL, MachineError

Pixel = tuple[int, int]


@dataclass(frozen=True)
class Shown:
    """A screen of a running game as the companion draws it."""

    picture: NDArray[np.uint8]
    """(height, width, 3) BGR."""
    keys: Mapping[str, Pixel]
    """The middle of each key, by the words on it."""

    def find(self, words: str) -> Pixel:
        """Where the key with these words is. Raises MachineError if there is none."""
        if words not in self.keys:
            raise MachineError(f"{words!r} is not on the screen, but {', '.join(self.keys)}")
        return self.keys[words]


def draw_view(view: View) -> Shown:
    """Draws the screen of a running game."""
    screen = Touchscreen(BOARDS[view.game], PANEL, menu=True)
    picture = pygame.surfarray.array3d(screen.draw(view)).swapaxes(0, 1)[:, :, ::-1]
    keys = {}
    for area, command in screen.targets():
        for words, other in _list_keys(view):
            if command == other:
                keys[words] = area.center
    return Shown(np.ascontiguousarray(picture, np.uint8), keys)


def _list_keys(view: View) -> Iterator[tuple[str, Command]]:
    yield "Menu", OpenGameMenu()
    for choice in view.choices:
        yield choice.text, choice.command
    for button in view.buttons:
        yield button.label, button.command
    if view.side is not None:
        for entry in (*view.side.entries, *view.side.buttons):
            yield entry.text, entry.command


def tell_apart(panel: NDArray[np.uint8], screens: Mapping[str, Shown]) -> str:
    """The name of the screen that a picture of the panel (BGR) looks most like."""
    return min(screens, key=lambda name: float(np.abs(panel.astype(np.int16) - screens[name].picture).mean()))


class Menus:
    """The screens before a game, as people meet them at the first start: the question for the language comes first."""

    def __init__(self) -> None:
        self._screen = MenuScreen(BOARDS, PANEL)
        self._menu = GameMenu((), unknown=frozenset(GAMES), has_camera=True, can_switch_off=True)
        self._asks_language = True

    def tap(self, words: str) -> Pixel:
        """Where the key with these words is; then the screen that it leads to follows. Raises MachineError."""
        menu = self._show()
        command = next((command for text, command in _list_entries(menu) if text == words), None)
        self._screen.draw(menu)
        places = {self._screen.tap(*area.center): area.center for area in self._screen.targets()}
        if command is None or command not in places:
            raise MachineError(f"{words!r} is not on the screen, but {[text for text, _ in _list_entries(menu)]}")
        self._follow(command)
        return places[command]

    def _follow(self, command: MenuCommand) -> None:
        if isinstance(command, SideCommand):
            self._asks_language = False
        elif isinstance(following := self._menu.perform(command), GameMenu):
            self._menu = following

    def _show(self) -> Menu:
        menu = self._menu.menu()
        return replace(menu, side=make_language_page()) if self._asks_language else menu


def _list_entries(menu: Menu) -> Iterator[tuple[str, MenuCommand]]:
    if menu.side is not None:
        for side in menu.side.entries:
            yield side.text, side.command
        return
    for entry in (*menu.saved, *menu.games, *menu.settings, *menu.buttons):
        yield entry.text, entry.command
