"""The ring with which people choose on a page by the keyboard: around one of the areas that answer taps."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.screen.page import Page, Target, Turn
from companion.screen.theme import colours
from companion.values.keys import KeyName

_RING = 3
"""The width of the ring, and also its distance from the area, in design lengths."""
_TURNS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Focus:
    """The area with the ring, which Enter would press. The ring stays as long as the page has an area that means the
    same.
    """

    def __init__(self) -> None:
        self._means: object = None
        self._number = 0
        """If several areas mean the same: the number of the one with the ring, from 0."""

    def find(self, targets: Sequence[Target]) -> Target | None:
        """The area with the ring; None if it is none of these."""
        if self._means is None:
            return None
        same = _find_same(targets, self._means)
        return same[min(self._number, len(same) - 1)] if same else None

    def leave(self) -> None:
        """Takes the ring away."""
        self._means = None

    def has_moved(self, key: KeyName, targets: Sequence[Target]) -> bool:
        """Moves the ring to another area. True if it has moved. False if this key does not move it, or if there is no
        area in this direction.
        """
        ordered = _order(targets)
        now = self.find(ordered)
        found: Target | None = None
        if key in ("next", "previous") and ordered:
            step = 1 if key == "next" else -1
            place = ordered.index(now) + step if now is not None else min(0, step)
            found = ordered[place % len(ordered)]
        elif key in _TURNS and ordered:
            found = ordered[0] if now is None else _find_beside(now, ordered, _TURNS[key])
        if found is None or found is now:
            return False
        self._means = found.means
        self._number = _find_same(targets, found.means).index(found)
        return True

    def draw(self, page: Page) -> None:
        """Draws the ring, if an area of the page has it."""
        target = self.find(page.targets)
        if target is not None:
            gap = page.type.px(_RING)
            ring = target.area.inflate(2 * gap, 2 * gap).clip(page.surface.get_rect())
            pygame.draw.rect(page.surface, colours.INK, ring, max(2, gap), border_radius=page.type.px(14))


def _order(targets: Sequence[Target]) -> list[Target]:
    """The areas in the order in which people read: line by line, from left to right."""
    return sorted(targets, key=lambda target: (target.area.centery // 8, target.area.centerx))


def _find_same(targets: Sequence[Target], means: object) -> list[Target]:
    """The areas that mean the same, in the order in which people read them. The key for the next page counts as the
    same on every page, although it leads to different pages.
    """
    ordered = _order(targets)
    same = [target for target in ordered if target.means == means]
    return same or [target for target in ordered if isinstance(target.means, Turn) and isinstance(means, Turn)]


def _find_beside(now: Target, targets: Sequence[Target], way: tuple[int, int]) -> Target | None:
    """The nearest area in a direction. Distance to the side counts twice."""

    def cost(target: Target) -> float:
        dx, dy = target.area.centerx - now.area.centerx, target.area.centery - now.area.centery
        along, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
        return along + 2 * aside if along > 0 else float("inf")

    best = min(targets, key=cost)
    return best if cost(best) < float("inf") else None
