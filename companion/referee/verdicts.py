"""The values with which the referee answers: what a table can mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.core import Table, Violation
from companion.values.commands import Answer
from companion.values.views import Step


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board shows the table of the position: nothing has moved."""

    table: Table


@dataclass(frozen=True, slots=True)
class UnderWay:
    """The table is in the middle of a turn."""

    table: Table
    towards: tuple[str, ...]
    """Moves that the turn may become, the nearest first."""
    violations: tuple[Violation, ...]
    """What the turn still lacks, as the rules say it."""
    fix: tuple[Step, ...]
    """The actions that finish one of the moves, in order."""
    back: tuple[Step, ...]
    """The actions that undo the whole turn, in order."""
    example: bool = False
    """True if people could also finish the turn in another way."""
    take_back: tuple[Step, ...] = ()
    """The last move may also be half taken back. If so, the actions that finish taking it back."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """The table shows one whole legal move."""

    table: Table
    move: str
    fix: tuple[Step, ...]
    """The actions that put the table back to the start of the turn, in order."""
    hidden: bool = False
    """True if the camera cannot see that the turn is finished: it cannot see a part of the move, such as one more
    checker on a pile that looks the same, or the table may also be in the middle of a turn. Then people say when the
    move is finished.
    """


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
    """How many moves ago it was."""
    doubtful: bool
    """True if the table may also be in the middle of a turn."""
    far: bool
    """True if people must be asked, because many moves would be lost, or because pieces may only have been put away
    after the end.
    """
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
    """The actions that bring the table back to the position, in order."""
    example: bool = False
    """True if people could also repair it in another way that touches as few pieces."""
    take_back: tuple[Step, ...] = ()
    """The last move may be half taken back. If so, the actions that finish taking it back; `fix` is the same, and
    `back` makes the move again.
    """


Sure = Unchanged | UnderWay | MovePlayed | Ambiguous | Takeback | Illegal
"""The verdicts that are possible if every cell is certain."""


def steps_back(verdict: UnderWay | MovePlayed | Ambiguous | Takeback | Illegal) -> tuple[Step, ...]:
    """The actions that bring a table back to the position, in order."""
    return verdict.back if isinstance(verdict, UnderWay | Illegal) else verdict.fix


@dataclass(frozen=True, slots=True)
class Candidate:
    """One meaning that a doubtful table may have: nothing has moved, a move, a takeback, or the content of one cell."""

    label: str
    """The name of the answer in scripts and notifications: "unchanged", "takeback", a move, or the cell and its
    content.
    """
    text: str
    """The answer in words, for people."""
    table: Table
    """What is on the whole board if this answer is right."""
    command: Answer
    """The command that gives this answer."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """The picture fits several meanings, so people are asked."""

    cells: tuple[str, ...]
    """The doubtful cells."""
    candidates: tuple[Candidate, ...]
    """The possible answers, the likeliest first."""
    still: bool = False
    """True if the table looks like the position, and only the hidden part of a pile may differ. Then the session asks
    only after the player has said that they have moved.
    """
    thing: bool = False
    """True if something that is no piece covers the cells. Then people are asked only to take it off."""
    table: Table = field(default_factory=dict)
    """The likeliest content of each cell, if every cell is judged alone."""

    @property
    def beside(self) -> Table:
        """The certain part of the table, without the doubtful cells."""
        return {cell: pieces for cell, pieces in self.table.items() if cell not in self.cells}


Verdict = Sure | Uncertain
