"""The screen of the rules: no word is cut off, everything can be tapped, and a broken rule leads to its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.presentation.rules_pages import make_page
from companion.rules import GAMES
from companion.screen.menu import MenuScreen
from companion.screen.page import Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import CloseRules, Command, ListRules, OpenMenu, OpenRules
from companion.values.views import Menu, RulesPage, View
from tests.screen.test_touchscreen import check_page
from tests.screen.views import STRIP, views

SIZES = ((480, 320), (800, 480), (720, 1280))

every_game = pytest.mark.parametrize("game", GAMES)
every_size = pytest.mark.parametrize("size", SIZES)


def pages(game: str) -> Iterator[RulesPage]:
    book = GAMES[game].rulebook()
    assert book is not None
    for command in (
        OpenRules(),
        ListRules(),
        ListRules(typed=""),
        *(OpenRules(article.rule) for article in book.articles),
    ):
        page = make_page(GAMES[game], command)
        assert page is not None
        yield page


def shown(page: RulesPage, game: str) -> View:
    return View("rules", game, STRIP, "", "", {}, rules=page)


@every_size
@every_game
def test_no_word_is_cut_off(game: str, size: tuple[int, int]) -> None:
    screen = Touchscreen(BOARDS[game], size, menu=True)
    for page in pages(game):
        check_page(screen, screen.draw(shown(page, game)))
        words = {page.headline, page.text, *page.steps, *(diagram.caption for diagram in page.diagrams)}
        words |= {entry.text for entry in (*page.topics, *page.buttons)}
        assert words - {""} <= {*screen.said()}


@every_game
def test_longer_words_of_other_languages_fit_too(game: str) -> None:
    """German and French need up to a third more letters."""

    def longer(text: str) -> str:
        return text + " " + text[: len(text) // 3] if text else text

    screen = Touchscreen(BOARDS[game], (480, 320), menu=True)
    for page in pages(game):
        if page.entries is not None:
            continue
        diagrams = tuple(replace(diagram, caption=longer(diagram.caption)) for diagram in page.diagrams)
        long = replace(page, text=longer(page.text), steps=tuple(map(longer, page.steps)), diagrams=diagrams)
        check_page(screen, screen.draw(shown(long, game)))
        words = {long.text, *long.steps, *(diagram.caption for diagram in long.diagrams)}
        assert words - {""} <= {*screen.said()}


@every_size
@every_game
def test_every_rule_of_the_list_can_be_tapped(game: str, size: tuple[int, int]) -> None:
    screen = Touchscreen(BOARDS[game], size)
    page = make_page(GAMES[game], ListRules())
    assert page is not None
    assert page.entries is not None
    wanted = {entry.command for entry in (*page.entries, *page.topics, *page.buttons)}
    found: set[Command] = set()
    for _ in range(len(page.entries)):
        screen.draw(shown(page, game))
        found |= {command for _area, command in screen.targets()}
        if found == wanted:
            return
        turn_over(screen)
    assert found == wanted


def turn_over(screen: Touchscreen) -> None:
    """Taps the key for the next part of the list: it is beside or below the last rule."""
    areas = [area for area, command in screen.targets() if isinstance(command, OpenRules) and command.rule]
    last = areas[-1]
    gap = max(12, last.height // 2)
    for x, y in ((last.right + gap, last.centery), (areas[0].left + 20, last.bottom + gap)):
        if x < screen.size[0] and not any(area.collidepoint(x, y) for area, _command in screen.targets()):
            assert screen.tap(x, y) is None
            return
    raise AssertionError("no key for the next part of the list")


def test_a_tap_on_an_example_shows_it_on_the_board() -> None:
    screen = Touchscreen(BOARDS["spry"])
    page = make_page(GAMES["spry"], OpenRules("SY-1"))
    assert page is not None
    view = shown(page, "spry")
    first = pygame.image.tobytes(screen.draw(view), "RGB")
    above = min(area.top for area, command in screen.targets() if command == CloseRules())
    assert screen.tap(600, above - 20) is None, "it turns to the lower example, which is no command"
    second = pygame.image.tobytes(screen.draw(view), "RGB")
    assert second != first
    assert screen.tap(600, above - 20) is None
    assert pygame.image.tobytes(screen.draw(view), "RGB") == second
    assert pygame.image.tobytes(screen.draw(shown(replace(page, text="Other"), "spry")), "RGB") != second


@every_size
def test_a_broken_rule_leads_to_its_page(size: tuple[int, int]) -> None:
    screen = Touchscreen(BOARDS["mindfield"], size, menu=True)
    view = next(view for view in views().values() if any(reason.command for reason in view.reasons))
    screen.draw(view)
    assert "Rule ›" in screen.said()
    (box,) = (area for area, command in screen.targets() if command == OpenRules("MF-P"))
    assert screen.tap(*box.center) == OpenRules("MF-P")
    bare = replace(view, reasons=tuple(replace(reason, command=None) for reason in view.reasons))
    screen.draw(bare)
    assert "Rule ›" not in screen.said()
    assert not [command for _area, command in screen.targets() if isinstance(command, OpenRules)]


@pytest.mark.parametrize("command", [OpenRules(), OpenRules("SY-2")])
def test_for_left_handed_people_the_buttons_are_on_the_left(command: OpenRules) -> None:
    page = make_page(GAMES["spry"], command)
    assert page is not None
    view = shown(page, "spry")
    for left_handed in (False, True):
        screen = Touchscreen(BOARDS["spry"], wishes=Wishes(left_handed=left_handed))
        check_page(screen, screen.draw(view))
        places = [area.centerx < screen.size[0] / 2 for area, _command in screen.targets()]
        assert all(places) if left_handed else not any(places)


def test_larger_texts_are_larger_where_they_fit() -> None:
    page = make_page(GAMES["spry"], OpenRules("SY-G"))
    assert page is not None
    usual, large = Touchscreen(BOARDS["spry"]), Touchscreen(BOARDS["spry"], wishes=Wishes(larger=1.4))
    heights = []
    for screen in (usual, large):
        check_page(screen, screen.draw(shown(page, "spry")))
        assert page.text in screen.said()
        heights.append(max(line.height for line in screen.written()))
    assert heights[1] > heights[0]


def test_escape_closes_the_rules_during_play_and_in_the_menu() -> None:
    page = make_page(GAMES["spry"], OpenRules())
    assert page is not None
    screen = Touchscreen(BOARDS["spry"], menu=True)
    screen.draw(shown(page, "spry"))
    assert screen.press("back") == CloseRules()
    screen.draw(replace(shown(page, "spry"), screen="play", rules=None))
    assert screen.press("back") == OpenMenu()
    menu = MenuScreen(BOARDS)
    menu.draw(Menu("Spry", game="spry", rules=page))
    assert menu.press("back") == CloseRules()
