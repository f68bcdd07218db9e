"""The screen of the devices: a line for each with a sign and a sentence, and keys to try them out."""

from __future__ import annotations

import pygame

from companion.screen import shapes, side_parts, widgets
from companion.screen.page import Page
from companion.screen.text import draw_text
from companion.screen.theme import BUTTON_HEIGHT, GAP, Colour, colours
from companion.values.side_pages import FindingState, SideFinding, SidePage

_LINE = 40
"""The height of a line."""
_TEXT = (17, 16, 15, 14, 13, 12, 11, 10)


def draw(page: Page, side: SidePage) -> None:
    """Draws what is tried out at the bottom, and above it as many devices as there is space for."""
    column = side_parts.frame(page, side)
    if side.entries:
        tall, gap = page.type.touch(BUTTON_HEIGHT - 12), page.type.px(GAP)
        boxes = widgets.divide(column.bottom(tall), len(side.entries), len(side.entries), tall, gap)
        widgets.draw_leaf(page, boxes, side.entries, widgets.answer)
    side_parts.facts(page, column, side.facts)
    line = page.type.px(_LINE)
    across = 2 if column.left.width > column.left.height * 1.5 else 1
    shown = side.findings[: max(1, column.left.height // line) * across]
    for finding, box in zip(shown, widgets.divide(column.left, across, len(shown), line, 0), strict=True):
        _finding(page, box, finding)


def _finding(page: Page, box: pygame.Rect, finding: SideFinding) -> None:
    px = page.type.px
    signs: dict[FindingState, tuple[shapes.Sign, Colour]] = {
        "good": ("tick", colours.ACCENT),
        "fix": ("warning", colours.WARNING),
        "absent": ("cross", colours.SOFT),
    }
    sign, colour = signs[finding.state]
    shapes.put(page.surface, shapes.sign(sign, px(20), colour), (box.left + px(13), box.centery))
    words = pygame.Rect(box.left + px(30), box.top + px(2), box.width - px(38), box.height - px(4))
    ink = colours.SOFT if finding.state == "absent" else colours.INK
    draw_text(page, words, f"{finding.name}: {finding.text}", _TEXT, ink, centred=True)
