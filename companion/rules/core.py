"""The interface that every game's rules keep, and the values that pass through it.

One game is one subclass of `Game`, registered in `companion.rules`. Everything is immutable; nothing
here knows a clock, a file, a random number or a camera. Chance comes from outside: a throw is handed
to `Game.roll`. Whoever calls needs no knowledge of the game: a position says what is due and of whom
(`Game.status`), a move is its text (interfaces.md section 3), a table is what lies on the board.

Three questions, three answers:

* `judge` - may this move be made? A `Verdict`: the position after it, or the rules that it breaks.
* `match` - which move made this table? A `Match`: the moves, or why none did, and whether the turn
  may still be under way (pieces are lifted and put down one at a time).
* `hints` - what may be done now, and why something may not.

Positions cross the border as JSON (`parse`, `dump`). A position need not be reachable, but it must not
contradict itself.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

P = TypeVar("P")
"""A game's own immutable type of position."""

JSON = Any
"""A value as `json.loads` gives it: whoever receives one checks it before use."""

Table = Mapping[str, tuple[str, ...]]
"""What lies on the board: cell -> piece kinds from bottom to top. Empty cells are left out."""

Due = Literal["move", "roll", "next", "nothing"]


class RulesError(ValueError):
    """A request that cannot be answered. `field` names the part of the input that is at fault.

    `reason` is the message without it, for people.
    """

    code = "bad-request"

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
        self.reason = message


class PositionError(RulesError):
    """A position (or option) with unknown, missing or contradictory fields."""

    code = "bad-position"


class MoveTextError(RulesError):
    """A text that is no move of this game: outside the grammar, or with a cell that does not exist."""

    code = "bad-move"


class RollError(RulesError):
    """A throw that is not due, of the wrong size, or one throw of a die too many."""

    code = "bad-roll"


class TableError(RulesError):
    """A table with unknown cells or kinds, or more pieces than a cell holds."""

    code = "bad-table"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its id in RULINGS.md, the rule's name, and words about this very move."""

    rule: str
    title: str
    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a move or throw brought about ("captured", "flipped", "won"), in words too.

    What ends one game, bout or round of several is named by that: "game-won", "bout-won", "round-won".
    """

    event: str
    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome(Generic[P]):
    """The position after a throw, a `next` or a legal move, and what happened on the way."""

    position: P
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """Whether one move may be made: exactly one of `outcome` and `violations` is filled.

    `move` is the canonical text. `violations` stand most basic first.
    """

    move: str
    outcome: Outcome[P] | None = None
    violations: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """One canonical move for each different resulting position; `complete` is False when cut at a limit.

    Empty where no move is due; exactly ("pass",) where one is due and nothing can move.
    """

    moves: tuple[str, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """Which moves lead from a position to a table.

    moves: every legal way that differs, canonical; empty for the position's own table (unless a legal
        move leaves the table as it was).
    violations: where there is no move, what the attempted one breaks, or what an unfinished one still
        lacks; empty only where nothing has changed.
    partial: every cell that differs is one that some single legal move touches, and holds what it held
        before, at a stop or at the end of that move, or nothing.
    towards: some legal moves that the table is on the way to, the nearest first; empty unless partial.
    """

    moves: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    partial: bool = False
    towards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a piece may go (`to`, None where it may not move) and why, in words."""

    to: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Hints:
    """What to do now, in words, and cell by cell where a piece can go (placing: by the cell it goes to)."""

    text: str
    cells: Mapping[str, tuple[Hint, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game (or bout, or round) ended."""

    winner: str
    points: int
    how: str


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that a player keeps beside the board ("stones in hand"), for the screen."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Status:
    """What a position waits for, in terms that need no knowledge of the game.

    due: a move, a throw (`Game.roll`), the next bout (`Game.next`), or nothing: the game is over.
    player: whose decision or throw is due (a colour in Color Dice, dummies included); the winner when over.
    dice: the names of the dice that may be thrown now, one entry a die.
    offers: legal moves that leave the table as it is (`pass`, `take`, `keep`); made by button or tap only.
    counters: what each player keeps beside the board, players in the order of the screen.
    result: how it ended, where it ended.
    """

    due: Due
    player: str
    dice: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    counters: Mapping[str, tuple[Counter, ...]] = field(default_factory=lambda: MappingProxyType({}))
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Info:
    """A game as `companion rules` lists it.

    players: fewest and most. options: name -> default. kinds: piece kinds. cells: those a piece can
    stand on. names: player as positions name him -> for people; kind_names: kind -> for people.
    named_dice: throws are given by the dice's names ({"red": 4}), not in the order of `Status.dice` ([3, 1]).
    emblems: player -> the piece kind that stands for him on the screen.
    sides: for a piece with two sides, the kind that each side shows -> the kind of the other.
    passed_over: cells of the board that no piece may stand on, but may be seen on, by mistake or on its way
        (the black spaces of Spaces); a table may name them.
    cell_names: kind, or "" for whatever lies there -> cell -> for people who play with that kind, where its id will
        not do (each player of Backgammon counts the points from his own side).
    """

    id: str
    title: str
    players: tuple[int, int]
    options: Mapping[str, JSON]
    kinds: tuple[str, ...]
    cells: tuple[str, ...]
    names: Mapping[str, str]
    kind_names: Mapping[str, str]
    named_dice: bool = False
    emblems: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sides: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    passed_over: tuple[str, ...] = ()
    cell_names: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))

    def cell_name(self, cell: str, kind: str = "") -> str:
        """What people call a cell, with a piece of a kind in mind."""
        return self.cell_names.get(kind, {}).get(cell, cell)


class Game(ABC, Generic[P]):
    """The rules of one game. Stateless: every method is a pure function of its arguments."""

    info: Info

    @abstractmethod
    def new(self, options: Mapping[str, JSON] | None = None) -> P:
        """The start position. Raises PositionError for an unknown option or a value out of range."""

    @abstractmethod
    def parse(self, data: JSON) -> P:
        """A position from JSON (interfaces.md section 2). Raises PositionError naming the field."""

    @abstractmethod
    def dump(self, position: P) -> dict[str, JSON]:
        """The position as JSON; `parse(dump(p)) == p`."""

    @abstractmethod
    def status(self, position: P) -> Status:
        """What the position waits for."""

    @abstractmethod
    def table(self, position: P) -> Table:
        """What lies on the board in this position."""

    def arranged(self, position: P, seen: Table) -> Table:
        """The position's table with its pieces where `seen` has them, as far as places are alike (Color Dice).

        Equal to `seen` exactly where that shows this position. Where no two places are alike: `table`.
        """
        return self.table(position)

    @abstractmethod
    def legal(self, position: P, limit: int = 10_000) -> LegalMoves:
        """The moves that may be made, one for each different resulting position, at most `limit`."""

    @abstractmethod
    def judge(self, position: P, move: str) -> Verdict[P]:
        """Whether `move` may be made. Raises MoveTextError where the text is no move of the game."""

    @abstractmethod
    def match(self, position: P, table: Table, limit: int = 100) -> Match:
        """Which moves (at most `limit`) lead to `table`. Raises TableError for what is no table of the game."""

    @abstractmethod
    def hints(self, position: P) -> Hints:
        """What may be done now, and why something may not."""

    def in_words(self, position: P, move: str) -> str:
        """A move of `position` as people read it on the screen: its text, where that is how players write it."""
        return move

    def roll(self, position: P, dice: JSON) -> Outcome[P]:
        """The position after a throw from outside. Raises RollError where none is due or it does not fit."""
        raise RollError(f"{self.info.title} has no dice, so no throw is due", "dice")

    def next(self, position: P) -> Outcome[P]:
        """The next bout, game or round laid out, after phase `between`. Raises PositionError elsewhere."""
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")


def shown(data: JSON, longest: int = 60) -> str:
    """A piece of input as a message quotes it: JSON, cut where it is long, and always fit to be printed."""
    text = json.dumps(data, ensure_ascii=False, default=repr)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= longest else text[: longest - 3] + "..."


def parse_table(info: Info, data: JSON) -> Table:
    """A table from JSON: known cells and kinds, no empty lists kept. Raises TableError naming the cell.

    How many pieces a cell holds is the game's own affair; `match` answers for tables that cannot be.
    """
    if not isinstance(data, Mapping):
        raise TableError("an object of cell -> [kinds, bottom to top] is needed", "table")
    table: dict[str, tuple[str, ...]] = {}
    for cell, kinds in data.items():
        if cell not in info.cells and cell not in info.passed_over:
            raise TableError(f"{info.title} has no cell {shown(cell)}", "table")
        where = f"table.{cell}"
        if not isinstance(kinds, list | tuple):
            raise TableError("a list of piece kinds is needed", where)
        for kind in kinds:
            if kind not in info.kinds:
                raise TableError(f"{info.title} has no piece {shown(kind)}; it has {', '.join(info.kinds)}", where)
        if kinds:
            table[cell] = tuple(kinds)
    return MappingProxyType(table)
