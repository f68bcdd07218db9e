"""The players as every screen shows them: piece, name, and their numbers beside the board.

The words of a screen come first: if they need the space, the players' boxes get lower, and in the end disappear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.screen import shapes
from companion.screen.page import Page, Target
from companion.screen.text import draw_text, plain
from companion.screen.theme import ACCENT, GAP, INK, PANEL, RAISED, SOFT, Weight
from companion.screen.widgets import Column
from companion.values.views import Player

_NAMES = (18, 17, 16, 15, 14, 13, 12, 11, 11, 11)
_LABELS = (13, 13, 12.5, 12, 12, 11, 11, 10, 9, 8)
"""The sizes of the players' names, and of their numbers, which shrink together."""
_BESIDE, _PICTURE, _LEAST_PLAYER = 12, 24, 30
"""Parts of a player's box: the space before the piece, the piece, and the height below which nobody can read it."""
_TWO_ABREAST = 400
"""If a column has at least this width, two players are drawn side by side if they do not fit below each other."""


def draw(page: Page, column: Column, row: Sequence[Player], keep: int = 0) -> None:
    """Draws every player with piece, name and counters at the bottom; the active player is raised and marked.

    keep: this many pixels are left for the words above, if the players can still be read.
    """
    if not row:
        return
    px = page.type.px
    tall, gap = px(50), px(5)
    room = column.left.height - keep - px(GAP)
    crowded = room < len(row) * (px(_LEAST_PLAYER) + gap)
    across = 2 if len(row) > 2 or (crowded and column.left.width > px(_TWO_ABREAST)) else 1
    rows = -(-len(row) // across)
    free = max(rows * (px(_LEAST_PLAYER) + gap), room)
    tall = min(tall, (min(free, column.left.height) + gap) // rows - gap)
    if tall < px(_LEAST_PLAYER):
        return  # not enough space to read the players, as the words come first
    area = column.bottom(rows * tall + (rows - 1) * gap)
    wide = (area.width - (across - 1) * gap) // across
    share = _shares(page, row, wide)
    for i, player in enumerate(row):
        box = pygame.Rect(area.left + i % across * (wide + gap), area.top + i // across * (tall + gap), wide, tall)
        _player(page, box, player, share)


@dataclass(frozen=True)
class _Shares:
    """The widths and sizes of type in the boxes of all players."""

    counters: tuple[int, ...]
    """The width of each counter in pixels."""
    names: tuple[float, ...]
    """The sizes of type for the players' names."""
    labels: tuple[float, ...]
    """The sizes of type for the counters' names."""


def _shares(page: Page, row: Sequence[Player], wide: int) -> _Shares:
    """The space for each counter's name, at the largest type at which all of them and the players' names fit."""
    px = page.type.px
    room = wide - px(_BESIDE) - px(6) - (px(_PICTURE) + px(9) if any(p.kind is not None for p in row) else 0)
    most = max(len(player.counters) for player in row)
    for i in range(len(_NAMES)):
        name, label = page.type.font(_NAMES[i], "bold"), page.type.font(_LABELS[i])
        widths = [
            max(label.size(plain(p.counters[at][0]))[0] for p in row if at < len(p.counters)) + px(5)
            for at in range(most)
        ]
        spare = room - max(name.size(plain(p.name))[0] for p in row) - px(6) - sum(widths)
        if spare >= 0:
            widths = [max(width, min(px(90), width + spare // most)) for width in widths]
            return _Shares(tuple(widths), _NAMES[i:], _LABELS[i:])
    shown = min(most, max(0, (room - px(60)) // px(44)))
    return _Shares((min(px(90), (room - px(60)) // max(1, shown)),) * shown, _NAMES[-1:], _LABELS[-1:])


def _player(page: Page, box: pygame.Rect, player: Player, share: _Shares) -> None:
    px = page.type.px
    page.fill(box, RAISED if player.active else PANEL)
    if player.command is not None:
        page.targets.append(Target(box, player.command))
    if player.active:
        pygame.draw.rect(page.surface, ACCENT, pygame.Rect(box.left, box.top + px(7), px(4), box.height - px(14)))
    x = box.left + px(_BESIDE)
    if player.kind is not None:
        size = min(px(_PICTURE), box.height - px(4))
        shapes.put(page.surface, shapes.piece(player.kind, size), (x + px(_PICTURE) / 2, box.centery))
        x += px(_PICTURE) + px(9)
    counters = box.right - px(6) - sum(share.counters)
    name = pygame.Rect(x, box.top, counters - x, box.height)
    weight: Weight = "bold" if player.active else "regular"
    draw_text(page, name, player.name, share.names, INK if player.active else SOFT, weight, centred=True)
    for (label, value), wide in zip(player.counters, share.counters, strict=False):
        rim = px(3 if box.height >= px(40) else 1)
        field = pygame.Rect(counters, box.top + rim, wide, box.height - 2 * rim)
        counters += wide
        half = min(round(field.height * 0.56), field.height - page.type.font(share.labels[-1]).get_height())
        upper = pygame.Rect(field.left, field.top, field.width, half)
        lower = pygame.Rect(field.left, field.top + half, field.width, field.height - half)
        draw_text(page, upper, str(value), (20, 18, 16, 14, 12, 10, 8), INK, "bold", "middle", centred=True)
        draw_text(page, lower, label, share.labels, SOFT, "regular", "middle", centred=True)
