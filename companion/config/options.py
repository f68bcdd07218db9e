"""The facts about each setting: its name, its kind, what it means. All of them are beside the setting in the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, TypeVar

from companion.config.kinds import Kind
from companion.language import translate_marked

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One setting."""

    name: str
    """The name of its field: `camera_stall_s`."""

    section: str
    """The section of the file: `camera`."""

    option: str
    """The name in the section: `stall_s`."""

    default: Any
    """The value without it; None if it has none."""

    kind: Kind[Any]
    """What is allowed."""

    marked: tuple[str, str]
    """What it means, and what happens without it if it has no default; marked for the catalogue."""

    example: Any
    """A value to show."""

    @property
    def key(self) -> str:
        """The name for people: `camera.stall_s`."""
        return f"{self.section}.{self.option}"

    @property
    def meaning(self) -> str:
        """What it means, in the current language."""
        return translate_marked(self.marked[0])

    @property
    def without(self) -> str:
        """What happens without it, in the current language; "" if it has a default."""
        return translate_marked(self.marked[1]) if self.marked[1] else ""


def setting(default: T, kind: Kind[Any], meaning: str, *, without: str = "", example: Any = None) -> T:
    """A field of the settings.

    meaning, and what happens without a setting whose default is None: messages marked with N_. example: a value to
    show, as the file has it; without it, the default.
    """
    shown = default if example is None else example
    made: T = field(default=default, metadata={"option": (kind, (meaning, without), shown)})
    return made


def list_options(settings: type) -> Mapping[str, Option]:
    """The settings of a class by the names of its fields, which are `section_option`."""
    found = {}
    for one in fields(settings):
        section, _, option = one.name.partition("_")
        kind, marked, example = one.metadata["option"]
        found[one.name] = Option(one.name, section, option, one.default, kind, marked, example)
    return MappingProxyType(found)
