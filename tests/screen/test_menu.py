"""The menu before a game: everything that can be chosen can be tapped, on any panel."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pygame
import pytest

from companion.boards import BOARDS
from companion.history.saved_games import Summary
from companion.language import list_languages, use_language
from companion.presentation.blocked import CAN_START_AFRESH, Blocked
from companion.presentation.game_menu import GameMenu
from companion.rules import GAMES
from companion.screen.board import BoardPicture
from companion.screen.menu import MenuScreen
from companion.screen.page import FINGER_MM, Wishes, open_page
from companion.screen.text import keeps_words
from companion.values.commands import AskSwitchOff, CloseRules, ListRules, OpenRules
from companion.values.menu_commands import (
    AskDelete,
    AskStartAfresh,
    BeginGame,
    ChangeOption,
    ChooseGame,
    LearnGame,
    LeaveOptions,
    MenuCommand,
    ResumeGame,
    StartAfresh,
    SwitchOff,
)
from companion.values.side_commands import (
    CloseSide,
    KeepName,
    NamePlayer,
    OpenDevices,
    OpenHelp,
    OpenNames,
    OpenSettings,
    OpenTakeAlong,
    TypeLetters,
)
from companion.values.views import Menu
from tests.screen.page_checks import PANELS, measure_density
from tests.screen.side_views import side_pages

SAVED = tuple(Summary(n, "spry", "Spry", 0.0, n * 1e5, moves=n, touched=True, position={}) for n in range(1, 6))
ALL_GAMES = {
    *(does(saved.number) for saved in SAVED for does in (ResumeGame, AskDelete, OpenTakeAlong)),
    *map(ChooseGame, BOARDS),
    *(OpenSettings(), OpenDevices(), OpenHelp()),
}
"""What the list of games offers."""


def commands(screen: MenuScreen, menu: Menu) -> set[MenuCommand]:
    """The commands of everything that can be tapped, on all pages of the menu."""
    found: set[MenuCommand] = set()
    for _ in range(8):
        screen.draw(menu)
        areas = screen.targets()
        tapped = [screen.tap(*area.center) for area in areas]
        found |= {command for command in tapped if command is not None}
        if None not in tapped:
            break
    return found


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_all_that_is_offered_can_be_tapped(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    first = GameMenu(SAVED)
    assert commands(screen, first.menu()) == ALL_GAMES
    for game in BOARDS:
        how = first.perform(ChooseGame(game))
        assert isinstance(how, GameMenu)
        players = map(NamePlayer, GAMES[game].players(GAMES[game].new()))
        offered = {BeginGame(), LeaveOptions(), OpenRules(), *map(ChangeOption, how.options), *players}
        offered |= {LearnGame()} if GAMES[game].lesson() is not None else set()
        assert commands(screen, how.menu()) == offered
        areas = screen.targets()
        assert not any(a.colliderect(b) for i, a in enumerate(areas) for b in areas[i + 1 :])
        assert all(a.left >= 0 and a.right <= size[0] and a.top >= 0 and a.bottom <= size[1] for a in areas)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_where_the_computer_may_be_switched_off_there_is_a_button_and_a_question(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    first = GameMenu(SAVED, can_switch_off=True)
    assert commands(screen, first.menu()) == {*ALL_GAMES, AskSwitchOff()}
    areas = screen.targets()
    assert not any(a.colliderect(b) for i, a in enumerate(areas) for b in areas[i + 1 :])
    question = first.perform(AskSwitchOff())
    assert isinstance(question, GameMenu)
    assert commands(screen, question.menu()) == {SwitchOff(), LeaveOptions()}


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800), (1920, 1080)])
@pytest.mark.parametrize("blocked", get_args(Blocked))
def test_while_the_saved_games_cannot_be_opened_the_screen_says_what_to_do(
    blocked: Blocked, size: tuple[int, int]
) -> None:
    screen = MenuScreen(BOARDS, size)
    menu = GameMenu((), blocked=blocked, trouble="Allow writing to the folder.", can_switch_off=True)
    afresh = {AskStartAfresh()} if blocked in CAN_START_AFRESH else set()
    assert commands(screen, menu.menu()) == {AskSwitchOff(), *afresh}
    assert {menu.menu().headline, menu.menu().detail} <= set(screen.said())
    asked = menu.perform(AskStartAfresh())
    assert isinstance(asked, GameMenu)
    if not afresh:
        assert asked == menu
        return
    assert commands(screen, asked.menu()) == {LeaveOptions(), StartAfresh()}
    assert asked.menu().detail in screen.said()
    assert asked.perform(LeaveOptions()) == menu
    assert asked.perform(ChooseGame("spry")) == asked
    assert asked.perform(StartAfresh()) == StartAfresh()
    assert menu.perform(StartAfresh()) == menu, "it is asked first"


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("game", BOARDS)
def test_all_options_of_a_game_are_seen_at_once(game: str, size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size, Wishes(px_per_mm=measure_density(size)))
    how = GameMenu((), can_switch_off=True, has_camera=True).perform(ChooseGame(game))
    assert isinstance(how, GameMenu)
    menu = how.menu()
    screen.draw(menu)
    assert {entry.text for entry in (*menu.settings, *menu.buttons)} <= {*screen.said()}
    assert all(min(area.size) >= FINGER_MM * measure_density(size) - 1 for area in screen.targets())


@pytest.mark.parametrize("size", [(480, 320), (720, 1280)])
@pytest.mark.parametrize("code", list_languages())
def test_an_option_that_was_changed_says_what_it_means_and_nothing_moves(code: str, size: tuple[int, int]) -> None:
    use_language(code)
    try:
        for game in BOARDS:
            screen = MenuScreen(BOARDS, size, Wishes(px_per_mm=measure_density(size)))
            how = GameMenu((), can_switch_off=True, has_camera=True).perform(ChooseGame(game))
            assert isinstance(how, GameMenu)
            screen.draw(how.menu())
            before = screen.targets()
            assert how.menu().aim in screen.said()
            for option in GAMES[game].info.options:
                how = how.perform(ChangeOption(option.name))
                assert isinstance(how, GameMenu)
                screen.draw(how.menu())
                assert (option.meaning_in_words or how.menu().aim) in screen.said()
                if option.name != "players":  # more players have more names
                    assert screen.targets() == before
                else:
                    before = screen.targets()
    finally:
        use_language("en")


@pytest.mark.parametrize("code", list_languages())
def test_no_word_on_the_keys_before_a_game_is_broken(code: str) -> None:
    use_language(code)
    try:
        screen = MenuScreen(BOARDS, (800, 480))
        how = GameMenu((), can_switch_off=True, has_camera=True).perform(ChooseGame("mindfield"))
        assert isinstance(how, GameMenu)
        menu = how.menu()
        screen.draw(menu)
        page = open_page((800, 480), Wishes(), 1.0, BoardPicture(BOARDS["mindfield"]), 0)
        for entry in menu.buttons:
            (area,) = (area for area in screen.targets() if screen.tap(*area.center) == entry.command)
            assert keeps_words(page, entry.text, (11.0,), "bold", area.width - 6), entry.text
    finally:
        use_language("en")


def test_an_unchanged_menu_is_drawn_once() -> None:
    screen = MenuScreen(BOARDS)
    assert screen.draw(GameMenu(()).menu()) is screen.draw(GameMenu(()).menu())
    assert screen.tap(1.0, 1.0) is None


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_is_to_be_told_leaves_everything_to_be_tapped(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    troubled = GameMenu(SAVED, trouble="The disk is full. " * 8).menu()
    without = pygame.image.tobytes(screen.draw(GameMenu(SAVED).menu()), "RGB")
    assert pygame.image.tobytes(screen.draw(troubled), "RGB") != without
    assert commands(screen, troubled) == ALL_GAMES


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800), (1920, 1080)])
def test_pages_beside_the_games_are_opened_used_and_left(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    menu = GameMenu(SAVED).menu()
    for name, page in side_pages().items():
        offered = commands(screen, replace(menu, side=page))
        assert offered == {entry.command for entry in page.list_entries()}
        assert screen.press("back") == (OpenNames() if page.keys else None if name == "languages" else CloseSide())


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (480, 320)])
def test_the_rules_of_a_game_are_read_before_it_begins(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    menu = GameMenu(SAVED).perform(ChooseGame("spry"))
    assert isinstance(menu, GameMenu)
    options = menu
    for command, offered in ((OpenRules(), ListRules()), (ListRules(), OpenRules("SY-2")), (OpenRules("SY-2"), None)):
        following = menu.perform(command)
        assert isinstance(following, GameMenu)
        menu = following
        seen = commands(screen, menu.menu())
        assert CloseRules() in seen
        assert BeginGame() not in seen
        assert offered is None or offered in seen
        assert menu.perform(BeginGame()) == menu, "a game begins only when the rules are closed"
    assert menu.perform(CloseRules()) == options


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_every_key_of_the_keyboard_can_be_tapped(size: tuple[int, int]) -> None:
    screen = MenuScreen(BOARDS, size)
    asked: object = GameMenu(())
    for command in (ChooseGame("spry"), NamePlayer("B"), *map(TypeLetters, "Wilhelmina M")):
        assert isinstance(asked, GameMenu)
        asked = asked.perform(command)
    assert isinstance(asked, GameMenu)
    shown = asked.menu()
    assert shown.side is not None
    keys = {key.command for row in shown.side.keys for key in row}
    assert len(keys) == 30
    assert commands(screen, shown) == {*keys, CloseSide(), KeepName()}
