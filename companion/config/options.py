"""The facts about each setting: its name, its kind, what it means. They are written beside the setting in the code."""

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
    """The facts about one setting."""

    name: str
    """The name of the setting's field in the code, such as `camera_stall_s`."""

    section: str
    """The section of the file that the setting is in, such as `camera`."""

    option: str
    """The setting's name in its section, such as `stall_s`."""

    default: Any
    """The value if nobody sets another one; None if the setting has no default."""

    kind: Kind[Any]
    """Which values are allowed."""

    marked: tuple[str, str]
    """Two messages, marked for the catalogue: what the setting means, and what happens without it if it has no
    default.
    """

    example: Any
    """A value to show as an example."""

    @property
    def key(self) -> str:
        """The setting's name for people, such as `camera.stall_s`."""
        return f"{self.section}.{self.option}"

    @property
    def meaning(self) -> str:
        """What the setting means, in the current language."""
        return translate_marked(self.marked[0])

    @property
    def without(self) -> str:
        """What happens without the setting, in the current language; "" if it has a default."""
        return translate_marked(self.marked[1]) if self.marked[1] else ""


def setting(default: T, kind: Kind[Any], meaning: str, *, without: str = "", example: Any = None) -> T:
    """A field of the settings.

    meaning: a message marked with N_. without: what happens without the setting, if its default is None; also marked.
    example: a value to show, as in the file; without it, the default is shown.
    """
    shown = default if example is None else example
    made: T = field(default=default, metadata={"option": (kind, (meaning, without), shown)})
    return made


def list_options(settings: type) -> Mapping[str, Option]:
    """The settings in a class. Their fields have names like `section_option`."""
    found = {}
    for one in fields(settings):
        section, _, option = one.name.partition("_")
        kind, marked, example = one.metadata["option"]
        found[one.name] = Option(one.name, section, option, one.default, kind, marked, example)
    return MappingProxyType(found)
