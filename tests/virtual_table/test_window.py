from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame._sdl2.video import Window

from companion.boards import BOARDS
from companion.devices.display import DisplayError, Panel, keep_window
from companion.screen.page import Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import FinishTurn, NextHint, Quit, Undo
from companion.values.picture_size import SMALLEST
from companion.values.side_commands import EraseLetter, KeepName, OpenNames, TypeLetters
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import Scene
from companion.virtual_table.window import TableWindow, arrange
from companion.virtual_table.window_opening import MIN_SIZE
from tests.headless import headless
from tests.screen.views import MIDDLE, views
from tests.tables import make_scene
from tests.x_server import open_x_server
from vision.sources import Frame

__all__ = ["headless"]

BOARD = BOARDS["mindfield"]
SIZE = (1325, 486)


@pytest.fixture(scope="module")
def camera() -> VirtualCamera:
    return VirtualCamera(make_scene(BOARD), noise=False)


@pytest.fixture
def window(headless: None, camera: VirtualCamera) -> Iterator[tuple[TableWindow, Scene, VirtualCamera, Touchscreen]]:
    scene = camera.scene
    scene.lay(MIDDLE)
    scene.drop()
    touchscreen = Touchscreen(BOARD, wishes=Wishes(motion=False))
    with TableWindow(scene, camera, touchscreen, size=SIZE) as opened:
        opened.show(views()["play"], camera.read())
        pygame.event.get()
        yield opened, scene, camera, touchscreen


def at(camera: VirtualCamera, x: float, y: float, height: float = 0.0) -> tuple[int, int]:
    """The window's pixel of a place on the table."""
    table = arrange(SIZE, (16, 9), (800, 480)).table
    px, py = camera.to_pixel((x, y), height)
    return round(table.left + px * table.width / 1280), round(table.top + py * table.height / 720)


def cell(camera: VirtualCamera, name: str, height: float = 0.0) -> tuple[int, int]:
    where = BOARD.layout().cells[name]
    return at(camera, where.x, where.y, height)


def press(pos: tuple[int, int], button: int = 1) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=False))


def move(pos: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0), touch=False))


def release(pos: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))


Opened = tuple[TableWindow, Scene, VirtualCamera, Touchscreen]


@pytest.mark.parametrize("start", ["a1", "g1", "a7", "c2", "b3"])
def test_a_piece_is_dragged_to_another_cell(window: Opened, start: str) -> None:
    opened, scene, camera, _ = window
    press(cell(camera, start, 3.5))
    move(cell(camera, "d2"))
    assert list(opened.commands()) == []
    assert scene.held is not None
    assert scene.hand is not None
    assert start not in scene.table()
    release(cell(camera, "e5"))
    assert list(opened.commands()) == []
    assert scene.hand is None
    assert scene.table() == {**{c: k for c, k in MIDDLE.items() if c != start}, "e5": MIDDLE[start]}


def test_from_the_box_and_back(window: Opened) -> None:
    opened, scene, camera, _ = window
    stock = scene.find_in_box("gold")
    assert stock is not None
    press(at(camera, stock.x, stock.y, 3.5))
    release(cell(camera, "e4"))
    list(opened.commands())
    assert scene.table()["e4"] == ("gold",)
    press(cell(camera, "e4", 3.5))
    release((SIZE[0] - 5, SIZE[1] - 5))  # even outside the picture: a piece put down off the board goes into the box
    list(opened.commands())
    assert "e4" not in scene.table()
    assert scene.held is None


def test_the_right_button_turns_the_antipode(window: Opened) -> None:
    opened, scene, camera, _ = window
    press(cell(camera, "d4"), button=3)
    press(cell(camera, "c2"), button=3)
    assert list(opened.commands()) == []
    assert scene.table() == {**MIDDLE, "d4": ("antipode-silver",)}


def test_the_touchscreen_is_clicked_where_it_is_drawn(window: Opened) -> None:
    opened, scene, _, touchscreen = window
    screen = arrange(SIZE, (16, 9), (800, 480)).screen
    assert touchscreen.size == screen.size
    for area, means in touchscreen.targets():
        press((screen.left + area.centerx, screen.top + area.centery))
        press((screen.left + area.centerx, screen.top + area.centery), button=3)
        assert list(opened.commands()) == [means]
    assert {means for _, means in touchscreen.targets()} == {FinishTurn(), Undo(), NextHint()}
    assert scene.table() == MIDDLE


def test_both_pictures_are_shown(window: Opened) -> None:
    opened, _, camera, touchscreen = window
    frame = camera.read()
    opened.show(views()["wrong"], frame)
    shown = pygame.display.get_surface()
    places = arrange(SIZE, (16, 9), (800, 480))
    screen = pygame.surfarray.array3d(shown.subsurface(places.screen))
    assert np.array_equal(screen, pygame.surfarray.array3d(touchscreen.draw(views()["wrong"])))
    table = pygame.surfarray.array3d(shown.subsurface(places.table)).transpose(1, 0, 2)[..., ::-1].astype(int)
    assert np.abs(table.mean((0, 1)) - frame.image.mean((0, 1))).max() < 2


def test_without_a_new_picture_the_last_one_stays(window: Opened) -> None:
    opened, _, _, _ = window
    white = np.full((720, 1280, 3), 255, np.uint8)
    opened.show(views()["play"], Frame(0, 0.0, white))
    opened.show(views()["over"], None)
    table = arrange(SIZE, (16, 9), (800, 480)).table
    assert pygame.display.get_surface().get_at(table.center)[:3] == (255, 255, 255)


def test_another_size_keeps_everything_in_its_place(window: Opened) -> None:
    opened, scene, camera, touchscreen = window
    pygame.display.set_mode((1000, 900), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=1000, h=900, size=(1000, 900)))
    assert list(opened.commands()) == []
    opened.show(views()["play"], camera.read())
    places = arrange((1000, 900), (16, 9), (800, 480))
    assert touchscreen.size == places.screen.size
    assert places.table.bottom < places.screen.top  # in a tall window the screen is below the table
    x, y = camera.to_pixel((BOARD.layout().cells["d4"].x, BOARD.layout().cells["d4"].y))
    pos = (
        round(places.table.left + x * places.table.width / 1280),
        round(places.table.top + y * places.table.height / 720),
    )
    press(pos, button=3)
    list(opened.commands())
    assert scene.table()["d4"] == ("antipode-silver",)


def test_closing_the_window_quits(window: Opened) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert list(window[0].commands()) == [Quit()]


def test_without_a_desktop_it_says_so(headless: None, camera: VirtualCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    with pytest.raises(DisplayError, match="no desktop"), TableWindow(camera.scene, camera, Touchscreen(BOARD)):
        raise AssertionError("opened")


@given(st.integers(MIN_SIZE[0], 3000), st.integers(MIN_SIZE[1], 2000))
def test_nothing_overlaps_in_a_window_of_any_size(width: int, height: int) -> None:
    places = arrange((width, height), (16, 9), (800, 480))
    boxes = [places.table, places.screen, *places.heads, places.help]
    assert all(pygame.Rect(0, 0, width, height).contains(box) for box in boxes)
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :] if a.colliderect(b)]
    assert places.table.width / places.table.height == pytest.approx(16 / 9, rel=0.02)
    assert places.screen.width / places.screen.height == pytest.approx(5 / 3, rel=0.02)
    assert places.screen.width >= SMALLEST[0]
    assert places.screen.height >= SMALLEST[1]


def test_a_key_puts_a_cup_under_the_mouse_and_takes_it_away_again(
    window: tuple[TableWindow, Scene, VirtualCamera, Touchscreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, scene, camera, _ = window
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: cell(camera, "b2"))
    for expected in (["cup"], []):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c", scancode=6))
        assert list(opened.commands()) == []
        assert [obstacle.name for obstacle in scene.obstacles] == expected
        if expected:
            b2 = BOARD.layout().cells["b2"]
            assert scene.obstacles[0].covers(b2.x, b2.y)


def test_the_window_grows_from_the_choice_of_games_and_stays_on_the_desktop(
    camera: VirtualCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_x_server((1400, 900), monkeypatch), keep_window():
        with Panel("window", (800, 480), 0, "the choice of games"):
            pass
        with TableWindow(camera.scene, camera, Touchscreen(BOARD), size=SIZE):
            x, _y = cast("tuple[int, int]", Window.from_display_module().position)
            assert 0 <= x <= 1400 - SIZE[0]
    pygame.display.quit()


def test_letters_are_typed_where_a_name_is_entered_and_no_cup_is_put_down(
    window: tuple[TableWindow, Scene, VirtualCamera, Touchscreen],
) -> None:
    opened, scene, camera, _ = window
    opened.show(views()["names-empty"], camera.read())
    for letter, key in (("C", pygame.K_c), ("é", pygame.K_2), ("u", pygame.K_u)):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        assert list(opened.commands()) == [TypeLetters(letter)]
    assert not scene.obstacles
    for key, means in (
        (pygame.K_BACKSPACE, EraseLetter()),
        (pygame.K_RETURN, KeepName()),
        (pygame.K_ESCAPE, OpenNames()),
    ):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        assert list(opened.commands()) == [means]
    opened.show(views()["play"], None)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    assert list(opened.commands()) == []


def test_a_window_is_not_wider_than_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_x_server((720, 1280), monkeypatch), Panel("window", (800, 480), 0, "the choice of games") as panel:
        assert panel.size == (720, 480)
