"""Draws a keyboard on the screen: rows of keys, and above them what was typed. Any page can have one.

Letters from a real keyboard do the same as its keys.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.screen import widgets
from companion.screen.focus import Focus
from companion.screen.page import Page
from companion.screen.text import draw_text
from companion.screen.theme import BUTTON_HEIGHT, GAP, HEADLINE, colours
from companion.screen.widgets import Column
from companion.values.commands import ListRules, RulesCommand
from companion.values.side_commands import EraseLetter, SideCommand, TypeLetters
from companion.values.side_pages import SideEntry, SidePage
from companion.values.views import RulesEntry, RulesPage


def is_typed_on(page: SidePage | RulesPage | None) -> bool:
    """True if people can type on this page."""
    return page is not None and bool(page.keys)


def type_letters(page: SidePage | RulesPage | None, letters: str, focus: Focus) -> SideCommand | RulesCommand | None:
    """The command for letters that people typed on a real keyboard; None if the page takes no letters. focus: its ring
    is taken away, because now Enter finishes what is typed.
    """
    if is_typed_on(page):
        focus.leave()
    match page:
        case RulesPage(typed=typed) if page.keys:
            return ListRules(typed=typed + letters)
        case SidePage() if page.keys:
            return TypeLetters(letters)
        case _:
            return None


def erase(page: SidePage | RulesPage | None) -> SideCommand | RulesCommand | None:
    """The command that takes away the last letter; None if the page takes no letters."""
    match page:
        case RulesPage(typed=typed) if page.keys:
            return ListRules(typed=typed[:-1])
        case SidePage() if page.keys:
            return EraseLetter()
        case _:
            return None


def finish(page: SidePage | RulesPage | None) -> SideCommand | RulesCommand | None:
    """The command of Enter after typing: it uses what was typed, or opens the first rule that was found. None if the
    page takes no letters.
    """
    match page:
        case RulesPage(entries=(first, *_rest)) if page.keys:
            return first.command
        case SidePage(buttons=buttons) if page.keys:
            return next((entry.command for entry in buttons if entry.is_main), None)
        case _:
            return None


def draw(page: Page, side: SidePage) -> None:
    """Draws the question, what was typed, the keys, and the buttons below."""
    px = page.type.px
    page.menu = False
    column = Column(page, page.regions.inside.copy())
    column.text(side.headline, HEADLINE, colours.ACCENT, "bold", most=48)
    line = column.top(px(44))
    page.fill(line, colours.PANEL)
    text = side.typed or side.text
    box = line.inflate(-px(20), -px(8))
    draw_text(
        page,
        box,
        text,
        HEADLINE if side.typed else (17, 16, 15, 14, 13),
        colours.INK if side.typed else colours.SOFT,
        centred=True,
    )
    widgets.entries(page, column.bottom(page.type.touch(BUTTON_HEIGHT - 12)), side.buttons)
    draw_keys(page, column.left, side.keys)


def draw_keys(page: Page, area: pygame.Rect, rows: Sequence[Sequence[SideEntry | RulesEntry]]) -> None:
    """Draws rows of keys at the bottom of an area. All keys with a letter have the same width. Keys with words share
    the whole width of their row.
    """
    if not rows:
        return
    gap = page.type.px(GAP - 2)
    longest = max(len(row) for row in rows)
    letter = (area.width + gap) // longest - gap
    tall = min((area.height + gap) // len(rows) - gap, page.type.touch(BUTTON_HEIGHT))
    top = area.bottom - len(rows) * (tall + gap) + gap
    for i, row in enumerate(rows):
        is_words = any(len(key.text) > 1 for key in row)
        wide = (area.width + gap) // len(row) - gap if is_words else letter
        left = area.left + (area.width - len(row) * (wide + gap) + gap) // 2
        for j, key in enumerate(row):
            widgets.answer(page, pygame.Rect(left + j * (wide + gap), top + i * (tall + gap), wide, tall), key)
