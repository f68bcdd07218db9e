"""A whole page can be used with the keyboard alone: every button is reached, and pressed as a finger would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.presentation.game_menu import GameChoice, GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import (
    ClosePage,
    Command,
    Disagree,
    FinishTurn,
    HideHint,
    KeepAsItIs,
    NextHint,
    OpenMenu,
    RollDice,
    Undo,
)
from companion.values.keys import KeyName
from companion.values.menu_commands import ChooseGame, LeaveOptions
from companion.values.views import Choice, View
from tests.screen.moments import moments
from tests.screen.views import views

MOMENTS: Mapping[str, View] = moments()


def with_keys(screen: Touchscreen, key: KeyName) -> set[object]:
    """The commands that Enter gives while a key moves the ring, until it is where it was."""
    found: set[object] = set()
    for _ in range(len(screen.targets()) + 2):
        assert screen.press(key) is None
        found.add(screen.press("enter"))
    return found


@pytest.mark.parametrize("key", ["next", "previous"])
@pytest.mark.parametrize("name", [name for name in MOMENTS if "hint" not in name and "list" not in name])
def test_every_button_is_reached_with_tab(name: str, key: KeyName) -> None:
    view = MOMENTS[name]  # in lists, Enter also turns pages
    screen = Touchscreen(BOARDS[view.game], menu=True)
    screen.draw(view)
    tapped = {screen.tap(*area.center) for area, _ in screen.targets()} - {None}
    assert tapped <= with_keys(screen, key)


def test_the_arrows_go_to_the_next_button_that_way() -> None:
    screen = Touchscreen(BOARDS["mindfield"])
    screen.draw(views()["play"])
    places = {means: area for area, means in screen.targets()}
    while screen.press("enter") != Undo():
        screen.press("next")
    screen.press("right")
    reached = screen.press("enter")
    assert places[reached].left >= places[Undo()].right
    assert screen.press("left") is None
    assert screen.press("enter") == Undo()


def test_letters_press_their_buttons_and_enter_alone_is_done() -> None:
    screen = Touchscreen(BOARDS["mindfield"], menu=True)
    screen.draw(views()["play"])
    assert screen.press("enter") == FinishTurn()
    assert screen.press("undo") == Undo()
    assert screen.press("hint") == NextHint()
    assert screen.press("back") == OpenMenu()


def test_the_ring_is_drawn_and_stays_while_the_page_changes() -> None:
    screen = Touchscreen(BOARDS["mindfield"])
    view = views()["play"]
    bare = pygame.image.tobytes(screen.draw(view), "RGB")
    screen.press("next")
    ringed = pygame.image.tobytes(screen.draw(view), "RGB")
    assert ringed != bare
    pressed = screen.press("enter")
    screen.draw(views()["roll"])
    screen.draw(view)
    assert screen.press("enter") == pressed


def test_a_game_is_chosen_and_left_with_the_keyboard() -> None:
    screen, menu = MenuScreen(BOARDS), GameMenu(())
    screen.draw(menu.menu())
    assert screen.press("enter") is None
    screen.press("next")
    command = screen.press("enter")
    assert isinstance(command, ChooseGame)
    chosen = menu.perform(command)
    assert not isinstance(chosen, GameChoice)
    assert isinstance(chosen, GameMenu)
    screen.draw(chosen.menu())
    assert screen.press("back") == LeaveOptions()


@pytest.mark.parametrize("command", [ClosePage(), KeepAsItIs(), Disagree(), HideHint()])
def test_going_back_leads_one_step_back_where_there_is_one(command: Command) -> None:
    view = replace(views()["play"], choices=(Choice("other", "Other", FinishTurn()), Choice("back", "Back", command)))
    screen = Touchscreen(BOARDS[view.game], (800, 480), menu=True)
    screen.draw(view)
    assert screen.press("back") == command


def test_a_die_that_may_not_be_rolled_again_lies_beside_the_others() -> None:
    dice = ("red", "yellow", "green", "blue")
    lie = tuple((die, value) for die, value in zip(dice, (5, 2, 3, 1), strict=True))
    keys = tuple(Choice(f"throw {die}", f"Roll {die} alone", RollDice(die), die=die) for die in dice)
    view = replace(views()["roll"], game="color-dice", dice=lie, kind_names={die: die for die in dice}, table={})
    screen = Touchscreen(BOARDS["color-dice"], (800, 480))
    places = []
    for choices in (keys, keys[1:]):
        screen.draw(replace(view, choices=choices))
        places.append({means.die: area for area, means in screen.targets() if isinstance(means, RollDice)})
    four, three = places
    assert three == {die: area for die, area in four.items() if die != "red"}, "no key moves to another place"
    picture = screen.draw(replace(view, choices=keys[1:])).copy()
    without = screen.draw(replace(view, choices=keys[1:], dice=lie[1:])).copy()
    red = four["red"]
    assert pygame.image.tobytes(picture.subsurface(red), "RGB") != pygame.image.tobytes(without.subsurface(red), "RGB")
