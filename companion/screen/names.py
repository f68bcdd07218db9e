"""The screen of the players' names: a key for each player, or the keyboard on which a name is typed."""

from __future__ import annotations

from companion.screen import keyboard, side_parts
from companion.screen.page import Page
from companion.values.side_pages import SidePage


def draw(page: Page, side: SidePage) -> None:
    """Draws the keys of the page."""
    if side.keys:
        keyboard.draw(page, side)
        return
    column = side_parts.frame(page, side)
    side_parts.keys(page, column.left, side.entries)
