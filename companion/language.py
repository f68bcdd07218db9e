"""The language of the texts that people read.

The code is written in English; the other languages come from gettext catalogues. `_` and `ngettext` translate at the
moment of the call, so that a change of language shows at once. A text that a module keeps as a constant is marked with
`N_`, and `Translated` translates it when it is used.

People read the current language, programs read English. So a translated text remembers its English (`Text`), and
`to_english` gives it to code that writes JSON.
"""

from __future__ import annotations

import gettext as gettext_module
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

DOMAIN = "companion"
"""The name of the catalogue files: `companion.pot`, `companion.po`, `companion.mo`."""

LOCALE = Path(__file__).parent / "locale"
"""The folder of the catalogues. Each language has `CODE/LC_MESSAGES/companion.mo`."""

VARIABLE = "COMPANION_LANGUAGE"
"""The environment variable that names the language of all texts. A setting of `companion play` overrules it."""

SOURCE = "en"
"""The language in which the code is written. It needs no catalogue."""

NAMES: Mapping[str, str] = MappingProxyType({"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"})
"""The name of each language in this language itself."""

_translations = gettext_module.NullTranslations()
_language = SOURCE


class LanguageError(ValueError):
    """There is no catalogue for a language."""


def list_languages(folder: Path = LOCALE) -> tuple[str, ...]:
    """The codes of all languages that can be used. The language of the code comes first."""
    found = sorted(path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *(code for code in found if code != SOURCE))


def use_language(code: str, folder: Path = LOCALE) -> None:
    """Translates all texts into a language from now on. Raises LanguageError if it has no catalogue."""
    global _translations, _language
    if code == SOURCE:
        _translations, _language = gettext_module.NullTranslations(), SOURCE
        return
    if code not in list_languages(folder):
        known = ", ".join(list_languages(folder))
        raise LanguageError(_("There is no language {code!r}. Choose one of: {known}").format(code=code, known=known))
    _translations, _language = gettext_module.translation(DOMAIN, folder, [code]), code


def get_language() -> str:
    """The code of the language in use."""
    return _language


class Text(str):
    """A translated text that remembers its English. `format`, `join` and + work on both."""

    __slots__ = ("english",)

    english: str
    """The text in English, for programs."""

    def __new__(cls, text: str, english: str) -> Text:
        made = super().__new__(cls, text)
        made.english = english
        return made

    def __str__(self) -> str:
        """The same object, so that `str(error)` keeps the English, too."""
        return self

    def __reduce__(self) -> tuple[type[Text], tuple[str, str]]:
        return Text, (_plain(self), self.english)

    def __deepcopy__(self, memo: object) -> Text:
        return self

    def __add__(self, other: str) -> Text:
        return Text(_plain(self) + _plain(other), self.english + to_english(other))

    def __radd__(self, other: str) -> Text:
        return Text(other + _plain(self), other + self.english)

    def format(self, *args: object, **fields: object) -> Text:
        """The text with its fields filled in. In the English text, a translated field is in English, too."""
        english = self.english.format(*map(to_english, args), **{name: to_english(v) for name, v in fields.items()})
        return Text(super().format(*args, **fields), english)

    def join(self, texts: Iterable[str]) -> Text:
        """The given texts, joined with this one between each two."""
        parts = list(texts)
        return Text(super().join(parts), self.english.join(map(to_english, parts)))


def _plain(text: str) -> str:
    """The text as a plain `str`, without its English."""
    return "".join(text)


def to_english(value: Any) -> Any:
    """A text in English. In a value of JSON, all texts become English."""
    match value:
        case Text():
            return value.english
        case str():
            return value
        case Mapping():
            return {key: to_english(inner) for key, inner in value.items()}
        case list() | tuple():
            return [to_english(inner) for inner in value]
    return value


def join(separator: str, texts: Iterable[str]) -> str:
    """The texts, with a separator between each two that is the same in every language."""
    return _remember(separator, separator).join(texts)


def start_sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    made = text[:1].upper() + text[1:]
    return Text(made, start_sentence(text.english)) if isinstance(text, Text) else made


def _remember(text: str, english: str) -> str:
    """The text with its English, if a translation is in use; else the plain text."""
    return Text(text, english) if type(_translations) is not gettext_module.NullTranslations else text


def _(message: str) -> str:
    """The message in the current language. The argument must be a literal, so that the catalogue can contain it."""
    return _remember(_translations.gettext(message), message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form of a message that fits this number, in the current language."""
    return _remember(_translations.ngettext(singular, plural, count), singular if count == 1 else plural)


def pgettext(context: str, message: str) -> str:
    """The message in the current language. context: which of several meanings an English word has here."""
    return _remember(_translations.pgettext(context, message), message)


@runtime_checkable
class Translatable(Protocol):
    """A text from a package that knows no translations, with what is needed to translate it (`vision.message`)."""

    template: str
    """The sentence in English, with the names of its fields in braces."""
    fields: Mapping[str, object]
    """The values of the fields."""


def translate(text: str) -> str:
    """A text from another package, in the current language. Any other text stays unchanged."""
    if not isinstance(text, Translatable):
        return text
    fields = {name: translate(value) if isinstance(value, str) else value for name, value in text.fields.items()}
    return _remember(_translations.gettext(text.template), text.template).format(**fields)


def N_(message: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Returns the message unchanged. It only marks it for the catalogue; `Translated` translates it when it is used."""
    return message


def translate_marked(marked: str) -> str:
    """A text that was marked with `N_`, in the current language."""
    return _remember(_translations.gettext(marked), marked)


class Translated(Mapping[str, str]):
    """Texts by key, each translated when it is looked up. The texts were marked with `N_`."""

    __slots__ = ("_fields", "_marked")

    def __init__(self, marked: Mapping[str, str], fields: Mapping[str, Mapping[str, object]] | None = None) -> None:
        """fields: for messages with fields, the values of the fields, by the same keys."""
        self._marked = dict(marked)
        self._fields = fields or {}

    def __getitem__(self, key: str) -> str:
        text = translate_marked(self._marked[key])
        return text.format(**self._fields[key]) if key in self._fields else text

    def __iter__(self) -> Iterator[str]:
        return iter(self._marked)

    def __len__(self) -> int:
        return len(self._marked)

    def __repr__(self) -> str:
        return f"Translated({self._marked!r}, {self._fields!r})"


_called: ContextVar[Mapping[str, str]] = ContextVar("called", default={})  # noqa: B039 - nobody changes it


@contextmanager
def call_players(names: Mapping[str, str]) -> Iterator[None]:
    """Calls players by name in all texts that are made meanwhile. names: for each player as in positions, the name."""
    before = _called.set(names)
    try:
        yield
    finally:
        _called.reset(before)


class PlayerNames(Translated):
    """What people call the players of a game: "White"; or "Anna (White)" if `call_players` has a name for White."""

    __slots__ = ()

    def __getitem__(self, key: str) -> str:
        player, name = super().__getitem__(key), _called.get().get(key)
        # Translators: A player's name and colour: "Anna (White)".
        return player if name is None else _("{name} ({player})").format(name=name, player=player)
