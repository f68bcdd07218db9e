"""Draws what a lesson says, below the strip on every screen of the game: a box with a bar that shows how far people
are.
"""

from __future__ import annotations

import pygame

from companion.screen.page import Page
from companion.screen.text import draw_text, text_height
from companion.screen.theme import colours, mix
from companion.values.views import LessonNote

_SIZES = (19, 18, 17, 16, 15, 14, 13, 12, 11)
_PAD, _BAR = 8, 4
"""The space around the text, and the height of the bar."""


def draw(page: Page, box: pygame.Rect, note: LessonNote, most: int) -> int:
    """Draws the note at the top of a box, and returns its height. most: how many pixels high it may be."""
    px = page.type.px
    pad, bar = px(_PAD), max(2, px(_BAR))
    wide, frame = box.width - 2 * pad, 2 * pad + bar
    tall = text_height(page, note.text, _SIZES, "regular", wide, most - frame)
    card = pygame.Rect(box.left, box.top, box.width, tall + frame)
    colour = colours.WARNING if note.warns else colours.ACCENT
    page.fill(card, mix(colours.PANEL, colour, 0.16))
    pygame.draw.rect(page.surface, colours.LINE, pygame.Rect(card.left + pad, card.top + pad // 2, wide, bar))
    done = pygame.Rect(card.left + pad, card.top + pad // 2, round(wide * note.number / note.count), bar)
    pygame.draw.rect(page.surface, colours.ACCENT, done)
    draw_text(page, pygame.Rect(card.left + pad, card.top + pad + bar, wide, tall), note.text, _SIZES, colours.INK)
    return card.height
