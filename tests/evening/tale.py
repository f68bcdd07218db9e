"""Reads stories from files. Each story begins with a line "A game of ...", and its sentences follow.

    A game of Spaces with target 1 from {"pieces": {"J6": "W", "H6": "B"}, "phase": "move", "roll": 2,
        "opening": false}.
    expect setup-ok
    ...

A file may hold several games, one after the other. `from` names the fields of the position that differ from the game's
start. Indented lines continue the line above; empty lines and lines that begin with # are skipped.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rules import GAMES
from companion.rules.core import JSON, RulesError
from companion.values.commands import Dice

STORIES = Path(__file__).parent / "stories"

_BEGINNING = re.compile(
    r"A game of (?P<title>[\w ]+?)(?: with (?P<options>[^{]+?))?(?: from (?P<position>\{.*\}))?", re.DOTALL
)
_RULE = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+\b")


class StoryError(AssertionError):
    """A story cannot be understood, or did not go as told; the message names the line."""


@dataclass(frozen=True)
class Tale:
    """One game of a story: its sentences with their line numbers. position: JSON, None for the usual start."""

    file: str
    line: int
    game: str
    options: dict[str, JSON]
    position: JSON
    sentences: tuple[tuple[int, str], ...]

    @property
    def rules_broken(self) -> frozenset[str]:
        """The rules that the companion is expected to name."""
        said = [s for _, s in self.sentences if s.startswith("expect illegal")]
        return frozenset(rule for sentence in said for rule in _RULE.findall(sentence))


def tales(text: str, file: str = "story") -> tuple[Tale, ...]:
    """The games that a text tells. Raises StoryError if one does not begin as it should."""
    parts: list[list[tuple[int, str]]] = []
    for number, sentence in _sentences(text):
        if sentence.startswith("A game of") or not parts:
            parts.append([])
        parts[-1].append((number, sentence))
    return tuple(_tale(part, file) for part in parts)


def tales_in(path: Path) -> tuple[Tale, ...]:
    """The games that a file of STORIES tells."""
    return tales(path.read_text(encoding="utf-8"), str(path.relative_to(STORIES)))


def _sentences(text: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0].isspace() and found:
            first, sentence = found.pop()
            found.append((first, f"{sentence} {line.strip()}"))
        else:
            found.append((number, line.strip()))
    return [(number, sentence.removesuffix(".")) for number, sentence in found]


def _tale(part: list[tuple[int, str]], file: str) -> Tale:
    (number, first), *rest = part
    where = f"{file}, line {number}"
    begun = _BEGINNING.fullmatch(first)
    if begun is None:
        raise StoryError(f"{where}: a story begins with 'A game of GAME [with OPTION VALUE, ...] [from POSITION]'")
    game = begun["title"].lower().replace(" ", "-")
    if game not in GAMES:
        raise StoryError(f"{where}: there is no game {begun['title']!r}")
    options = dict(_option(part) for part in (begun["options"] or "").split(",") if part.strip())
    return Tale(file, number, game, options, _position(game, options, begun["position"], where), tuple(rest))


def _position(game: str, options: dict[str, JSON], changes: str | None, where: str) -> JSON:
    if changes is None:
        return None
    rules = GAMES[game]
    try:
        position = rules.dump(rules.new(options)) | json.loads(changes)
        return rules.dump(rules.parse(position))
    except (RulesError, ValueError) as error:
        raise StoryError(f"{where}: no position to begin from: {error}") from error


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.strip().partition(" ")
    words = {"on": True, "off": False}
    return name, words[value] if value in words else int(value) if value.isdigit() else value


def dice_in(words: str) -> Dice:
    """The dice from `6 2`, or from `red 4, blue 2` if dice have names."""
    if words[0].isdigit():
        return [int(value) for value in words.split()]
    return {name: int(value) for name, value in (part.split() for part in words.split(","))}
