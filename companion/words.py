"""Lists of names as people write them: "a1", "a1 and b2", "a1, b2 and c3"."""

from __future__ import annotations

from collections.abc import Iterable


def join_words(words: Iterable[object], last: str | None = "and", *, most: int | None = None) -> str:
    """Joins words into one text, with commas between them and `last` before the last one; "" for no words.

    last: None for commas alone. most: how many words to name; the text then ends in how many more there are.
    """
    shown = [str(word) for word in words]
    if most is not None and len(shown) > most:
        return f"{', '.join(shown[:most])} and {len(shown) - most} more"
    if last is None or len(shown) < 2:
        return ", ".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"
