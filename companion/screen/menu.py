"""The menu before a game, in which people continue a saved game, or choose a new one and how to play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from companion.boards import Board
from companion.language import _
from companion.screen import keyboard, shapes, widgets
from companion.screen.board import BoardPicture, Scene
from companion.screen.focus import Focus
from companion.screen.page import DESIGN, Page, Target, Turn, Wishes, lay_out, open_page
from companion.screen.rules import draw_rules
from companion.screen.side import draw_side
from companion.screen.text import draw_text, fits, text_height
from companion.screen.theme import BODY, BUTTON_HEIGHT, GAP, HEADLINE, MARGIN, Weight, colours
from companion.screen.widgets import Column
from companion.values.commands import CloseRules
from companion.values.keys import KeyName
from companion.values.menu_commands import LeaveOptions, MenuCommand
from companion.values.side_pages import SidePage
from companion.values.views import Menu, MenuEntry, RulesPage

MOST_SAVED = 2
"""How many saved games are shown at a time."""

LEAST_CARDS = 120
"""How high the part with new games is at least, with the line above it."""

_TITLE, _OPTION, _WIDE_ENOUGH = 48, BUTTON_HEIGHT - 12, 220
"""Three lengths: the height for the name of a game, the height of an option, and the least width of an option."""


class MenuScreen:
    """Draws a menu on a panel of `size` pixels, and finds the command of a tap on it."""

    def __init__(
        self,
        boards: Mapping[str, Board],
        size: tuple[int, int] = DESIGN,
        wishes: Wishes = Wishes(),  # noqa: B008 - a constant
    ) -> None:
        self._pictures = {name: BoardPicture(board, None) for name, board in boards.items()}
        self._size = size
        self._wishes = wishes
        self._turned_to = 0
        self._menu: Menu | None = None
        self._page: Page | None = None
        self._focus = Focus()

    def resize(self, size: tuple[int, int]) -> None:
        """Changes to another size."""
        if size != self._size:
            self._size, self._page = size, None

    def wish(self, wishes: Wishes) -> None:
        """Draws as people wish from now on."""
        if wishes != self._wishes:
            self._wishes, self._page = wishes, None

    def draw(self, menu: Menu) -> pygame.Surface:
        """A picture of a menu. It is the same object as before while the menu does not change."""
        if self._page is None or menu != self._menu:
            before = self._menu
            same = before is not None and _name_place(menu) == _name_place(before)
            self._turned_to = self._turned_to if same else 0
            self._menu = menu
            self._page = self._lay_out(menu)
        return self._page.surface

    def tap(self, x: float, y: float) -> MenuCommand | None:
        """The command at a pixel of the last drawn picture; None if nothing there has one."""
        if self._page is None or self._menu is None:
            return None
        for target in self._page.targets:
            if target.area.collidepoint(x, y):
                if isinstance(target.means, Turn):
                    self._turned_to = target.means.page
                    self._page = self._lay_out(self._menu)
                elif isinstance(target.means, MenuCommand):
                    return target.means
                return None
        found = None if self._page.on_board is None else self._page.on_board((x, y))
        return found if isinstance(found, MenuCommand) else None

    def press(self, key: KeyName) -> MenuCommand | None:
        """The command of a key; None if it has none. Enter presses the button with the ring, and Escape goes back if
        that is possible.
        """
        if self._page is None or self._menu is None:
            return None
        if key == "erase":
            return keyboard.erase(self._typed_on)
        if key == "back" and self._menu.side is not None:
            return self._menu.side.back
        if key == "back" and self._menu.rules is not None:
            return CloseRules()
        if key == "back":
            return next((entry.command for entry in self._menu.buttons if entry.command == LeaveOptions()), None)
        if key == "enter":
            target = self._focus.find(self._page.targets)
            return keyboard.finish(self._typed_on) if target is None else self.tap(*target.area.center)
        if self._focus.has_moved(key, self._page.targets):
            self._page = self._lay_out(self._menu)
        return None

    def write(self, letters: str) -> MenuCommand | None:
        """The command for letters that people typed on a keyboard; None if letters mean nothing now."""
        return keyboard.type_letters(self._typed_on, letters, self._focus)

    @property
    def _typed_on(self) -> SidePage | RulesPage | None:
        """The open page, if people may type on it."""
        return None if self._menu is None else self._menu.side or self._menu.rules

    def targets(self) -> tuple[pygame.Rect, ...]:
        """The areas of the last drawn picture that answer taps."""
        return tuple(target.area for target in self._page.targets) if self._page else ()

    def said(self) -> tuple[str, ...]:
        """The texts that are drawn completely in the last picture."""
        return tuple(self._page.said) if self._page else ()

    def _lay_out(self, menu: Menu) -> Page:
        return lay_out(self._wishes, lambda larger: self._draw(menu, larger))

    def _draw(self, menu: Menu, larger: float) -> Page:
        picture = self._pictures[menu.game or next(iter(self._pictures))]
        page = open_page(self._size, self._wishes, larger, picture, self._turned_to)
        if menu.side is not None:
            draw_side(page, menu.side)
        elif menu.rules is not None:
            draw_rules(page, menu.rules)
        elif menu.game is None:
            self._which(page, menu)
        else:
            _how(page, menu)
        self._focus.draw(page)
        return page

    def _which(self, page: Page, menu: Menu) -> None:
        """Draws saved games as lines, and new ones as cards with their boards."""
        column = Column(page, page.regions.inside.copy())
        column.text(menu.headline, HEADLINE, colours.INK, "bold", most=48)
        if menu.detail:
            widgets.notices(page, column, (menu.detail,))
        if menu.buttons:
            widgets.entries(page, column.bottom(page.type.touch(BUTTON_HEIGHT - 16)), menu.buttons)
        _list_saved(page, column, menu.saved)
        if menu.saved:
            column.text(_("Or start a new game:"), BODY, colours.SOFT, most=26)
        if menu.games:
            self._cards(page, column.left, menu.games)

    def _cards(self, page: Page, area: pygame.Rect, games: Sequence[MenuEntry]) -> None:
        gap, caption = page.type.px(MARGIN), page.type.px(34)
        across = max(
            range(1, len(games) + 1),
            key=lambda n: min(
                (area.width + gap) // n - gap, (area.height + gap) // -(-len(games) // n) - gap - caption
            ),
        )
        down = -(-len(games) // across)
        wide, tall = (area.width + gap) // across - gap, (area.height + gap) // down - gap
        tall = min(tall, wide + caption)
        drop = (area.height - down * tall - (down - 1) * gap) // 2
        for i, choice in enumerate(games):
            in_row = min(across, len(games) - i // across * across)
            indent = (area.width - in_row * wide - (in_row - 1) * gap) // 2
            box = pygame.Rect(
                area.left + indent + i % across * (wide + gap), area.top + drop + i // across * (tall + gap), wide, tall
            )
            page.fill(box, colours.PANEL, 12)
            pygame.draw.rect(
                page.surface, colours.RAISED, box, max(1, page.type.px(1.5)), border_radius=page.type.px(12)
            )
            page.targets.append(Target(box, choice.command))
            inner = pygame.Rect(box.left, box.top, box.width, box.height - caption).inflate(-gap, -gap)
            if choice.game in self._pictures:
                self._pictures[choice.game].draw(page.surface, inner, Scene({}, {}), page.type)
            words = pygame.Rect(box.left + gap // 2, box.bottom - caption, box.width - gap, caption - gap // 3)
            draw_text(
                page, words, choice.text, (18, 17, 16, 15, 14, 13, 12), colours.INK, "bold", "middle", centred=True
            )


def _name_place(menu: Menu) -> tuple[object, ...]:
    """A key that differs for each part of the menu in which people can be."""
    return menu.game, menu.rules, None if menu.side is None else menu.side.name


def _list_saved(page: Page, column: Column, saved: Sequence[MenuEntry]) -> None:
    """Draws as many saved games as fit while enough space for the new games is left, and a key for the next ones."""
    line = page.type.touch(BUTTON_HEIGHT - 10)
    if column.left.height - (MOST_SAVED + 1) * (line + page.type.px(GAP)) >= page.type.px(LEAST_CARDS):
        shown, more = widgets.leaf(page, saved, MOST_SAVED + 1)
        for choice in shown:
            _saved(page, column.top(line), choice)
        if more:
            widgets.turn_over(page, column.top(page.type.touch(BUTTON_HEIGHT - 16)))
        return
    for choice in saved[page.turned_to % len(saved) :][:1] if saved else ():
        box = column.top(line)
        if len(saved) > 1:
            key = pygame.Rect(box.right - line, box.top, line, line)
            box.width -= line + page.type.px(GAP)
            widgets.turn_over(page, key, "…")
        _saved(page, box, choice)


def _saved(page: Page, box: pygame.Rect, choice: MenuEntry) -> None:
    """Draws a saved game, with a sign at its right that deletes it and one that copies it."""
    signs: tuple[tuple[shapes.Sign, MenuCommand | None], ...] = (
        ("cross", choice.delete),
        ("copy", choice.take_along),
    )
    for sign, command in signs:
        if command is not None:
            key = pygame.Rect(box.right - box.height, box.top, box.height, box.height)
            box = pygame.Rect(box.left, box.top, box.width - box.height - page.type.px(GAP), box.height)
            page.fill(key, colours.RAISED, 12)
            page.targets.append(Target(key, command))
            shapes.put(page.surface, shapes.sign(sign, page.type.px(22), colours.SOFT), key.center)
    widgets.answer(page, box, choice)


def _how(page: Page, menu: Menu) -> None:
    """Draws the board, the options, and the button to begin. On a small panel, the options take the place of the
    board.
    """
    column, row = Column(page, page.regions.words.copy()), page.regions.buttons
    gap, count = page.type.px(GAP), len(menu.buttons)
    wide = (row.width + gap) // max(1, count) - gap
    above = 0 if wide >= page.type.least_touch and widgets.words_fit(page, menu.buttons, wide) else count // 2
    space = column.left.height - (row.height + gap if above else 0)
    across = _find_across(page, column.left.width, space, menu)
    if across:
        page.draw_board(Scene(menu.table, {}))
    else:
        column, above = Column(page, page.regions.inside.copy()), 0
        row = column.bottom(row.height)
        across = _count_across(page, column.left.width)
    spare = (
        column.left.height - (row.height + gap if above else 0) - _measure_how(page, column.left.width, across, menu)
    )
    column.text(menu.headline, HEADLINE, colours.ACCENT, "bold", most=_TITLE)
    detail = menu.detail
    if menu.settings and not fits(page, menu.aim, BODY, "regular", column.left.width, spare - gap):
        freed = gap + text_height(page, detail, BODY, "regular", column.left.width, page.type.px(_TITLE))
        if fits(page, menu.aim, BODY, "regular", column.left.width, spare + freed - gap):
            # What the game is about matters more than that options can be tapped.
            detail, spare = "", spare + freed
    if fits(page, menu.aim, BODY, "regular", column.left.width, spare - gap):
        _tell_aim(page, column, menu, spare - gap)
    column.text(detail, BODY, colours.SOFT, most=_TITLE if menu.settings else None)
    if above:  # side by side they are too narrow for fingers or words
        widgets.entries(page, column.bottom(row.height), menu.buttons[:above])
    widgets.entries(page, row, menu.buttons[above:])
    tall = page.type.touch(_OPTION)
    room = max(1, (column.left.height + gap) // (tall + gap)) * across
    shown, more = widgets.leaf(page, menu.settings, room)
    boxes = widgets.divide(column.left, across, len(shown) + more, tall, gap)
    widgets.draw_leaf(page, boxes, shown, widgets.answer)


def _tell_aim(page: Page, column: Column, menu: Menu, most: int) -> None:
    """Draws the aim, or what the option means that was changed last. Both take the same space, so that no option moves
    below a finger. most: the largest height in px.
    """
    width = column.left.width
    tall = max(text_height(page, text, BODY, "regular", width, most) for text in (menu.aim, *menu.meanings.values()))
    draw_text(page, column.top(tall), menu.aim_or_meaning, BODY, colours.INK)


def _find_across(page: Page, width: int, height: int, menu: Menu) -> int:
    """How many options must be side by side so that all of them fit into a column below the texts: the smallest number.
    0 if they never fit.
    """
    each = range(1, _count_across(page, width) + 1)
    return next((across for across in each if _measure_how(page, width, across, menu) <= height), 0)


def _measure_how(page: Page, width: int, across: int, menu: Menu) -> int:
    """How high the texts and all options of a game are in a column of this width, with this many options side by
    side.
    """
    gap, most = page.type.px(GAP), page.type.px(_TITLE)
    weights: tuple[tuple[str, tuple[float, ...], Weight], ...]
    weights = ((menu.headline, HEADLINE, "bold"), (menu.detail, BODY, "regular")) if menu.settings else ()
    told = sum(text_height(page, text, sizes, weight, width, most) + gap for text, sizes, weight in weights if text)
    rows = -(-len(menu.settings) // across)
    return told + rows * (page.type.touch(_OPTION) + gap) - gap


def _count_across(page: Page, width: int) -> int:
    """How many options fit side by side."""
    return max(1, width // page.type.px(_WIDE_ENOUGH))
