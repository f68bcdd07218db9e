"""What a player can do in a turn, and its text (docs/contract.md section 3). Nothing here knows if it is legal.

place c4     move or Antipode slide c3-c4     jump c3xc5xe5     claim c3     pass
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.core import MoveTextError, shown
from companion.rules.mindfield.squares import INDEX, NAMES


@dataclass(frozen=True, slots=True)
class Place:
    """A stone from the hand put on a square."""

    square: int


@dataclass(frozen=True, slots=True)
class Step:
    """A stone moves by one square, or the Antipode slides along a line."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Jump:
    """A stone jumps: the square that it leaves, then every square on which it lands."""

    squares: tuple[int, ...]

    @property
    def legs(self) -> tuple[tuple[int, int], ...]:
        return tuple(pairwise(self.squares))


@dataclass(frozen=True, slots=True)
class Claim:
    """The penalty of tournament matches: a stone of the offender is taken off the board (MF-R16)."""

    square: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn that is skipped, because nothing can be done (MF-R13)."""


Action = Place | Step | Jump | Claim | Pass

LONGEST_TEXT = 2_000
"""How many characters the text of a move may have. A useful jump needs less than a tenth of them."""

_CELL = re.compile(r"[a-z]+[0-9]+")
CLAIM = "claim "
"""How the text of a claim begins."""

_FORMS = re.compile(r"(?P<place>CELL)|(?P<step>CELL-CELL)|(?P<jump>CELL(xCELL)+)|claim (?P<claim>CELL)|(?P<skip>pass)"
                    .replace("CELL", "[a-w][0-9]{1,9}"))  # fmt: skip


def read(text: str) -> Action:
    """The action that a text means. Case and extra spaces do not matter. Raises MoveTextError if the text breaks the
    grammar or names a square that does not exist.
    """
    if len(text) > LONGEST_TEXT:
        raise MoveTextError(f"a move has {LONGEST_TEXT} characters at most, not {len(text)}", "move")
    plain = " ".join(text.split()).lower() if text.isascii() else text
    form = _FORMS.fullmatch(plain)
    if form is None:
        raise MoveTextError(
            f"{shown(text)} is no move of Mindfield; place c4, move or slide c3-c4, jump c3xc5xe5, "
            "in tournaments claim c3, or pass",
            "move",
        )
    squares = tuple(_square(cell) for cell in _CELL.findall(plain.removeprefix("claim").replace("x", " ")))
    if form["step"]:
        return Step(*squares)
    if form["jump"]:
        return Jump(squares)
    if form["claim"]:
        return Claim(*squares)
    return Place(*squares) if form["place"] else Pass()


def write(action: Action) -> str:
    """The canonical text of an action; `read(write(a)) == a`."""
    match action:
        case Place(square):
            return NAMES[square]
        case Step(start, end):
            return f"{NAMES[start]}-{NAMES[end]}"
        case Jump(squares):
            return "x".join(NAMES[square] for square in squares)
        case Claim(square):
            return CLAIM + NAMES[square]
        case Pass():
            return "pass"


def touched(action: Action) -> tuple[int, ...]:
    """The squares that the text of an action names."""
    match action:
        case Place(square) | Claim(square):
            return (square,)
        case Step(start, end):
            return start, end
        case Jump(squares):
            return squares
        case Pass():
            return ()


def _square(cell: str) -> int:
    if cell not in INDEX:
        raise MoveTextError(f"the board has no square {shown(cell)}; its squares are a1 to g7", "move")
    return INDEX[cell]
