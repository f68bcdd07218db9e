"""The touchscreen: a view goes in and a picture comes out; a tap goes in and a command comes out.

It draws again only when the view has changed, or while something moves; an unchanged view only costs a comparison. It
opens no window, reads no mouse and asks no clock: companion.devices.display and companion.app.frontend do that.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.boards import Board
from companion.screen import (
    doubt,
    game_menu,
    hint,
    history,
    interrupted,
    keyboard,
    over,
    play,
    roll,
    rules,
    setup,
    side,
    wrong,
)
from companion.screen.board import BoardPicture
from companion.screen.dice import draw_tumbling
from companion.screen.focus import Focus
from companion.screen.motion import Motion, find_motion, goes_on
from companion.screen.page import DESIGN, Page, Turn, Wishes, lay_out, open_page
from companion.values.commands import ClosePage, CloseRules, Command, Disagree, HideHint, KeepAsItIs, OpenMenu
from companion.values.keys import KeyName
from companion.values.picture_size import SMALLEST, is_large_enough
from companion.values.side_pages import SidePage
from companion.values.views import RulesPage, ScreenName, View

_SCREENS: dict[ScreenName, Callable[[Page, View], None]] = {
    "setup": setup.draw,
    "play": play.draw,
    "hint": hint.draw,
    "roll": roll.draw,
    "wrong": wrong.draw,
    "doubt": doubt.draw,
    "blind": interrupted.draw_blind,
    "paused": interrupted.draw_paused,
    "over": over.draw,
    "menu": game_menu.draw,
    "history": history.draw,
    "rules": rules.draw,
    "side": side.draw,
}
"""The function that draws each screen.

This table is written by hand, because all screens are needed at once. So the type checker can compare its names with
those in views, and each `draw` with how it is called.
"""

_GO_BACK = ClosePage | KeepAsItIs | Disagree | HideHint
"""Choices that lead one step back. The key for going back gives the first of them that the screen offers."""


class Touchscreen:
    """The screen of one game on a panel of `size` pixels, landscape or portrait.

    piece_diameter_mm: the diameter for which the board was printed (companion.boards). menu: True if people can leave
    the game for the menu.
    """

    def __init__(
        self,
        board: Board,
        size: tuple[int, int] = DESIGN,
        piece_diameter_mm: float | None = None,
        *,
        menu: bool = False,
        wishes: Wishes = Wishes(),  # noqa: B008 - a constant
    ) -> None:
        self._board = BoardPicture(board, piece_diameter_mm)
        self._size = _checked(size)
        self._menu = menu
        self._wishes = wishes
        self._view: View | None = None
        self._page: Page | None = None
        self._turned_to = 0
        self._motion: Motion | None = None
        self._focus = Focus()

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the panel in pixels. Pictures have this size, and taps are in its pixels."""
        return self._size

    def resize(self, size: tuple[int, int]) -> None:
        """Changes the size. Type and pictures are drawn again for it. Raises ValueError below SMALLEST."""
        if size != self._size:
            self._size = _checked(size)
            self._page = None

    def wish(self, wishes: Wishes) -> None:
        """Draws as people wish from now on."""
        if wishes != self._wishes:
            self._wishes, self._page = wishes, None

    def draw(self, view: View, now: float | None = None) -> pygame.Surface:
        """A picture of a view, in this panel's size. It belongs to the touchscreen: to keep or change it, make a copy.

        now: the time by a clock (s). With it, pieces glide and dice tumble for a moment when a new view follows the
        last one. While this lasts, each call draws another picture. Without it, nothing moves.
        """
        is_new = view is not self._view and view != self._view
        motion = self._follow(view, now, is_new=is_new)
        if is_new and (self._view is None or _is_elsewhere(view, self._view)):
            self._turned_to = 0
        if self._page is None or is_new or motion is not self._motion:
            self._motion = motion
            self._page = self._lay_out(view)
        self._view = view
        if motion is None or now is None:
            return self._page.surface
        picture = self._page.surface.copy()
        if self._page.place is not None:
            self._board.draw_glides(picture, self._page.place, motion, now)
        draw_tumbling(picture, self._page.dice, motion, now)
        return picture

    def _follow(self, view: View, now: float | None, *, is_new: bool) -> Motion | None:
        """What moves now, if this view follows the last one; None if nothing does."""
        if now is None or self._view is None or not self._wishes.motion:
            return None
        found = find_motion(self._view, view, now, self._board.middles) if is_new else None
        if found is not None:
            return found
        motion = self._motion
        if motion is None or motion.is_over(now) or not goes_on(self._view, view):
            return None
        return motion

    def tap(self, x: float, y: float) -> Command | None:
        """The command for a tap at a pixel of the last picture; None if nothing there has one."""
        if self._page is None or self._view is None:
            return None
        for target in self._page.targets:
            if target.area.collidepoint(x, y):
                if isinstance(target.means, Turn):
                    self._turned_to = target.means.page
                    self._page = self._lay_out(self._view)
                elif isinstance(target.means, Command):
                    return target.means
                return None
        return None if self._page.on_board is None else self._page.on_board((x, y))

    def press(self, key: KeyName) -> Command | None:
        """The command of a key: that of the button for which the key is, or of the area with the ring. Without a ring,
        Enter means Done. Keys that move the ring have no command.
        """
        if self._page is None or self._view is None:
            return None
        if key == "erase":
            return keyboard.erase(self._typed_on)
        if key in ("undo", "redo", "hint"):
            return None if self.is_typed_on else self._find_button(key)
        if key == "back" and self._view.side is not None:
            return self._view.side.back
        if key == "back" and self._view.rules is not None:
            return CloseRules()
        if key == "back":
            back = next((one.command for one in self._view.choices if isinstance(one.command, _GO_BACK)), None)
            return back or (OpenMenu() if self._menu else None)
        if key != "enter":
            if self._focus.has_moved(key, self._page.targets):
                self._page = self._lay_out(self._view)
            return None
        target = self._focus.find(self._page.targets)
        if target is not None:
            return self.tap(*target.area.center)
        return keyboard.finish(self._typed_on) if self.is_typed_on else self._find_button("done")

    def write(self, letters: str) -> Command | None:
        """The command for letters that people typed on a real keyboard; None if letters mean nothing now."""
        return keyboard.type_letters(self._typed_on, letters, self._focus)

    @property
    def is_typed_on(self) -> bool:
        """True if a page is open on which people can type."""
        return keyboard.is_typed_on(self._typed_on)

    @property
    def _typed_on(self) -> SidePage | RulesPage | None:
        return None if self._view is None else self._view.side or self._view.rules

    def _find_button(self, name: str) -> Command | None:
        buttons = self._view.buttons if self._view is not None else ()
        return next((button.command for button in buttons if button.name == name), None)

    def targets(self) -> tuple[tuple[pygame.Rect, Command], ...]:
        """The areas of the last picture that answer taps, each with its command."""
        targets = self._page.targets if self._page else []
        return tuple((t.area, t.means) for t in targets if isinstance(t.means, Command))

    def written(self) -> tuple[pygame.Rect, ...]:
        """Where the lines of text are in the last drawn picture."""
        return tuple(self._page.written) if self._page else ()

    def said(self) -> tuple[str, ...]:
        """The texts that are drawn completely in the last picture."""
        return tuple(self._page.said) if self._page else ()

    def cut(self) -> tuple[str, ...]:
        """The texts that are drawn only partly in the last picture."""
        return tuple(self._page.cut) if self._page else ()

    def _lay_out(self, view: View) -> Page:
        return lay_out(self._wishes, lambda larger: self._draw(view, larger))

    def _draw(self, view: View, larger: float) -> Page:
        page = open_page(self._size, self._wishes, larger, self._board, self._turned_to, menu=self._menu)
        page.turned, page.motion = view.turned, self._motion
        _SCREENS[view.screen](page, view)
        self._focus.draw(page)
        return page


def _is_elsewhere(view: View, before: View) -> bool:
    """True if a view lists other things than the one before, so that its list begins with the first page. Someone who
    looks back and has chosen the camera's pictures also sees them at the next step.
    """
    if view.screen == before.screen == "history":
        return False
    names = [None if one.side is None else one.side.name for one in (view, before)]
    return (view.choices, view.rules) != (before.choices, before.rules) or names[0] != names[1]


def _checked(size: tuple[int, int]) -> tuple[int, int]:
    """The size, if texts can be read in it. Raises ValueError if one side is too short."""
    if not is_large_enough(size):
        raise ValueError(f"a screen of {size[0]}x{size[1]} pixels is too small: {SMALLEST[0]}x{SMALLEST[1]} is needed")
    return size
