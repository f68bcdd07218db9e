"""Looking back: the camera's picture of a step can be seen large on every panel, instead of the drawn board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from companion.boards import BOARDS
from companion.screen.page import Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import ShowStep
from tests.screen.page_checks import PANELS, measure_density
from tests.screen.views import views

LEAST_MM = 30.0
"""The camera's picture is at least so high and wide on the smallest panel (3.5 inches: 49 mm high)."""


def open_screen(size: tuple[int, int]) -> Touchscreen:
    return Touchscreen(BOARDS["mindfield"], size, menu=True, wishes=Wishes(px_per_mm=measure_density(size)))


def press_key(screen: Touchscreen) -> None:
    """Goes with the ring to the key below the board, and presses it."""
    view = views()["history-photo"]
    before = screen.said()
    for _ in range(12):
        screen.press("next")
        screen.press("enter")
        screen.draw(view)
        if screen.said() != before:
            return
    raise AssertionError(f"no key shows the picture: {before}")


@pytest.mark.parametrize("size", PANELS)
def test_the_picture_is_large_on_every_panel(size: tuple[int, int]) -> None:
    screen, view = open_screen(size), views()["history-photo"]
    drawn = pygame.surfarray.array3d(screen.draw(view)).astype(int)
    assert "Show the camera's picture" in screen.said()
    press_key(screen)
    seen = pygame.surfarray.array3d(screen.draw(view)).astype(int)
    assert "Show the drawn board" in screen.said()
    changed = np.argwhere(np.abs(seen - drawn).sum(2) > 60)
    wide, tall = changed.max(0) - changed.min(0)
    assert min(wide, tall) >= LEAST_MM * measure_density(size)


def test_the_next_step_shows_its_picture_too_and_a_step_without_one_the_board() -> None:
    screen, view = open_screen((800, 480)), views()["history-photo"]
    screen.draw(view)
    press_key(screen)
    other = replace(view, headline="Step 13 of 34", choices=(replace(view.choices[0], command=ShowStep(12)),))
    screen.draw(other)
    assert "Show the drawn board" in screen.said()
    screen.draw(replace(other, photo=None))
    assert not {"Show the drawn board", "Show the camera's picture"} & {*screen.said()}
    screen.draw(replace(view, photo=b"no picture at all"))
    assert "Step 12 of 34" in screen.said()


@pytest.mark.parametrize("name", ["history", "history-photo"])
@pytest.mark.parametrize("size", PANELS)
def test_the_words_of_the_step_are_whole_also_if_they_are_long(name: str, size: tuple[int, int]) -> None:
    screen, view = open_screen(size), views()[name]
    long = "14. Anna (Red): 2 red pawns from the red area to the yellow area, striking 1 yellow pawn"
    lines = tuple(replace(line, text=long) if i == view.line else line for i, line in enumerate(view.lines))
    screen.draw(replace(view, lines=lines))
    assert long in screen.said()
