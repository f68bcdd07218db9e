"""The screen for setting up the pieces: it ticks off each piece that is right, and shows which are missing or
too many.
"""

from __future__ import annotations

import pygame

from companion.language import _
from companion.screen import repair_parts, widgets
from companion.screen.board import Scene
from companion.screen.difference import agreeing, awaited, missing
from companion.screen.page import Page
from companion.screen.text import draw_text
from companion.screen.theme import BODY, colours
from companion.screen.widgets import Column
from companion.values.views import View


def draw(page: Page, view: View) -> None:
    """Draws the table as it is now. Pieces that are right are ticked, and missing ones are ghosts."""
    table = view.table if view.seen is None else view.seen
    right = agreeing(table, view.table)
    ghosts = awaited(view.steps) if view.steps else missing(table, view.table)
    scene = Scene(table, ghosts, view.marks, view.arrows, ticked=right, steps=view.steps, rim=view.rim)
    page.draw_board(scene)
    widgets.hand_on_board(page, view)
    column = widgets.headline(page, view, "plus" if view.steps else "tick", colours.ACCENT)
    widgets.buttons(page, view.buttons)
    widgets.answers(page, column, view.choices)
    column.text(view.detail, BODY, colours.INK, most=100)
    widgets.notices(page, column, view.notices)
    wanted = sum(len(kinds) for kinds in view.table.values())
    _progress(page, column, wanted - sum(len(kinds) for kinds in missing(table, view.table).values()), wanted)
    repair_parts.steps(page, column, view.steps)
    widgets.unread(page, column, view.unread)


def _progress(page: Page, column: Column, lying: int, wanted: int) -> None:
    """Draws how many pieces are in place, as a bar and as numbers."""
    px = page.type.px
    strip = column.top(px(26), gap=8)
    if strip.height < px(26):
        return
    half = strip.width // 2
    text = _("{count} of {total} in place").format(count=lying, total=wanted)
    words = pygame.Rect(strip.left + half, strip.top, strip.width - half, strip.height)
    draw_text(page, words, text, (15, 14, 13, 12), colours.INK, "bold", "right", centred=True)
    bar = pygame.Rect(strip.left, 0, half, px(10))
    bar.centery = strip.centery
    page.fill(bar, colours.RAISED, 5)
    if lying:
        page.fill(
            pygame.Rect(bar.left, bar.top, max(px(10), round(half * lying / wanted)), bar.height), colours.ACCENT, 5
        )
