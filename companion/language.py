"""The language of the texts that people read. English is the source language; others come from gettext catalogues.

`_` and `ngettext` translate at the moment of the call, so that a change of language shows at once. A text that a
module keeps as a constant is marked with `N_` and translated when it is used, through `Translated`.
"""

from __future__ import annotations

import gettext as gettext_module
from collections.abc import Iterator, Mapping
from pathlib import Path

DOMAIN = "companion"
"""The name of the catalogues: `companion.pot`, `companion.po`, `companion.mo`."""

LOCALE = Path(__file__).parent / "locale"
"""The folder of the catalogues: `CODE/LC_MESSAGES/companion.mo` for each language."""

SOURCE = "en"
"""The language that the code is written in. It needs no catalogue."""

_translations = gettext_module.NullTranslations()


class LanguageError(ValueError):
    """A language that there is no catalogue for."""


def list_languages(folder: Path = LOCALE) -> tuple[str, ...]:
    """The codes of the languages that can be used, the source language first."""
    found = sorted(path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *(code for code in found if code != SOURCE))


def use_language(code: str, folder: Path = LOCALE) -> None:
    """Translates all texts into a language from now on. Raises LanguageError if it has no catalogue."""
    global _translations
    if code == SOURCE:
        _translations = gettext_module.NullTranslations()
        return
    if code not in list_languages(folder):
        known = ", ".join(list_languages(folder))
        raise LanguageError(f"There is no language {code!r}. Choose one of: {known}")
    _translations = gettext_module.translation(DOMAIN, folder, [code])


def _(message: str) -> str:
    """The message in the current language. The argument is a plain literal, so that the catalogue can hold it."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form of the message that fits a count, in the current language."""
    return _translations.ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """The message in the current language, if one English word has several meanings: the context says which one."""
    return _translations.pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """The unchanged message: only marks it for the catalogue. `Translated` translates it when it is used."""
    return message


class Translated(Mapping[str, str]):
    """Texts by key, each translated when it is looked up. Made of messages marked with `N_`."""

    __slots__ = ("_marked",)

    def __init__(self, marked: Mapping[str, str]) -> None:
        self._marked = dict(marked)

    def __getitem__(self, key: str) -> str:
        return _translations.gettext(self._marked[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._marked)

    def __len__(self) -> int:
        return len(self._marked)

    def __repr__(self) -> str:
        return f"Translated({self._marked!r})"
