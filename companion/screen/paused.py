"""The screen while the game cannot be saved: what to do, and the dimmed game behind it."""

from __future__ import annotations

from companion.screen import players, shapes, widgets
from companion.screen.board import Scene
from companion.screen.page import Page
from companion.screen.theme import WARNING
from companion.values.views import View


def draw(page: Page, view: View) -> None:
    """Draws the last saved table darker, with a warning over it; the words say what to do."""
    board = page.regions.board
    page.board.draw(page.surface, board, Scene(view.table, {}, rim=view.rim), page.type, dimmed=True)
    size = min(board.width, board.height) // 3
    shapes.put(page.surface, shapes.sign("warning", size, WARNING), board.center)
    column = widgets.headline(page, view, "warning", WARNING)
    widgets.buttons(page, view.buttons)
    keep = widgets.words_height(page, column, view)
    players.draw(page, column, view.players, keep)
    widgets.last_move(page, column, view, keep)
    widgets.words(page, column, view)
