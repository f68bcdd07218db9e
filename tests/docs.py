"""Writes from the code: the tables of docs/adding-a-game.md and docs/settings.md, and systemd/companion.toml.

    python -m tests.docs

This makes what is between `<!-- begin NAME: ... -->` and `<!-- end NAME -->` from signatures and docstrings.
The rest of the page is written by hand and stays unchanged.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.boards.board import Board
from companion.config import OPTIONS, SECTIONS
from companion.config.default_file import write_default_file
from companion.config.toml import to_toml
from companion.rules import core
from tests.rules import laws, playthrough

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
SETTINGS_PAGE = ROOT / "docs" / "settings.md"
SYSTEM_SETTINGS = ROOT / "systemd" / "companion.toml"
"""The settings file that the installer takes."""
EXAMPLE = ROOT / "tests" / "sixth_game" / "playthrough.txt"
EXAMPLE_LINES = 16

VALUES = (
    core.Status,
    core.LegalMoves,
    core.Verdict,
    core.Outcome,
    core.Event,
    core.Violation,
    core.Match,
    core.Hints,
    core.Hint,
    core.Result,
    core.Counter,
    core.Fact,
    core.Option,
    core.Correction,
    core.RecordedMove,
    core.GameRecord,
)
"""The classes that the methods of `core.Game` take and return, in the order of their use, and the parts of `Info`."""

_PART = re.compile(r"(<!-- begin (\w+): [^\n]*-->\n).*?(<!-- end \2 -->)", re.DOTALL)


def written(page: str) -> str:
    """The page with its generated parts up to date. Raises KeyError for a part that PARTS does not name."""
    return _PART.sub(lambda part: f"{part[1]}{PARTS[part[2]]()}\n{part[3]}", page)


def names(page: str) -> list[str]:
    """The names of the generated parts that a page has."""
    return [part[2] for part in _PART.finditer(page)]


def interface() -> str:
    """A row for each method of `core.Game`."""
    methods = [(name, method) for name, method in vars(core.Game).items() if inspect.isfunction(method)]
    rows = []
    for name, method in methods:
        must = "yes" if name in core.Game.__abstractmethods__ else "where needed"
        rows.append((f"`{name}{signature(method)}`", must, said(method)))
    return table(("method", "to be written", "what it does"), rows)


def values() -> str:
    """A table for each of VALUES: its fields and what they mean."""
    return "\n\n".join(f"`{value.__name__}`: {said(value)}\n\n{fields_of(value)}" for value in VALUES)


def info() -> str:
    return fields_of(core.Info)


def board() -> str:
    return fields_of(Board)


def settings() -> str:
    """A table for each section of the settings file: what each setting means, and what is allowed."""
    parts = []
    for section, title in SECTIONS.items():
        rows = [
            (
                f"`{option.option}`",
                option.without or f"`{option.kind.write(option.default)}`",
                f"{option.meaning} Use {option.kind.allowed}.",
                f"`{option.option} = {to_toml(option.example)}`",
            )
            for option in OPTIONS.values()
            if option.section == section
        ]
        parts.append(f"### `[{section}]`: {title}\n\n{table(('setting', 'without it', 'meaning', 'example'), rows)}")
    return "\n\n".join(parts)


def system_settings() -> str:
    """The settings file of a Pi: all settings have their defaults but the camera."""
    return write_default_file({"camera_uri": "picamera"})


def fields_of(value: type) -> str:
    """A row for each field of a class: its type and the text beneath it. Raises KeyError for a field without a text."""
    meaning = texts_beneath(value)
    rows = [(f"`{name}`", f"`{kind}`", meaning[name]) for name, kind in inspect.get_annotations(value).items()]
    return table(("field", "type", "meaning"), rows)


def texts_beneath(value: type) -> dict[str, str]:
    """What is written beneath each field of a class."""
    (found,) = ast.parse(inspect.getsource(value)).body
    assert isinstance(found, ast.ClassDef)
    texts = {}
    for field, text in pairwise(found.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                texts[name] = " ".join(words.split())
    return texts


def law_list() -> str:
    """A line for each law."""
    return "\n".join(f"- `{law.__name__}`: {said(law)}" for law in laws.LAWS)


def lines_of_playthroughs() -> str:
    """The lines that a playthrough may have, from the module that reads them."""
    said_there = inspect.getdoc(playthrough) or ""
    return block([line for line in said_there.splitlines() if line.startswith("    >")])


def example() -> str:
    return block(EXAMPLE.read_text(encoding="utf-8").splitlines()[:EXAMPLE_LINES])


def block(lines: list[str]) -> str:
    """Lines as an indented block of code; their own common indentation is taken off."""
    common = min(len(line) - len(line.lstrip()) for line in lines if line)
    return "\n".join(f"    {line[common:]}".rstrip() for line in lines).strip("\n")


def signature(method: Callable[..., Any]) -> str:
    """A method's parameters, without `self`, and its result."""
    found = inspect.signature(method)
    kept = [parameter for name, parameter in found.parameters.items() if name != "self"]
    return str(found.replace(parameters=kept)).replace("'", "")


def said(what: object) -> str:
    """A docstring on one line, its paragraphs one after the other."""
    return " ".join((inspect.getdoc(what) or "").split())


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table as Markdown writes it."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


PARTS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "interface": interface,
        "values": values,
        "info": info,
        "board": board,
        "playthrough": lines_of_playthroughs,
        "example": example,
        "laws": law_list,
        "settings": settings,
    }
)
"""The function that makes each part."""


if __name__ == "__main__":
    for page in (PAGE, SETTINGS_PAGE):
        page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")
    SYSTEM_SETTINGS.write_text(system_settings(), encoding="utf-8")
