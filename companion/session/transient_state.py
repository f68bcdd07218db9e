"""What is so just now in a running game, beside its state: what lies on the table, what was asked and said.

Of the moment only: none of it is in the journal, and a power cut may take it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee import Ambiguous, Illegal, Uncertain, UnderWay, Verdict
from companion.rules.core import Table


@dataclass(frozen=True, slots=True)
class TransientState:
    """What is so just now, beside the game's state.

    laying_out: the start table has not been seen yet. verdict: on the table at rest, None while it moves;
    rest: on the table when it last was at rest. wrong: the illegal table that was spoken of and is not right
    yet. restoring: the table as it lay when undo was pressed, until it has been put back.
    doubt: the question that was asked. hint: a hint was asked for. done_waits: done was pressed too early.
    correcting: somebody said that something beside the board is otherwise. pressed: when done was last pressed for
    something, None where anything was thrown or tapped since. notices: (text, until when). problem: why the board
    is not in sight.
    """

    laying_out: bool
    verdict: Verdict | None = None
    rest: Verdict | None = None
    since: float = 0.0
    hand: bool = False
    problem: str | None = None
    wrong: Illegal | UnderWay | None = None
    restoring: Table | None = None
    doubt: Uncertain | Ambiguous | None = None
    hint: bool = False
    done_waits: bool = False
    correcting: bool = False
    pressed: float | None = None
    notices: tuple[tuple[str, float], ...] = ()
