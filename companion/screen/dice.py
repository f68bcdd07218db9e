"""Draws dice on the touchscreen: the rolled dice, a keypad to enter the value of an ordinary die, and a key for each
die to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import pygame

from companion.screen import shapes, widgets
from companion.screen.motion import TUMBLE_S, Motion
from companion.screen.page import DiePlace, Page
from companion.screen.theme import GAP, Look, look, mix
from companion.screen.widgets import Column
from companion.values.views import Choice

_LYING = 40
"""The side of a rolled die, in design lengths."""

_KEY, _CHIP = 54, 52
"""The heights of a key that enters a value and of a key that chooses a die."""

_FACE_S = 0.09
"""How long a tumbling die shows each face."""
_SMALLEST = 0.72
"""How much smaller a die is while it tumbles. Turned by 45 degrees, it then takes no more space than at rest."""

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each value are, in steps from the middle of the die."""


@lru_cache(maxsize=128)
def picture(value: int, side: int, kind: str = "") -> pygame.Surface:
    """A picture of a die from above. side: its width in pixels. kind: the kind of piece whose colour it has; "" for a
    plain die.
    """
    its = look(kind or "white")
    return shapes.smooth((side, side), its.edge, lambda surface, _: _paint(surface, its, value))


def _paint(surface: pygame.Surface, its: Look, value: int) -> None:
    side = surface.get_width()
    pygame.draw.rect(surface, its.edge, surface.get_rect(), border_radius=side // 5)
    rim = max(1, side // 24)
    pygame.draw.rect(surface, its.face, surface.get_rect().inflate(-2 * rim, -2 * rim), border_radius=side // 6)
    pip = mix(its.ink, (0, 0, 0), 0.6) if sum(its.face) > 3 * 150 else its.ink
    for x, y in _PIPS[value]:
        middle = (side / 2 + x * side * 0.26, side / 2 + y * side * 0.26)
        pygame.draw.circle(surface, pip, middle, side * 0.095)


def lying(page: Page, column: Column, dice: Sequence[tuple[str, int]], keep: int = 0) -> None:
    """Draws the dice side by side, at rest or tumbling. Draws none if less than `keep` pixels would be left
    below them.
    """
    side = page.type.px(_LYING)
    if not dice or column.left.height < lying_height(page, dice) + keep:
        return
    strip = column.top(side)
    for i, (kind, value) in enumerate(dice):
        middle = strip.left + side // 2 + i * (side + page.type.px(GAP))
        if middle + side // 2 <= strip.right:
            _put(page, DiePlace(i, kind, value, side, (middle, strip.centery)))


def _put(page: Page, die: DiePlace) -> None:
    """Draws a die at rest. A tumbling one is not drawn here, but later over the page."""
    page.dice.append(die)
    if page.motion is None or die.number not in page.motion.dice:
        shapes.put(page.surface, picture(die.value, die.side, die.kind), die.middle)


def draw_tumbling(surface: pygame.Surface, dice: Sequence[DiePlace], motion: Motion, now: float) -> None:
    """Draws the dice that tumble: they turn and show one face after another, until they rest and show their value."""
    passed = max(0.0, now - motion.began)
    for die in dice:
        if die.number not in motion.dice:
            continue
        progress = passed % TUMBLE_S / TUMBLE_S if motion.rolls_on else motion.find_progress(now, TUMBLE_S)
        face = 1 + (int(passed / _FACE_S) * 5 + die.number * 3) % 6
        value = die.value if progress == 1.0 else face
        left = 1.0 if motion.rolls_on else 1.0 - progress
        size = 1.0 - (1.0 - _SMALLEST) * left
        turn = 360 * (progress if motion.rolls_on else 1.0 - left * left) * (-1 if die.number % 2 else 1)
        its = pygame.transform.rotozoom(picture(value, die.side, die.kind), turn, size)
        shapes.put(surface, its, die.middle)


def lying_height(page: Page, dice: Sequence[tuple[str, int]]) -> int:
    """How high these dice and the gap below them are in a column."""
    return page.type.px(_LYING) + page.type.px(GAP) if dice else 0


def keypad(page: Page, column: Column, choices: Sequence[Choice], keep: int = 0) -> None:
    """Draws a key for each value of a die, at the bottom: all side by side if the column is wide enough, else three in
    a row. keep: how many pixels should stay free above them, if side by side makes that possible.
    """

    def key(box: pygame.Rect, choice: Choice) -> None:
        if choice.face is not None:
            shapes.put(page.surface, picture(choice.face, _inside(page, box)), box.center)

    px = page.type.px
    is_wide, is_low = column.left.width >= px(6 * _KEY + 5 * GAP), column.left.height < 2 * px(_KEY + GAP) + keep
    _keys(
        page, column, choices, 6 if is_wide or is_low else 3, _KEY, key, gap=GAP if is_wide or not is_low else GAP / 2
    )


def chips(page: Page, column: Column, choices: Sequence[Choice], lie: Mapping[str, int], order: Sequence[str]) -> None:
    """Draws the dice side by side at the top, each with its value if it has one. Those that may be rolled alone are
    keys; the others lie beside them. order: the names of all dice, in the order in which they are drawn.
    """
    keys = {choice.die: choice.command for choice in choices if choice.die is not None}
    if not keys:
        return
    known = list(order)
    lying = [die for die in lie if die in known and die not in keys]
    dice = sorted([*keys, *lying], key=lambda die: known.index(die) if die in known else len(known))
    tall, gap = page.type.px(_CHIP), page.type.px(GAP)
    boxes = widgets.divide(column.top(tall), len(dice), len(dice), tall, gap)
    for box, die in zip(boxes, dice, strict=True):
        if die in keys:
            widgets.key(page, box, keys[die])
        side = _inside(page, box)
        if die in lie:
            _put(page, DiePlace(list(lie).index(die), die, lie[die], side, box.center))
        else:
            shapes.put(page.surface, shapes.piece(die, side), box.center)


def _inside(page: Page, box: pygame.Rect) -> int:
    return max(4, min(box.width, box.height) - page.type.px(16))


def _keys(
    page: Page,
    column: Column,
    choices: Sequence[Choice],
    across: int,
    tall: float,
    draw: Callable[[pygame.Rect, Choice], None],
    gap: float = GAP,
) -> None:
    if not choices:
        return
    gap = page.type.px(gap)
    rows = -(-len(choices) // across)
    area = column.bottom(rows * page.type.px(tall) + (rows - 1) * gap)
    boxes = widgets.divide(area, across, len(choices), (area.height - (rows - 1) * gap) // rows, gap)
    for box, choice in zip(boxes, choices, strict=True):
        widgets.key(page, box, choice.command)
        draw(box, choice)
