"""Opens the window of the virtual table, or takes the one that was kept open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from companion.devices.display import choose, close_window, find_kept_window, keep_on_desktop, set_mode, start_video
from companion.devices.mount import Size
from companion.language import _

MAX_SIZE: Size = (1880, 700)
"""The largest size in which the window opens. In a larger window, people would see no more."""
MIN_SIZE: Size = (760, 300)
"""The smallest size of the window."""

_TOUCHSCREEN_SHARE = 0.3
_AROUND = 88
"""How high everything above and below the pictures is, in pixels."""


def open_table_window(size: Size | None = None, title: str | None = None) -> pygame.Surface:
    """The open window. Raises DisplayError. size: in pixels; None for as large as is useful on this desktop."""
    choose("window", os.environ)
    start_video("window")
    pygame.display.set_caption(title or _("Board companion: virtual table"))
    size = size or _find_useful_size(pygame.display.get_desktop_sizes()[0])
    kept = find_kept_window()
    if kept is not None and all(have >= least for have, least in zip(kept.get_size(), size, strict=True)):
        return kept
    window = set_mode(size, pygame.RESIZABLE)
    keep_on_desktop()
    return window


@contextmanager
def show_in_table_window(draw: Callable[[Size], pygame.Surface]) -> Iterator[None]:
    """Inside `with`, the window shows a picture. Raises DisplayError. draw: draws it in this size, in pixels."""
    window = open_table_window()
    window.blit(draw(window.get_size()), (0, 0))
    pygame.display.update()
    try:
        yield
    finally:
        close_window()


def _find_useful_size(desktop: Size) -> Size:
    """The size for the window on this desktop. Space is left for the desktop's own bars."""
    width = min(MAX_SIZE[0], round(desktop[0] * 0.97))
    height = min(MAX_SIZE[1], desktop[1] - 90, round(width * _TOUCHSCREEN_SHARE) + _AROUND)
    return max(width, MIN_SIZE[0]), max(height, MIN_SIZE[1])
