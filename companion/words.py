"""Lists of names as people write them: "a1", "a1 and b2", "a1, b2 and c3"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.language import join_all, join_any, ngettext


def join_words(words: Iterable[object], last: Literal["and", "or"] | None = "and", *, most: int | None = None) -> str:
    """Joins words into one text, with commas between them and `last` before the last one; "" for no words.

    last: None for commas alone. most: how many words to name; the text then ends in how many more there are.
    """
    shown = [str(word) for word in words]
    if most is not None and len(shown) > most:
        more = len(shown) - most
        # Translators: The end of a list of which only the beginning is named: {items} is "A1, B2".
        text = ngettext("{items} and {more} more", "{items} and {more} more", more)
        return text.format(items=", ".join(shown[:most]), more=more)
    if last is None:
        return ", ".join(shown)
    return join_any(shown) if last == "or" else join_all(shown)
