"""Writes lists of names as people do: "a1", "a1 and b2", "a1, b2 and c3"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.language import _, ngettext


def join_words(words: Iterable[object], last: Literal["and", "or"] | None = "and", *, most: int | None = None) -> str:
    """The words in one text, with commas between them and `last` before the last one; "" for no words.

    last: None to use only commas. most: how many words to name at most. If there are more, the text ends by saying how
    many.
    """
    shown = [str(word) for word in words]
    if most is not None and len(shown) > most:
        more = len(shown) - most
        # Translators: The end of a list of which only the beginning is named: {items} is "A1, B2".
        text = ngettext("{items} and {more} more", "{items} and {more} more", more)
        return text.format(items=_separate(shown[:most]), more=more)
    if last is None or len(shown) < 2:
        return _separate(shown)
    # Translators: The end of a list: "A1, B2 and C3". {items} is "A1, B2", {last} is "C3".
    text = _("{items} and {last}")
    if last == "or":
        # Translators: The end of a choice: "A1, B2 or C3". {items} is "A1, B2", {last} is "C3".
        text = _("{items} or {last}")
    return text.format(items=_separate(shown[:-1]), last=shown[-1])


def _separate(words: Iterable[str]) -> str:
    # Translators: What separates the items of a list.
    return _(", ").join(words)
