"""The screen for a wrong table: which rule was broken and why, and how to repair it, one piece at a time."""

from __future__ import annotations

from companion.screen import repair_parts, widgets
from companion.screen.board import Scene
from companion.screen.difference import awaited
from companion.screen.page import Page
from companion.screen.theme import BODY, colours
from companion.values.views import View

_HEADLINE, _HEADLINE_ABOVE_NOTICES = 46, 34
"""The most height of the headline, without and with notices below it."""
_TITLE, _ONE_STEP = 28, 40
"""Two heights: of the words above a way to repair the table, and of the first step if it is short."""


def draw(page: Page, view: View) -> None:
    """Draws the table as it is: wrong pieces in rings, missing ones as ghosts, and the next action most clearly."""
    table = view.table if view.seen is None else view.seen
    scene = Scene(table, awaited(view.steps), view.marks, view.arrows, steps=view.steps, rim=view.rim)
    page.draw_board(scene)
    widgets.hand_on_board(page, view)
    colour = colours.ERROR if view.reasons else colours.WARNING
    most = _HEADLINE_ABOVE_NOTICES if view.notices else _HEADLINE
    column = widgets.headline(page, view, "warning", colour, most=most)
    widgets.buttons(page, view.buttons)
    widgets.notices(page, column, view.notices)
    ways = [way for way in (view.steps, view.other_steps) if way]
    if view.reasons:
        ways = ways[:1]  # a reason is more important than the other way
    room, px = column.left.height, page.type.px
    title = _TITLE if view.detail else 0
    kept = px(sum(title + 62 + (26 if len(way) > 1 else 0) for way in ways))
    if view.reasons:  # people need the first one whole, and the first step
        kept = min(kept, max(px(title + _ONE_STEP), room - repair_parts.reason_height(page, column, view.reasons[0])))
    repair_parts.reasons(page, column, view.reasons, room - kept)
    column.text(view.detail, BODY[1:], colours.SOFT, most=46, gap=4)
    repair_parts.steps(page, column, view.steps, most=column.left.height // len(ways) if ways else 0)
    if view.other_steps and column.left.height >= page.type.px(_TITLE + _ONE_STEP):
        column.text(view.other_way, BODY[1:], colours.SOFT, most=46, gap=4)
        repair_parts.steps(page, column, view.other_steps)
    widgets.unread(page, column, view.unread)
