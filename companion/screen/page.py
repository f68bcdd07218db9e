"""A page of the touchscreen while it is drawn: the surface, its regions, and which taps mean what.

Screens are given a page and fill it. The panel's shape decides how a page is divided: the board on the left and words
on the right, or on an upright panel the board above the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from companion.screen import theme
from companion.screen.board import BoardPicture, Scene, lift
from companion.screen.board_geometry import Place
from companion.screen.motion import Motion
from companion.screen.shapes import Point
from companion.screen.theme import Colour, Type
from companion.values.commands import Command
from companion.values.menu_commands import MenuCommand

DESIGN = (800, 480)
"""The size of the panel for which the lengths in `theme` are given."""


FINGER_MM = 9.0
"""Fingers hit what is at least so high."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A tap that turns to another page of choices. It is no action of the game."""

    page: int


@dataclass(frozen=True, slots=True)
class Target:
    """An area that answers taps."""

    area: pygame.Rect
    means: Command | MenuCommand | Turn


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the people in front of the screen want it."""

    larger: float = 1.0
    """How many times as large texts are, where there is space; 1 or more."""
    left_handed: bool = False
    """True if the buttons are on the left of the board, with Done leftmost."""
    motion: bool = True
    """False if nothing on the screen may move: everything changes at once."""
    px_per_mm: float = 0.0
    """How many pixels a millimetre of the panel has, so that fingers hit what they want; 0 if that is not known."""

    def make_type(self, size: tuple[int, int], larger: float = 1.0) -> Type:
        """The fonts and lengths for a panel of a size in pixels. larger: how many times as large texts are as usual."""
        return Type(scale(size), larger, round(FINGER_MM * self.px_per_mm))


@dataclass(frozen=True)
class Regions:
    """Where things are on the panel, in pixels."""

    inside: pygame.Rect
    """The whole panel inside the margin."""
    board: pygame.Rect
    words: pygame.Rect
    buttons: pygame.Rect


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where a die of the view is on the page."""

    number: int
    """Which of the view's dice it is, from 0."""
    kind: str
    value: int
    side: int
    """How wide it is, in pixels."""
    middle: Point


@dataclass
class Page:
    """The page that a screen draws on, with the areas that answer taps."""

    surface: pygame.Surface
    type: Type
    regions: Regions
    board: BoardPicture
    turned_to: int = 0
    """Which page of the choices is shown, from 0, if they need more than one."""
    menu: bool = False
    """True if people can leave the game and go to the menu."""
    left_handed: bool = False
    """True if Done is the leftmost button."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    motion: Motion | None = None
    """What moves. It is left out of the page, because it is drawn over it at each moment."""
    place: Place | None = None
    """Where the board is; None if the page has several or none."""
    dice: list[DiePlace] = field(default_factory=list)
    """Where the view's dice are."""
    targets: list[Target] = field(default_factory=list)
    on_board: Callable[[tuple[float, float]], Command | None] | None = None
    """What a tap on the board means, if it hits no target: fingers need not hit a small cell exactly."""
    written: list[pygame.Rect] = field(default_factory=list)
    """Where lines of text are; no two may overlap."""
    said: list[str] = field(default_factory=list)
    """The texts that are on the page without a cut."""
    cut: list[str] = field(default_factory=list)
    """The texts that are on the page, but not whole."""

    def fill(self, area: pygame.Rect, colour: Colour, radius: int = 10) -> None:
        """A plain area with round corners."""
        pygame.draw.rect(self.surface, colour, area, border_radius=self.type.px(radius))

    def draw_board(self, scene: Scene, *, dimmed: bool = False) -> Place:
        """Draws the board in its region, without the pieces that glide now, and returns where it is."""
        if self.motion is not None:
            scene = lift(scene, self.motion.glides)
        area = self.regions.board
        self.place = self.board.draw(self.surface, area, scene, self.type, dimmed=dimmed, turned=self.turned)
        return self.place


def lay_out(wishes: Wishes, draw: Callable[[float], Page]) -> Page:
    """The page with texts as large as people want them, or with smaller ones if it would say less then.

    draw: draws the page; its argument says how many times as large as usual texts are.
    """
    usual = draw(1.0)
    for part in (1.0, 0.6, 0.3):
        if wishes.larger <= 1.0:
            break
        page = draw(1.0 + part * (wishes.larger - 1.0))
        if not Counter(usual.said) - Counter(page.said):
            return page
    return usual


def scale(size: tuple[int, int]) -> float:
    """How much larger than the design everything is drawn on a panel of this size."""
    width, height = size
    wide, high = DESIGN
    return min(width / wide, height / high) if width >= height else min(width / high, height / wide)


def open_page(
    size: tuple[int, int], wishes: Wishes, larger: float, board: BoardPicture, turned_to: int, *, menu: bool = False
) -> Page:
    """An empty page for a panel of a size in pixels. larger: how many times as large texts are as usual."""
    surface = pygame.Surface(size)
    surface.fill(theme.colours.GROUND)
    kind = wishes.make_type(size, larger)
    return Page(surface, kind, regions(size, wishes, board.shape), board, turned_to, menu, wishes.left_handed)


_NAMED_RIMS = 34
"""The space for names of points above and below a board."""
_THREE_BUTTONS = 3.36
"""The width of Undo, Hint and Done side by side, as a multiple of the narrowest one's."""


def regions(size: tuple[int, int], wishes: Wishes = Wishes(), shape: float = 1.0) -> Regions:
    """Divides the panel: landscape with the board on the left, or on the right for left-handed people; portrait with
    the board on top. shape: the height of the board, as a multiple of its width."""
    width, height = size
    kind = wishes.make_type(size)
    margin, gap, tall = kind.px(theme.MARGIN), kind.px(theme.GAP), kind.touch(theme.BUTTON_HEIGHT)
    inside = pygame.Rect(0, 0, width, height).inflate(-2 * margin, -2 * margin)
    if width >= height:
        three = round(_THREE_BUTTONS * kind.least_touch) + 2 * gap
        side = min(height - 2 * gap, round(width * 0.58), width - 2 * margin - gap - three)
        board = pygame.Rect(gap, (height - side) // 2, side, side)
        left = board.right + margin
        words = pygame.Rect(left, margin, width - margin - left, height - 2 * margin - tall - gap)
        if wishes.left_handed:
            board.right, words.right = width - board.left, width - words.left
    else:
        side = min(width - 2 * gap, round(height * 0.5))
        tall_board = min(side, round(side * shape) + kind.px(_NAMED_RIMS))
        board = pygame.Rect((width - side) // 2, gap, side, tall_board)
        top = board.bottom + margin
        words = pygame.Rect(margin, top, width - 2 * margin, height - margin - tall - gap - top)
    buttons = pygame.Rect(words.left, height - margin - tall, words.width, tall)
    return Regions(inside, board, words, buttons)
