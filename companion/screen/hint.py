"""The screen of a hint: what can move, or what the chosen piece may do. Taps on the board choose."""

from __future__ import annotations

from companion.screen import dice, shapes, widgets
from companion.screen.board import Scene
from companion.screen.board_taps import add_board_taps
from companion.screen.difference import ghosts
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, fits, text_height
from companion.screen.theme import BODY, GAP, NOTE, colours
from companion.screen.widgets import Column
from companion.values.views import View

_LEAST = NOTE[-1:]
_INDENT, _GAP, _TITLE = 24, 6, 36
"""The width of the sign before a reason, the gap below a reason, and the height of the title."""


def draw(page: Page, view: View) -> None:
    """Draws the board with the marks of the hint, and the words and the reasons beside it."""
    table = view.table if view.seen is None else view.seen
    scene = Scene(
        table,
        ghosts(view),
        view.marks,
        view.arrows,
        regions=view.regions,
        areas=view.areas,
        rim=view.rim,
    )
    place = page.draw_board(scene)
    widgets.hand_on_board(page, view)
    page.targets += [
        Target(area, view.board_taps[cell]) for cell, area in page.board.list_targets(place, view.board_taps, scene)
    ]
    add_board_taps(page, view, place, scene)
    column = widgets.headline(page, view, "question", colours.ACCENT, most=_TITLE if view.notes else 90)
    widgets.buttons(page, view.buttons)
    widgets.answers(page, column, view.choices)
    dice.lying(page, column, view.dice, widgets.words_height(page, column, view) + _notes_height(page, column, view))
    widgets.notices(page, column, view.notices[:1])
    column.text(view.detail, _sizes(page, column, view), colours.INK)
    _notes(page, column, view.notes)
    widgets.unread(page, column, view.unread)


def _sizes(page: Page, column: Column, view: View) -> tuple[float, ...]:
    """The sizes of type for the words: the largest ones that leave enough space for all reasons below."""
    left, wide, below = column.left.height, column.left.width, _notes_height(page, column, view)
    for i in range(len(BODY)):
        if text_height(page, view.detail, BODY[i : i + 1], "regular", wide, left) + page.type.px(GAP) + below <= left:
            return BODY[i:]
    return BODY[-1:]


def _notes_height(page: Page, column: Column, view: View) -> int:
    """How high all reasons are at least, with the gaps below them."""
    wide, most = column.left.width - page.type.px(_INDENT), column.left.height
    heights = [text_height(page, note, _LEAST, "regular", wide, most) for note in view.notes]
    return sum(heights) + len(heights) * page.type.px(_GAP)


def _notes(page: Page, column: Column, notes: tuple[str, ...]) -> None:
    """Draws reasons, each with a cross, as many as fit whole."""
    px = page.type.px
    indent = px(_INDENT)
    for note in notes:
        wide, left = column.left.width - indent, column.left.height
        if not fits(page, note, _LEAST, "regular", wide, left):
            return
        tall = text_height(page, note, NOTE, "regular", wide, left)
        box = column.top(tall, gap=_GAP)
        shapes.put(page.surface, shapes.badge("wrong", px(16)), (box.left + px(9), box.top + px(10)))
        draw_text(page, box.move(indent, 0).clip(box), note, NOTE, colours.SOFT)
