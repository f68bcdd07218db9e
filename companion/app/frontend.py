"""What people look at and touch: views go out, and the commands of taps come in.

It joins a display to the touchscreen that is drawn on it. It decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol, overload

from companion.app.side_pages import SidePages
from companion.app.stop_signal import IsStopped
from companion.app.wishes import make_wishes
from companion.config import Config
from companion.devices.display import Closed, Display, Touch
from companion.devices.keyboard import Key, Letters
from companion.devices.lasting_display import LastingDisplay
from companion.devices.mount import Size
from companion.history.journal import JournalError
from companion.history.saved_games import SavedGameError, Summary
from companion.host.power import PowerError
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import Command, Quit
from companion.values.menu_commands import DeleteGame, MenuCommand, StartAfresh, SwitchOff
from companion.values.side_commands import SideCommand
from companion.values.views import View
from vision.sources import Frame


class ScreenFit:
    """Draws a screen in the right size for its display. A panel may open late; only then its size is known."""

    def __init__(self, display: Display, screen: Touchscreen | MenuScreen, config: Callable[[], Config]) -> None:
        """config: returns the settings in use."""
        self._display = display
        self._screen = screen
        self._config = config
        self._fitted: tuple[Size, bool, Config] | None = None

    def update(self) -> None:
        """Fits the screen again if the display has changed, or if people want another size of texts."""
        config = self._config()
        now = self._display.size, self._display.fills, config
        if now != self._fitted:
            self._fitted = now
            self._screen.resize(self._display.size)
            self._screen.wish(make_wishes(config, self._display))


PAUSE_S = 0.03
"""How long to wait before asking again what was tapped, while people choose."""


def choose(
    display: Display,
    screen: MenuScreen,
    menu: GameMenu,
    *,
    side: SidePages,
    shown: Callable[[], None] = lambda: None,
    is_stopped: IsStopped = lambda: False,
    switch_off: Callable[[], None] | None = None,
    start_afresh: Callable[[], None] | None = None,
    delete: Callable[[int], tuple[Summary, ...]] = lambda _number: (),
    config: Callable[[], Config] = Config,
    press: Callable[[], None] = lambda: None,
) -> GameChoice | None:
    """Shows the menu until people have chosen a game, and returns their choice; None if they or the system quit.

    side: the pages beside the games. shown: called each time the screen has been drawn. switch_off: switches the
    computer off, or raises PowerError; None if people may not do that. start_afresh: puts saved games that cannot be
    opened aside; may raise JournalError. delete: deletes the saved game with a number, and returns the others; may
    raise JournalError. config: returns the settings in use. press: lets people hear that they tapped something.
    """
    fit = ScreenFit(display, screen, config)
    menu = replace(menu, can_switch_off=switch_off is not None)
    while not is_stopped():
        fit.update()
        shown_menu, page = menu.menu(), side.page
        display.show(screen.draw(shown_menu if page is None else replace(shown_menu, side=page)))
        shown()
        for event in display.events():
            if isinstance(event, Closed):
                return None
            command = _find_command(screen, event)
            if command is None:
                continue
            press()
            if isinstance(command, SideCommand) and side.is_for(command):
                side.perform(command)
                continue
            match following := menu.perform(command):
                case GameChoice():
                    return following
                case GameMenu():
                    menu = following
                case DeleteGame(number):
                    try:
                        menu = replace(menu, saved=delete(number), asks_delete=None)
                    except (JournalError, SavedGameError) as error:
                        menu = replace(menu, trouble=str(error), asks_delete=None)
                case StartAfresh() if start_afresh is not None:
                    menu = replace(menu, asks_afresh=False)
                    try:
                        start_afresh()
                    except JournalError as error:
                        menu = replace(menu, blocked="other", trouble=str(error))
                case SwitchOff() if switch_off is not None:
                    try:
                        switch_off()
                    except PowerError as error:
                        menu = replace(menu, asks_switch_off=False, trouble=str(error))
                    else:
                        return None
        time.sleep(PAUSE_S)
    return None


Act = Touch | Key | Letters
"""What people can do at a display, apart from closing it."""


@overload
def _find_command(screen: Touchscreen, act: Act) -> Command | None: ...


@overload
def _find_command(screen: MenuScreen, act: Act) -> MenuCommand | None: ...


def _find_command(screen: Touchscreen | MenuScreen, act: Act) -> Command | MenuCommand | None:
    """The command of a touch, a key or typed letters on a screen; None if they mean nothing there."""
    match act:
        case Touch(x, y):
            return screen.tap(x, y)
        case Key(name):
            return screen.press(name)
        case Letters(text):
            return screen.write(text)


def find_problem(display: Display) -> str | None:
    """Why a display shows nothing, in words; None if it is open."""
    return display.problem if isinstance(display, LastingDisplay) else None


class Frontend(Protocol):
    """What people look at and touch. `watched` is True if somebody can see it."""

    @property
    def watched(self) -> bool: ...

    @property
    def problem(self) -> str | None:
        """In words, why nothing can be seen now; None if all is well."""

    def commands(self) -> Iterable[Command]:
        """What people did since the last call; Quit if they closed the window."""

    def show(self, view: View, frame: Frame | None) -> None:
        """Shows the game; `frame` is the camera's newest picture, None if it gave none."""


class NullFrontend:
    """A frontend that nobody looks at, for scripts and recordings."""

    watched = False
    problem = None

    def commands(self) -> Iterable[Command]:
        return ()

    def show(self, view: View, frame: Frame | None) -> None:
        return


class TouchFrontend:
    """The touchscreen on an open display."""

    watched = True

    def __init__(
        self,
        display: Display,
        touchscreen: Touchscreen,
        config: Callable[[], Config] = Config,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """config: returns the settings in use. clock: returns seconds, for everything that moves on the screen."""
        self._clock = clock
        self._display = display
        self._touchscreen = touchscreen
        self._fit = ScreenFit(display, touchscreen, config)

    @property
    def problem(self) -> str | None:
        return find_problem(self._display)

    def commands(self) -> Iterator[Command]:
        for event in self._display.events():
            if isinstance(event, Closed):
                yield Quit()
                continue
            command = _find_command(self._touchscreen, event)
            if command is not None:
                yield command

    def show(self, view: View, frame: Frame | None) -> None:
        self._fit.update()
        self._display.show(self._touchscreen.draw(view, self._clock()))
