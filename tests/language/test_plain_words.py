"""The word list of the project's style, compared with every message and every page: plain words, and "they"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.language import catalogue

ROOT = catalogue.ROOT

BETTER = {
    r"mend(s|ed|ing)?": "repair",
    r"who(so)?ever": "anyone who, or name them",
    r"amid(st)?": "during, in the middle of",
    r"anew": "again",
    r"thrice": "three times",
    r"(he|his|him|himself|she|her|hers|herself)": "they, their, them",
    r"bears(?! off)": "has, carries",
    r"what lies": "what is there",
    r"(is|are) (said|told)": "say who says it",
    r"as it was": "like before, or say how",
    r"so many": "how many, or the number",
    r"shall": "must, will",
    r"whilst": "while",
    r"hither|thither|thence|whence": "here, there, from where",
    r"naught|aught": "nothing, anything",
    r"lest": "so that ... not",
}
"""Words that must not appear, and the better word."""

OF_MESSAGES = {
    r"throw(s|n|ing)?|threw": "roll (of dice)",
    r"stands?": "is, are",
    r"lies?": "is, are",
    r"lay out|laid out": "set up",
}
"""Words that must not appear in messages either."""

TO_THE_LETTER = ("docs/contract.md", "docs/style.md")
"""Pages whose words are promises, or that name the words themselves."""


def pages() -> list[Path]:
    """The README and the pages of docs/. The rulings quote their games' own rules, so they keep their words."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in TO_THE_LETTER]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def without_code(page: str) -> str:
    """A page without its code, which has names and promised texts, in the same lines."""
    page = re.sub(r"^(```|~~~).*?^\1", lambda code: "\n" * code[0].count("\n"), page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"`[^`\n]*`", "", page)
    return re.sub(r"^(    |\t).*$", "", page, flags=re.MULTILINE)


def faults(text: str, words: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """The lines with words that must not appear, the words, and the better ones."""
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern, better in words.items():
            for found in re.finditer(rf"\b({pattern})\b", line, re.IGNORECASE):
                yield number, found[0], better


def test_messages_have_plain_words() -> None:
    wrong = []
    for message in catalogue.read_messages():
        for text in message.id if isinstance(message.id, tuple | list) else (message.id,):
            where = ", ".join(file for file, _line in message.locations)
            wrong += [
                f'{where}: "{word}" in "{text}": {better}'
                for _line, word, better in faults(text, {**BETTER, **OF_MESSAGES})
            ]
    assert not wrong, "\n".join(wrong)


def test_messages_have_at_most_two_sentences() -> None:
    long = [
        text
        for message in catalogue.read_messages()
        for text in (message.id if isinstance(message.id, tuple | list) else (message.id,))
        if len(re.findall(r"[.!?](?= [A-Z{]|$)", text)) > 2
    ]
    assert not long


@pytest.mark.parametrize("path", pages(), ids=name)
def test_pages_have_plain_words(path: Path) -> None:
    text = without_code(path.read_text(encoding="utf-8"))
    wrong = [f'{name(path)}:{line}: "{word}": {better}' for line, word, better in faults(text, BETTER)]
    assert not wrong, "\n".join(wrong)


def test_the_search_names_line_and_better_word() -> None:
    text = "All is well.\nWhoever mends `his` board bears off.\n"
    found = [(line, word) for line, word, _better in faults(without_code(text), BETTER)]
    assert found == [(2, "mends"), (2, "Whoever")]
