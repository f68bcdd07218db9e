"""Taps on the drawn board, for the screens on which people can ask about a piece or a cell."""

from __future__ import annotations

from companion.screen.board import Scene
from companion.screen.board_geometry import Place
from companion.screen.page import Page
from companion.screen.shapes import Point
from companion.values.commands import Command
from companion.values.views import View


def add_board_taps(page: Page, view: View, place: Place, scene: Scene) -> None:
    """Lets taps on the board do what the view says. place: where the board is drawn."""
    if not view.board_taps:
        return

    def tapped(at: Point) -> Command | None:
        cell = page.board.find_tapped(place, page.type, view.board_taps, scene, at)
        return None if cell is None else view.board_taps[cell]

    page.on_board = tapped
