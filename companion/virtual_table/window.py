"""The window of the virtual table: on the left the table as its camera sees it, on the right the touchscreen.

Pieces are dragged with the mouse and turned over with its right button; the touchscreen is clicked. It
moves pieces as a hand would and decides nothing: what the camera then sees goes the same way as from a
real table.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import pygame

from companion.devices.display import Size, choose, set_mode, start_video
from companion.screen import shapes
from companion.screen.text import fit
from companion.screen.theme import ACCENT, INK, LINE, SOFT, Colour, Type
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import Command, Quit
from companion.values.views import View
from companion.virtual_table.camera import Image, VirtualCamera
from companion.virtual_table.scene import Scene
from vision.sources import Frame

HELP = "Drag pieces; right-click turns the Antipode; C and P put a cup or a phone there. Then press Done."
HELP_PLAIN = "Drag pieces with the mouse; C and P put a cup or a phone there. Then press Done on the touchscreen."
PROP_KEYS = {pygame.K_c: "cup", pygame.K_p: "phone"}
DESK: Colour = (34, 33, 32)
BEZEL: Colour = (9, 10, 11)

LARGEST: Size = (1880, 700)
"""A window larger than this shows no more; people may still make it so."""
LEAST: Size = (760, 300)

_PAD = 14
_BEZEL = 8
_HEAD = 26
_FOOT = 34


@dataclass(frozen=True)
class Places:
    """Where table, touchscreen and the words about them are in the window, in its pixels."""

    table: pygame.Rect
    screen: pygame.Rect
    heads: tuple[pygame.Rect, pygame.Rect]
    help: pygame.Rect


def arrange(window: Size, table: Size, screen: Size) -> Places:
    """Table and touchscreen beside each other, or below each other where they come out larger so.

    table, screen: their own sizes, of which only the shapes count; the shapes are kept.
    """
    width, height = window
    beside = (width - 3 * _PAD - 2 * _BEZEL) / 2, height - 2 * _PAD - _HEAD - _FOOT
    below = width - 2 * _PAD - 2 * _BEZEL, (height - 3 * _PAD - 2 * _HEAD - _FOOT - 2 * _BEZEL) / 2
    tables = [_within(box, table) for box in (beside, below)]
    if tables[0][0] >= tables[1][0]:
        room, other_size = beside, _within(beside, screen)
        middle = (height + _HEAD - _FOOT) / 2
        one = _centred(tables[0], (_PAD + room[0] / 2, middle))
        other = _centred(other_size, (width - _PAD - _BEZEL - room[0] / 2, middle))
        one.top = other.top = min(one.top, other.top)
    else:
        one = _centred(tables[1], (width / 2, _PAD + _HEAD + below[1] / 2))
        other = _centred(_within(below, screen), (width / 2, height - _PAD - _BEZEL - below[1] / 2))
    heads = tuple(pygame.Rect(box.left, box.top - _HEAD - _BEZEL, box.width, _HEAD) for box in (one, other))
    return Places(one, other, (heads[0], heads[1]), pygame.Rect(one.left, one.bottom + 4, one.width, _FOOT - 6))


class TableWindow:
    """Shows a scene through its camera beside a touchscreen, and turns the mouse into hands and taps.

    A context manager: the window is open inside `with`; entering raises DisplayError where none can be.
    """

    watched = True

    def __init__(
        self,
        scene: Scene,
        camera: VirtualCamera,
        touchscreen: Touchscreen,
        *,
        size: Size | None = None,
        title: str = "Board companion: virtual table",
    ) -> None:
        """size: the window's in pixels; as large as is of use on this desktop, if left out."""
        self._scene = scene
        self._camera = camera
        self._touchscreen = touchscreen
        self._shape = touchscreen.size
        self._asked = size
        self._title = title
        self._window: pygame.Surface | None = None
        self._picture: Image | None = None
        self._shown: pygame.Surface | None = None
        self._places = arrange(size or LARGEST, (16, 9), self._shape)
        self._touch_height_mm = (
            min(p.height_mm for p in scene.layout.pieces.values()) / 2 if scene.layout.pieces else 0.0
        )

    def __enter__(self) -> Self:
        choose("window", os.environ)
        start_video("window")
        pygame.display.set_caption(self._title)
        self._window = set_mode(self._asked or _useful(pygame.display.get_desktop_sizes()[0]), pygame.RESIZABLE)
        self._arrange()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._window = None
        pygame.display.quit()

    def commands(self) -> Iterator[Command]:
        """What was done on the touchscreen since the last call; Quit where the window was closed.

        The mouse on the table moves pieces and gives no command: the camera has to see what it does.
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
                    self._grasp(event)
                case pygame.KEYDOWN if event.key in PROP_KEYS:
                    self._set_down(PROP_KEYS[event.key])
                case pygame.MOUSEMOTION:
                    self._carry(event.pos)
                case pygame.MOUSEBUTTONUP if event.button == 1 and self._scene.held is not None:
                    self._scene.drag(*self._board(event.pos))
                    self._scene.drop()
                case _:
                    pass

    def show(self, view: View, frame: Frame | None) -> None:
        """Shows the camera's picture (the last one where there is none) and the touchscreen with a view."""
        if self._window is None:
            return
        if frame is not None:
            self._picture = frame.image
        places = self._places
        touchscreen = self._touchscreen.draw(view)
        if touchscreen is not self._shown:
            self._draw_around()
            self._window.blit(touchscreen, places.screen)
            self._shown = touchscreen
            changed = self._window.get_rect()
        else:
            changed = places.table
        if self._picture is not None:
            # Down to a half, linear looks as well as area and takes a tenth of its time.
            slightly = 2 * places.table.width >= self._picture.shape[1]
            how = cv2.INTER_LINEAR if slightly else cv2.INTER_AREA
            small = cv2.resize(self._picture, places.table.size, interpolation=how)
            self._window.blit(pygame.image.frombuffer(small.tobytes(), places.table.size, "BGR"), places.table)
            self._draw_aim()
        pygame.display.update(changed)

    def _draw_aim(self) -> None:
        """A ring where the held piece would be put down, because the hand hides it."""
        held = self._scene.held
        if self._window is None or held is None:
            return
        radius = self._scene.kind(held).diameter_mm / 2
        middle, rim = self._pixel(held.x, held.y), self._pixel(held.x + radius, held.y)
        place = self._places.table
        self._window.set_clip(place)
        shapes.put(self._window, shapes.ring(ACCENT, max(8, round(2 * abs(rim[0] - middle[0]))), 2.0), middle)
        self._window.set_clip(None)

    def _draw_around(self) -> None:
        """Everything but the two pictures."""
        if self._window is None:
            return
        places = self._places
        self._window.fill(DESK)
        pygame.draw.rect(self._window, LINE, places.table.inflate(2, 2), 1)
        pygame.draw.rect(self._window, BEZEL, places.screen.inflate(2 * _BEZEL, 2 * _BEZEL), border_radius=10)
        self._write(places.heads[0], "The table, as the camera sees it", INK)
        self._write(places.heads[1], "The touchscreen: click its buttons", INK)
        self._write(places.help, HELP if self._scene.board.turns else HELP_PLAIN, SOFT)

    def _arrange(self) -> None:
        if self._window is None:
            return
        width, height = (max(have, least) for have, least in zip(self._window.get_size(), LEAST, strict=True))
        self._places = arrange((width, height), (16, 9), self._shape)
        self._touchscreen.resize(self._places.screen.size)
        self._shown = None

    def _grasp(self, event: pygame.event.Event) -> None:
        """The left button takes the piece under the mouse into the hand, the right one turns it over."""
        at = self._board(event.pos, self._touch_height_mm)
        if event.button == 1:
            self._scene.pick(*at)
        elif event.button == 3:
            self._scene.turn(*at)

    def _set_down(self, name: str) -> None:
        """Puts a cup or a phone where the mouse is, or takes it away where it stands somewhere already."""
        if any(obstacle.name == name for obstacle in self._scene.obstacles):
            self._scene.clear(name)
        elif self._places.table.collidepoint(pygame.mouse.get_pos()):
            self._scene.stand(name, *self._board(pygame.mouse.get_pos()), turn_deg=35.0)

    def _carry(self, pos: tuple[int, int]) -> None:
        """A held piece follows the mouse: it hovers over the place where it would be put down."""
        if self._scene.held is not None:
            self._scene.drag(*self._board(pos))
            return
        on_piece = self._places.table.collidepoint(pos) and self._scene.at(*self._board(pos, self._touch_height_mm))
        pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if on_piece else pygame.SYSTEM_CURSOR_ARROW)

    def _board(self, pos: tuple[int, int], height_mm: float = 0.0) -> tuple[float, float]:
        """The place in mm under a pixel of the window; beside the picture, what its nearest pixel shows."""
        place, (width, height) = self._places.table, self._camera.optics.size
        x = min(max(pos[0] - place.left + 0.5, 0), place.width) * width / place.width - 0.5
        y = min(max(pos[1] - place.top + 0.5, 0), place.height) * height / place.height - 0.5
        return self._camera.to_board((x, y), height_mm)

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the board's plane, in mm, is in the window."""
        place, (width, height) = self._places.table, self._camera.optics.size
        px, py = self._camera.to_pixel((x, y))
        return place.left + (px + 0.5) * place.width / width, place.top + (py + 0.5) * place.height / height

    def _write(self, box: pygame.Rect, text: str, colour: Colour) -> None:
        if self._window is None:
            return
        setting = fit(text, Type(), (16, 15, 14, 13, 12, 11, 10), "regular", box.width, box.height)
        for i, line in enumerate(setting.lines):
            self._window.blit(setting.font.render(line, True, colour), (box.left, box.top + i * setting.leading))


def _useful(desktop: Size) -> Size:
    """The window's size on a desktop: room is left for the desktop's own bars."""
    width = min(LARGEST[0], round(desktop[0] * 0.97))
    height = min(LARGEST[1], desktop[1] - 90, round(width * 0.3) + _HEAD + _FOOT + 2 * _PAD)
    return max(width, LEAST[0]), max(height, LEAST[1])


def _within(box: tuple[float, float], shape: Size) -> Size:
    """The largest size of a shape that fits into a box."""
    scale = min(box[0] / shape[0], box[1] / shape[1])
    return max(1, int(shape[0] * scale)), max(1, int(shape[1] * scale))


def _centred(size: Size, middle: tuple[float, float]) -> pygame.Rect:
    box = pygame.Rect((0, 0), size)
    box.center = round(middle[0]), round(middle[1])
    return box
