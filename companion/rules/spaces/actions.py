"""What a player can do in a turn, and its text (docs/contract.md section 3). Nothing here knows if it is legal.

every space in order J6-I7-H6     through the centre H6-G7-F10*E9-D8+E11-D10     pass
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.language import _
from companion.rules.core import MoveTextError, shown
from companion.rules.spaces.board import CENTRE, INDEX, NAMES
from companion.words import join_words

Path = tuple[int, ...]
"""Spaces that a piece passes, in the order of counting."""


@dataclass(frozen=True, slots=True)
class Move:
    """One piece that moves space by space, through the centre or not."""

    path: Path
    """The spaces from the start to the last one. If the piece passes the centre, this ends with the triangle of the
    hexagon where it goes in.
    """
    branches: tuple[Path, ...] = ()
    """If the piece passes the centre: for each piece that comes out, its way. Each begins with the triangle of the
    hexagon where the piece leaves. The ways are in the order of these triangles.
    """

    @property
    def start(self) -> int:
        return self.path[0]

    @property
    def ends(self) -> tuple[int, ...]:
        """The spaces where pieces are after the move."""
        return tuple(branch[-1] for branch in self.branches) or self.path[-1:]


@dataclass(frozen=True, slots=True)
class Pass:
    """A roll with which nothing can move. The die goes to the other player (SP-R3)."""


Action = Move | Pass

_PATH = "[A-Z][0-9]{1,9}(?:-[A-Z][0-9]{1,9})*"
_MOVE = re.compile(rf"({_PATH})(?:\*({_PATH})(?:\+({_PATH}))?)?")


def read(text: str) -> Action:
    """The action that a text means. Case, extra spaces and the order of the ways out do not matter.

    Raises MoveTextError if the text breaks the grammar or names a space that does not exist.
    """
    plain = " ".join(text.split()).upper() if text.isascii() else text
    if plain == "PASS":
        return Pass()
    form = _MOVE.fullmatch(plain)
    if form is None or (form[2] is None and "-" not in plain):
        raise MoveTextError(
            f"{shown(text)} is no move of Spaces; name every space in order, J6-I7-H6, through the centre "
            "H6-G7-F10*E9-D8+E11-D10, or pass",
            "move",
        )
    path, *branches = (_path(part) for part in form.groups() if part is not None)
    return Move(path, tuple(sorted(branches)))


def write(action: Action) -> str:
    """The canonical text of an action; `read(write(a)) == a`."""
    if isinstance(action, Pass):
        return "pass"
    path, *branches = ("-".join(NAMES[space] for space in way) for way in (action.path, *action.branches))
    return f"{path}*{'+'.join(branches)}" if branches else path


def describe(action: Move) -> str:
    """A move in words: "E14 through the centre to D8 and F13". It does not name the spaces between: no two legal moves
    begin and end alike.
    """
    text = _("{start} through the centre to {ends}") if action.branches else _("{start} to {ends}")
    return text.format(start=NAMES[action.start], ends=join_words(NAMES[space] for space in action.ends))


def list_ways(action: Action) -> tuple[tuple[str, ...], ...]:
    """The names of the spaces that each piece passes. A second piece comes out of the centre."""
    if isinstance(action, Pass):
        return ()
    first, *others = action.branches or ((),)
    middle = (CENTRE,) if action.branches else ()
    ways = (*action.path, *middle, *first), *((*middle, *other) for other in others)
    return tuple(tuple(NAMES[space] for space in way) for way in ways)


def _path(text: str) -> Path:
    names = text.split("-")
    for name in names:
        if name not in INDEX:
            raise MoveTextError(f"the board has no space {name}; its spaces are A1 to J11", "move")
    return tuple(INDEX[name] for name in names)
