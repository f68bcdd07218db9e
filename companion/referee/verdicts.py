"""What a table can mean: the values that the referee answers with."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.core import Table, Violation
from companion.values.commands import Answer
from companion.values.views import Step


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is the position's own."""

    table: Table


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A turn that is not finished."""

    table: Table
    towards: tuple[str, ...]
    """Moves that it may become, the nearest first."""
    violations: tuple[Violation, ...]
    """What the unfinished turn still lacks."""
    fix: tuple[Step, ...]
    """The actions that finish one of the moves, in order."""
    back: tuple[Step, ...]
    """The actions that undo the whole turn, in order."""
    example: bool = False
    """True if other actions would finish the turn as well."""
    take_back: tuple[Step, ...] = ()
    """If the last move may also be half taken back: the actions that finish this."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """One whole legal move."""

    table: Table
    move: str
    fix: tuple[Step, ...]
    """The actions that put the table back to the start of the turn, in order."""
    hidden: bool = False
    """True if the camera cannot see part of the move, such as one more checker on a pile that looks the same. Then
    people say when the move is finished."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several different legal moves lead to this table."""

    table: Table
    moves: tuple[str, ...]
    fix: tuple[Step, ...]
    """The actions that put the table back to the start of the turn, in order."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """The board shows the table of some moves ago."""

    table: Table
    moves: int
    """How many moves ago."""
    doubtful: bool
    """True if it may also be a turn that is not finished."""
    far: bool
    """True if a table alone does not decide it, because many moves would be lost, or pieces may only have been put away
    after the end: people are asked."""
    fix: tuple[Step, ...]
    """The actions that put the table back to the position, in order."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal move leads to this table."""

    table: Table
    violations: tuple[Violation, ...]
    """The broken rules, the most basic first."""
    fix: tuple[Step, ...]
    """The actions that repair the table, in order."""
    back: tuple[Step, ...] = ()
    """The actions that put the table back to the position, in order."""
    example: bool = False
    """True if other actions would repair it as well, with as few pieces touched."""
    take_back: tuple[Step, ...] = ()
    """If the last move is half taken back: the actions that finish this, the same as `fix`. `back` puts it forward
    again."""


Sure = Unchanged | UnderWay | MovePlayed | Ambiguous | Takeback | Illegal
"""The verdicts on a table that is known."""


def steps_back(verdict: UnderWay | MovePlayed | Ambiguous | Takeback | Illegal) -> tuple[Step, ...]:
    """The actions that put a table back to the position, in order."""
    return verdict.back if isinstance(verdict, UnderWay | Illegal) else verdict.fix


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible meaning of a table in doubt: nothing has moved, a move, a takeback, or one cell's content."""

    label: str
    """Its name in a script and in the notification: "unchanged", "takeback", a move, or the cell and its content."""
    text: str
    """The answer in words, for people."""
    table: Table
    """The whole table, if the answer is true."""
    command: Answer
    """The command that gives this answer."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """The picture fits several candidates."""

    cells: tuple[str, ...]
    """The doubtful cells."""
    candidates: tuple[Candidate, ...]
    """The possible answers, the likeliest first."""
    still: bool = False
    """True if the table looks like the position and only the hidden part of a pile may differ. The session asks only
    after the player has said that they have moved."""
    thing: bool = False
    """True if something that is not a piece covers the cells. Then nothing else is asked."""
    table: Table = field(default_factory=dict)
    """The likeliest table if each cell is taken by itself."""

    @property
    def beside(self) -> Table:
        """The part of the table that is certain: without the doubtful cells."""
        return {cell: pieces for cell, pieces in self.table.items() if cell not in self.cells}


Verdict = Sure | Uncertain
