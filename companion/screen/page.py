"""A page of the touchscreen while it is drawn: the surface, its regions, and what taps on it mean. Each screen gets a
page and fills it.

The panel's shape decides how the page is divided: the board on the left and words on the right or, on an upright panel,
the board above the words.
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
"""The size of the panel for which lengths are given in `theme` ("design lengths")."""


FINGER_MM = 9.0
"""What people tap is at least this high, so that fingers can hit it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The answer to a tap that shows another page of choices. It does nothing in the game."""

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
    """How many pixels a millimetre of the panel has; 0 if this is not known. It makes sure that fingers can hit
    everything.
    """

    def make_type(self, size: tuple[int, int], larger: float = 1.0) -> Type:
        """The fonts and lengths for a panel of this size in pixels. larger: how many times as large as usual
        texts are.
        """
        return Type(scale(size), larger, round(FINGER_MM * self.px_per_mm))


@dataclass(frozen=True)
class Regions:
    """Where the parts of a page are on the panel, in pixels."""

    inside: pygame.Rect
    """The whole panel inside the margin."""
    board: pygame.Rect
    words: pygame.Rect
    buttons: pygame.Rect


@dataclass(frozen=True, slots=True)
class DiePlace:
    """Where a die of the view is on the page."""

    number: int
    """The number of the die in the view, from 0."""
    kind: str
    value: int
    side: int
    """The width of the die in pixels."""
    middle: Point


@dataclass
class Page:
    """The page that a screen draws on, with the areas that answer taps."""

    surface: pygame.Surface
    type: Type
    regions: Regions
    board: BoardPicture
    turned_to: int = 0
    """If the choices need several pages: the number of the page that is shown, from 0."""
    menu: bool = False
    """True if people can leave the game and go to the menu."""
    left_handed: bool = False
    """True if Done is the leftmost button."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    motion: Motion | None = None
    """What moves on the page. It is not drawn into the page, but over it again and again."""
    place: Place | None = None
    """Where the board is; None if the page has several or none."""
    dice: list[DiePlace] = field(default_factory=list)
    """Where the view's dice are."""
    targets: list[Target] = field(default_factory=list)
    on_board: Callable[[tuple[float, float]], Command | None] | None = None
    """Finds the command for a tap on the board that hits no target, because fingers need not hit a small cell
    exactly.
    """
    written: list[pygame.Rect] = field(default_factory=list)
    """The boxes of all lines of text. No two may overlap."""
    said: list[str] = field(default_factory=list)
    """The texts that are drawn completely on the page."""
    cut: list[str] = field(default_factory=list)
    """The texts that are drawn only partly on the page."""

    def fill(self, area: pygame.Rect, colour: Colour, radius: int = 10) -> None:
        """Fills an area with a colour. Its corners are round."""
        pygame.draw.rect(self.surface, colour, area, border_radius=self.type.px(radius))

    def draw_board(self, scene: Scene, *, dimmed: bool = False) -> Place:
        """Draws the board in its region, without the pieces that glide now, and returns where it is."""
        if self.motion is not None:
            scene = lift(scene, self.motion.glides)
        area = self.regions.board
        self.place = self.board.draw(self.surface, area, scene, self.type, dimmed=dimmed, turned=self.turned)
        return self.place


def lay_out(wishes: Wishes, draw: Callable[[float], Page]) -> Page:
    """The page with texts as large as people want them. If fewer texts would fit then, the texts are made smaller.
    draw: draws the page; its argument is how many times as large as usual texts are.
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
    """How many times as large as the design lengths everything is drawn on a panel of this size."""
    width, height = size
    wide, high = DESIGN
    return min(width / wide, height / high) if width >= height else min(width / high, height / wide)


def open_page(
    size: tuple[int, int], wishes: Wishes, larger: float, board: BoardPicture, turned_to: int, *, menu: bool = False
) -> Page:
    """An empty page for a panel of this size in pixels. larger: how many times as large as usual texts are."""
    surface = pygame.Surface(size)
    surface.fill(theme.colours.GROUND)
    kind = wishes.make_type(size, larger)
    return Page(surface, kind, regions(size, wishes, board.shape), board, turned_to, menu, wishes.left_handed)


_NAMED_RIMS = 34
"""The height of the names of points above and below a board."""
_THREE_BUTTONS = 3.36
"""The width of Undo, Hint and Done side by side, as a multiple of the width of the narrowest one."""


def regions(size: tuple[int, int], wishes: Wishes = Wishes(), shape: float = 1.0) -> Regions:
    """Divides a panel into regions.

    In landscape, the board is on the left; for left-handed people it is on the right. In portrait, the board is at the
    top. shape: the height of the board, as a multiple of its width.
    """
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
