"""Fingers whose place SDL does not know. The virtual machine (make test-appliance) tries it with a real panel."""

from __future__ import annotations

import os

import pygame
import pytest

from companion.devices.touch_position import find_position


def touch(panel: int, x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.FINGERDOWN, touch_id=panel, finger_id=0, x=x, y=y, dx=0.0, dy=0.0)


@pytest.mark.parametrize("panel", [-1, 1 << 40, 987_654])
def test_a_number_that_is_no_descriptor_leaves_the_finger_where_sdl_says(panel: int) -> None:
    assert find_position(touch(panel, 0.0, 0.25)) == (0.0, 0.25)


def test_a_descriptor_of_something_else_leaves_it_there_too() -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    try:
        assert find_position(touch(nothing, 0.75, 0.0)) == (0.75, 0.0)
    finally:
        os.close(nothing)
