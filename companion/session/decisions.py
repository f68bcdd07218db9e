"""What people have decided or begun: small questions about a state and what was seen, asked by the session.

Pure functions; nothing here says or writes anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.history.events import KEPT, TYPED, NextPartStarted, Rolled, RollVoided, Started, TakenBack
from companion.history.state import State
from companion.referee import Ambiguous, Candidate, Illegal, MovePlayed, Uncertain, UnderWay, Verdict
from companion.rules.core import Game, Table

THROW_AGAIN = "throw again"
"""The tap by which all agree that a throw which stands, or was typed in, is made anew."""


def answers(doubt: Uncertain | Ambiguous | None) -> tuple[Candidate, ...]:
    """What may be tapped in answer to a question."""
    match doubt:
        case Uncertain(_, candidates):
            return candidates
        case Ambiguous(table, moves):
            return tuple(Candidate(move, move, table, move=move) for move in moves)
        case None:
            return ()


def before_the_game(state: State, doubt: Uncertain) -> Uncertain:
    """The same question while the pieces are laid out: no move can have been made, but all may lie as it should."""
    table = state.game.arranged(state.position, doubt.table)
    cells = (candidate for candidate in doubt.candidates if candidate.cell is not None)
    return replace(doubt, candidates=(Candidate("unchanged", "All lies as it should", table), *cells))


def thrown_again(state: State) -> RollVoided | None:
    """What all may agree on that does not count: throws that stood after a takeback, or the one that the move which is
    due is played with, when it was typed in, perhaps mistyped, or that move was taken back. None where there is none.
    """
    match state.last:
        case Rolled(source=source) if source == KEPT:
            return RollVoided()
        case Rolled(source=source) if source == TYPED and state.game.status(state.position).due == "move":
            return RollVoided(1)
        case TakenBack() if state.rolls and state.rolls[-1].moves_before == len(state.turns):
            thrown = state.rolls[-1]
            # Where anything else has come since, a bout's end or a correction, that would go with it.
            alone = state.game.roll(thrown.before, thrown.dice).position == state.position
            return RollVoided(1) if alone else None
        case _:
            return None


def uncommitted(state: State, verdict: Verdict) -> bool:
    """Whether something was done on the table that does not count yet, as far as that can be seen."""
    match verdict:
        case Uncertain(table=table):
            return table != state.game.arranged(state.position, table)
        case MovePlayed() | Ambiguous() | UnderWay() | Illegal():
            return True
        case _:
            return False


def only_pass(state: State) -> bool:
    """Whether a move is due and nothing can move."""
    status = state.game.status(state.position)
    if status.due != "move" or status.offers != ("pass",):
        return False
    return state.game.legal(state.position, 2).moves == ("pass",)


def laid_anew(state: State, table: Table) -> NextPartStarted | Started | None:
    """What a table laid out after the end begins: the next round, or a new game from a start that is usual.

    Both look like a takeback of many moves; who lays out a start table after the end means to go on.
    """
    game, position, start = state.game, state.position, state.start
    due = game.status(position).due
    if due == "next" and game.table(game.next(position).position) == table:
        return NextPartStarted()
    if due == "nothing" and game.table(start) == table and table in _usual_starts(game):
        return Started(game.info.id, game.dump(start))
    return None


def _usual_starts(game: Game[Any]) -> Iterator[Table]:
    """The tables that games begin with, by their number of players."""
    yield game.table(game.new())
    fewest, most = game.info.players
    if "players" in game.info.options:
        yield from (game.table(game.new({"players": players})) for players in range(fewest, most + 1))
