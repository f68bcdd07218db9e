"""The screen while the camera cannot see the board: why, what to do, and the dimmed game behind it."""

from __future__ import annotations

from companion.screen import players, shapes, widgets
from companion.screen.board import Scene
from companion.screen.page import Page
from companion.screen.theme import WARNING
from companion.values.views import View


def draw(page: Page, view: View) -> None:
    """Draws the last known table darker, crossed by a closed eye; the words say how to get the board back in sight."""
    board = page.regions.board
    page.board.draw(page.surface, board, Scene(view.table, {}, rim=view.rim), page.type, dimmed=True)
    size = min(board.width, board.height) // 3
    shapes.put(page.surface, shapes.sign("eye", size, WARNING), board.center)
    column = widgets.headline(page, view, "eye", WARNING)
    widgets.buttons(page, view.buttons)
    keep = widgets.words_height(page, column, view)
    players.draw(page, column, view.players, keep)
    widgets.last_move(page, column, view, keep)
    widgets.words(page, column, view)
