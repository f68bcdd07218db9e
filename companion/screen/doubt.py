"""The screen for a question: what is on this cell, or which move was it? People answer by tapping the right picture."""

from __future__ import annotations

import pygame

from companion.screen import shapes, strip, widgets
from companion.screen.board import Scene
from companion.screen.difference import Table, differing
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, text_height
from companion.screen.theme import BODY, GAP, HEADLINE, MARGIN, colours
from companion.screen.widgets import Column
from companion.values.commands import AnswerCell
from companion.values.views import Choice, Mark, View

_QUESTION, _DETAIL = 42, 46
"""The heights of the question and of the sentences below it. They may be less with a smaller size of type."""
_CAPTION = 46
_LEAST = 150
"""The narrowest card on which people can still read the board."""
_A_PAGE = 4
"""How many answers a page must have space for, at least, if not all fit on one page."""


def draw(page: Page, view: View) -> None:
    """Draws a small board for each answer, side by side. If such boards would look alike, draws one board with its
    doubtful cells, and the answers in words.
    """
    pictures = {(_frozen(choice.table), choice.arrows) for choice in view.choices if choice.table is not None}
    if len(pictures) > 1:
        _pictures(page, view)
    else:
        _words(page, view)


def _words(page: Page, view: View) -> None:
    table = view.table if view.seen is None else view.seen
    page.draw_board(Scene(table, {}, view.marks, view.arrows, rim=view.rim))
    widgets.hand_on_board(page, view)
    column = widgets.headline(page, view, "question", colours.WARNING, most=46)
    widgets.buttons(page, view.buttons)
    widgets.answers(page, column, view.choices)
    widgets.notices(page, column, view.notices)
    column.text(view.detail, BODY, colours.INK)
    widgets.unread(page, column, view.unread)


def _pictures(page: Page, view: View) -> None:
    px = page.type.px
    inside = page.regions.inside
    column = Column(page, pygame.Rect(inside.left, inside.top, inside.width, page.regions.buttons.top - inside.top))
    words = page.regions.words
    is_upright = words.top > inside.top
    wide = inside.width if is_upright else inside.width - words.width - px(GAP)
    detail = max(px(_DETAIL), text_height(page, view.detail, BODY[-1:], "regular", wide, inside.height))
    if is_upright:  # the strip is above the question
        column.top(strip.draw(page, inside, view.strip))
        head = column
    else:  # it is beside the question, where every screen has it
        beside = column.top(max(px(_QUESTION) + detail, strip.draw(page, words, view.strip)), gap=6)
        beside.width = wide
        if page.left_handed:
            beside.right = inside.right
        head = Column(page, beside)
    line = head.top(px(_QUESTION), gap=0)
    shapes.put(page.surface, shapes.sign("question", px(30), colours.WARNING), (line.left + px(16), line.centery))
    line = pygame.Rect(line.left + px(40), line.top, line.width - px(40), line.height)
    if view.hand:
        line.width -= widgets.hand_notice(page, (line.right - px(107), line.centery)).width + px(GAP)
    draw_text(page, line, view.headline, HEADLINE[1:], colours.INK, "bold", centred=True)
    head.text(view.detail, BODY, colours.SOFT, most=detail / page.type.scale, gap=GAP)
    widgets.notices(page, column, view.notices[:1])
    _cards(page, Column(page, column.left), view)
    row = page.regions.buttons.copy()
    row.width = min(px(360), inside.width)
    row.right = inside.right
    widgets.buttons(page, view.buttons, row)


def _cards(page: Page, column: Column, view: View) -> None:
    gap = page.type.px(MARGIN)
    area = column.left.copy()
    area.height -= gap - page.type.px(GAP)
    across, down = _grid(page, area, len(view.choices), gap)
    shown, more = widgets.leaf(page, view.choices, across * down)
    wide, tall = (area.width - (across - 1) * gap) // across, (area.height - (down - 1) * gap) // down
    caption = page.type.px(_CAPTION)
    wide, tall = min(wide, max(tall - caption, wide // 2)), min(tall, wide + caption)  # not larger than the board needs
    used, lines = min(across, len(shown) + more), -(-(len(shown) + more) // across)
    indent = (area.width - used * wide - (used - 1) * gap) // 2
    drop = (area.height - lines * tall - (lines - 1) * gap) // 2
    doubtful = tuple(mark for mark in view.marks if mark.style == "doubt")
    for i in range(len(shown) + more):
        box = pygame.Rect(
            area.left + indent + i % across * (wide + gap),
            area.top + drop + i // across * (tall + gap),
            wide,
            tall,
        )
        if i < len(shown):
            _card(page, box, shown[i], _find_asked(shown[i], doubtful) or _changes(view, shown[i]))
        else:
            widgets.turn_over(page, box)


def _find_asked(choice: Choice, doubtful: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The doubtful cells that an answer is about: only one if it says what is in this cell."""
    if not isinstance(choice.command, AnswerCell):
        return doubtful
    return tuple(mark for mark in doubtful if mark.cell == choice.command.cell) or doubtful


def _changes(view: View, choice: Choice) -> tuple[Mark, ...]:
    """Marks on the cells that an answer would change."""
    return tuple(Mark(cell, "last") for cell in differing((view.table, choice.table or view.table)))


def _frozen(table: Table | None) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((table or {}).items())


def _grid(page: Page, area: pygame.Rect, count: int, gap: int) -> tuple[int, int]:
    """How many small boards are side by side, and how many below each other, so that they are as large as possible and
    never too small to read.
    """
    caption, least = page.type.px(_CAPTION), page.type.px(_LEAST)

    def board(across: int, down: int) -> float:
        wide, tall = (area.width - (across - 1) * gap) / across, (area.height - (down - 1) * gap) / down
        return min(wide, tall - caption)

    grids = [(across, down) for across in range(1, 7) for down in range(1, 5) if board(across, down) >= least]
    enough = [grid for grid in grids if grid[0] * grid[1] >= count]
    if enough:
        return max(enough, key=lambda grid: (board(*grid), -grid[0] * grid[1]))
    several = [grid for grid in grids if grid[0] * grid[1] >= _A_PAGE] or grids
    return max(several, key=lambda grid: (board(*grid), grid[0] * grid[1]), default=(1, 1))


def _card(page: Page, box: pygame.Rect, choice: Choice, marks: tuple[Mark, ...]) -> None:
    px = page.type.px
    page.fill(box, colours.PANEL, 12)
    pygame.draw.rect(page.surface, colours.WARNING, box, max(1, px(1.5)), border_radius=px(12))
    page.targets.append(Target(box, choice.command))
    caption = pygame.Rect(box.left + px(8), box.bottom - px(_CAPTION) + px(2), box.width - px(16), px(_CAPTION) - px(6))
    if choice.table is not None:
        board = pygame.Rect(box.left, box.top, box.width, box.height - px(_CAPTION)).inflate(-px(12), -px(8))
        scene = Scene(choice.table, {}, marks, choice.arrows)
        page.board.draw(page.surface, board, scene, page.type, turned=page.turned)
    else:
        caption = box.inflate(-px(16), -px(16))
    draw_text(
        page,
        caption,
        choice.text or choice.label,
        (18, 17, 16, 15, 14, 13, 12, 11),
        colours.INK,
        "bold",
        "middle",
        centred=True,
    )
