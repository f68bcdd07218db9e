"""The screens while the game waits, because the camera cannot see the board or because the game cannot be saved. They
say why, and what to do.

Behind the words, the game is drawn darker.
"""

from __future__ import annotations

from companion.screen import shapes, small_print, widgets
from companion.screen.board import Scene
from companion.screen.page import Page
from companion.screen.theme import colours
from companion.values.views import View


def draw_blind(page: Page, view: View) -> None:
    """Draws the last known table darker, with a closed eye over it."""
    _draw(page, view, "eye")


def draw_paused(page: Page, view: View) -> None:
    """Draws the last saved table darker, with a warning sign over it."""
    _draw(page, view, "warning")


def _draw(page: Page, view: View, sign: shapes.Sign) -> None:
    page.draw_board(Scene(view.table, {}, rim=view.rim), dimmed=True)
    board = page.regions.board
    size = min(board.width, board.height) // 3
    shapes.put(page.surface, shapes.sign(sign, size, colours.WARNING), board.center)
    column = widgets.headline(page, view, sign, colours.WARNING)
    widgets.buttons(page, view.buttons)
    keep = widgets.words_height(page, column, view) + widgets.answers_height(page, view.choices)
    small_print.last_move(page, column, view, keep)
    widgets.answers(page, column, view.choices)
    widgets.words(page, column, view)
