"""What people have decided or begun: small questions about a state and what was seen, asked by the session.

Pure functions; nothing here says or writes anything.
"""

from __future__ import annotations

from dataclasses import replace

from companion.record import STANDS, TYPED, Continued, Rolled, Started, State, TakenBack
from companion.referee import Candidate, Illegal, Made, OneOf, Unclear, UnderWay, Verdict
from companion.rules.core import Table

THROW_AGAIN = "throw again"
"""The tap by which all agree that a throw which stands, or was typed in, is made anew."""


def answers(doubt: Unclear | OneOf | None) -> tuple[Candidate, ...]:
    """What may be tapped in answer to a question."""
    match doubt:
        case Unclear(_, candidates):
            return candidates
        case OneOf(table, moves):
            return tuple(Candidate(move, move, table, move=move) for move in moves)
        case None:
            return ()


def before_the_game(state: State, doubt: Unclear) -> Unclear:
    """The same question while the pieces are laid out: no move can have been made, but all may lie as it should."""
    table = state.game.arranged(state.position, doubt.table)
    cells = (candidate for candidate in doubt.candidates if candidate.cell is not None)
    return replace(doubt, candidates=(Candidate("unchanged", "All lies as it should", table), *cells))


def may_throw_again(state: State) -> bool:
    """Whether all may agree that the throw which lies does not count: it stood after a takeback, or was typed in and
    perhaps mistyped, and nothing has come of it yet."""
    match state.last:
        case Rolled(source=source):
            played_with = state.game.status(state.position).due == "move"
            return source == STANDS or (source == TYPED and played_with)
        case TakenBack():
            return any(throw.after == len(state.turns) for throw in state.throws)
        case _:
            return False


def uncommitted(state: State, verdict: Verdict) -> bool:
    """Whether something was done on the table that does not count yet, as far as that can be seen."""
    match verdict:
        case Unclear(table=table):
            return table != state.game.arranged(state.position, table)
        case Made() | OneOf() | UnderWay() | Illegal():
            return True
        case _:
            return False


def only_pass(state: State) -> bool:
    """Whether a move is due and nothing can move."""
    status = state.game.status(state.position)
    if status.due != "move" or status.offers != ("pass",):
        return False
    return state.game.legal(state.position, 2).moves == ("pass",)


def laid_anew(state: State, table: Table) -> Continued | Started | None:
    """What a table laid out after the end begins: the next round, or a new game from the start of the last one.

    Both look like a takeback of many moves; who lays out a start table after the end means to go on.
    """
    game, position, start = state.game, state.position, state.start
    due = game.status(position).due
    if due == "next" and game.table(game.next(position).position) == table:
        return Continued()
    if due == "nothing" and game.table(start) == table:
        return Started(game.info.id, game.dump(start))
    return None
