"""Writes values as TOML, and finds the line of each setting in a TOML file. tomllib does the reading."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.language import _

MAX_STATEMENT_LINES = 50
"""The most lines that a setting may need. After a longer statement, the lines of settings are unknown."""

MAX_DEPTH = 5
"""How deep values may be nested in each other. Deeper ones are not written."""

TOO_LARGE = 10**18
"""The largest number that a setting may have. Python refuses to write numbers of thousands of digits."""

Place = tuple[str, ...]
"""The name of a section, or the names of a section and an option."""


def to_toml(value: object, depth: int = 0) -> str:
    """A value as it is written in TOML. depth: how deep it is nested in another value."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value) if abs(value) < TOO_LARGE else _("a number of many digits")
        case float() if value.is_integer() and abs(value) < TOO_LARGE:
            return str(int(value))
        case str() | Path():
            # JSON does not escape the control character DEL, which TOML does not allow.
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple() | Mapping() if depth > MAX_DEPTH:
            return "..."
        case list() | tuple():
            return f"[{', '.join(to_toml(inner, depth + 1) for inner in value)}]"
        case Mapping():
            return f"{{ {', '.join(f'{key} = {to_toml(inner, depth + 1)}' for key, inner in value.items())} }}"
        case _:
            return str(value)


def from_toml(text: str) -> object:
    """The value of a text in TOML. A text that is not TOML stays a text, so that people can leave out the quotes."""
    try:
        return tomllib.loads(f"value = {text}\n")["value"]
    except (ValueError, RecursionError):  # a ValueError also for a number of thousands of digits
        return text


def find_lines(text: str) -> Mapping[Place, int]:
    """For each section and option, the number of its line, from 1.

    text: TOML that tomllib can read. A statement may be longer than a line: it ends with the first line with which
    tomllib understands it.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    found: dict[Place, int] = {}
    section: Place = ()
    start = 0
    while start < len(lines):
        try:
            end, statement = _read_statement(lines, start)
        except ValueError:
            return found
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
    """The number of the line after a statement, and what the statement says. start: the line on which it begins. Raises
    ValueError if it is too long.
    """
    for end in range(start + 1, min(len(lines), start + MAX_STATEMENT_LINES) + 1):
        try:
            return end, tomllib.loads("\n".join(lines[start:end]))
        except tomllib.TOMLDecodeError:
            continue
        except RecursionError as error:
            raise ValueError("the statement is nested too deep") from error
    raise ValueError(f"the statement has more than {MAX_STATEMENT_LINES} lines")


def _find_section(header: Mapping[str, Any]) -> Place:
    """The section that a header begins. header: what tomllib reads: {"a": {"b": {}}} for `[a.b]`, {"a": [{}]} for
    `[[a]]`.
    """
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
    """The sections and options that a line sets, such as `focus = 2`, `camera.focus = 2` or `camera = { focus =
    2 }`.
    """
    names: list[Place] = [(name,) for name in statement]
    return names + [(name, one) for name, inner in statement.items() if isinstance(inner, Mapping) for one in inner]
