"""The kinds of values that settings can have. Each reads a value from the file, and says in words which values are
allowed.

For a value that is not allowed, a kind raises ValueError without a message. `allowed` is the message.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import time
from pathlib import Path
from typing import Any, Generic, TypeGuard, TypeVar

from companion.config.toml import to_toml
from companion.language import N_, _, list_languages, translate_marked
from companion.words import join_words

T = TypeVar("T")

Corners = tuple[tuple[float, float], ...]
"""Four points (x, y), from the top left clockwise."""


class Kind(ABC, Generic[T]):
    """One kind of values."""

    @abstractmethod
    def read(self, value: object) -> T:
        """The setting's value, from the value in the file. Raises ValueError if it is not allowed."""

    def write(self, value: T) -> str:
        """The setting's value, as it is written in the file."""
        return to_toml(value)

    @property
    @abstractmethod
    def allowed(self) -> str:
        """Which values are allowed, in words that can follow "use"."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are allowed, to guess the one that somebody meant. () if any text is allowed, or no word at
        all.
        """
        return ()


class Text(Kind[str]):
    """Any text but an empty one."""

    def __init__(self, allowed: str = N_("a text")) -> None:
        """allowed: what is allowed, in words; a message that is marked for the catalogue."""
        self._allowed = allowed

    def read(self, value: object) -> str:
        if not isinstance(value, str) or not value or "\0" in value:
            raise ValueError
        return value

    @property
    def allowed(self) -> str:
        return translate_marked(self._allowed)


class FilePath(Kind[Path]):
    """The path of a file or folder; `~` is the home folder."""

    def read(self, value: object) -> Path:
        try:
            return Path(Text().read(value)).expanduser()
        except RuntimeError as error:  # there is no such user
            raise ValueError from error

    @property
    def allowed(self) -> str:
        return _("the path of a file or folder")


class Language(Kind[str]):
    """The code of a language that the companion speaks."""

    def read(self, value: object) -> str:
        if value not in self.words:
            raise ValueError
        return str(value)

    @property
    def allowed(self) -> str:
        return join_words(map(to_toml, self.words), "or")

    @property
    def words(self) -> tuple[str, ...]:
        return list_languages()


class OneOf(Kind[T]):
    """One of a few values."""

    def __init__(self, *values: T) -> None:
        self._values = values

    def read(self, value: object) -> T:
        for known in self._values:
            if value == known and not isinstance(value, bool):
                return known
        raise ValueError

    @property
    def allowed(self) -> str:
        return join_words(map(to_toml, self._values), "or")

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(value for value in self._values if isinstance(value, str))


class Number(Kind[float]):
    """A number between two others."""

    def __init__(self, least: float, most: float, allowed: str) -> None:
        """allowed: what is allowed, in words; a message that is marked for the catalogue, with the fields `least` and
        `most`.
        """
        self._least, self._most, self._allowed = least, most, allowed

    def read(self, value: object) -> float:
        if not _is_number(value, self._least, self._most):
            raise ValueError
        return float(value)

    @property
    def allowed(self) -> str:
        return translate_marked(self._allowed).format(least=f"{self._least:g}", most=f"{self._most:g}")


class Whole(Kind[int]):
    """A whole number between two others."""

    def __init__(self, least: int, most: int, allowed: str) -> None:
        """allowed: what is allowed, in words; a message that is marked for the catalogue, with the fields `least` and
        `most`.
        """
        self._least, self._most, self._allowed = least, most, allowed

    def read(self, value: object) -> int:
        if not _is_number(value, self._least, self._most) or value != int(value):
            raise ValueError
        return int(value)

    @property
    def allowed(self) -> str:
        return translate_marked(self._allowed).format(least=self._least, most=self._most)


class Pair(Kind[tuple[T, T]]):
    """A list of two values of one kind."""

    def __init__(self, kind: Kind[T]) -> None:
        """kind: of both values. Its `allowed` says what both of them are."""
        self._kind = kind

    def read(self, value: object) -> tuple[T, T]:
        match value:
            case [first, second]:
                return self._kind.read(first), self._kind.read(second)
            case _:
                raise ValueError

    @property
    def allowed(self) -> str:
        return self._kind.allowed


class TimeOfDay(Kind[time]):
    """A time of day, as a text or as TOML writes it."""

    def read(self, value: object) -> time:
        if isinstance(value, time):
            return value
        text = Text().read(value)
        if not re.fullmatch(r"\d\d?:\d\d", text):
            raise ValueError
        hour, minute = map(int, text.split(":"))
        return time(hour, minute)

    def write(self, value: time) -> str:
        return to_toml(value.strftime("%H:%M"))

    @property
    def allowed(self) -> str:
        return _('a time of day, as in "21:30"')


class WordOr(Kind[T]):
    """Either a certain word, or a value of another kind."""

    def __init__(self, word: str, meaning: T, kind: Kind[Any]) -> None:
        """word: the word. meaning: the setting's value for this word. kind: what else is allowed."""
        self._word, self._meaning, self._kind = word, meaning, kind

    def read(self, value: object) -> T:
        if value == self._word:
            return self._meaning
        read: T = self._kind.read(value)
        return read

    def write(self, value: T) -> str:
        return to_toml(self._word) if value == self._meaning else self._kind.write(value)

    @property
    def allowed(self) -> str:
        return _("{word} or {other}").format(word=to_toml(self._word), other=self._kind.allowed)

    @property
    def words(self) -> tuple[str, ...]:
        return (self._word, *self._kind.words)


class Uri(Kind[str]):
    """The name of a device, for some with a port, file or folder after a colon, as in `serial:/dev/ttyUSB0`."""

    def __init__(self, names: Mapping[str, str | None], *, options: bool = False) -> None:
        """names: for each name what must follow the colon, such as DEVICE. [DEVICE] may be left out, and None allows no
        colon. options: True if a question mark and more may follow, as in `picamera?number=1`.
        """
        self._names = names
        self._options = options

    def read(self, value: object) -> str:
        text = Text().read(value)
        name, colon, port = text.partition(":")
        if self._options and not colon:
            name = name.partition("?")[0]
        needed = self._names.get(name, "")
        may_be_bare = needed is None or needed.startswith("[")
        if needed == "" or (not colon and not may_be_bare) or (colon and (needed is None or not port)):
            raise ValueError
        return text

    @property
    def allowed(self) -> str:
        return join_words(map(to_toml, self.words), "or")

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(
            name if port is None else f"{name}[:{port[1:]}" if port.startswith("[") else f"{name}:{port}"
            for name, port in self._names.items()
        )


class FourCorners(Kind[Corners]):
    """Four points in one text: "x,y x,y x,y x,y"."""

    def read(self, value: object) -> Corners:
        points = [tuple(float(number) for number in point.split(",")) for point in Text().read(value).split()]
        if len(points) != 4 or any(len(point) != 2 or not all(map(math.isfinite, point)) for point in points):
            raise ValueError
        return tuple((x, y) for x, y in points)

    def write(self, value: Corners) -> str:
        return to_toml(" ".join(f"{x:g},{y:g}" for x, y in value))

    @property
    def allowed(self) -> str:
        return _('four points, top left first and clockwise, as in "10,20 600,20 600,460 10,460"')


def parse_corners(text: str) -> Corners:
    """Four points from the text "x,y x,y x,y x,y". Raises ValueError, which says how to write them."""
    try:
        return FourCorners().read(text)
    except ValueError as error:
        raise ValueError(
            _("four points are needed, top left first and clockwise, as in '10,20 600,20 600,460 10,460'")
        ) from error


def _is_number(value: object, least: float, most: float) -> TypeGuard[int | float]:
    """True if a value is a number between two others. `true` and `false` are not numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
