"""A board that is turned towards the player opposite: drawn, marked and tapped upside down, with upright words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.presentation import game_view
from companion.screen.page import regions
from companion.screen.touchscreen import Touchscreen
from companion.session.transient_state import TransientState
from companion.values.commands import AskAbout, Command, TurnBoard
from companion.values.views import View
from tests.screen.moments import moments, new
from tests.screen.test_touchscreen import changed, check_page

HINTS = [name for name, view in moments().items() if view.screen == "hint" and not name.count("-hint-")]


def taps_on_board(screen: Touchscreen, view: View) -> Mapping[Command, pygame.Rect]:
    check_page(screen, screen.draw(view))
    return {means: area for area, means in screen.targets() if isinstance(means, AskAbout)}


@pytest.mark.parametrize("name", HINTS)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_is_drawn_at_a_place_is_tapped_there(name: str, size: tuple[int, int]) -> None:
    view = replace(moments()[name], rim={})
    screen = Touchscreen(BOARDS[view.game], size)
    upright = taps_on_board(screen, view)
    turned = taps_on_board(screen, replace(view, turned=True))
    assert upright.keys() == turned.keys()
    assert upright
    sums = {
        (area.centerx + turned[means].centerx, area.centery + turned[means].centery) for means, area in upright.items()
    }
    across, down = ({one[i] for one in sums} for i in (0, 1))
    assert max(across) - min(across) <= 4, "each cell is opposite to where it was, seen from one middle"
    assert max(down) - min(down) <= 4
    for means, area in turned.items():
        assert screen.tap(*area.center) == means


@pytest.mark.parametrize("game", BOARDS)
def test_the_print_is_upside_down_and_words_are_not(game: str) -> None:
    view = game_view.make_view(new(game), TransientState(laying_out=False))
    bare = replace(view, table={}, marks=(), rim={})
    screen = Touchscreen(BOARDS[game])
    board = regions((800, 480)).board.inflate(-60, -60)
    upright = screen.draw(bare).copy()
    turned = screen.draw(replace(bare, turned=True)).copy()
    words = regions((800, 480)).words
    assert changed(upright.subsurface(words), turned.subsurface(words)).size == (0, 0)
    assert changed(upright.subsurface(board), turned.subsurface(board)).size != (0, 0)


def test_people_turn_the_board_in_the_menu_of_the_game_and_it_stays_so() -> None:
    state, now = new("spaces"), TransientState(laying_out=False, page="menu")
    menu = game_view.make_view(state, now)
    assert TurnBoard() in [choice.command for choice in menu.choices]
    assert not menu.turned
    assert game_view.make_view(state, replace(now, turned=True)).turned
    assert game_view.make_view(state, replace(now, page=None, turned=True)).turned
