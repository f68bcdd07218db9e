"""Writes the tables of docs/adding-a-game.md from the code: `python -m tests.docs`.

What stands between `<!-- begin NAME: ... -->` and `<!-- end NAME -->` is made here, from signatures and docstrings;
the rest of the page is written by hand and never touched.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.boards.board import Board
from companion.rules import core
from tests.rules import laws, playthrough

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
EXAMPLE = ROOT / "tests" / "rules" / "example_game.txt"
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
)
"""What the methods of `core.Game` take and give, in the order of their use."""

_PART = re.compile(r"(<!-- begin (\w+): [^\n]*-->\n).*?(<!-- end \2 -->)", re.DOTALL)


def written(page: str) -> str:
    """The page with its made parts as they must be. Raises KeyError for a part that nothing makes."""
    return _PART.sub(lambda part: f"{part[1]}{PARTS[part[2]]()}\n{part[3]}", page)


def names(page: str) -> list[str]:
    """The made parts that a page has."""
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
    """A row for each of VALUES: its fields and what they mean."""
    rows = []
    for value in VALUES:
        fields = ", ".join(f"`{name}`" for name in inspect.get_annotations(value))
        rows.append((f"`{value.__name__}`", fields, said(value)))
    return table(("value", "fields", "what it says"), rows)


def info() -> str:
    return fields_of(core.Info)


def board() -> str:
    return fields_of(Board)


def fields_of(value: type) -> str:
    """A row for each field of a class, with its type and its documentation, and the class's own words below."""
    documented = field_docs(value)
    rows = [
        (f"`{name}`", f"`{kind}`", documented.get(name, "")) for name, kind in inspect.get_annotations(value).items()
    ]
    if not documented:
        return f"{table(('field', 'type'), [row[:2] for row in rows])}\n\n{said(value)}"
    return f"{table(('field', 'type', 'what it is'), rows)}\n\n{said(value)}"


def field_docs(value: type) -> dict[str, str]:
    """The string literals beneath the fields of a class, by field."""
    (definition,) = ast.parse(inspect.getsource(value)).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, below in itertools.pairwise(definition.body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[field.target.id] = " ".join(str(below.value.value).split())
    return found


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
    """A method's parameters and what it gives, without `self`."""
    found = inspect.signature(method)
    kept = [parameter for name, parameter in found.parameters.items() if name != "self"]
    return str(found.replace(parameters=kept)).replace("'", "")


def said(what: object) -> str:
    """A docstring on one line; paragraphs are sentences one after the other."""
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
    }
)
"""What makes each part."""


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
