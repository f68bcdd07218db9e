"""Small texts at the bottom of the words: the last move, and what a few people want to know."""

from __future__ import annotations

from companion.language import _
from companion.screen.page import Page
from companion.screen.text import draw_text, text_height
from companion.screen.theme import NOTE, colours
from companion.screen.widgets import Column
from companion.values.views import View


def last_move(page: Page, column: Column, view: View, keep: int = 0) -> None:
    """Draws the last move in words at the bottom, in up to two lines; nothing if less than `keep` pixels would be
    left."""
    if view.last_move:
        note(page, column, _("Last: {move}").format(move=view.last_move), keep)


def note(page: Page, column: Column, text: str, keep: int = 0) -> None:
    """Draws a small text at the bottom, in up to two lines; nothing if less than `keep` pixels would be left."""
    if not text:
        return
    px = page.type.px
    tall = max(px(22), text_height(page, text, NOTE, "regular", column.left.width, px(36)))
    if column.left.height >= keep + tall + px(6):
        draw_text(page, column.bottom(tall, gap=6), text, NOTE, colours.SOFT, centred=True)
