"""Finds what a table means in a game if every cell is certain, by asking the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeVar

from companion.history.state import State
from companion.referee.advice import finish, put_right
from companion.referee.half_back import finish_taking_back
from companion.referee.reachable import ReachablePositions
from companion.referee.repair import Places, repair
from companion.referee.verdicts import (
    Ambiguous,
    Illegal,
    MovePlayed,
    Sure,
    Takeback,
    Unchanged,
    UnderWay,
    Verdict,
)
from companion.rules import GAMES
from companion.rules.core import Game, Match, Table
from companion.values.views import Step


def start_table(game: str) -> Table | None:
    """The table at the start of a game with its default options; None for an unknown game."""
    rules: Game[Any] | None = GAMES.get(game)
    return None if rules is None else rules.table(rules.new())


def judge_table(state: State, table: Table, places: Places) -> Sure:
    """The verdict on a table of which every cell is certain. places: each cell's middle in mm."""
    game, position = state.game, state.position
    now = game.arranged(position, table)
    if table == now:
        return Unchanged(table)
    back = repair(table, now, game.info, places)
    match = game.match(position, table)
    different = _different(state, match.moves)
    if len(different) == 1:
        return MovePlayed(table, different[0], back)
    if different:
        return Ambiguous(table, different, back)
    moves = _moves_ago(state, table)
    if moves:
        far = moves > most_undone_by_hand(state) or _are_pieces_put_away(state, table)
        return Takeback(table, moves, match.partial, far, back)
    return _unfinished_or_wrong(table, match, back)


def most_undone_by_hand(state: State) -> int:
    """How many moves people can undo without a question, just by putting pieces back.

    These are the last turn of the player to move, and all moves since then; after the end of the game, the last turn. A
    move from before the start of the current part, or from before a correction, is never among them.
    """
    status = state.game.status(state.position)
    moves = reversed(state.turns[len(state.turns) - state.undo_limit :])
    players = [state.game.status(turn.before).player for turn in moves]
    own = status.player if status.due in ("move", "roll") else players[0] if players else ""
    turns = [(player, len(list(made))) for player, made in groupby(players)]
    undone = 0
    if turns and turns[0][0] == own and status.due in ("move", "roll"):
        undone += turns.pop(0)[1]  # the turn that has begun
    for player, made in turns:
        undone += made
        if player == own:
            break
    return undone


def _are_pieces_put_away(state: State, table: Table) -> bool:
    """True if the players may be putting the pieces away: the game or a part of it has ended, and pieces were only
    taken off. By chance, such a table may look like the one before the last move.
    """
    if state.game.status(state.position).due in ("move", "roll"):
        return False
    now = state.game.arranged(state.position, table)
    return all(Counter(pieces) <= Counter(now.get(cell, ())) for cell, pieces in table.items())


def half_repaired(state: State, wrong: Illegal | UnderWay | None, verdict: Takeback) -> Illegal | UnderWay | None:
    """What is still wrong while people repair an illegal table; None if they really show an earlier table.

    In the middle of a repair, the table may look like an earlier one by chance: a wrong piece was taken off, and the
    right one is not there yet. This is so if all cells that differ from the position were wrong before, and nothing new
    is on them.
    """
    if wrong is None or wrong.take_back:
        return None
    table, now = verdict.table, state.game.arranged(state.position, verdict.table)
    for cell in {*table, *now}:
        lies, should, lay = (Counter(t.get(cell, ())) for t in (table, now, wrong.table))
        if lies != should and (lay == should or not (lies <= lay or lies <= should)):
            return None
    return replace(wrong, table=table, fix=verdict.fix, back=verdict.fix, example=False)


def left_behind(state: State, earlier: Takeback, places: Places) -> Illegal | UnderWay:
    """The verdict on a table that looks like an earlier one, after people said that they want to undo nothing: the
    table must be repaired.
    """
    match = state.game.match(state.position, earlier.table)
    wrong = _unfinished_or_wrong(earlier.table, match, earlier.fix)
    return advise(state, wrong, places)


def _unfinished_or_wrong(table: Table, match: Match, back: tuple[Step, ...]) -> Illegal | UnderWay:
    if match.partial:
        return UnderWay(table, match.towards, match.violations, back, back)
    return Illegal(table, match.violations, back, back)


V = TypeVar("V", bound=Verdict)


def advise(
    state: State, verdict: V, places: Places, may_be: ReachablePositions | None = None
) -> V | Illegal | UnderWay:
    """The verdict. If its table is illegal or unfinished, the best repair is added. may_be: `known(state)`, if the
    caller has it.
    """
    if not isinstance(verdict, Illegal | UnderWay):
        return verdict
    wrong = finish(state, verdict, places) if isinstance(verdict, UnderWay) else verdict
    half_back = finish_taking_back(state, wrong.table, places)
    if isinstance(wrong, UnderWay):
        return replace(wrong, take_back=half_back)
    if half_back:
        return replace(wrong, fix=half_back, take_back=half_back)
    return put_right(state, wrong, places, may_be)


def _different(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """One move for each different result. By which way a piece gets there does not matter."""
    if len(moves) < 2:
        return tuple(moves)
    found: list[tuple[object, str]] = []
    for move in moves:
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None and outcome.position not in [position for position, _ in found]:
            found.append((outcome.position, move))
    return tuple(move for _, move in found)


def _moves_ago(state: State, table: Table) -> int:
    """How many moves ago the game had this table; 0 if it has never had it."""
    for n, turn in enumerate(reversed(state.turns), start=1):
        if state.game.arranged(turn.before, table) == table:
            return n
    return 0
