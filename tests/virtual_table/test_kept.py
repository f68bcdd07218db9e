"""What takes long to draw is drawn again only if it was not used for a while."""

from __future__ import annotations

from companion.virtual_table.kept import Kept


def test_what_was_used_last_is_kept() -> None:
    kept, made = Kept[str](2), []

    def find(source: str) -> str:
        return kept.find_or_make(source, lambda: made.append(source) or source.upper())

    assert [find(source) for source in "abacb"] == list("ABACB")
    assert made == ["a", "b", "c", "b"], "a was used after b, so b made room for c"
