"""Fingers whose place SDL does not know. The virtual machine (make test-appliance) tries it with a real panel."""

from __future__ import annotations

import os

import pytest

from companion.devices.touch_position import find_position


@pytest.mark.parametrize("panel", [-1, 1 << 40, 987_654])
def test_a_number_that_is_no_descriptor_leaves_the_finger_where_sdl_says(panel: int) -> None:
    assert find_position(0.0, 0.25, panel) == (0.0, 0.25)


def test_a_descriptor_of_something_else_leaves_it_there_too() -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    try:
        assert find_position(0.75, 0.0, nothing) == (0.75, 0.0)
    finally:
        os.close(nothing)
