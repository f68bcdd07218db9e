"""A finger that taps what is drawn."""

from __future__ import annotations

from dataclasses import replace

from companion.app.side_pages import SidePages
from companion.boards import BOARDS
from companion.presentation.game_menu import GameMenu
from companion.screen.menu import MenuScreen
from companion.values.side_commands import SideCommand, TapPicture


class MenuFinger:
    """Taps the pages beside a game, as they are drawn before one."""

    def __init__(self, side: SidePages) -> None:
        self._side = side
        self._screen = MenuScreen(BOARDS)

    def tap(self, wanted: SideCommand) -> None:
        """Taps what means a command. It fails if nothing on the page does."""
        self._screen.draw(replace(GameMenu(()).menu(), side=self._side.page))
        found = [command for area in self._screen.targets() if (command := self._screen.tap(*area.center)) == wanted]
        assert found, f"nothing means {wanted}"
        self._side.perform(wanted)

    def touch_picture(self, at: tuple[float, float]) -> None:
        """Touches a place of the live picture, in parts of its width and height."""
        self._screen.draw(replace(GameMenu(()).menu(), side=self._side.page))
        one, other = self._screen.tap(60, 60), self._screen.tap(160, 110)
        assert isinstance(one, TapPicture)
        assert isinstance(other, TapPicture)
        x = 60 + (at[0] - one.x) / (other.x - one.x) * 100
        y = 60 + (at[1] - one.y) / (other.y - one.y) * 50
        touched = self._screen.tap(x, y)
        assert isinstance(touched, TapPicture)
        self._side.perform(touched)
