"""The screen of the rules: how the game goes, the list of rules, or one rule with its examples on the board."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.language import _
from companion.screen import dice, shapes
from companion.screen.board import Scene
from companion.screen.keyboard import draw_keys
from companion.screen.page import Page, Target, Turn
from companion.screen.text import draw_text, plain, text_height
from companion.screen.theme import BUTTON_HEIGHT, GAP, MARGIN, Colour, colours, mix
from companion.screen.widgets import Column, divide, draw_leaf, leaf
from companion.values.views import Diagram, RulesEntry, RulesPage, View

_TITLE = (26, 24, 22, 20, 18, 16, 15, 14)
_LARGE = (23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12)
_TEXT = (18, 17, 16, 15, 14, 13, 12)
_LABELS = (17, 16, 15, 14, 13, 12, 11)
_BOARD = 0.47
"""The part of the width that a board takes on a panel in landscape."""
_DIE = 34
_ENTRY, _CHIP = 50, 40
"""The heights of a rule in the list, and of a topic."""
_MOST_TOPICS = 0.5
"""The part of the list's height that its topics may take."""


def draw(page: Page, view: View) -> None:
    """Draws the page of the rules that is open in a game."""
    if view.rules is not None:
        draw_rules(page, view.rules)


def draw_rules(page: Page, rules: RulesPage) -> None:
    """Draws a page of the rules."""
    column, keys = Column(page, page.regions.inside.copy()), page.type.touch(BUTTON_HEIGHT - 14)
    board, words = _divide(page, column.left)
    # Beside a board the keys are on the side of the hand that taps, unless they would be too narrow for fingers there.
    below = rules.entries is not None or _measure_unit(page, words.width, rules.buttons) < page.type.least_touch
    if below:
        _buttons(page, column.bottom(keys), rules.buttons)
        board, words = _divide(page, column.left)
    if rules.entries is not None:
        _head(page, column, rules)
        if rules.keys:
            _search(page, column, rules)
        _topics(page, column, rules.topics)
        _list(page, column.left, rules.entries)
        return
    column = Column(page, words)
    if not below:
        _buttons(page, column.bottom(keys), rules.buttons)
    if rules.diagrams:
        shown = page.turned_to % len(rules.diagrams)
        _diagram(page, board, rules.diagrams[shown])
        _head(page, column, rules)
        _examples(page, column, rules, shown)
    else:
        page.board.draw(page.surface, board, Scene(rules.table, {}), page.type)
        _head(page, column, rules)
        _steps(page, column, rules.steps)


def _divide(page: Page, inside: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """The area for the board and the area for the words. Both are above the keys."""
    margin = page.type.px(MARGIN)
    width, height = page.surface.get_size()
    if width >= height:
        wide = round(inside.width * _BOARD)
        board = pygame.Rect(inside.left, inside.top, wide, inside.height)
        words = pygame.Rect(board.right + margin, inside.top, inside.right - board.right - margin, inside.height)
        if page.regions.board.left > page.regions.words.left:  # for left-handed people
            board.right, words.left = inside.right, inside.left
        return board, words
    tall = round(inside.height * 0.45)
    top = inside.top + tall + margin
    return (
        pygame.Rect(inside.left, inside.top, inside.width, tall),
        pygame.Rect(inside.left, top, inside.width, inside.bottom - top),
    )


def _head(page: Page, column: Column, rules: RulesPage) -> None:
    """Draws the name of the game, what the page is about, and a line below."""
    px = page.type.px
    draw_text(
        page,
        column.top(px(20), gap=2),
        rules.title,
        (14, 13, 12),
        mix(colours.ACCENT, colours.SOFT, 0.3),
        "bold",
        centred=True,
    )
    column.text(
        rules.headline, _TITLE if rules.diagrams or rules.entries is not None else _LARGE, colours.INK, "bold", most=84
    )


def _diagram(page: Page, area: pygame.Rect, diagram: Diagram) -> None:
    """Draws the board of an example, with its dice below it."""
    px = page.type.px
    side = px(_DIE)
    if diagram.dice:
        row = pygame.Rect(area.left, area.bottom - side, area.width, side)
        area = pygame.Rect(area.left, area.top, area.width, area.height - side - px(GAP))
        first = row.centerx - (len(diagram.dice) - 1) * (side + px(GAP)) // 2
        for i, (kind, value) in enumerate(diagram.dice):
            shapes.put(page.surface, dice.picture(value, side, kind), (first + i * (side + px(GAP)), row.centery))
    scene = Scene(
        diagram.table, diagram.ghosts, diagram.marks, ways=diagram.ways, ticked=diagram.ticked, rim=diagram.rim
    )
    page.board.draw(page.surface, area, scene, page.type)


def _examples(page: Page, column: Column, rules: RulesPage, shown: int) -> None:
    """Draws the text of a rule, and below it a key for each example. The example that was chosen is on the board."""
    px, gap = page.type.px, page.type.px(GAP)
    sign, pad = px(22), px(8)
    wide = column.left.width - sign - 3 * pad
    body = column.left.height
    least = text_height(page, rules.text, _TEXT[-1:], "regular", column.left.width, body)
    room = (body - least - gap) // len(rules.diagrams) - gap
    key = page.type.touch(46)
    if least + (key + gap) * len(rules.diagrams) > body:
        key = px(46)  # what people read comes before keys that are as high as a finger
    heights = [
        max(key, text_height(page, one.caption, _TEXT[1:], "regular", wide, room - 2 * pad) + 2 * pad)
        for one in rules.diagrams
    ]
    below = sum(heights) + gap * len(heights)
    draw_text(page, pygame.Rect(column.left.topleft, (column.left.width, body - below)), rules.text, _TEXT, colours.INK)
    top = column.left.bottom - below + gap
    for i, (diagram, tall) in enumerate(zip(rules.diagrams, heights, strict=True)):
        box = pygame.Rect(column.left.left, top, column.left.width, tall)
        colour = colours.ACCENT if diagram.allowed else colours.ERROR
        page.fill(box, mix(colours.PANEL, colour, 0.2 if i == shown else 0.04), 10)
        if i == shown:
            pygame.draw.rect(page.surface, colour, box, max(1, px(2)), border_radius=px(10))
        if len(rules.diagrams) > 1:
            page.targets.append(Target(box, Turn(i)))
        shapes.put(
            page.surface,
            shapes.badge("ok" if diagram.allowed else "wrong", sign),
            (box.left + pad + sign // 2, box.centery),
        )
        inner = pygame.Rect(box.left + sign + 2 * pad, box.top, wide, box.height)
        draw_text(page, inner, diagram.caption, _TEXT[1:], colours.INK, centred=True)
        top += tall + gap


def _steps(page: Page, column: Column, steps: Sequence[str]) -> None:
    """Draws how a turn goes: numbered steps, in the largest size at which all of them fit."""
    px, gap = page.type.px, page.type.px(GAP)
    indent = px(26)
    wide = column.left.width - indent
    for tried in page.type.wish(_LARGE[2:]):
        size = tried / page.type.larger  # texts are tried as large as people want them first
        heights = [text_height(page, step, (size,), "regular", wide, column.left.height) for step in steps]
        if sum(heights) + gap * len(steps) <= column.left.height:
            break
    for i, (step, tall) in enumerate(zip(steps, heights, strict=True), start=1):
        box = column.top(tall)
        draw_text(page, pygame.Rect(box.left, box.top, indent, tall), f"{i}.", (size,), colours.ACCENT, "bold")
        draw_text(page, pygame.Rect(box.left + indent, box.top, wide, tall), step, (size,), colours.INK)


def _search(page: Page, column: Column, rules: RulesPage) -> None:
    """Draws what was typed, and a keyboard at the bottom."""
    px = page.type.px
    line = column.top(px(36))
    page.fill(line, colours.PANEL)
    text = rules.typed or _("Type the beginning of a word.")
    draw_text(
        page, line.inflate(-px(20), -px(6)), text, _LARGE, colours.INK if rules.typed else colours.SOFT, centred=True
    )
    draw_keys(page, column.bottom(px(156)), rules.keys)
    column.text(rules.text, _TEXT, colours.SOFT)


def _topics(page: Page, column: Column, topics: Sequence[RulesEntry]) -> None:
    """Draws the topics in as many rows as they need. The one that was chosen is filled. If no space would be left for
    the list, the topics are left out.
    """
    px, gap = page.type.px, page.type.px(GAP)
    font = page.type.font(15, "bold")
    rows: list[list[tuple[int, RulesEntry]]] = [[]] if topics else []
    for topic in topics:
        wide = min(column.left.width, max(page.type.touch(0), font.size(plain(topic.text))[0] + px(26)))
        if rows[-1] and sum(taken + gap for taken, _topic in rows[-1]) + wide > column.left.width:
            rows.append([])
        rows[-1].append((wide, topic))
    tall = page.type.touch(_CHIP)
    if len(rows) * (tall + gap) > column.left.height * _MOST_TOPICS:
        return
    for row in rows:
        strip = column.top(tall)
        left = strip.left
        for wide, topic in row:
            _key(page, pygame.Rect(left, strip.top, wide, strip.height), topic, (15, 14, 13))
            left += wide + gap


def _list(page: Page, area: pygame.Rect, entries: Sequence[RulesEntry]) -> None:
    """Draws the list of rules in columns, and a key for the next ones."""
    px, gap = page.type.px, page.type.px(GAP)
    across = 2 if area.width >= px(520) else 1
    tall = page.type.touch(_ENTRY)
    down = max(1, (area.height + gap) // (tall + gap))
    shown, more = leaf(page, entries, across * down)
    draw_leaf(page, divide(area, across, len(shown) + more, tall, gap), shown, _entry)


def _entry(page: Page, box: pygame.Rect, entry: RulesEntry) -> None:
    """Draws one rule of the list."""
    px = page.type.px
    page.fill(box, colours.PANEL, 10)
    pygame.draw.rect(page.surface, colours.LINE, box, max(1, px(1)), border_radius=px(10))
    page.targets.append(Target(box, entry.command))
    inner = box.inflate(-px(20), -px(6))
    arrow = pygame.Rect(inner.right - px(14), inner.top, px(14), inner.height)
    words = pygame.Rect(inner.left, inner.top, inner.width - px(18), inner.height)
    draw_text(page, words, entry.text, _LABELS, colours.INK, "bold", centred=True)
    draw_text(page, arrow, "›", (20,), colours.SOFT, "bold", "right", centred=True)


def _buttons(page: Page, row: pygame.Rect, entries: Sequence[RulesEntry]) -> None:
    """Draws the keys at the bottom, side by side. A key with a single letter is narrower, and the last key is
    filled.
    """
    gap, unit = page.type.px(GAP), _measure_unit(page, row.width, entries)
    left = float(row.left)
    for i, entry in enumerate(entries):
        share = _share(entry)
        box = pygame.Rect(round(left), row.top, round(unit * share), row.height)
        _key(page, box, entry, (26,) if share == 1.0 else _LABELS, is_main=i == len(entries) - 1)
        left += unit * share + gap


def _share(entry: RulesEntry) -> float:
    """The width of a key, as a multiple of the width of a key with a single letter."""
    return 1.0 if len(entry.text) == 1 else 1.7


def _measure_unit(page: Page, width: int, entries: Sequence[RulesEntry]) -> float:
    """The width of a key with a single letter, if these keys fill a row of this width."""
    return (width - page.type.px(GAP) * (len(entries) - 1)) / sum(map(_share, entries))


def _key(page: Page, box: pygame.Rect, entry: RulesEntry, sizes: tuple[float, ...], *, is_main: bool = False) -> None:
    filled = entry.chosen or is_main
    ink: Colour = colours.ON_ACCENT if filled else colours.INK
    page.fill(box, colours.ACCENT if filled else colours.RAISED, 12)
    page.targets.append(Target(box, entry.command))
    draw_text(
        page, box.inflate(-page.type.px(12), -page.type.px(4)), entry.text, sizes, ink, "bold", "middle", centred=True
    )
