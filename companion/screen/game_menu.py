"""The screen for the menu of the running game: everything that people can do, over the whole panel."""

from __future__ import annotations

from companion.screen import widgets
from companion.screen.page import Page
from companion.screen.theme import BODY, BUTTON_HEIGHT, GAP, HEADLINE, colours
from companion.screen.widgets import Column
from companion.values.views import View

_KEY = BUTTON_HEIGHT - 8
"""The height of a key."""


def draw(page: Page, view: View) -> None:
    """Draws the headline, a sentence, and a key for each choice."""
    page.menu = False
    column = Column(page, page.regions.inside.copy())
    gap, tall = page.type.px(GAP), page.type.touch(_KEY)
    across = 3 if column.left.width > column.left.height else 2
    column.text(view.headline, HEADLINE, colours.INK, "bold", most=48)
    widgets.notices(page, column, view.notices, keep=-(-len(view.choices) // across) * (tall + gap))
    column.text(view.detail, BODY, colours.SOFT, most=44)
    rows = max(1, (column.left.height + gap) // (tall + gap))
    shown, more = widgets.leaf(page, view.choices, rows * across)
    widgets.draw_leaf(page, widgets.divide(column.left, across, len(shown) + more, tall, gap), shown, widgets.answer)
