"""Draws the pages beside a game: knows the function for each of them."""

from __future__ import annotations

from collections.abc import Callable

from companion.screen import camera, devices, help_page, names, settings, take_along
from companion.screen.page import Page
from companion.values.side_pages import SideName, SidePage
from companion.values.views import View

_PAGES: dict[SideName, Callable[[Page, SidePage], None]] = {
    "settings": settings.draw,
    "take-along": take_along.draw,
    "camera": camera.draw,
    "devices": devices.draw,
    "names": names.draw,
    "help": help_page.draw,
}
"""The function that draws each page. The type checker makes sure that every name is right."""


def draw(page: Page, view: View) -> None:
    """Draws the page that is open beside a running game."""
    if view.side is not None:
        draw_side(page, view.side)


def draw_side(page: Page, side: SidePage) -> None:
    """Draws a page, before a game or during one."""
    page.menu = False
    _PAGES[side.name](page, side)
