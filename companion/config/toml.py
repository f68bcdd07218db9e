"""Values and places in TOML: how a value is written, and on which line each setting is. Reading is tomllib's."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Place = tuple[str, ...]
"""A section, or a section and an option."""


def to_toml(value: object) -> str:
    """A value as the settings file has it: corners are a text of four points, infinity is "never"."""
    match value:
        case bool():
            return str(value).lower()
        case float() if value == math.inf:
            return '"never"'
        case float() if value.is_integer():
            return str(int(value))
        case str() | Path():
            # JSON leaves one control character alone that TOML does not allow.
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple() if value and all(isinstance(point, tuple) for point in value):
            return to_toml(" ".join(",".join(f"{number:g}" for number in point) for point in value))
        case list() | tuple():
            return f"[{', '.join(map(to_toml, value))}]"
        case Mapping():
            return f"{{ {', '.join(f'{key} = {to_toml(inner)}' for key, inner in value.items())} }}"
        case _:
            return str(value)


def from_toml(text: str) -> object:
    """The value that a text has in TOML; a text that is no TOML is taken as it is, so that quotes can be left out."""
    try:
        return tomllib.loads(f"value = {text}\n")["value"]
    except tomllib.TOMLDecodeError:
        return text


def find_lines(text: str) -> Mapping[Place, int]:
    """The line of each section and option, from 1. text: TOML that tomllib has read without an error.

    A statement begins on one line and ends on the first line with which tomllib understands it.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    found: dict[Place, int] = {}
    section: Place = ()
    start = 0
    while start < len(lines):
        end, statement = _read_statement(lines, start)
        if lines[start].lstrip().startswith("["):
            section = _find_section(statement)
            places: list[Place] = [()]
        else:
            places = _list_places(statement)
        for place in places:
            whole = (*section, *place)
            found.setdefault(whole[:1], start + 1)
            found.setdefault(whole[:2], start + 1)
        start = end
    return found


def _read_statement(lines: list[str], start: int) -> tuple[int, Mapping[str, Any]]:
    """The line after the statement that begins on a line, and what the statement says."""
    for end in range(start + 1, len(lines) + 1):
        try:
            return end, tomllib.loads("\n".join(lines[start:end]))
        except tomllib.TOMLDecodeError:
            continue
    raise ValueError("the text is not TOML")


def _find_section(header: Mapping[str, Any]) -> Place:
    """The section that a header begins: `[a.b]` is read as {"a": {"b": {}}}, `[[a]]` as {"a": [{}]}."""
    place: Place = ()
    inner: Any = header
    while inner:
        if isinstance(inner, list):
            (inner,) = inner
        else:
            ((name, inner),) = inner.items()
            place = (*place, name)
    return place


def _list_places(statement: Mapping[str, Any]) -> list[Place]:
    """The places that a line sets, such as `focus = 2`, `camera.focus = 2` or `camera = { focus = 2 }`."""
    names: list[Place] = [(name,) for name in statement]
    return names + [(name, one) for name, inner in statement.items() if isinstance(inner, Mapping) for one in inner]
