"""The question whether players really want to undo moves. It is asked only if much would be lost."""

from __future__ import annotations

from dataclasses import dataclass

from companion.history.state import State
from companion.language import _, ngettext
from companion.referee import Candidate
from companion.rules.core import Table
from companion.values.commands import AnswerUnchanged, AnswerUndone


@dataclass(frozen=True, slots=True)
class AskedTakeback:
    """The question whether the last moves are undone. It stays until somebody answers or the table changes."""

    table: Table
    """What was on the board when the question was asked."""
    moves: int
    """How many moves would be undone."""
    by_button: bool
    """True if somebody pressed Undo, False if the board shows an earlier table."""
    candidates: tuple[Candidate, ...]
    """The answers: "yes", with the table that must be on the board then, and "no"."""


def ask_takeback(state: State, table: Table, moves: int, *, by_button: bool) -> AskedTakeback:
    """The question whether the last moves are undone. table: what is on the board. moves: how many."""
    then = state.game.arranged(state.turns[-moves].before, table)
    now = state.game.arranged(state.position, table)
    yes = ngettext("Yes, undo {count} move", "Yes, undo {count} moves", moves).format(count=moves)
    return AskedTakeback(
        table,
        moves,
        by_button,
        (
            Candidate("takeback", yes, then, AnswerUndone(moves)),
            Candidate("unchanged", _("No, the game continues"), now, AnswerUnchanged()),
        ),
    )
