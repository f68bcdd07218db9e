"""Every message, page and docstring keeps to the word list of the project's style: plain words, and "they"."""

from __future__ import annotations

import ast
import io
import re
import tokenize
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
"""Words that must appear nowhere, as regular expressions, with better words."""

OF_MESSAGES = {
    r"throw(s|n|ing)?|threw": "roll (of dice)",
    r"stands?": "is, are",
    r"lies?": "is, are",
    r"lay out|laid out": "set up",
}
"""More words that must not appear in messages."""

OF_CODE = {
    r"throw(s|n|ing)?|threw": "roll (of dice)",
    r"stands?|stood": "is, are",
    r"so much": "this much",
    r"ought": "should",
    r"whither|wherein|thereby|herein|hence|thus|upon|heedless|astray|yonder|begotten": "an everyday word",
    r"(none|None|empty|nothing) where": "if, for a condition",
    r"limbs?|beliefs?": "arm, posterior",
    r"strewn": "at random places",
}
"""More words that must not appear in docstrings and comments."""

TO_THE_LETTER = ("docs/contract.md", "docs/style.md")
"""Pages that are not checked: their words are promises, or they name the words themselves."""


def pages() -> list[Path]:
    """The README and the pages of docs/. The rulings quote their games' own rules, so they keep their words."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in TO_THE_LETTER]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def without_code(page: str) -> str:
    """A page without its code, which has names and promised texts; the line numbers stay the same."""
    page = re.sub(r"^(```|~~~).*?^\1", lambda code: "\n" * code[0].count("\n"), page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"`[^`\n]*`", "", page)
    return re.sub(r"^(    |\t).*$", "", page, flags=re.MULTILINE)


def faults(text: str, words: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    """For each word that must not appear: its line, the word, and the better one."""
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern, better in words.items():
            for found in re.finditer(rf"\b({pattern})\b", line, re.IGNORECASE):
                yield number, found[0], better


def modules() -> list[Path]:
    """Every Python file of the companion and of vision."""
    return [path for package in ("companion", "vision") for path in sorted((ROOT / package).rglob("*.py"))]


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, its classes, functions, fields and constants, each with its line."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.lineno, part.value.value


def explanations(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a module, each with its line. Names of code in them are left out."""
    yield from ((line, re.sub(r"`[^`]*`", "", text)) for line, text in docstrings(source))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], re.sub(r"`[^`]*`", "", token.string)


def faults_of_code(source: str) -> list[str]:
    """The words in docstrings and comments that must not appear, each with its line and the better word."""
    return [
        f'{line + offset - 1}: "{word}": {better}'
        for line, text in explanations(source)
        for offset, word, better in faults(text, {**BETTER, **OF_CODE})
    ]


def unclear_predicates(source: str) -> list[str]:
    """The functions that return a bool and whose docstring does not say when it is True."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        if (text := ast.get_docstring(node)) is not None and "True if" not in text
    ]


@pytest.mark.parametrize("path", modules(), ids=name)
def test_docstrings_and_comments_have_plain_words(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not faults_of_code(source)
    assert not unclear_predicates(source)


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


def test_the_search_reads_docstrings_of_fields_and_comments() -> None:
    source = '"""All is well."""\nSIZE = 3\n"""So many,\nwhoever asks."""\nx = "anew"  # as `anew` is: anew\n'
    assert [fault.split(": ")[:2] for fault in faults_of_code(source)] == [
        ["3", '"So many"'],
        ["4", '"whoever"'],
        ["5", '"anew"'],
    ]


def test_a_predicate_says_when_it_is_true() -> None:
    source = 'def is_due() -> bool:\n    """Whether it is due."""\n\n\ndef has() -> bool:\n    """True if any."""\n'
    assert unclear_predicates(source) == ["is_due"]
