"""The parts of which every screen is made: buttons, answers to tap, notices, steps, reasons, and the column that stacks
them.

Each part draws itself into its box and keeps its text inside. It reads values of the view and changes only the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pygame

from companion.language import _
from companion.screen import lesson_note, shapes, strip
from companion.screen.page import Page, Target, Turn
from companion.screen.text import draw_text, fits, keeps_words, measure, plain, text_height
from companion.screen.theme import BODY, BUTTON_HEIGHT, DARK, GAP, HEADLINE, LEAD, NOTE, Colour, Weight, colours, mix
from companion.values.commands import Command, MarkRead
from companion.values.menu_commands import MenuCommand
from companion.values.side_pages import SideEntry
from companion.values.views import Button, Choice, MenuEntry, RulesEntry, View

Tappable = TypeVar("Tappable", Choice, MenuEntry, RulesEntry, SideEntry)

_BUTTON_SIGNS: dict[str, shapes.Sign] = {
    "done": "tick",
    "undo": "undo",
    "redo": "turn",
    "hint": "question",
    "double": "plus",
}
_LABEL = (20, 19, 18, 17, 16, 15, 14, 13, 12, 11)

_NARROW = 6
"""The least space at both sides of a label. It is small, for a long word on a narrow button."""

_MOST_BUTTONS = 3
"""If there are more buttons than this, they are side by side only if all of them are wide enough."""
_ANSWER = BUTTON_HEIGHT - 8
"""The height of an answer in words."""
_NOTICE, _NOTICE_SIGN = 62, 38
"""Two lengths: how high a notice may become before its type is made smaller, and the width of its sign."""


_NOTE_ABOVE_REASONS, _NOTE_BESIDE, _NOTE_ALONE = 0.22, 0.4, 0.6
"""The part of the column that a lesson may take: above the reasons of a refusal, above other words, and alone."""

_UNREAD = (18, 17, *NOTE)
"""The sizes of type for a message that stays until people have read it."""
_TICK, _RIM = 38, 7
"""Two lengths for such a message: the width of its tick, and the space above and below its text."""


@dataclass
class Column:
    """The free part of a box that is filled from the top and the bottom."""

    page: Page
    left: pygame.Rect

    def top(self, height: int, gap: float = GAP) -> pygame.Rect:
        """Takes a strip from the top of what is free, and a gap below it. If less is left, the strip is smaller."""
        height = max(0, min(height, self.left.height))
        strip = pygame.Rect(self.left.left, self.left.top, self.left.width, height)
        self._keep(height + self.page.type.px(gap), from_top=True)
        return strip

    def bottom(self, height: int, gap: float = GAP) -> pygame.Rect:
        """Takes a strip from the bottom of what is free, and a gap above it. If less is left, the strip is smaller."""
        height = max(0, min(height, self.left.height))
        strip = pygame.Rect(self.left.left, self.left.bottom - height, self.left.width, height)
        self._keep(height + self.page.type.px(gap), from_top=False)
        return strip

    def text(
        self,
        text: str,
        sizes: tuple[float, ...],
        colour: Colour | None = None,
        weight: Weight = "regular",
        most: float | None = None,
        gap: float = GAP,
    ) -> None:
        """Draws a text at the top. most: how high it may be, in design lengths."""
        if not text:
            return
        room = self.left.height if most is None else min(self.left.height, self.page.type.px(most))
        height = text_height(self.page, text, sizes, weight, self.left.width, room)
        draw_text(self.page, self.top(height, gap), text, sizes, colour, weight)

    def grow_over_buttons(self) -> None:
        """Adds the place of the row of buttons below, for a screen without that row."""
        self.left.height = self.page.regions.buttons.bottom - self.left.top

    def _keep(self, taken: int, from_top: bool) -> None:
        taken = min(taken, self.left.height)
        self.left = pygame.Rect(
            self.left.left, self.left.top + (taken if from_top else 0), self.left.width, self.left.height - taken
        )


def headline(page: Page, view: View, sign: shapes.Sign | None, colour: Colour, most: float = 90) -> Column:
    """Draws the strip, what a lesson says, and what to do now, with a sign before it if there is one. Returns the
    column below.
    """
    column = Column(page, page.regions.words.copy())
    px = page.type.px
    column.top(strip.draw(page, column.left, view.strip), gap=GAP)
    if view.lesson is not None:
        share = (
            _NOTE_ABOVE_REASONS
            if view.reasons or view.notes
            else _NOTE_BESIDE
            if view.headline or view.detail
            else _NOTE_ALONE
        )
        column.top(lesson_note.draw(page, column.left, view.lesson, round(column.left.height * share)), gap=GAP)
    if sign is None or not view.headline:
        column.text(view.headline, HEADLINE, colours.INK, "bold", most=most, gap=5)
        return column
    size = px(24)
    beside = size + px(10)
    room = min(column.left.height, px(most))
    tall = max(size, text_height(page, view.headline, HEADLINE, "bold", column.left.width - beside, room))
    box = column.top(tall, gap=5)
    shapes.put(page.surface, shapes.sign(sign, size, colour), (box.left + size / 2, box.top + min(tall, px(40)) / 2))
    words = pygame.Rect(box.left + beside, box.top, box.width - beside, box.height)
    draw_text(page, words, view.headline, HEADLINE, colours.INK, "bold", centred=True)
    return column


def buttons(page: Page, row: Sequence[Button], area: pygame.Rect | None = None) -> None:
    """Draws the buttons side by side, Done the widest. A disabled button is drawn flat; a tap on it says why.

    If four buttons would be too narrow for fingers or for their words, Hint is left out. People can use it when Redo is
    gone.
    """
    if not row:
        return
    boxes = _place_buttons(page, row, area or page.regions.buttons)
    sizes = _list_label_sizes(page, boxes)
    others = [button for button in row if button.name != "hint"]
    too_narrow = not sizes or min(box.width for box, its in boxes) < page.type.least_touch
    if others and len(row) > _MOST_BUTTONS and too_narrow:
        boxes = _place_buttons(page, others, area or page.regions.buttons)
        sizes = _list_label_sizes(page, boxes)
    for box, button in boxes:
        _button(page, box, button, sizes or _LABEL[-1:])


def _place_buttons(page: Page, row: Sequence[Button], area: pygame.Rect) -> list[tuple[pygame.Rect, Button]]:
    """The box of each button. Done is at the outer end, under the thumb of the hand that taps."""
    gap = page.type.px(GAP)
    shares = [1.35 if button.name == "done" else 1.0 for button in row]
    unit = (area.width - gap * (len(row) - 1)) / sum(shares)
    x = float(area.left)
    ordered = sorted(zip(row, shares, strict=True), key=lambda pair: (pair[0].name == "done") != page.left_handed)
    boxes: list[tuple[pygame.Rect, Button]] = []
    for button, share in ordered:
        boxes.append((pygame.Rect(round(x), area.top, round(x + unit * share) - round(x), area.height), button))
        x += unit * share + gap
    return boxes


def _list_label_sizes(page: Page, boxes: Sequence[tuple[pygame.Rect, Button]]) -> tuple[float, ...]:
    """The sizes of type in which the words of every button fit into one line. All buttons have the same size."""
    inner = page.type.px(10)

    def fits(size: float) -> bool:
        font = page.type.font(size, "bold")
        return all(measure(plain(button.label), font) <= box.width - inner for box, button in boxes)

    return tuple(size for size in _LABEL if fits(size))


def _button(page: Page, box: pygame.Rect, button: Button, sizes: tuple[float, ...]) -> None:
    px = page.type.px
    if not button.enabled:
        pygame.draw.rect(page.surface, colours.RAISED, box, max(1, px(1.5)), border_radius=px(12))
        ink = mix(colours.LINE, colours.SOFT, 0.25)
    elif button.name == "done":
        page.fill(box, colours.ACCENT, 12)
        ink = colours.ON_ACCENT
    else:
        page.fill(box, colours.RAISED, 12)
        ink = colours.INK
    page.targets.append(Target(box, button.command))
    inner = box.inflate(-px(10), -px(8))
    size = px(24)
    picture = shapes.sign(_BUTTON_SIGNS[button.name], size, ink)
    shapes.put(page.surface, picture, (inner.centerx, inner.top + px(4) + size / 2))
    label = pygame.Rect(inner.left, inner.top + size + px(4), inner.width, inner.height - size - px(4))
    draw_text(page, label, button.label, sizes, ink, "bold", "middle", centred=True)


def notices(page: Page, column: Column, texts: Sequence[str], keep: int = 0) -> None:
    """Draws messages of the companion: always the first one, and the next one if all of it fits. keep: how many pixels
    should stay free below them, if smaller type makes that possible.
    """
    px = page.type.px
    wide, rim = column.left.width - px(_NOTICE_SIGN), px(12) + px(5)
    for i, text in enumerate(texts[:2]):
        room = column.left.height - rim
        if i and notices_height(page, column, [text]) > column.left.height - keep:
            return
        tall = min(px(_NOTICE), room - keep)
        if not fits(page, text, NOTE, "regular", wide, tall):
            tall = min(room, notices_height(page, column, [text]) - rim)
        tall = text_height(page, text, NOTE, "regular", wide, tall)
        if tall <= 0:
            return
        box = column.top(tall + px(12), gap=5)
        page.fill(box, mix(colours.PANEL, colours.WARNING, 0.13))
        shapes.put(page.surface, shapes.sign("warning", px(18), colours.WARNING), (box.left + px(16), box.centery))
        draw_text(page, pygame.Rect(box.left + px(31), box.top + px(6), wide, tall), text, NOTE, colours.INK)


def notices_height(page: Page, column: Column, texts: Sequence[str]) -> int:
    """How high notices are at least if they are drawn completely, with the gaps below them."""
    px = page.type.px
    wide, endless = column.left.width - px(_NOTICE_SIGN), page.surface.get_height()
    return sum(text_height(page, text, NOTE[-1:], "regular", wide, endless) + px(12) + px(5) for text in texts)


def unread(page: Page, column: Column, texts: Sequence[str], keep: int = 0) -> None:
    """Draws the messages that stay until people have read them. A tap on their tick takes them away.

    If they do not fit completely, they are left out. keep: how many pixels should stay free below them, if smaller type
    makes that possible.
    """
    text = " ".join(texts).strip()
    px, wide, rim = page.type.px, column.left.width - page.type.px(_TICK + 12), 2 * page.type.px(_RIM)
    most = column.left.height - rim
    if not text or not fits(page, text, _UNREAD, "regular", wide, most):
        return
    if fits(page, text, _UNREAD, "regular", wide, most - keep):
        most -= keep
    tall = text_height(page, text, _UNREAD, "regular", wide, most)
    box = column.top(tall + rim, gap=6)
    page.fill(box, mix(colours.PANEL, colours.LAST, 0.22))
    page.targets.append(Target(box, MarkRead()))
    draw_text(page, pygame.Rect(box.left + px(10), box.top, wide, box.height), text, _UNREAD, colours.INK, centred=True)
    tick = shapes.sign("tick", px(20), colours.LAST)
    shapes.put(page.surface, tick, (box.right - px(_TICK) / 2, box.centery))


def unread_height(page: Page, column: Column, texts: Sequence[str]) -> int:
    """How high messages that stay are at least if they are drawn completely, with the gap below them."""
    px = page.type.px
    wide, endless = column.left.width - px(_TICK + 12), page.surface.get_height()
    tall = text_height(page, " ".join(texts), _UNREAD[-1:], "regular", wide, endless)
    return tall + 2 * px(_RIM) + px(6) if texts else 0


def words(page: Page, column: Column, view: View) -> None:
    """Draws the texts below the headline: messages that stay, notices, and the detail. The detail has a quieter colour
    if there are messages.
    """
    below = _detail_height(page, column, view)
    unread(page, column, view.unread, notices_height(page, column, view.notices[:1]) + below)
    notices(page, column, view.notices, below)
    told = bool(view.notices or view.unread)
    if not told or fits(page, view.detail, BODY, "regular", column.left.width, column.left.height):
        column.text(view.detail, BODY if view.headline else LEAD, colours.SOFT if told else colours.INK)


def words_height(page: Page, column: Column, view: View) -> int:
    """How high the texts below the headline are at least, with the gaps below them: without the detail, and with only
    the first notice.
    """
    told = unread_height(page, column, view.unread) + notices_height(page, column, view.notices[:1])
    return told + _detail_height(page, column, view)


def _detail_height(page: Page, column: Column, view: View) -> int:
    tall = text_height(page, view.detail, BODY[-1:], "regular", column.left.width, page.surface.get_height())
    return tall + page.type.px(GAP) if tall else 0


def answers(page: Page, column: Column, choices: Sequence[Choice]) -> None:
    """Draws answers in words, as buttons side by side or below each other, at the bottom."""
    if not choices:
        return
    gap, tall = page.type.px(GAP), page.type.touch(_ANSWER)
    across = _across(choices)
    rows_fit = max(1, (column.left.height + gap) // (tall + gap))
    shown, more = leaf(page, choices, rows_fit * across)
    rows = -(-(len(shown) + more) // across)
    area = column.bottom(rows * tall + (rows - 1) * gap)
    tall = (area.height - (rows - 1) * gap) // rows
    draw_leaf(page, divide(area, across, len(shown) + more, tall, gap), shown, answer)


def answers_height(page: Page, choices: Sequence[Choice]) -> int:
    """How high all answers in words are, with the gaps above them."""
    rows = -(-len(choices) // _across(choices))
    return rows * page.type.touch(_ANSWER) + rows * page.type.px(GAP)


def _across(choices: Sequence[Choice]) -> int:
    return 1 if len(choices) < 2 else 2


def leaf(page: Page, choices: Sequence[Tappable], room: int) -> tuple[Sequence[Tappable], bool]:
    """The choices on the current page, and True if a key for the next page is needed. room: how many places there are;
    that key takes one of them.
    """
    if len(choices) <= room:
        return choices, False
    each = max(1, room - 1)
    pages = -(-len(choices) // each)
    first = page.turned_to % pages * each
    return choices[first : first + each], True


def divide(area: pygame.Rect, across: int, count: int, tall: int, gap: int) -> Iterator[pygame.Rect]:
    """`count` boxes of the same height, row by row from the top of an area. `across` of them fill the area's width.
    tall, gap: in pixels.
    """
    wide = (area.width - gap * (across - 1)) // across
    for i in range(count):
        row, place = divmod(i, across)
        yield pygame.Rect(area.left + place * (wide + gap), area.top + row * (tall + gap), wide, tall)


def draw_leaf(
    page: Page,
    boxes: Iterator[pygame.Rect],
    shown: Sequence[Tappable],
    draw: Callable[[Page, pygame.Rect, Tappable], None],
) -> None:
    """Draws the choices of one page into boxes. If one box is left over, it becomes the key for the next page."""
    for choice in shown:
        draw(page, next(boxes), choice)
    for box in boxes:
        turn_over(page, box)


def key(page: Page, box: pygame.Rect, command: Command | MenuCommand) -> None:
    """Draws a key without words: its colour and its edge. A tap on it performs the command."""
    page.fill(box, mix(colours.RAISED, colours.ACCENT, 0.18), 12)
    pygame.draw.rect(page.surface, colours.ACCENT, box, max(1, page.type.px(1.5)), border_radius=page.type.px(12))
    page.targets.append(Target(box, command))


def words_fit(page: Page, choices: Sequence[MenuEntry | SideEntry], width: int) -> bool:
    """True if no word on these buttons must be divided if each button has this width in pixels."""
    inner = width - page.type.px(_NARROW)
    return all(keeps_words(page, choice.text, _LABEL, "bold", inner) for choice in choices)


def answer(page: Page, box: pygame.Rect, choice: Choice | MenuEntry | RulesEntry | SideEntry) -> None:
    """Draws one answer in words."""
    key(page, box, choice.command)
    ink: Colour = colours.INK
    if isinstance(choice, MenuEntry | SideEntry) and choice.is_main:
        page.fill(box, colours.ACCENT, 12)
        ink = colours.ON_ACCENT
    inner = box.inflate(-page.type.px(16), -page.type.px(8))
    if not keeps_words(page, choice.text, _LABEL, "bold", inner.width):
        inner = box.inflate(-page.type.px(_NARROW), -page.type.px(8))
    draw_text(page, inner, choice.text, _LABEL, ink, "bold", "middle", centred=True)


def entries(page: Page, row: pygame.Rect, choices: Sequence[MenuEntry | SideEntry]) -> None:
    """Draws buttons of the menu side by side in a row. A single button takes only the right half."""
    gap, places = page.type.px(GAP), max(2, len(choices))
    wide = (row.width - gap * (places - 1)) // places
    for i, choice in enumerate(choices, start=places - len(choices)):
        answer(page, pygame.Rect(row.left + i * (wide + gap), row.top, wide, row.height), choice)


def turn_over(page: Page, box: pygame.Rect, text: str | None = None) -> None:
    """Draws the key for the next page of choices. text: what is on it, instead of the usual word."""
    page.fill(box, colours.RAISED, 12)
    page.targets.append(Target(box, Turn(page.turned_to + 1)))
    inner = box.inflate(-page.type.px(16), -page.type.px(8))
    draw_text(page, inner, text or _("More …"), _LABEL, colours.SOFT, "bold", "middle", centred=True)


def hand_notice(page: Page, middle: tuple[int, int]) -> pygame.Rect:
    """Draws the sign that a hand is over the board and the camera waits. Returns its box."""
    px = page.type.px
    box = pygame.Rect(0, 0, px(214), px(38))
    box.center = middle
    page.fill(box, DARK.GROUND, 19)
    pygame.draw.rect(page.surface, DARK.WARNING, box, max(1, px(1.5)), border_radius=px(19))
    shapes.put(page.surface, shapes.sign("hand", px(22), DARK.WARNING), (box.left + px(24), box.centery))
    inner = pygame.Rect(box.left + px(42), box.top, box.width - px(54), box.height)
    draw_text(page, inner, _("Hand over the board"), (15, 14, 13, 12, 11), DARK.INK, "bold", centred=True)
    return box


def hand_on_board(page: Page, view: View) -> None:
    """Draws the sign that a hand is over the board at the lower edge of the drawn board, if there is a hand."""
    if view.hand and page.place is not None:
        board = page.place.area
        hand_notice(page, (board.centerx, board.bottom - page.type.px(27)))
