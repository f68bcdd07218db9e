"""What the rules answer: verdicts, matches, hints, and what a position waits for.

These values pass through the interface of a game (`companion.rules.core`), which offers them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

P = TypeVar("P")
"""A game's own immutable type of position."""

JSON = Any
"""A value as `json.loads` gives it. It must be checked before use."""

Table = Mapping[str, tuple[str, ...]]
"""What is on the board: cell -> piece kinds from bottom to top. Empty cells are left out."""

Due = Literal["move", "roll", "next", "nothing"]
"""What a position waits for: a move, a roll, the next part, or nothing because the game is over."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule."""

    rule: str
    """The rule's id in the rulings, like "MF-R3"."""
    title: str
    """The rule's name."""
    text: str
    """The reason, in words about this very move."""
    cells: tuple[str, ...] = ()
    """The cells that the reason is about."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a move or roll caused."""

    event: str
    """What it is: "captured", "flipped", "won". The end of one part is named after the part: "game-won", "bout-won",
    "round-won"."""
    text: str
    """What happened, in words."""
    cells: tuple[str, ...] = ()
    """Where it happened."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[P]):
    """What a roll, a `next` or a legal move leads to."""

    position: P
    """The position after it."""
    events: tuple[Event, ...] = ()
    """What happened, in order."""


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """Says if one move is legal: exactly one of `outcome` and `violations` is filled."""

    move: str
    """The move in its canonical text."""
    outcome: Outcome[P] | None = None
    """What a legal move leads to."""
    violations: tuple[Violation, ...] = ()
    """The rules that an illegal move breaks, most basic first."""

    @property
    def legal(self) -> bool:
        """True if the move may be made."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The moves that may be made, one canonical text for each different resulting position."""

    moves: tuple[str, ...]
    """Empty if no move is due; exactly ("pass",) if one is due and nothing can move."""
    complete: bool = True
    """False if the list was cut at a limit."""

    @classmethod
    def up_to(cls, limit: int, moves: Iterable[str]) -> LegalMoves:
        """The first moves, at most `limit`. Computes at most one more than that."""
        found = tuple(islice(moves, limit + 1))
        return cls(found[:limit], len(found) <= limit)


@dataclass(frozen=True, slots=True)
class Match:
    """Which moves lead from a position to a table."""

    moves: tuple[str, ...] = ()
    """Every legal move that leads to the table, in canonical text. Empty for the position's own table, unless a legal
    move leaves the table unchanged."""
    violations: tuple[Violation, ...] = ()
    """If `moves` is empty: the rules that the attempted move breaks, or what an unfinished move still lacks. Empty only
    if nothing has changed."""
    partial: bool = False
    """True if the table may be in the middle of a move: one legal move touches every cell that differs, and each of
    them is empty or holds what it held before, at a stop or at the end of that move."""
    towards: tuple[str, ...] = ()
    """Some legal moves that the table may become, the nearest first. Empty if not partial."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a piece may go, and why."""

    to: str | None
    """The cell; None if the piece may not move."""
    why: str
    """The reason in words."""
    about: str | None = None
    """If the piece may not move: the cell that it cannot reach, if the reason is about one."""
    reason: str = ""
    """The reason alone, if `why` also names the cell: several cells may have the same one."""
    takes: bool = False
    """True if this takes a piece of another player. With no cell to go to, the piece itself may be taken."""
    label: str = ""
    """A number for the drawn board: how many pieces may be placed or moved like this."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What can be done now."""

    text: str
    """What can be done now, in words."""
    cells: Mapping[str, tuple[Hint, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """For each cell, where its piece can go. A piece that is to be placed is listed by the cell that it goes to."""
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The pieces of the player to move in an area that has no cells, so that no table holds them."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game (or bout, or round) ended."""

    winner: str
    """The player who won."""
    points: int
    """How many points it counts."""
    how: str
    """The way in which it was won, in a word."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that a player keeps beside the board, for the screen."""

    label: str
    """What is counted: "in hand"."""
    value: int
    """How many there are."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that everybody at the table should know at any time, such as the score."""

    label: str
    """What it is: "pips"."""
    values: tuple[tuple[str, str], ...] = ()
    """The values: each with the player whose value it is, or "" if it belongs to nobody. None if the label says it
    all."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a position waits for, in terms that need no knowledge of the game."""

    due: Due
    """A move, a roll (`Game.roll`), the next part (`Game.next`), or nothing because the game is over."""
    player: str
    """Who decides or rolls: a player, or in Color Dice a colour, even a dummy's. The winner when the game is over."""
    dice: tuple[str, ...] = ()
    """The names of the dice that may be rolled now, one entry for each die."""
    offers: tuple[str, ...] = ()
    """Legal moves that leave the table unchanged (`pass`, `take`, `keep`). People make them by button or tap only."""
    settled: str = ""
    """The offer that Done plays because all offers come to the same, so that nobody is asked; "" if they do not."""
    counters: Mapping[str, tuple[Counter, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The numbers that each player keeps beside the board, players in the order of the screen."""
    result: Result | None = None
    """How the game or its part ended; None while people play it."""
    shown_dice: tuple[tuple[str, int], ...] = ()
    """The rolled dice that still count: each die's name, "" if dice have no names, and its number."""


@dataclass(frozen=True, slots=True)
class Resignation(Generic[P]):
    """Something that a player may give up, or that the players may agree on: the end of a game or of a part of it."""

    name: str
    """Its fixed name, for the journal and for scripts: "W game". No two of a position are equal."""
    player: str
    """Who gives up; "" if all players agree, as on a draw."""
    text: str
    """What happens, in words: "White gives up the game"."""
    outcome: Outcome[P]
    """What it leads to."""


@dataclass(frozen=True, slots=True)
class Correction(Generic[P]):
    """One thing beside the board that may differ from what the companion believes."""

    label: str
    """Its fixed name, for scripts: "score.W=1"."""
    text: str
    """What is correct instead, in words."""
    position: P
    """The position with this correction. Its table is the same."""
