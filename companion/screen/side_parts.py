"""The parts that pages beside a game are made of: their frame, keys, and facts."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.screen import shapes, widgets
from companion.screen.page import Page
from companion.screen.text import draw_text, text_height
from companion.screen.theme import BODY, BUTTON_HEIGHT, GAP, HEADLINE, colours, mix
from companion.screen.widgets import Column
from companion.values.side_pages import SideEntry, SideFact, SidePage

_KEY = BUTTON_HEIGHT - 8
"""The height of a key."""
_TEXT = (20, 19, 18, 17, 16, 15, 14, 13, 12, 11)


def frame(page: Page, side: SidePage) -> Column:
    """Draws the headline, the sentences, what was done or went wrong, and the buttons. Returns the column that is left
    between.
    """
    column = Column(page, page.regions.inside.copy())
    buttons(page, column, side.buttons)
    column.text(side.headline, HEADLINE, colours.INK, "bold", most=48)
    widgets.notices(page, column, (side.trouble,) if side.trouble else ())
    if side.done:
        _done(page, column, side.done)
    column.text(side.text, BODY, colours.SOFT, most=64)
    return column


def buttons(page: Page, column: Column, entries: Sequence[SideEntry]) -> None:
    """Draws the buttons at the bottom: side by side or, in a narrow column, below each other."""
    tall = page.type.touch(_KEY)
    if column.left.width >= page.type.px(200) * min(2, len(entries)):
        if entries:
            widgets.entries(page, column.bottom(tall), entries)
        return
    for entry in reversed(entries):
        widgets.answer(page, column.bottom(tall), entry)


def _done(page: Page, column: Column, text: str) -> None:
    """Draws a text about what was done, with a tick."""
    px = page.type.px
    beside = px(34)
    tall = text_height(page, text, BODY, "regular", column.left.width - beside - px(10), px(64))
    box = column.top(tall + px(14))
    page.fill(box, mix(colours.PANEL, colours.ACCENT, 0.2))
    shapes.put(page.surface, shapes.sign("tick", px(20), colours.ACCENT), (box.left + beside / 2, box.centery))
    words = pygame.Rect(box.left + beside, box.top, box.width - beside - px(10), box.height)
    draw_text(page, words, text, BODY, colours.INK, centred=True)


def keys(page: Page, area: pygame.Rect, entries: Sequence[SideEntry]) -> None:
    """Draws a key for each entry, in one or two columns. If there are too many, the last key leads to the others."""
    gap, tall = page.type.px(GAP), page.type.touch(_KEY)
    across = 2 if area.width > area.height else 1
    rows = max(1, (area.height + gap) // (tall + gap))
    shown, more = widgets.leaf(page, entries, rows * across)
    widgets.draw_leaf(page, widgets.divide(area, across, len(shown) + more, tall, gap), shown, widgets.answer)


def facts(page: Page, column: Column, told: Sequence[SideFact]) -> None:
    """Draws facts below each other: what each is about, and its text beside that. All have the same size of type."""
    px, gap = page.type.px, page.type.px(GAP)
    for size in _TEXT:
        font = page.type.font(size, "bold")
        beside = min(column.left.width // 2, max((font.size(fact.name)[0] for fact in told), default=0) + px(14))
        wide = column.left.width - beside
        heights = [text_height(page, fact.text, (size,), "regular", wide, column.left.height) for fact in told]
        if sum(heights) + gap * len(told) <= column.left.height:
            break
    for fact, tall in zip(told, heights, strict=True):
        line = column.top(tall)
        draw_text(
            page, pygame.Rect(line.left, line.top, beside - px(6), tall), fact.name, (size,), colours.SOFT, "bold"
        )
        draw_text(page, pygame.Rect(line.left + beside, line.top, wide, tall), fact.text, (size,), colours.INK)
