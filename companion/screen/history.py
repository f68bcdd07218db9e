"""The screen on which players look back: the moves in words, and the board after the one that is marked."""

from __future__ import annotations

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


def draw(page: Page, view: View) -> None:
    """Draws the board of that time, the list around its step, and the buttons to step."""
    page.draw_board(Scene(view.table, {}, view.marks, rim=view.rim))
    page.menu = False
    column = widgets.headline(page, view, None, colours.ACCENT, most=40)
    column.grow_over_buttons()
    widgets.answers(page, column, view.choices)
    column.text(view.detail, BODY, colours.SOFT, most=60)
    _lines(page, column.left, view)


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
