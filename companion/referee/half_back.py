"""Finds out if people have begun to take back the last move and have not finished: one checker of two, or one step of
two.

As a new move, such a table would break the rules. But nobody has made a new move.
"""

from __future__ import annotations

from collections import Counter

from companion.history.state import State, Turn
from companion.referee.repair import Places, count_kinds, list_differences, repair
from companion.rules.core import Table
from companion.values.views import Step


def finish_taking_back(state: State, table: Table, places: Places) -> tuple[Step, ...]:
    """The actions that finish taking back the last move. Empty if it is not half taken back."""
    if not state.undo_limit:
        return ()
    turn = state.turns[-1]
    now = state.game.arranged(state.position, table)
    before = state.game.arranged(turn.before, table)
    if table in (now, before) or not _has_begun(table, now, before):
        return ()
    if _is_part(table, now, before) or _leads_to(state, turn, table):
        return repair(table, before, state.game.info, places)
    return ()


def _has_begun(table: Table, now: Table, before: Table) -> bool:
    """True if people have put something back: a piece on the board, or a piece that the last move had put into
    the box.
    """
    added, lifted = list_differences(table, now)
    if added:
        return True
    placed = count_kinds(now) - count_kinds(before)
    return not Counter(kind for kind, _ in lifted) - placed


def _is_part(table: Table, now: Table, before: Table) -> bool:
    """True if every cell that differs from the position holds what it held before the last move."""
    added, lifted = (Counter(pieces) for pieces in list_differences(table, now))
    returning, leaving = (Counter(pieces) for pieces in list_differences(before, now))
    return added <= returning and lifted <= leaving


def _leads_to(state: State, turn: Turn, table: Table) -> bool:
    """True if this table can appear in the middle of the last move."""
    match = state.game.match(turn.before, table)
    made = state.game.judge(turn.before, turn.move).outcome
    if not match.partial or made is None:
        return False
    outcomes = (state.game.judge(turn.before, move).outcome for move in match.towards)
    return any(outcome is not None and outcome.position == made.position for outcome in outcomes)
