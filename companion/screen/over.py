"""The screen for the end: who has won and how, with the final board."""

from __future__ import annotations

from companion.screen import small_print, widgets
from companion.screen.board import Scene
from companion.screen.difference import ghosts
from companion.screen.page import Page
from companion.screen.theme import look
from companion.values.views import View


def draw(page: Page, view: View) -> None:
    """Draws the final table, and how the game was won."""
    table = view.table if view.seen is None else view.seen
    scene = Scene(table, ghosts(view), view.marks, view.arrows, rim=view.rim)
    page.draw_board(scene)
    widgets.hand_on_board(page, view)
    column = widgets.headline(page, view, "star", look("gold").face)
    widgets.buttons(page, view.buttons)
    keep = widgets.words_height(page, column, view) + widgets.answers_height(page, view.choices)
    small_print.last_move(page, column, view, keep)
    widgets.answers(page, column, view.choices)
    widgets.words(page, column, view)
