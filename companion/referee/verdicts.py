"""What a table may turn out to be: the values that the referee answers with.

`fix` and `back` are physical actions in order: `fix` mends the table or finishes the turn, `back` undoes it all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.core import Table, Violation
from companion.values.commands import Answer
from companion.values.views import Step


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is as the position has it."""

    table: Table


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A turn that is not finished: `towards` are moves it may become, `fix` finishes one, `back` undoes it all."""

    table: Table
    towards: tuple[str, ...]
    violations: tuple[Violation, ...]
    fix: tuple[Step, ...]
    back: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """One legal move, all of it. `fix` puts the table back to where the turn began.

    hidden: part of it cannot be seen (a checker on a pile that looks the same with one more), so only people
    can say that it is done.
    """

    table: Table
    move: str
    fix: tuple[Step, ...]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several different legal moves made this table."""

    table: Table
    moves: tuple[str, ...]
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Takeback:
    """The table of some moves ago is shown again; `doubtful` where it may also be a turn under way."""

    table: Table
    moves: int
    doubtful: bool
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal move leads here: the rules that were broken, and the actions that mend the table."""

    table: Table
    violations: tuple[Violation, ...]
    fix: tuple[Step, ...]


Sure = Unchanged | UnderWay | MovePlayed | Ambiguous | Takeback | Illegal
"""The verdicts on a table that is known."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a table in doubt may be."""

    label: str
    """Its name in a script and in the notification: "unchanged", "takeback", a move, or a cell's content."""
    text: str
    """The answer in words."""
    table: Table
    """The whole table, if the answer is true."""
    command: Answer
    """The command that gives this answer."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """The picture does not decide between the candidates; `cells` are those that cannot be told.

    still: the table looks as the position does, and only what lies hidden on a pile may be different: nobody is
    asked before he says that he has moved. table: what it looks like all the same, each cell for itself.
    """

    cells: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    still: bool = False
    table: Table = field(default_factory=dict)

    @property
    def beside(self) -> Table:
        """What is sure: the table without the cells that cannot be told."""
        return {cell: pieces for cell, pieces in self.table.items() if cell not in self.cells}


Verdict = Sure | Uncertain
