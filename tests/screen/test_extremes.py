"""Every screen on the smallest, the largest and an upright panel, in the languages with the longest texts: all that the
contact sheet checks. `python -m tests.evaluate.contact_sheet` does the same for everything between.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from companion.boards import BOARDS
from companion.language import use_language
from companion.values.views import ScreenName
from tests.evaluate.contact_sheet import draw_all
from tests.screen.moments import moments

MOST_LETTERS, LONGEST_WORDS = "fr", "de"


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    use_language("en")


EVERY_LESSON, ONE_LESSON = tuple(BOARDS), tuple(BOARDS)[:1]


@pytest.mark.parametrize(
    ("language", "size", "larger", "lessons"),
    [
        ("en", (480, 320), 1.0, ONE_LESSON),
        (MOST_LETTERS, (480, 320), 1.0, EVERY_LESSON),
        (LONGEST_WORDS, (480, 320), 1.45, EVERY_LESSON),
        (MOST_LETTERS, (720, 1280), 1.45, ONE_LESSON),
        (MOST_LETTERS, (1920, 1080), 1.45, ()),
    ],
)
def test_nothing_is_cut_off_or_covered_or_too_small(
    english_again: None, language: str, size: tuple[int, int], larger: float, lessons: tuple[str, ...]
) -> None:
    use_language(language)
    faults = [(title, one) for title, _picture, wrong in draw_all(size, larger, lessons) for one in wrong]
    assert not faults


def test_nothing_is_cut_off_on_a_small_panel_that_does_not_say_how_large_it_is(english_again: None) -> None:
    use_language(LONGEST_WORDS)
    drawn = draw_all((480, 320), 1.0, (), is_density_known=False)
    assert not [(title, one) for title, _picture, wrong in drawn for one in wrong]


def test_every_screen_is_looked_at() -> None:
    assert {view.screen for view in moments().values()} >= {*get_args(ScreenName)} - {"paused", "side"}
