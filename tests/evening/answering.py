"""What people answer when they are asked what lies on the table: the truth, where it is among the answers."""

from __future__ import annotations

from typing import Any

from companion.history.state import State
from companion.referee import Ambiguous, Candidate, Uncertain
from companion.rules.core import Table
from companion.session.decisions import answers


def true_answer(
    state: State, doubt: Uncertain | Ambiguous, lying: Table, wanted: Any = None, *, taking_back: bool = False
) -> str | None:
    """The label of the answer that is true, None where none is.

    lying: what lies on the table. wanted: the position after the move that was made, None where none was.
    taking_back: people have put an earlier table back and mean it.
    """

    def true(answer: Candidate) -> bool:
        if answer.cell is not None:
            name, (kind, count) = answer.cell
            return lying.get(name, ()) == ((kind,) * count if kind else ())
        if answer.move is not None:
            outcome = state.game.judge(state.position, answer.move).outcome
            return outcome is not None and outcome.position == wanted
        if answer.label == "takeback":
            return taking_back
        return wanted is None and lying == state.game.arranged(state.position, lying)

    return next((answer.label for answer in answers(doubt) if true(answer)), None)
