"""The screen on which players look back: the moves in words, and the board after the marked one.

If the camera's picture of that board was kept, it is shown, too: small beside the moves if there is space. After a tap
on the key below the drawn board, the picture takes the board's place, and another tap brings the board back.
"""

from __future__ import annotations

import io
from dataclasses import replace

import pygame

from companion.language import _
from companion.screen import widgets
from companion.screen.board import Scene
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, text_height
from companion.screen.theme import BODY, GAP, NOTE, colours, mix
from companion.values.views import View

_LINE = 30
"""The height of a line of the list."""
_LEAST_LINES = 3
"""If fewer lines that are high enough for a finger fit, the lines are made lower and cannot be tapped. Then people use
the keys.
"""
_LEAST = 80
"""If the shorter side of the camera's picture would be smaller than this, the picture is left out beside the moves."""
_KEY = 44
"""The height of the key that changes between the drawn board and the camera's picture."""


def draw(page: Page, view: View) -> None:
    """Draws the board of that time, the list around its step, and the buttons to step."""
    page.menu = False
    photo = None if view.photo is None else _load(view.photo, turned=page.turned)
    is_photo_large = photo is not None and page.turned_to % 2 == 1
    scene = Scene(view.table, {}, view.marks, rim=view.rim)
    if photo is None:
        page.draw_board(scene)
    else:
        _draw_with_key(page, scene, photo if is_photo_large else None)
    column = widgets.headline(page, view, None, colours.ACCENT, most=40)
    column.grow_over_buttons()
    widgets.answers(page, column, view.choices)
    column.text(view.detail, BODY, colours.SOFT, most=60)
    if photo is not None and not is_photo_large:
        _draw_beside(page, column, photo, view)
    _lines(page, column.left, view)


def _load(jpeg: bytes, *, turned: bool) -> pygame.Surface | None:
    """The camera's picture, from its file; None if the file is damaged. Then the drawn board must be enough."""
    try:
        picture = pygame.image.load(io.BytesIO(jpeg), ".jpg")
    except pygame.error:
        return None
    return pygame.transform.rotate(picture, 180) if turned else picture


def _draw_with_key(page: Page, scene: Scene, photo: pygame.Surface | None) -> None:
    """Draws the board, or the camera's picture in its place, with a key below it that shows the other one."""
    px, region = page.type.px, page.regions.board
    tall = page.type.touch(_KEY)
    key = pygame.Rect(region.left, region.bottom - tall, region.width, tall)
    area = pygame.Rect(region.topleft, (region.width, key.top - px(GAP) - region.top))
    page.regions = replace(page.regions, board=area)
    if photo is None:
        page.draw_board(scene)
    else:
        scale = min(area.width / photo.get_width(), area.height / photo.get_height())
        size = round(photo.get_width() * scale), round(photo.get_height() * scale)
        shown = pygame.transform.smoothscale(photo, size)
        page.surface.blit(shown, shown.get_rect(center=area.center))
    widgets.turn_over(page, key, _("Show the camera's picture") if photo is None else _("Show the drawn board"))


def _draw_beside(page: Page, column: widgets.Column, picture: pygame.Surface, view: View) -> None:
    """Draws the picture at the bottom of the column, as large as possible below the step that is shown."""
    px = page.type.px
    lines = _measure_step(page, column.left, view) + px(GAP)
    scale = min(column.left.width / picture.get_width(), (column.left.height - lines) / picture.get_height())
    if scale * min(picture.get_size()) < px(_LEAST):
        return
    size = round(picture.get_width() * scale), round(picture.get_height() * scale)
    picture = pygame.transform.smoothscale(picture, size)
    area = column.bottom(size[1])
    page.surface.blit(picture, picture.get_rect(center=area.center))


def _measure_step(page: Page, area: pygame.Rect, view: View) -> int:
    """The height of the step that is shown: its words are whole, also if they need more than one line."""
    px, text = page.type.px, "".join(line.text for line in view.lines[view.line : view.line + 1])
    words = text_height(page, text, NOTE, "bold", area.width - px(GAP), 2 * px(_LINE))
    return max(px(_LINE), words + px(GAP))


def _lines(page: Page, area: pygame.Rect, view: View) -> None:
    """Draws as many lines as there is space for, with the marked one among them."""
    px, tall = page.type.px, page.type.touch(_LINE)
    can_tap = area.height >= _LEAST_LINES * tall
    if not can_tap:
        tall = px(_LINE)
    tallest = max(tall, min(area.height, _measure_step(page, area, view)))
    room = 1 + max(0, area.height - tallest) // tall
    first = max(0, min(view.line - room // 2, len(view.lines) - room))
    top = area.top
    for i, line in enumerate(view.lines[first : first + room]):
        is_shown = first + i == view.line
        box = pygame.Rect(area.left, top, area.width, tallest if is_shown else tall)
        top = box.bottom
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
