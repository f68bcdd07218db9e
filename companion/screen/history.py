"""The screen on which players look back: the moves in words, and the board after the one that is marked.

If the camera's picture of that board was kept, it is beside the drawn board.
"""

from __future__ import annotations

import io

import pygame

from companion.screen import widgets
from companion.screen.board import Scene
from companion.screen.page import Page, Target
from companion.screen.text import draw_text
from companion.screen.theme import BODY, GAP, NOTE, colours, mix
from companion.values.views import View

_LINE = 30
"""The height of a line of the list."""
_LEAST_LINES = 3
"""If fewer lines as high as a finger have space, the lines are lower and only read: the keys step through them."""
_LINES_BESIDE = 1
"""How many lines stay above the camera's picture: the step that is shown."""
_LEAST = 80
"""The camera's picture is left out if its shorter side would be smaller."""


def draw(page: Page, view: View) -> None:
    """Draws the board of that time, the list around its step, and the buttons to step."""
    page.draw_board(Scene(view.table, {}, view.marks, rim=view.rim))
    page.menu = False
    column = widgets.headline(page, view, None, colours.ACCENT, most=40)
    column.grow_over_buttons()
    widgets.answers(page, column, view.choices)
    column.text(view.detail, BODY, colours.SOFT, most=60)
    if view.photo is not None:
        _photo(page, column, view.photo)
    _lines(page, column.left, view)


def _photo(page: Page, column: widgets.Column, jpeg: bytes) -> None:
    """Draws the picture at the bottom of the column, as large as it can be while some lines stay above it."""
    px = page.type.px
    try:
        picture = pygame.image.load(io.BytesIO(jpeg), ".jpg")
    except pygame.error:
        return  # the file is damaged: the drawn board says the same
    lines = _LINES_BESIDE * px(_LINE) + px(GAP)
    scale = min(column.left.width / picture.get_width(), (column.left.height - lines) / picture.get_height())
    if scale * min(picture.get_size()) < px(_LEAST):
        return
    size = round(picture.get_width() * scale), round(picture.get_height() * scale)
    picture = pygame.transform.smoothscale(picture, size)
    if page.turned:
        picture = pygame.transform.rotate(picture, 180)
    area = column.bottom(size[1])
    page.surface.blit(picture, picture.get_rect(center=area.center))


def _lines(page: Page, area: pygame.Rect, view: View) -> None:
    """Draws as many lines as there is space for, with the marked one among them."""
    px, tall = page.type.px, page.type.touch(_LINE)
    can_tap = area.height >= _LEAST_LINES * tall
    if not can_tap:
        tall = px(_LINE)
    room = max(1, area.height // tall)
    first = max(0, min(view.line - room // 2, len(view.lines) - room))
    for i, line in enumerate(view.lines[first : first + room]):
        box = pygame.Rect(area.left, area.top + i * tall, area.width, tall)
        is_shown = first + i == view.line
        if is_shown:
            page.fill(box, mix(colours.PANEL, colours.ACCENT, 0.25), 8)
        if can_tap:
            page.targets.append(Target(box, line.command))
        inner = box.inflate(-px(GAP), 0)
        draw_text(
            page,
            inner,
            line.text,
            NOTE,
            colours.INK if is_shown else colours.SOFT,
            "bold" if is_shown else "regular",
            centred=True,
        )
