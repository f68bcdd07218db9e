"""Every step of every lesson fits on small panels, in every language, with nothing cut off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from companion.boards import BOARDS
from companion.language import list_languages, use_language
from companion.rules import GAMES
from companion.screen.touchscreen import Touchscreen
from companion.values.views import Arrow, Mark
from tests.headless import headless
from tests.lesson.moments import list_lesson_moments
from tests.screen.page_checks import list_needed

__all__ = ["headless"]


@pytest.fixture
def english_after() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.usefixtures("english_after")
@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].lesson() is not None])
def test_nothing_that_a_lesson_says_is_cut_off(game: str, language: str) -> None:
    use_language(language)
    screens = [Touchscreen(BOARDS[game], size, menu=True) for size in ((480, 320), (480, 800))]
    for name, view in list_lesson_moments(game):
        assert view.lesson is not None, name
        for screen in screens:
            screen.draw(view)
            needed = [text for text in list_needed(view) if text]
            assert not Counter(needed) - Counter(screen.said()), (name, screen.size)


def test_arrows_go_over_the_cells_that_pieces_pass() -> None:
    arrows = {
        (arrow.start, *arrow.via, arrow.end)
        for _name, view in list_lesson_moments("spaces")
        for arrow in view.arrows
        if arrow.style == "to"
    }
    assert {("J6", "I7", "H6"), ("A6", "J6", "I7"), ("CENTRE", "E11", "D10")} <= arrows
    assert ("H6", "G7", "F10", "CENTRE", "E9", "D8") in arrows
    assert all(BOARDS["spaces"].layout().cells.keys() >= set(arrow) for arrow in arrows)


def test_an_arrow_over_other_cells_is_drawn_over_them() -> None:
    """Pixels of the arrow are on the cell that is passed, and none if the arrow goes straight."""
    name, view = next((n, v) for n, v in list_lesson_moments("spaces") if any(a.via == ("I7",) for a in v.arrows))
    screen = Touchscreen(BOARDS["spaces"], (800, 480))

    def draw(arrows: tuple[Arrow, ...], marks: tuple[Mark, ...] = ()) -> pygame.Surface:
        return screen.draw(replace(view, arrows=arrows, marks=marks)).copy()

    without = draw(())
    on_the_way = changed(without, draw((), (Mark("I7", "to"),))).center
    straight = draw(tuple(replace(arrow, via=()) for arrow in view.arrows))
    assert straight.get_at(on_the_way) == without.get_at(on_the_way)
    assert draw(view.arrows).get_at(on_the_way) != without.get_at(on_the_way), name


def changed(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect:
    """The smallest area that holds every pixel by which two pictures differ."""
    same = pygame.mask.from_threshold(one, (0, 0, 0), (6, 6, 6, 255), other)
    same.invert()
    boxes = same.get_bounding_rects()
    return boxes[0].unionall(boxes[1:])
