"""Draws the parts of a screen that say what is wrong with the table and how to repair it: broken rules, and steps."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.language import _, ngettext
from companion.screen import shapes
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, fits, plain, text_height
from companion.screen.theme import BODY, NOTE, colours, mix
from companion.screen.widgets import Column
from companion.values.views import Reason, Step

_TITLE, _RULE, _REASON = (16, 15, 14, 13, 12), (14, 13, 12, 11), (*BODY, 12)
"""Sizes of type: for the name of a broken rule, for its number, and for the reason."""


def _measure_reason(page: Page, column: Column, reason: Reason) -> tuple[str, int, int, int]:
    """What is needed to draw a reason: the words on its key, the width of the key, the width of the text, and the
    height of the line with the rule's name.
    """
    px = page.type.px
    wide = column.left.width - 2 * px(9) - px(4)
    key = reason.rule if reason.command is None else _("Rule") + " ›"
    number = min(wide // 2, page.type.font(_RULE[0], "bold").size(plain(key))[0])
    head = max(px(20), text_height(page, reason.title, _TITLE, "bold", wide - number - px(6), px(38)))
    return key, number, wide, head


def reason_height(page: Page, column: Column, reason: Reason) -> int:
    """How high a broken rule is at least if it is drawn completely, with the gap below it."""
    px = page.type.px
    _key, _number, wide, head = _measure_reason(page, column, reason)
    tall = text_height(page, reason.text, _REASON[-1:], "regular", wide, page.surface.get_height())
    return max(head + tall + 2 * px(7), page.type.touch(0)) + px(5)


def reasons(page: Page, column: Column, given: Sequence[Reason], most: int) -> None:
    """Draws broken rules: the name, the reason in words about exactly this move, and a key that opens the rule, or its
    number.

    The whole box can be tapped. The most basic rule comes first and is always drawn. Others follow if they fit into
    `most` pixels.
    """
    px = page.type.px
    room = min(column.left.height, most)
    pad = px(9)
    for i, reason in enumerate(given):
        key, number, wide, head = _measure_reason(page, column, reason)
        named = wide - number - px(6)
        key_height, rim = page.type.touch(0) if reason.command is not None else 0, head + 2 * px(7)
        most_tall = room - rim
        if i < len(given) - 1 and fits(page, reason.text, _REASON, "regular", wide, round(room * 0.7) - rim):
            most_tall = round(room * 0.7) - rim
        most_tall = max(most_tall, key_height - rim)
        tall = text_height(page, reason.text, _REASON, "regular", wide, most_tall)
        height = max(rim + tall, key_height)
        if tall == 0 or (i and (height > room or not fits(page, reason.text, _REASON, "regular", wide, most_tall))):
            return
        box = column.top(height, gap=5)
        room -= box.height + px(5)
        page.fill(box, mix(colours.PANEL, colours.ERROR, 0.13))
        pygame.draw.rect(
            page.surface, colours.ERROR, pygame.Rect(box.left, box.top + px(7), px(4), box.height - px(14))
        )
        line = pygame.Rect(box.left + px(4) + pad, box.top + px(6), wide, head)
        draw_text(
            page,
            pygame.Rect(line.left, line.top, named, head),
            reason.title,
            _TITLE,
            colours.ERROR,
            "bold",
            centred=True,
        )
        its = pygame.Rect(line.right - number, line.top, number, head)
        colour = colours.SOFT if reason.command is None else colours.ACCENT
        draw_text(page, its, key, _RULE, colour, "regular" if reason.command is None else "bold", "right", centred=True)
        if reason.command is not None:
            page.targets.append(Target(box, reason.command))
        draw_text(page, pygame.Rect(line.left, line.bottom + px(1), wide, tall), reason.text, _REASON, colours.INK)


def steps(page: Page, column: Column, todo: Sequence[Step], most: int | None = None) -> None:
    """Draws what to do, in order: the first action large and with its piece, the others below it as a short list. most:
    how many pixels high it may be; None for all that is left.
    """
    if not todo:
        return
    px = page.type.px
    first, *rest = todo
    tall = min(column.left.height, px(58))
    if tall < px(30):
        return
    box = column.top(tall, gap=4)
    page.fill(box, mix(colours.PANEL, colours.ACCENT, 0.2))
    size = min(px(36), tall - px(12))
    middle = (box.left + px(10) + size / 2, box.centery)
    shapes.put(page.surface, shapes.piece(first.kind, size - px(6), page.board.is_token(first.kind)), middle)
    text = pygame.Rect(box.left + size + px(20), box.top + px(4), box.width - size - px(28), box.height - px(8))
    draw_text(page, text, first.text, (18, 17, 16, 15, 14, 13, 12), colours.INK, "bold", centred=True)
    line = px(22)
    free = column.left.height if most is None else min(column.left.height, most - tall)
    for i, step in enumerate(rest):
        told, is_last = f"{i + 2}.  {step.text}", i == len(rest) - 1
        tall = max(line, text_height(page, told, NOTE, "regular", column.left.width, 2 * line))
        if tall > free - (0 if is_last else line) or not fits(page, told, NOTE, "regular", column.left.width, tall):
            if free >= line:
                left = len(rest) - i
                more = ngettext("and {count} more step", "and {count} more steps", left).format(count=left)
                draw_text(page, column.top(line, gap=0), more, NOTE, colours.SOFT, centred=True)
            return
        draw_text(page, column.top(tall, gap=0), told, NOTE, colours.SOFT, centred=True)
        free -= tall
