"""What the players have decided or begun: small questions about a state and about what the camera saw.

Pure functions: nothing here announces or writes anything.
"""

from __future__ import annotations

from dataclasses import replace

from companion.history.events import KEPT, TYPED, NextPartStarted, Rolled, RollVoided, Started, TakenBack
from companion.history.state import State
from companion.language import _
from companion.referee import Ambiguous, Candidate, Illegal, MovePlayed, Uncertain, UnderWay, Verdict
from companion.rules.core import Table
from companion.values.commands import AnswerCell, AnswerMove, AnswerUnchanged


def offer_answers(doubt: Uncertain | Ambiguous | None) -> tuple[Candidate, ...]:
    """The possible answers to a question; none if nothing was asked."""
    match doubt:
        case Uncertain(_, candidates):
            return candidates
        case Ambiguous(table, moves):
            return tuple(Candidate(move, move, table, AnswerMove(move)) for move in moves)
        case None:
            return ()


def adapt_to_laying_out(state: State, doubt: Uncertain) -> Uncertain:
    """The same question during the setup: the answers are that everything is in place, or what is in a cell."""
    table = state.game.arranged(state.position, doubt.table)
    cells = (candidate for candidate in doubt.candidates if isinstance(candidate.command, AnswerCell))
    all_right = Candidate("unchanged", _("Everything is in place"), table, AnswerUnchanged())
    return replace(doubt, candidates=(all_right, *cells))


def find_voidable_roll(state: State) -> RollVoided | None:
    """The roll that everybody may agree not to count; None if there is none.

    This is a kept roll that counts again, or the roll for the move that is due. The latter can be voided only if people
    entered it, perhaps wrongly, or if a move with it was undone.
    """
    match state.last:
        case Rolled(source=source) if source == KEPT:
            return RollVoided()
        case Rolled(source=source) if source == TYPED and state.game.status(state.position).due == "move":
            return RollVoided(1)
        case TakenBack() if state.rolls and state.rolls[-1].moves_before == len(state.turns):
            roll = state.rolls[-1]
            # If the start of a part or a correction came after the roll, voiding the roll would lose that too.
            is_latest = state.game.roll(roll.before, roll.dice).position == state.position
            return RollVoided(1) if is_latest else None
        case _:
            return None


def has_uncommitted_change(state: State, verdict: Verdict) -> bool:
    """True if the picture shows a change on the table that does not count yet."""
    match verdict:
        case Uncertain(table=table):
            return table != state.game.arranged(state.position, table)
        case MovePlayed() | Ambiguous() | UnderWay() | Illegal():
            return True
        case _:
            return False


def must_pass(state: State) -> bool:
    """True if a move is due and no piece can move."""
    status = state.game.status(state.position)
    if status.due != "move" or status.offers != ("pass",):
        return False
    return state.game.legal(state.position, 2).moves == ("pass",)


def find_new_start(state: State, table: Table) -> NextPartStarted | Started | None:
    """What a start table after the end begins: the next part, or a new game; None for any other table.

    Both look like many undone moves. But players who lay out a start table after the end want to play on.
    """
    game, position, start = state.game, state.position, state.start
    due = game.status(position).due
    if due == "next" and game.table(game.next(position).position) == table:
        return NextPartStarted()
    if due == "nothing" and game.table(start) == table and table in map(game.table, game.starts()):
        return Started(game.info.id, game.dump(start))
    return None
