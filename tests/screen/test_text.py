from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.screen.board import BoardPicture
from companion.screen.page import Page, regions
from companion.screen.text import draw_text, fit, plain
from companion.screen.theme import BODY, HEADLINE, Type

words = st.text(st.characters(exclude_characters="\u0300"), max_size=30)
texts = st.one_of(st.text(max_size=200), st.lists(words, max_size=40).map(" ".join))
KIND = Type(1.0)


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(1, 400), st.integers(0, 200), st.sampled_from([HEADLINE, BODY]))
def test_a_text_stays_in_its_box(text: str, width: int, height: int, sizes: tuple[int, ...]) -> None:
    setting = fit(text, KIND, sizes, "regular", width, height)
    assert setting.width <= width
    assert setting.height <= height


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abcdefg-x", min_size=1, max_size=40), max_size=12).map(" ".join), st.integers(40, 300))
def test_no_letter_is_lost_where_there_is_room(text: str, width: int) -> None:
    setting = fit(text, KIND, BODY, "regular", width, 10_000)
    assert "".join(setting.lines).replace(" ", "") == text.replace(" ", "")


def test_a_long_text_shrinks_before_it_is_cut() -> None:
    short = fit("Gold to move", KIND, HEADLINE, "bold", 300, 80)
    longer = fit("Gold has to move a stone or place one on d6", KIND, HEADLINE, "bold", 300, 80)
    assert short.font.get_height() > longer.font.get_height()
    assert not longer.lines[-1].endswith("…")
    endless = fit("Gold has to move " * 50, KIND, HEADLINE, "bold", 300, 80)
    assert endless.lines[-1].endswith("…")


def test_words_stay_whole_where_they_can() -> None:
    setting = fit("Antipode Antipode", KIND, (34, 12), "bold", 90, 200)
    assert setting.lines == ("Antipode", "Antipode")


def test_what_a_font_cannot_set_is_replaced() -> None:
    assert plain("a\x00b\ud800c\u2028d\te") == "a b\ufffdc d e"


def test_ink_stays_in_the_box() -> None:
    pygame.font.init()
    surface = pygame.Surface((300, 200))
    page = Page(surface, KIND, regions((800, 480)), BoardPicture(BOARDS["mindfield"]))
    box = pygame.Rect(40, 30, 120, 90)
    for align in ("left", "middle", "right"):
        draw_text(page, box, "Wjgfq Ågy " * 30, BODY, (255, 255, 255), align=align, centred=True)  # type: ignore[arg-type]
    surface.fill((0, 0, 0), box)
    assert not pygame.mask.from_threshold(surface, (255, 255, 255), (250, 250, 250)).count()
    assert all(box.contains(line) for line in page.written)


def test_a_text_that_is_cut_is_not_whole() -> None:
    assert fit("Gold to move", KIND, BODY, "regular", 300, 80).whole
    assert not fit("Gold has to move " * 50, KIND, BODY, "regular", 300, 80).whole
    assert not fit("Gold", KIND, BODY, "regular", 300, 3).whole
