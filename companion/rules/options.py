"""The kinds of options that games have, and how a game reads them from JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from companion.language import N_
from companion.rules import fields
from companion.rules.core import JSON, Option

Word = TypeVar("Word", bound=str)


def switch(name: str, title: str, default: bool = False, *, meaning: str = "") -> Option:
    """An option that is on or off. title, meaning: marked with `N_`, like all texts in this module."""
    return Option(name, title, default, (False, True), (N_("no"), N_("yes")), fields.read_truth, meaning)


def choice(name: str, title: str, words: Mapping[Word, str], *, meaning: str = "") -> Option:
    """An option whose values are a few texts. words: what each value is called; the first value is the default."""
    values = tuple(words)

    def read(data: JSON, where: str) -> Word:
        return fields.read_word(data, where, values)

    return Option(name, title, values[0], values, tuple(words.values()), read, meaning)


def count(
    name: str, title: str, default: int, offered: Iterable[int], least: int, most: int, *, meaning: str = ""
) -> Option:
    """An option that is a whole number from `least` to `most`. offered: the values that a menu shows."""
    values = tuple(offered)

    def read(data: JSON, where: str) -> int:
        return fields.read_whole(data, where, least, most)

    return Option(name, title, default, values, tuple(map(str, values)), read, meaning)


def read(options: Iterable[Option], data: JSON, where: str = "options") -> dict[str, Any]:
    """The value of each option in JSON. If one is missing, its default. Raises PositionError that names the option."""
    known = {option.name: option for option in options}
    given = fields.read_inner(data, where, known, ())
    return {
        name: option.read(given[name], f"{where}.{name}") if name in given else option.default
        for name, option in known.items()
    }
