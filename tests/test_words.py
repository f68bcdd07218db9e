"""Lists of names as people write them."""

from __future__ import annotations

import pytest

from companion.words import join_words


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a1"], "a1"), (["a1", "b2"], "a1 and b2"), (["a1", "b2", "c3"], "a1, b2 and c3"), ([3, 1], "3 and 1")],
)
def test_the_last_word_is_set_off(words: list[object], text: str) -> None:
    assert join_words(words) == text


def test_another_word_or_none_is_before_the_last() -> None:
    assert join_words(["jump", "slide", "pass"], "or") == "jump, slide or pass"
    assert join_words(["jump", "slide", "pass"], None) == "jump, slide, pass"


def test_a_long_list_names_the_first_and_counts_the_rest() -> None:
    names = [f"a{number}" for number in range(1, 8)]
    assert join_words(names, most=7) == "a1, a2, a3, a4, a5, a6 and a7"
    assert join_words(names, most=5) == "a1, a2, a3, a4, a5 and 2 more"
    assert join_words(names, None, most=6) == "a1, a2, a3, a4, a5, a6 and 1 more"
