"""The window of the virtual table: the table as its camera sees it, and the touchscreen beside it.

The mouse drags pieces, its right button turns them over, and a click on the touchscreen is a tap. The window moves
pieces as a hand would, and decides nothing: the camera has to see what happened, as on a real table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import pygame

from companion.devices.display import close_window
from companion.devices.keyboard import is_full_screen_key, read_key, read_letters
from companion.devices.mount import Size
from companion.language import N_, _, translate_marked
from companion.screen import shapes
from companion.screen.page import Wishes
from companion.screen.text import fit
from companion.screen.theme import DARK, Colour, Type
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import Command, Quit
from companion.values.views import View
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import Scene
from companion.virtual_table.table_view import Image
from companion.virtual_table.window_opening import MAX_SIZE, MIN_SIZE, open_table_window
from vision.sources import Frame

HELP = N_("Drag pieces with the mouse (right button: turn over the Antipode). C and P put down a cup or a phone.")
HELP_PLAIN = N_("Drag pieces with the mouse, then press Done on the touchscreen. C and P put down a cup or a phone.")
OBSTACLE_KEYS = {pygame.K_c: "cup", pygame.K_p: "phone"}
"""The keys that put an obstacle on the table or take it away."""

DESK: Colour = (34, 33, 32)
BEZEL: Colour = (9, 10, 11)

_PAD = 14
_BEZEL = 8
_HEAD = 26
_FOOT = 34


@dataclass(frozen=True)
class Places:
    """Where everything is in the window, in its pixels."""

    table: pygame.Rect
    """The area of the table's picture."""

    screen: pygame.Rect
    """The area of the touchscreen."""

    heads: tuple[pygame.Rect, pygame.Rect]
    """The areas of the texts above these two."""

    help: pygame.Rect
    """The area of the text below the table."""


def arrange(window: Size, table: Size, screen: Size) -> Places:
    """The areas of the table and the touchscreen: beside or below each other, so that they become as large as possible.
    table, screen: their own sizes, of which only the ratio of width and height counts.
    """
    width, height = window
    beside = (width - 3 * _PAD - 2 * _BEZEL) / 2, height - 2 * _PAD - _HEAD - _FOOT
    below = width - 2 * _PAD - 2 * _BEZEL, (height - 3 * _PAD - 2 * _HEAD - _FOOT - 2 * _BEZEL) / 2
    tables = [_fit_into(box, table) for box in (beside, below)]
    if tables[0][0] >= tables[1][0]:
        half, other_size = beside, _fit_into(beside, screen)
        middle = (height + _HEAD - _FOOT) / 2
        one = _centre(tables[0], (_PAD + half[0] / 2, middle))
        other = _centre(other_size, (width - _PAD - _BEZEL - half[0] / 2, middle))
        one.top = other.top = min(one.top, other.top)
    else:
        one = _centre(tables[1], (width / 2, _PAD + _HEAD + below[1] / 2))
        other = _centre(_fit_into(below, screen), (width / 2, height - _PAD - _BEZEL - below[1] / 2))
    heads = tuple(pygame.Rect(box.left, box.top - _HEAD - _BEZEL, box.width, _HEAD) for box in (one, other))
    return Places(one, other, (heads[0], heads[1]), pygame.Rect(one.left, one.bottom + 4, one.width, _FOOT - 6))


class TableWindow:
    """Shows a scene through its camera, beside a touchscreen. The mouse moves pieces and taps the touchscreen. It is a
    context manager. Opening it raises DisplayError if that fails.
    """

    watched = True
    problem = None

    def __init__(
        self,
        scene: Scene,
        camera: VirtualCamera,
        touchscreen: Touchscreen,
        *,
        size: Size | None = None,
        title: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        make_wishes: Callable[[], Wishes] | None = None,
    ) -> None:
        """size: of the window, in pixels; None for as large as is useful on this desktop. clock: returns seconds, for
        everything that moves on the touchscreen. make_wishes: returns how people want the touchscreen now; None if this
        never changes.
        """
        self._clock = clock
        self._scene = scene
        self._camera = camera
        self._touchscreen = touchscreen
        self._shape = touchscreen.size
        self._asked = size
        self._title = title
        self._make_wishes = make_wishes
        self._window: pygame.Surface | None = None
        self._picture: Image | None = None
        self._shown: pygame.Surface | None = None
        self._places = arrange(size or MAX_SIZE, (16, 9), self._shape)
        self._touch_height_mm = (
            min(p.height_mm for p in scene.layout.pieces.values()) / 2 if scene.layout.pieces else 0.0
        )

    def __enter__(self) -> Self:
        self._window = open_table_window(self._asked, self._title)
        self._arrange()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._window = None
        close_window()

    def commands(self) -> Iterator[Command]:
        """What people did on the touchscreen since the last call; Quit if they closed the window. The mouse on the
        table moves pieces and gives no command, because the camera has to see that.
        """
        for event in pygame.event.get():
            match event.type:
                case pygame.QUIT:
                    yield Quit()
                case pygame.VIDEORESIZE:
                    self._window = pygame.display.get_surface()
                    self._arrange()
                case pygame.VIDEOEXPOSE | pygame.WINDOWEXPOSED:
                    self._shown = None
                case pygame.MOUSEBUTTONDOWN if event.button == 1 and self._places.screen.collidepoint(event.pos):
                    screen = self._places.screen
                    command = self._touchscreen.tap(event.pos[0] - screen.left, event.pos[1] - screen.top)
                    if command is not None:
                        yield command
                case pygame.MOUSEBUTTONDOWN if self._places.table.collidepoint(event.pos):
                    self._take_or_turn(event)
                case pygame.KEYDOWN if event.key in OBSTACLE_KEYS and not self._touchscreen.is_typed_on:
                    self._put_or_remove(OBSTACLE_KEYS[event.key])
                case pygame.KEYDOWN if is_full_screen_key(event):
                    pygame.display.toggle_fullscreen()
                    self._window = pygame.display.get_surface()
                    self._arrange()
                case pygame.KEYDOWN if (key := read_key(event)) is not None:
                    command = self._touchscreen.press(key.name)
                    if command is not None:
                        yield command
                case pygame.TEXTINPUT if (letters := read_letters(event)) is not None:
                    command = self._touchscreen.write(letters.text)
                    if command is not None:
                        yield command
                case pygame.MOUSEMOTION:
                    self._carry(event.pos)
                case pygame.MOUSEBUTTONUP if event.button == 1 and self._scene.held is not None:
                    self._scene.drag(*self._to_board(event.pos))
                    self._scene.drop()
                case _:
                    pass

    def show(self, view: View, frame: Frame | None) -> None:
        """Shows the camera's picture and the touchscreen with a view. If there is no new picture, the last one
        stays.
        """
        if self._window is None:
            return
        if frame is not None:
            self._picture = frame.image
        places = self._places
        if self._make_wishes is not None:
            self._touchscreen.wish(self._make_wishes())
        touchscreen = self._touchscreen.draw(view, self._clock())
        if touchscreen is not self._shown:
            self._draw_around()
            self._window.blit(touchscreen, places.screen)
            self._shown = touchscreen
            changed = self._window.get_rect()
        else:
            changed = places.table
        if self._picture is not None:
            # Down to half the size, linear interpolation looks as good as area interpolation and takes a tenth of the
            # time.
            slightly = 2 * places.table.width >= self._picture.shape[1]
            how = cv2.INTER_LINEAR if slightly else cv2.INTER_AREA
            small = cv2.resize(self._picture, places.table.size, interpolation=how)
            self._window.blit(pygame.image.frombuffer(small.tobytes(), places.table.size, "BGR"), places.table)
            self._draw_aim()
        pygame.display.update(changed)

    def _draw_aim(self) -> None:
        """Draws a ring where the held piece would land, because the hand hides the place."""
        held = self._scene.held
        if self._window is None or held is None:
            return
        radius = self._scene.kind(held).diameter_mm / 2
        middle, rim = self._to_pixel(held.x, held.y), self._to_pixel(held.x + radius, held.y)
        place = self._places.table
        self._window.set_clip(place)
        shapes.put(self._window, shapes.ring(DARK.ACCENT, max(8, round(2 * abs(rim[0] - middle[0]))), 2.0), middle)
        self._window.set_clip(None)

    def _draw_around(self) -> None:
        """Draws everything except the two pictures."""
        if self._window is None:
            return
        places = self._places
        self._window.fill(DESK)
        pygame.draw.rect(self._window, DARK.LINE, places.table.inflate(2, 2), 1)
        pygame.draw.rect(self._window, BEZEL, places.screen.inflate(2 * _BEZEL, 2 * _BEZEL), border_radius=10)
        self._write(places.heads[0], _("The table, as the camera sees it"), DARK.INK)
        self._write(places.heads[1], _("The touchscreen: click its buttons"), DARK.INK)
        self._write(places.help, translate_marked(HELP if self._scene.board.turns else HELP_PLAIN), DARK.SOFT)

    def _arrange(self) -> None:
        if self._window is None:
            return
        width, height = (max(have, least) for have, least in zip(self._window.get_size(), MIN_SIZE, strict=True))
        self._places = arrange((width, height), (16, 9), self._shape)
        self._touchscreen.resize(self._places.screen.size)
        self._shown = None

    def _take_or_turn(self, event: pygame.event.Event) -> None:
        """Takes the piece under the mouse into the hand (left button), or turns it over (right button)."""
        at = self._to_board(event.pos, self._touch_height_mm)
        if event.button == 1:
            self._scene.pick(*at)
        elif event.button == 3:
            self._scene.turn(*at)

    def _put_or_remove(self, name: str) -> None:
        """Puts a cup or a phone where the mouse is. If it is on the table already, takes it away."""
        if any(obstacle.name == name for obstacle in self._scene.obstacles):
            self._scene.remove_obstacles(name)
        elif self._places.table.collidepoint(pygame.mouse.get_pos()):
            self._scene.put_obstacle(name, *self._to_board(pygame.mouse.get_pos()), turn_deg=35.0)

    def _carry(self, pos: tuple[int, int]) -> None:
        """Moves the held piece with the mouse, over the place where it would land."""
        if self._scene.held is not None:
            self._scene.drag(*self._to_board(pos))
            return
        on_piece = self._places.table.collidepoint(pos) and self._scene.find_piece(
            *self._to_board(pos, self._touch_height_mm)
        )
        pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if on_piece else pygame.SYSTEM_CURSOR_ARROW)

    def _to_board(self, pos: tuple[int, int], height_mm: float = 0.0) -> tuple[float, float]:
        """The place in mm under a pixel of the window. Beside the picture, the place under the nearest pixel of it."""
        place, (width, height) = self._places.table, self._camera.optics.size
        x = min(max(pos[0] - place.left + 0.5, 0), place.width) * width / place.width - 0.5
        y = min(max(pos[1] - place.top + 0.5, 0), place.height) * height / place.height - 0.5
        return self._camera.to_board((x, y), height_mm)

    def _to_pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the window that shows a place of the board (mm)."""
        place, (width, height) = self._places.table, self._camera.optics.size
        px, py = self._camera.to_pixel((x, y))
        return place.left + (px + 0.5) * place.width / width, place.top + (py + 0.5) * place.height / height

    def _write(self, box: pygame.Rect, text: str, colour: Colour) -> None:
        if self._window is None:
            return
        setting = fit(text, Type(), (16, 15, 14, 13, 12, 11, 10), "regular", box.width, box.height)
        for i, line in enumerate(setting.lines):
            self._window.blit(setting.font.render(line, True, colour), (box.left, box.top + i * setting.leading))


def _fit_into(box: tuple[float, float], shape: Size) -> Size:
    """The largest size that fits into a box and has the ratio of `shape`."""
    scale = min(box[0] / shape[0], box[1] / shape[1])
    return max(1, int(shape[0] * scale)), max(1, int(shape[1] * scale))


def _centre(size: Size, middle: tuple[float, float]) -> pygame.Rect:
    box = pygame.Rect((0, 0), size)
    box.center = round(middle[0]), round(middle[1])
    return box
