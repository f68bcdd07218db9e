"""A made-up language for tests: English with an accent on every vowel, so that an untranslated text is noticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import language
from tests.language import catalogue

CODE = "eo"
"""The code of a language for which the project has no catalogue. It has two plural forms, as English does."""

_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\})")
_PLAIN_WORD = re.compile(r"(?<![\w'])[A-Za-z]*[aeiouAEIOU][A-Za-z]*(?![\w'])")


def accent(message: str) -> str:
    """A message with accents, its fields unchanged."""
    return "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in _FIELD.split(message))


@cache
def _make_catalogue() -> bytes:
    """The made-up language's catalogue."""
    made = Catalog(locale=CODE)
    for message in catalogue.read_messages():
        if not message.id:
            continue
        if isinstance(message.id, tuple | list):
            made.add(tuple(message.id), tuple(accent(text) for text in message.id), context=message.context)
        else:
            made.add(message.id, accent(message.id), context=message.context)
    written = BytesIO()
    write_mo(written, made)
    return written.getvalue()


def write_catalogue(folder: Path) -> None:
    """Writes the made-up language's catalogue below a folder."""
    target = folder / CODE / "LC_MESSAGES"
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{language.DOMAIN}.mo").write_bytes(_make_catalogue())


@contextmanager
def speaking(folder: Path) -> Iterator[None]:
    """The companion in the made-up language, and in English again afterwards."""
    write_catalogue(folder)
    language.use_language(CODE, folder)
    try:
        yield
    finally:
        language.use_language(language.SOURCE)


def untranslated(text: str, *names: str) -> list[str]:
    """The words of a text without accents. `names` are words that have no translation, such as moves in notation."""
    for name in names:
        text = text.replace(name, "")
    return [word for word in _PLAIN_WORD.findall(text) if not re.search(r"\d", word)]
