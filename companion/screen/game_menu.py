"""The screen for the menu of the running game: the board, and below each other what people can do."""

from __future__ import annotations

from companion.screen import play, widgets
from companion.screen.page import Page
from companion.screen.theme import BODY, colours
from companion.values.views import View


def draw(page: Page, view: View) -> None:
    """Draws the board, and beside it the headline, the choices and a sentence."""
    play.board(page, view)
    page.menu = False
    column = widgets.headline(page, view, "question", colours.ACCENT)
    column.grow_over_buttons()
    widgets.answers(page, column, view.choices)
    widgets.notices(page, column, view.notices)
    column.text(view.detail, BODY, colours.SOFT)
