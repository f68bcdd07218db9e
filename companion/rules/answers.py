"""What the rules answer: verdicts, matches, hints, and what a position waits for.

These values are part of a game's interface, so `companion.rules.core` offers them, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

P = TypeVar("P")
"""The class of a game's positions. Its values never change."""

JSON = Any
"""A value as `json.loads` returns it. It must be checked before use."""

Table = Mapping[str, tuple[str, ...]]
"""What is on the board: for each cell the kinds of its pieces, from bottom to top. Empty cells are left out."""

Due = Literal["move", "roll", "next", "nothing"]
"""What a position waits for: a move, a roll, the next part, or nothing because the game is over."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that is broken."""

    rule: str
    """The id of the rule in the rulings, such as "MF-R3"."""
    title: str
    """The rule's name."""
    text: str
    """The reason, in words about exactly this move."""
    cells: tuple[str, ...] = ()
    """The cells that the reason is about."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a move or roll caused."""

    event: str
    """What happened, in a word: "captured", "flipped", "won". The end of a part has the part's name: "game-won",
    "bout-won", "round-won".
    """
    text: str
    """What happened, in words."""
    cells: tuple[str, ...] = ()
    """Where it happened."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[P]):
    """What a roll, a legal move or the beginning of the next part leads to."""

    position: P
    """The position after it."""
    events: tuple[Event, ...] = ()
    """What happened, in order."""


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """Whether a move is legal. It has either an `outcome` or `violations`."""

    move: str
    """The text of the move, in the game's own notation."""
    outcome: Outcome[P] | None = None
    """What a legal move leads to."""
    violations: tuple[Violation, ...] = ()
    """The rules that an illegal move breaks, the most basic one first."""

    @property
    def legal(self) -> bool:
        """True if the move may be made."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves. If several lead to the same position, only one of them is listed."""

    moves: tuple[str, ...]
    """The moves as texts. Empty if no move is due. Exactly ("pass",) if a move is due but nothing can move."""
    complete: bool = True
    """False if the list was cut at a limit."""

    @classmethod
    def up_to(cls, limit: int, moves: Iterable[str]) -> LegalMoves:
        """At most `limit` of these moves. It computes only one more than that, to know if there are more."""
        found = tuple(islice(moves, limit + 1))
        return cls(found[:limit], len(found) <= limit)


@dataclass(frozen=True, slots=True)
class Match:
    """Which moves lead from a position to a table."""

    moves: tuple[str, ...] = ()
    """Every legal move that leads to the table, as text. For the position's own table it is empty, unless a legal move
    leaves the table unchanged.
    """
    violations: tuple[Violation, ...] = ()
    """If `moves` is empty: the rules that the move breaks which people seem to have tried, or what an unfinished move
    still lacks. Empty only if nothing has changed.
    """
    partial: bool = False
    """True if the table may be in the middle of a move. Then there is a legal move that touches every cell that
    differs; and each of these cells is empty, or holds what it held before, at a stop or at the end of that move.
    """
    towards: tuple[str, ...] = ()
    """Some legal moves that the table may become, the nearest first. Empty if the table is not in the middle of one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a piece may go and why, or why it may not move."""

    to: str | None
    """The cell to which the piece may go; None if it may not move."""
    why: str
    """The reason in words."""
    about: str | None = None
    """If the piece may not move: the cell that it cannot reach, if the reason is about one."""
    reason: str = ""
    """The reason without the name of the cell, if `why` names it. Several cells may have the same reason."""
    takes: bool = False
    """True if a piece of another player is taken by this. If there is no cell to go to, the piece itself may be
    taken.
    """
    label: str = ""
    """A number to draw on the board: how many pieces may be placed or moved in this way."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What can be done now."""

    text: str
    """A few sentences about what can be done now."""
    cells: Mapping[str, tuple[Hint, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """For each cell, where its piece can go. A piece that comes from beside the board is listed at the cell that it can
    go to.
    """
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """For each area without cells, the pieces there of the player to move. No table can show them."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game (or bout, or round) ended."""

    winner: str
    """The name of the player who won, as positions have it."""
    points: int
    """How many points the win counts."""
    how: str
    """The way in which it was won, in a word of the program."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that a player keeps beside the board, and that the screen shows."""

    label: str
    """What is counted: "in hand"."""
    value: int
    """How many there are."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that everybody at the table should know at any time, such as the score."""

    label: str
    """What the fact is about: "pips"."""
    values: tuple[tuple[str, str], ...] = ()
    """Each value with the player to whom it belongs; "" for a value of nobody. Empty if the label says everything."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a position waits for, said in such a way that the caller need not know the game."""

    due: Due
    """What is due: a move, a roll (`Game.roll`), the next part (`Game.next`), or nothing because the game is over."""
    player: str
    """The player who decides or rolls; after the end, the winner. In Color Dice this is a colour, which may be a
    dummy's.
    """
    dice: tuple[str, ...] = ()
    """The dice that may be rolled now: a name for each of them."""
    offers: tuple[str, ...] = ()
    """Legal moves that leave the table unchanged (`pass`, `take`, `keep`). People make them with a button or a tap."""
    settled: str = ""
    """The offer that Done plays without a question, because all offers lead to the same; "" if they do not."""
    counters: Mapping[str, tuple[Counter, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """For each player, the numbers that they keep beside the board. Players are in the order of the screen."""
    result: Result | None = None
    """How the game or a part of it ended; None before that."""
    shown_dice: tuple[tuple[str, int], ...] = ()
    """The rolled dice that still count: the name of each ("" if dice have no names), and its value."""


@dataclass(frozen=True, slots=True)
class Resignation(Generic[P]):
    """Something that ends the game or a part of it: a player gives up, or all players agree."""

    name: str
    """The resignation's name in the journal and in scripts: "W game". In a position, every resignation has another
    name.
    """
    player: str
    """The player who gives up; "" if all players must agree, as for a draw."""
    text: str
    """What happens, in words: "White gives up the game"."""
    outcome: Outcome[P]
    """The position that it leads to, and what happens."""


@dataclass(frozen=True, slots=True)
class Correction(Generic[P]):
    """One change of something beside the board that the companion may have got wrong."""

    label: str
    """The correction's name for scripts: "score.W=1"."""
    text: str
    """What is right instead, in words."""
    position: P
    """The position after this correction. Its table is the same."""
