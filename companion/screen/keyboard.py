"""A keyboard on the screen: rows of keys, and above them what was typed. Any page can draw it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.screen import widgets
from companion.screen.page import Page
from companion.screen.text import draw_text
from companion.screen.theme import BUTTON_HEIGHT, GAP, HEADLINE, colours
from companion.screen.widgets import Column
from companion.values.views import Menu, MenuEntry, RulesEntry


def draw(page: Page, menu: Menu) -> None:
    """Draws the question, what was typed, the keys, and the buttons below."""
    px = page.type.px
    column = Column(page, page.regions.inside.copy())
    column.text(menu.headline, HEADLINE, colours.ACCENT, "bold", most=48)
    line = column.top(px(44))
    page.fill(line, colours.PANEL)
    text = menu.typed or menu.detail
    box = line.inflate(-px(20), -px(8))
    draw_text(
        page,
        box,
        text,
        HEADLINE if menu.typed else (17, 16, 15, 14, 13),
        colours.INK if menu.typed else colours.SOFT,
        centred=True,
    )
    widgets.entries(page, column.bottom(px(BUTTON_HEIGHT - 12)), menu.buttons)
    draw_keys(page, column.left, menu.keys)


def draw_keys(page: Page, area: pygame.Rect, rows: Sequence[Sequence[MenuEntry | RulesEntry]]) -> None:
    """Draws rows of keys in an area. All letters are equally wide; a row of words shares the whole width."""
    if not rows:
        return
    gap = page.type.px(GAP - 2)
    longest = max(len(row) for row in rows)
    letter = (area.width + gap) // longest - gap
    tall = (area.height + gap) // len(rows) - gap
    for i, row in enumerate(rows):
        is_words = any(len(key.text) > 1 for key in row)
        wide = (area.width + gap) // len(row) - gap if is_words else letter
        left = area.left + (area.width - len(row) * (wide + gap) + gap) // 2
        for j, key in enumerate(row):
            widgets.answer(page, pygame.Rect(left + j * (wide + gap), area.top + i * (tall + gap), wide, tall), key)
