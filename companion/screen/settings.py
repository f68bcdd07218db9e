"""The screen of the settings, and the one for the language: a button for each, in one or two columns."""

from __future__ import annotations

from companion.screen import side_parts
from companion.screen.page import Page
from companion.values.side_pages import SidePage


def draw(page: Page, side: SidePage) -> None:
    """Draws the settings below their title; if there are too many, one button leads to the others."""
    column = side_parts.frame(page, side)
    side_parts.keys(page, column.left, side.entries)
