"""What players can do in Color Dice, and its text (docs/contract.md section 3). Nothing here knows if it is legal.

attack `target:n@from>area*k`; and the words keep, before, after, decline, done.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from companion.rules.color_dice.board import BY_WORD, OUTSIDE, Colour, Place, place_word
from companion.rules.core import MoveTextError, shown


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack on a colour: `count` pawns go from a place to an area, and `strikes` of them strike there."""

    target: Colour
    count: int
    source: Place
    area: Colour
    strikes: int = 0


class Word(Enum):
    """A decision that moves nothing on the table."""

    KEEP = "keep"
    BEFORE = "before"
    AFTER = "after"
    DECLINE = "decline"
    DONE = "done"


Action = Attack | Word

_FORM = re.compile(
    r"(?P<target>[a-z]+):(?P<count>[0-9]{1,9})@(?P<source>[a-z]+)>(?P<area>[a-z]+)(\*(?P<strikes>[0-9]{1,9}))?"
)
_WORDS = {word.value: word for word in Word}


def read(text: str) -> Action:
    """The action that a text means. Case and extra spaces do not matter. Raises MoveTextError if the text breaks the
    grammar or names a colour that does not exist.
    """
    plain = " ".join(text.split()).lower() if text.isascii() else text
    if plain in _WORDS:
        return _WORDS[plain]
    form = _FORM.fullmatch(plain)
    if form is None:
        raise MoveTextError(
            f"{shown(text)} is no move of Color Dice; an attack is target:n@from>area*k, like yellow:2@green>blue*2, "
            f"and the words are {', '.join(_WORDS)}",
            "move",
        )
    source = None if form["source"] == OUTSIDE else _colour(form["source"])
    return Attack(_colour(form["target"]), int(form["count"]), source, _colour(form["area"]), int(form["strikes"] or 0))


def write(action: Action) -> str:
    """The canonical text of an action; `read(write(a)) == a`."""
    if isinstance(action, Word):
        return action.value
    striking = f"*{action.strikes}" if action.strikes else ""
    return f"{action.target.word}:{action.count}@{place_word(action.source)}>{action.area.word}{striking}"


def _colour(word: str) -> Colour:
    if word not in BY_WORD:
        raise MoveTextError(f"there is no colour or area {shown(word)}; there are {', '.join(BY_WORD)}", "move")
    return BY_WORD[word]
