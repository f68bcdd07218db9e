"""Every language says everything: no text is missing or stale, and each fits its English."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.language import DOMAIN, LOCALE, NAMES, SOURCE, list_languages
from tests.language import catalogue

CODES = [code for code in NAMES if code != SOURCE]
every_language = pytest.mark.parametrize("code", CODES)


@cache
def read(code: str) -> Catalog:
    with _find(code).open("rb") as file:
        return read_po(file, locale=code)


def _find(code: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def pairs(translation: Catalog) -> Iterator[tuple[Message, list[str], list[str]]]:
    """Each message with its English texts and its translated texts."""
    for message in translation:
        if message.id:
            english = list(message.id) if isinstance(message.id, tuple | list) else [message.id]
            said = list(message.string) if isinstance(message.string, tuple | list) else [message.string]
            yield message, english, said


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_languages_are_those_that_people_can_choose() -> None:
    assert set(list_languages()) == set(NAMES)


@every_language
def test_every_text_is_translated_and_none_is_stale(code: str) -> None:
    translation, template = read(code), catalogue.read_messages()
    known = {(message.context, message.id) for message in translation if message.id}
    assert {(message.context, message.id) for message in template if message.id} == known, "run `make catalogue`"
    assert not [english[0] for message, english, said in pairs(translation) if message.fuzzy or not all(said)]


@every_language
def test_translations_have_the_fields_of_the_english(code: str) -> None:
    wrong = []
    for _message, english, said in pairs(read(code)):
        if len(english) == 1:
            wrong += [english[0] for text in said if fields(text) != fields(english[0])]
        else:
            wrong += [english[0] for text in said if not fields(text) <= fields(english[0]) | fields(english[1])]
            wrong += [english[0]] if fields(said[-1]) != fields(english[-1]) else []
    assert not wrong


@every_language
def test_spaces_at_the_ends_and_commands_stay(code: str) -> None:
    options = re.compile(r"--[a-z]+(?:-[a-z]+)*")
    for _message, english, said in pairs(read(code)):
        for text in said:
            assert text[0].isspace() == english[0][0].isspace(), text
            assert text[-1].isspace() == english[0][-1].isspace(), text
            assert set(options.findall(text)) == set(options.findall(english[0])), text


@every_language
def test_the_compiled_file_is_current(code: str) -> None:
    compiled = catalogue.compile_translation(_find(code))
    assert _find(code).with_suffix(".mo").read_bytes() == compiled, "run `make catalogue`"
