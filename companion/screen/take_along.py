"""The screen on which people copy a game to a stick or a folder: where to, in which format, and whether it worked."""

from __future__ import annotations

from companion.screen import side_parts
from companion.screen.page import Page
from companion.values.side_pages import SidePage


def draw(page: Page, side: SidePage) -> None:
    """Draws where the file goes, and below it a key for each format."""
    column = side_parts.frame(page, side)
    side_parts.facts(page, column, side.facts)
    side_parts.keys(page, column.left, side.entries)
