"""The picture at the start fits every display in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from companion.language import list_languages, use_language
from companion.screen.starting import draw_starting
from companion.screen.theme import colours


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280), (1880, 652)])
@pytest.mark.parametrize("language", list_languages())
def test_the_texts_fit(language: str, size: tuple[int, int]) -> None:
    use_language(language)
    picture = draw_starting(size)
    drawn = pygame.mask.from_threshold(picture, colours.GROUND, (2, 2, 2, 255))
    drawn.invert()
    texts = drawn.get_bounding_rects()
    assert texts, "there is no text"
    around = texts[0].unionall(texts[1:])
    assert pygame.Rect((0, 0), size).inflate(-8, -8).contains(around)
    assert abs(around.centerx - size[0] / 2) <= 4, "the texts are not in the middle"
    assert around.width > size[0] / 5
