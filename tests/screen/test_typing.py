"""What people type on a keyboard of their own: names and words in the rules, as the keys on the screen enter them."""

from __future__ import annotations

import pygame

from companion.app.frontend import choose
from companion.app.side_pages import SidePages
from companion.boards import BOARDS
from companion.devices.display import Panel
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.presentation.rules_pages import make_page
from companion.rules import GAMES
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import CloseRules, ListRules, OpenRules, Undo
from companion.values.menu_commands import BeginGame, ChooseGame, MenuCommand
from companion.values.side_commands import EraseLetter, KeepName, NamePlayer, OpenNames, TypeLetters
from companion.values.views import Menu
from tests.headless import headless
from tests.screen.views import views

__all__ = ["headless"]


def test_a_name_is_typed_in_a_game() -> None:
    screen = Touchscreen(BOARDS["mindfield"])
    screen.draw(views()["names-keyboard"])
    assert screen.write("ß") == TypeLetters("ß")
    assert screen.press("undo") is None, "u is a letter here"
    assert (screen.press("erase"), screen.press("enter"), screen.press("back")) == (
        EraseLetter(),
        KeepName(),
        OpenNames(),
    )
    screen.draw(views()["play"])
    assert screen.write("u") is None
    assert screen.press("erase") is None
    assert screen.press("undo") == Undo()


def test_after_typing_enter_uses_the_name_also_if_the_ring_was_around_a_letter() -> None:
    screen = Touchscreen(BOARDS["mindfield"])
    screen.draw(views()["names-keyboard"])
    screen.press("next")
    assert screen.press("enter") not in (None, KeepName())
    screen.write("a")
    assert screen.press("enter") == KeepName()


def test_the_search_in_the_rules_is_typed_and_enter_opens_the_first_rule() -> None:
    game = GAMES["mindfield"]
    page = make_page(game, ListRules(typed=""))
    assert page is not None
    screen = MenuScreen(BOARDS)
    for letter, typed in (("J", "J"), ("u", "Ju")):
        screen.draw(Menu("Mindfield", game="mindfield", rules=page))
        command = screen.write(letter)
        assert command == ListRules(typed=typed)
        page = make_page(game, command)
        assert page is not None
    screen.draw(Menu("Mindfield", game="mindfield", rules=page))
    assert screen.press("erase") == ListRules(typed="J")
    assert screen.press("enter") == OpenRules("MF-J")
    assert screen.press("back") == CloseRules()
    nothing = make_page(game, ListRules(typed="xq"))
    assert nothing is not None
    screen.draw(Menu("Mindfield", game="mindfield", rules=nothing))
    assert screen.press("enter") is None


class Typist(Panel):
    """A window at which somebody taps, types and presses keys, one thing at each look."""

    def __init__(self, screen: MenuScreen, *acts: MenuCommand | str | int) -> None:
        super().__init__("window", (800, 480), 0, "typist")
        self._menu = screen
        self._acts = list(acts)

    def show(self, picture: pygame.Surface) -> None:
        super().show(picture)
        act = self._acts.pop(0)
        if isinstance(act, int):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=act, mod=0, unicode=""))
        elif isinstance(act, str):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=act))
        else:
            (area,) = (area for area in self._menu.targets() if self._menu.tap(*area.center) == act)
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=area.center, button=1, touch=False))


def test_names_are_typed_before_a_game(headless: None) -> None:
    screen = MenuScreen(BOARDS)
    typed: list[MenuCommand | str | int] = [ChooseGame("spry"), NamePlayer("B"), *"Jürgx", pygame.K_BACKSPACE, "en"]
    typed += [pygame.K_RETURN, NamePlayer("W"), "no", pygame.K_ESCAPE, BeginGame()]
    with Typist(screen, *typed) as display:
        chosen = choose(display, screen, GameMenu(()), side=SidePages(()))
    assert isinstance(chosen, GameChoice)
    assert chosen.names == {"B": "Jürgen"}


def test_the_ring_stays_on_the_key_that_leads_to_more() -> None:
    screen = Touchscreen(BOARDS["mindfield"], (480, 320))
    screen.draw(views()["rules-list"])
    first = screen.targets()
    for _ in range(len(first)):
        screen.press("previous")
        screen.press("enter")
        if screen.targets() != first:
            break
    second = screen.targets()
    assert second != first
    assert screen.press("enter") is None
    assert screen.targets() != second, "the ring is still on the key for more"
