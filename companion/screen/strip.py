"""Draws the strip at the top of the words, the same on every screen of a game: whose turn it is, and the facts of the
game.

Facts are side by side, in as many rows as they need. A value of a player has this player's piece before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.language import _
from companion.screen import shapes
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, measure, plain
from companion.screen.theme import GAP, NOTE, colours
from companion.values.commands import OpenGameMenu
from companion.values.views import Strip, StripFact

_DUE = (24, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12)
_FACTS = (16, 15, 14, 13, 12, 11)
"""The sizes of type for the line about whose turn it is."""
_MOST_ROWS = ((16, 1), (15, 1), (16, 2), (15, 2), (14, 2), (13, 2), (14, 3), (13, 3), (12, 3), (11, 4))
"""For facts: pairs of a size of type and the most rows that it may need. The first pair with which all facts fit is
used.
"""
_HEAD, _ROW, _PAD = 34, 21, 6
"""The heights of the row that names the player and of a row of facts, and the space inside the strip."""
_PIECE, _BEFORE, _AFTER, _APART, _PENCIL = 14, 3, 6, 12, 22
"""Widths: of a piece, of the gaps before and after a value, of the gap between two facts, and of the pencil."""


def draw(page: Page, box: pygame.Rect, strip: Strip) -> int:
    """Draws the strip at the top of a box, with the button of the menu if there is one. Returns its height. A pencil
    shows that a tap on the strip corrects something.
    """
    px = page.type.px
    pad = px(_PAD)
    wide = box.width - 2 * pad
    size, rows = _arrange(page, strip.facts, wide - px(_PENCIL))
    tall = max(px(_ROW), page.type.font(size, "bold").get_height())
    card = pygame.Rect(box.left, box.top, box.width, 2 * pad + px(_HEAD) + len(rows) * tall)
    page.fill(card, colours.PANEL)
    head = pygame.Rect(card.left + pad, card.top + pad, wide, px(_HEAD))
    taken = menu_button(page, (head.right, head.centery)) if page.menu else 0
    if strip.command is not None:
        facts = pygame.Rect(card.left, card.top, wide - taken, card.height)
        page.targets.append(Target(facts.inflate(0, max(0, page.type.touch(0) - card.height)), strip.command))
    if strip.kind is not None:
        side = px(24)
        shapes.put(page.surface, shapes.piece(strip.kind, side), (head.left + side / 2, head.centery))
        head.left += side + px(7)
        head.width -= side + px(7)
    head.width -= taken
    draw_text(page, head, strip.text, _DUE, colours.ACCENT, "bold", centred=True)
    line = head
    for i, row in enumerate(rows):
        line = pygame.Rect(card.left + pad, card.top + pad + px(_HEAD) + i * tall, wide, tall)
        for fact in row:
            line = _fact(page, line, fact, size)
    if strip.command is not None and rows and line.width >= px(14):
        shapes.put(page.surface, shapes.sign("pencil", px(16), colours.SOFT), (line.left + px(8), line.centery))
    return card.height


def menu_button(page: Page, at: tuple[int, int]) -> int:
    """Draws the button of the menu, with its right end at a point. It looks small, but a thumb can hit it. Returns its
    width.
    """
    px = page.type.px
    box = pygame.Rect(0, 0, px(66), px(24))
    box.midright = at
    pygame.draw.rect(page.surface, colours.LINE, box, max(1, px(1.5)), border_radius=px(12))
    draw_text(page, box, _("Menu"), NOTE[1:], colours.SOFT, "bold", "middle", centred=True)
    least = page.type.touch(48)
    area = box.inflate(max(px(20), least - box.width), least - box.height)
    page.targets.append(Target(area, OpenGameMenu()))
    return box.width + px(GAP)


def _arrange(page: Page, facts: Sequence[StripFact], wide: int) -> tuple[float, list[list[StripFact]]]:
    """The size of type for the facts, and the facts divided into rows."""
    for size, most in _MOST_ROWS:
        rows = _wrap(page, facts, size, wide)
        if len(rows) <= most:
            return size, rows
    return size, rows[:most]


def _wrap(page: Page, facts: Sequence[StripFact], size: float, wide: int) -> list[list[StripFact]]:
    """The rows that facts need at a size of type. The values of a fact that is wider than a row begin a row below its
    label.
    """
    rows: list[list[StripFact]] = []
    left, apart = 0, page.type.px(_APART)
    for fact in facts:
        is_wide = bool(fact.values) and _width(page, fact, size) - apart > wide
        for part in (StripFact(fact.label), StripFact("", fact.values)) if is_wide else (fact,):
            width = _width(page, part, size)
            if not rows or is_wide or width - apart > left:
                rows.append([])
                left = wide
            rows[-1].append(part)
            left -= width
    return rows


def _width(page: Page, fact: StripFact, size: float) -> int:
    """The width of a fact, with the gap after it."""
    px = page.type.px
    label = measure(plain(fact.label), page.type.font(size))
    values = sum(
        (px(_PIECE) if value.kind is not None else 0) + px(_BEFORE) + _value(page, value.text, size) + px(_AFTER)
        for value in fact.values
    )
    return label + (px(_AFTER) if fact.values else 0) + values + px(_APART)


def _value(page: Page, value: str, size: float) -> int:
    return measure(plain(value), page.type.font(size, "bold"))


def _fact(page: Page, line: pygame.Rect, fact: StripFact, size: float) -> pygame.Rect:
    """Draws a fact at the left end of a line. Returns the rest of the line."""
    px = page.type.px
    x = line.left

    def write(text: str, width: int, *, bold: bool) -> None:
        nonlocal x
        box = pygame.Rect(x, line.top, max(0, min(width, line.right - x)), line.height)
        draw_text(
            page,
            box,
            text,
            (size, _FACTS[-1]),
            colours.INK if bold else colours.SOFT,
            "bold" if bold else "regular",
            centred=True,
        )
        x += width

    write(fact.label, measure(plain(fact.label), page.type.font(size)), bold=False)
    x += px(_AFTER) if fact.values else 0
    for value in fact.values:
        if value.kind is not None and x + px(_PIECE) <= line.right:
            shapes.put(page.surface, shapes.piece(value.kind, px(_PIECE)), (x + px(_PIECE) / 2, line.centery))
            x += px(_PIECE)
        x += px(_BEFORE)
        write(value.text, _value(page, value.text, size), bold=True)
        x += px(_AFTER)
    x += px(_APART)
    return pygame.Rect(x, line.top, max(0, line.right - x), line.height)
