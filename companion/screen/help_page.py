"""The screen that says what this program is, what the keys do, and where the games are."""

from __future__ import annotations

from companion.screen import side_parts
from companion.screen.page import Page
from companion.values.side_pages import SidePage


def draw(page: Page, side: SidePage) -> None:
    """Draws the sentences, and below them what there is to know."""
    column = side_parts.frame(page, side)
    side_parts.facts(page, column, side.facts)
