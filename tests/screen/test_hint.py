"""Taps on the drawn board while a hint is shown: by finger and mouse, on panels of all sizes, in all games."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.config import Rotation
from companion.devices.mount import Mount
from companion.presentation import game_view
from companion.rules import GAMES
from companion.screen.board_geometry import BoardGeometry
from companion.screen.page import regions, scale
from companion.screen.theme import Type
from companion.screen.touchscreen import Touchscreen
from companion.session.hints import HintFocus
from companion.session.transient_state import TransientState
from companion.values.commands import AskAbout, HideHint, NextHint
from companion.values.picture_size import SMALLEST
from companion.values.views import View
from tests.presentation.test_hints import STATES
from tests.screen.test_touchscreen import check_page

SIZES = ((800, 480), (480, 320), (720, 1280), (1280, 720), SMALLEST)


def hint(name: str, cell: str | None = None) -> View:
    focus = None if cell is None else HintFocus(cell)
    return game_view.make_view(STATES[name], TransientState(laying_out=False, hint=True, hint_focus=focus))


def chosen(name: str) -> View:
    """The hint about the first piece that can move, or the first cell where one may be placed."""
    state = STATES[name]
    return hint(name, next(iter(state.game.hints(state.position).cells)))


def open_screen(view: View, size: tuple[int, int]) -> Touchscreen:
    screen = Touchscreen(BOARDS[view.game], size)
    screen.draw(view)
    return screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_every_cell_answers_taps_and_nothing_overlaps(name: str, size: tuple[int, int]) -> None:
    for view in (hint(name), chosen(name)):
        screen = open_screen(view, size)
        if size != SMALLEST:
            check_page(screen, screen.draw(view))
        targets = {means: area for area, means in screen.targets()}
        for command in view.board_taps.values():
            assert screen.tap(*targets[command].center) == command
        (key,) = (button.label for button in view.buttons if button.name == "hint")
        assert (HideHint() in targets) == (key == "Next"), "exactly one key hides the hint"
        for command in {HideHint(), NextHint()} & set(targets):
            assert screen.tap(*targets[command].center) == command
        assert NextHint() in targets


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["backgammon", "spaces", "spry", "mindfield"])
def test_a_tap_on_a_piece_is_about_this_piece_wherever_the_finger_hits_it(game: str, size: tuple[int, int]) -> None:
    view = replace(hint(game), marks=())
    screen = open_screen(view, size)
    geometry = BoardGeometry(BOARDS[game])
    place = geometry.place(regions(size, shape=geometry.shape).board, Type(scale(size)), rim=bool(view.rim))
    for cell in [cell for cell in view.table if cell in view.board_taps]:
        for spot in geometry.spots(cell)[: len(view.table[cell])]:
            x, y = place.px(spot)
            for angle in range(0, 360, 45):
                radius = 0.3 * geometry.reach[cell] * place.scale
                at = (x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))
                assert screen.tap(*at) == AskAbout(cell)


def test_a_finger_beside_a_piece_still_means_it_while_only_pieces_can_be_tapped() -> None:
    screen = open_screen(hint("spaces"), (480, 320))
    (area,) = [area for area, means in screen.targets() if means == AskAbout("J6")]
    assert screen.tap(area.centerx + 9, area.centery - 9) == AskAbout("J6")
    assert screen.tap(area.centerx, area.centery - 90) is None


def test_the_place_outside_all_areas_can_be_tapped_anywhere() -> None:
    screen = open_screen(hint("color-dice"), (800, 480))
    board = regions((800, 480)).board
    middle = (board.centerx, board.centery)
    lane = (board.centerx, board.top + board.height // 8)
    assert screen.tap(*middle) == screen.tap(*lane) == AskAbout("outside")


def test_without_a_hint_only_pieces_that_hints_are_about_answer_taps() -> None:
    state = STATES["mindfield"]
    view = game_view.make_view(state, TransientState(laying_out=False))
    screen = open_screen(view, (800, 480))
    board = regions((800, 480)).board
    places = [(x, y) for x in range(board.left, board.right, 4) for y in range(board.top, board.bottom, 4)]
    answers = {screen.tap(*at) for at in places}
    asked = {cell for cell in state.game.hints(state.position).cells if state.game.table(state.position).get(cell)}
    assert answers == {None, *map(AskAbout, asked)}
    silver = {cell for cell, kinds in state.game.table(state.position).items() if kinds == ("silver",)}
    assert silver
    assert not silver & asked


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_turned_panel_gives_the_same_cells(turned: Rotation) -> None:
    panel = (800, 480)
    upright = panel if turned in (0, 180) else (480, 800)
    screen = open_screen(hint("mindfield", "e3"), upright)
    for area, means in screen.targets():
        u, v = area.centerx / upright[0], area.centery / upright[1]
        on_panel = {0: (u, v), 90: (v, 1 - u), 180: (1 - u, 1 - v), 270: (1 - v, u)}[turned]
        at = Mount(panel, upright, turned).to_picture((on_panel[0] * panel[0], on_panel[1] * panel[1]))
        assert at is not None
        assert screen.tap(*at) == means


@pytest.mark.parametrize("name", STATES)
def test_marks_hide_no_piece(name: str) -> None:
    """The middle of each piece looks the same with marks and without."""
    for view in (hint(name), chosen(name)):
        size = (800, 480)
        screen = open_screen(view, size)
        marked = screen.draw(view).copy()
        plain = screen.draw(replace(view, marks=(), arrows=())).copy()
        geometry = BoardGeometry(BOARDS[view.game])
        place = geometry.place(regions(size, shape=geometry.shape).board, Type(scale(size)), rim=bool(view.rim))
        for cell, kinds in view.table.items():
            for spot in geometry.spots(cell)[: len(kinds)]:
                x, y = map(round, place.px(spot))
                box = pygame.Rect(x - 2, y - 2, 5, 5)
                assert pygame.image.tobytes(marked.subsurface(box), "RGB") == pygame.image.tobytes(
                    plain.subsurface(box), "RGB"
                ), cell


def test_regions_and_marks_are_visible_in_every_game() -> None:
    for name in STATES:
        view = hint(name)
        assert view.marks or view.regions
        screen = open_screen(view, (800, 480))
        with_hint = pygame.image.tobytes(screen.draw(view), "RGB")
        without = pygame.image.tobytes(screen.draw(replace(view, marks=(), regions=())), "RGB")
        assert with_hint != without
    assert GAMES.keys() == {view.game for view in map(hint, STATES)}
