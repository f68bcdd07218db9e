"""What people answer when they are asked what is on the table: the truth, if it is among the answers."""

from __future__ import annotations

from typing import Any

from companion.history.state import State
from companion.referee import Ambiguous, Candidate, Uncertain
from companion.rules.core import Table
from companion.session.decisions import offer_answers
from companion.session.takebacks import AskedTakeback
from companion.values.commands import AnswerCell, AnswerMove, AnswerUndone


def true_answer(
    state: State,
    doubt: Uncertain | Ambiguous | AskedTakeback,
    lying: Table,
    wanted: Any = None,
    *,
    taking_back: bool = False,
) -> str | None:
    """The label of the answer that is true, None if none is.

    lying: what is on the table. wanted: the position after the move that was made, None without a move.
    taking_back: people have put an earlier table back on purpose, to undo moves.
    """

    if isinstance(doubt, AskedTakeback):
        return "takeback" if taking_back else "unchanged"

    def true(answer: Candidate) -> bool:
        match answer.command:
            case AnswerCell(name, kind, count):
                return lying.get(name, ()) == ((kind,) * count if kind else ())
            case AnswerMove(move):
                outcome = state.game.judge(state.position, move).outcome
                return outcome is not None and outcome.position == wanted
            case AnswerUndone():
                return taking_back
            case _:
                return wanted is None and lying == state.game.arranged(state.position, lying)

    return next((answer.label for answer in offer_answers(doubt) if true(answer)), None)
