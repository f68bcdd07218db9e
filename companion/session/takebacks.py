"""The question if players really undo moves, when much would be lost: asked only then."""

from __future__ import annotations

from dataclasses import dataclass

from companion.history.state import State
from companion.language import _, ngettext
from companion.referee import Candidate
from companion.rules.core import Table
from companion.values.commands import AnswerUnchanged, AnswerUndone


@dataclass(frozen=True, slots=True)
class AskedTakeback:
    """The question if the last moves are undone. It is open until the table changes or somebody answers."""

    table: Table
    """What was on the board when it was asked."""
    moves: int
    """How many moves would be undone."""
    by_button: bool
    """True if it was asked because somebody pressed Undo, False because the board shows an earlier table."""
    candidates: tuple[Candidate, ...]
    """The answers: yes, with the table that would be right then, and no."""


def ask_takeback(state: State, table: Table, moves: int, *, by_button: bool) -> AskedTakeback:
    """The question if the last `moves` moves are undone. table: what is on the board."""
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
