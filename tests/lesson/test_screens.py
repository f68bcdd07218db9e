"""Every step of every lesson fits on small panels, in every language, with nothing cut off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from companion.boards import BOARDS
from companion.language import list_languages, use_language
from companion.rules import GAMES
from companion.screen.touchscreen import Touchscreen
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
