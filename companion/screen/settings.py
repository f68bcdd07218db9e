"""The page of the settings, and the one for the language: a button for each, in one or two columns."""

from __future__ import annotations

from companion.screen import widgets
from companion.screen.page import Page
from companion.screen.theme import BODY, BUTTON_HEIGHT, GAP, HEADLINE, colours
from companion.screen.widgets import Column
from companion.values.views import Menu


def draw(page: Page, menu: Menu) -> None:
    """Draws the settings below their title; if there are too many, one button leads to the others."""
    px = page.type.px
    column = Column(page, page.regions.inside.copy())
    column.text(menu.headline, HEADLINE, colours.INK, "bold", most=48)
    column.text(menu.detail, BODY, colours.SOFT, most=44)
    if menu.buttons:
        widgets.entries(page, column.bottom(page.type.touch(BUTTON_HEIGHT - 8)), menu.buttons)
    gap, tall = px(GAP), page.type.touch(BUTTON_HEIGHT - 8)
    across = 2 if column.left.width > column.left.height else 1
    rows = max(1, (column.left.height + gap) // (tall + gap))
    shown, more = widgets.leaf(page, menu.settings, rows * across)
    boxes = widgets.divide(column.left, across, len(shown) + more, tall, gap)
    widgets.draw_leaf(page, boxes, shown, widgets.answer)
