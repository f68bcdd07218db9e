"""The screen of the camera: the live picture with the board outlined, what to do about it, and how sharp it is."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.language import _
from companion.screen import shapes, side_parts
from companion.screen.page import Page
from companion.screen.text import draw_text
from companion.screen.theme import GAP, HEADLINE, MARGIN, NOTE, colours
from companion.screen.widgets import Column
from companion.values.commands import Command
from companion.values.side_commands import TapPicture
from companion.values.side_pages import LivePicture, Place, SidePage

_PICTURE = 0.62
"""The part of the width that the picture takes on a panel in landscape, and the part of the height in portrait."""
_BAR = 14
"""The height of the bar of sharpness."""
_TEXT = (21, 20, 19, 18, 17, 16, 15, 14, 13, 12)


def draw(page: Page, side: SidePage) -> None:
    """Draws the picture, and beside or below it the words and buttons; without a picture the words alone."""
    if side.picture is None:
        side_parts.frame(page, side)
        return
    area, words = _divide(page, side.picture)
    _picture(page, area, side.picture)
    column = Column(page, words)
    side_parts.buttons(page, column, side.buttons)
    column.text(side.headline, HEADLINE, colours.INK, "bold", most=44)
    _sharpness(page, column, side.picture.sharpness)
    column.text(side.text, _TEXT, colours.INK)


def _divide(page: Page, picture: LivePicture) -> tuple[pygame.Rect, pygame.Rect]:
    """The area for the picture, as large as possible, and the area for the words."""
    inside, margin = page.regions.inside, page.type.px(MARGIN)
    width, height = picture.size
    if inside.width >= inside.height:
        wide = round(inside.width * _PICTURE)
        scale = min(wide / width, inside.height / height)
        area = pygame.Rect(inside.left, inside.top, round(width * scale), round(height * scale))
        words = pygame.Rect(area.right + margin, inside.top, inside.right - area.right - margin, inside.height)
        if page.left_handed:
            words.left, area.right = inside.left, inside.right
        return area, words
    scale = min(inside.width / width, inside.height * _PICTURE / height)
    area = pygame.Rect(inside.left, inside.top, round(width * scale), round(height * scale))
    top = area.bottom + margin
    return area, pygame.Rect(inside.left, top, inside.width, inside.bottom - top)


def _picture(page: Page, area: pygame.Rect, picture: LivePicture) -> None:
    px = page.type.px
    live = pygame.image.frombuffer(picture.pixels, picture.size, "BGR")
    page.surface.blit(pygame.transform.smoothscale(live, area.size), area)

    def place(at: Place) -> tuple[float, float]:
        return area.left + at[0] * area.width, area.top + at[1] * area.height

    page.surface.set_clip(area)
    for spot in picture.spots:
        pygame.draw.circle(page.surface, colours.ACCENT, place(spot), px(4), max(1, px(1.5)))
    if picture.outline:
        _outline(page, [place(corner) for corner in picture.outline])
    for number, tap in enumerate(picture.taps, start=1):
        shapes.put(page.surface, shapes.ring(colours.WARNING, px(22), 3.0), place(tap))
        words = pygame.Rect(0, 0, px(20), px(20))
        words.midbottom = round(place(tap)[0]), round(place(tap)[1]) - px(12)
        draw_text(page, words.clamp(area), str(number), NOTE, colours.WARNING, "bold", "middle")
    page.surface.set_clip(None)
    pygame.draw.rect(page.surface, colours.LINE, area, 1)
    if picture.can_tap:

        def find(at: tuple[float, float]) -> Command | None:
            if not area.collidepoint(at):
                return None
            return TapPicture((at[0] - area.left) / area.width, (at[1] - area.top) / area.height)

        page.on_board = find


def _outline(page: Page, corners: Sequence[tuple[float, float]]) -> None:
    """Draws the edges of the board as a bright line on a dark one, which can be seen on every board."""
    for colour, width in (((0, 0, 0), 6), (colours.ACCENT, 3)):
        pygame.draw.lines(page.surface, colour, closed=True, points=corners, width=max(1, page.type.px(width)))


def _sharpness(page: Page, column: Column, sharpness: float) -> None:
    """Draws a bar that is longer the sharper the picture is."""
    px = page.type.px
    column.text(_("Sharpness: the longer, the better"), NOTE, colours.SOFT, most=34, gap=3)
    bar = column.top(px(_BAR), gap=GAP + 4)
    page.fill(bar, colours.RAISED, 6)
    page.fill(pygame.Rect(bar.left, bar.top, max(px(8), round(bar.width * sharpness)), bar.height), colours.ACCENT, 6)
