"""One broken place of the program: what `tests.evaluate.mutations` changes, and which tests must notice it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

WATCHED_BY = {
    "backgammon": ("tests/rules/backgammon", "tests/history/export"),
    "referee": ("tests/referee", "tests/session"),
    "history": ("tests/history", "tests/session"),
    "session": ("tests/session",),
}
"""The tests that must notice a change: for packages other than the rules, and for games tested in other folders too."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change that makes the program wrong."""

    subject: str
    """The id of the rule that the change breaks, or the name of the module if the change concerns no rule."""
    wrong: str
    """What the program then does wrong, in words for people."""
    file: str
    """The file, below `companion`."""
    old: str
    """The text to be replaced. It occurs in the file exactly once."""
    new: str
    """What replaces it."""

    @property
    def part(self) -> str:
        """The game, or the package outside the rules, that the file belongs to."""
        first, second, *_ = Path(self.file).parts
        return second if first == "rules" else first


def in_file(file: str, *places: tuple[str, str, str]) -> tuple[Mutation, ...]:
    """The mutations of one file, each made from what the program then does wrong, the old text and the new text."""
    return tuple(Mutation(Path(file).stem, wrong, file, old, new) for wrong, old, new in places)


def watching_tests(part: str) -> tuple[str, ...]:
    """The folders of the tests that must notice a change in a part."""
    return WATCHED_BY.get(part, (f"tests/rules/{part}",))
