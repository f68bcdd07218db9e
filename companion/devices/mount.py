"""Finds where the picture is on a panel or in a window, and which of its pixels was touched."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.config import Rotation
from companion.devices.touch_position import find_position

Size = tuple[int, int]
"""Width and height in pixels."""

SAME_TOUCH_MS = 400
"""A finger and a mouse at one place count as the same touch if both come within this time."""

SAME_TOUCH_PX = 40
"""A finger and a mouse count as the same touch up to this distance."""


@dataclass(frozen=True, slots=True)
class Mount:
    """Where an upright picture is on a panel that may be turned. The picture is as large as the panel allows."""

    panel: Size
    """The panel's size in its own pixels."""

    picture: Size
    """The upright picture's size."""

    rotate: Rotation = 0
    """By how many degrees the panel is turned clockwise."""

    def place(self) -> pygame.Rect:
        """The part of the panel that the turned picture covers, in the panel's pixels."""
        width, height = self._turned()
        scale = min(self.panel[0] / width, self.panel[1] / height)
        placed = pygame.Rect(0, 0, max(1, round(width * scale)), max(1, round(height * scale)))
        placed.center = self.panel[0] // 2, self.panel[1] // 2
        return placed

    def to_picture(self, at: tuple[float, float]) -> tuple[float, float] | None:
        """The pixel of the picture that is at a pixel of the panel; None if that is beside the picture."""
        place = self.place()
        u, v = (at[0] - place.left) / place.width, (at[1] - place.top) / place.height
        if not (0 <= u < 1 and 0 <= v < 1):
            return None
        match self.rotate:
            case 90:
                u, v = 1 - v, u
            case 180:
                u, v = 1 - u, 1 - v
            case 270:
                u, v = v, 1 - u
            case _:
                pass
        width, height = self.picture
        return min(u * width, width - 1.0), min(v * height, height - 1.0)

    def _turned(self) -> Size:
        return (self.picture[1], self.picture[0]) if self.rotate in (90, 270) else self.picture


class TapFilter:
    """Makes one tap out of a touch that SDL reports twice, as a finger and as a mouse (SDL#11204)."""

    def __init__(self) -> None:
        self._single: list[tuple[int, float, float, bool]] = []

    def find_tap(self, event: pygame.event.Event, panel: Size, now_ms: int) -> tuple[float, float] | None:
        """Where an event touches the panel, in its pixels. None for the second report of a touch, and for all other
        events.
        """
        if event.type == pygame.FINGERDOWN:
            (across, down), finger = find_position(event.x, event.y, event.touch_id), True
            x, y = across * panel[0], down * panel[1]
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
            (x, y), finger = event.pos, False
        else:
            return None
        self._single = [report for report in self._single if now_ms - report[0] <= SAME_TOUCH_MS]
        for report in self._single:
            _ms, other_x, other_y, was_finger = report
            if finger != was_finger and abs(x - other_x) <= SAME_TOUCH_PX and abs(y - other_y) <= SAME_TOUCH_PX:
                self._single.remove(report)  # a touch has two reports, so a third one is a new touch
                return None
        self._single.append((now_ms, x, y, finger))
        return x, y
