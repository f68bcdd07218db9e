"""The pages beside a game: what draws each of them."""

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
"""The function that draws each page. As for the screens of a game, the type checker compares the names."""


def draw(page: Page, view: View) -> None:
    """Draws the page that is open beside a game."""
    if view.side is not None:
        draw_side(page, view.side)


def draw_side(page: Page, side: SidePage) -> None:
    """Draws a page, before a game or in one."""
    page.menu = False
    _PAGES[side.name](page, side)
