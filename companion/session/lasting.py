"""What stays on the screen until the players have read it: the words for undone moves, forced passes and the like.

Opening rolls and ends of phases are in the rules' own words (`Info.lasting`).
"""

from __future__ import annotations

from typing import Any

from companion.history.state import State, Turn
from companion.language import _, ngettext
from companion.rules.core import Info, Outcome
from companion.session.decisions import find_settled_move
from companion.words import join_words

MOST_NAMED = 4
"""How many moves are named of those that are undone or redone."""


def list_lasting(info: Info, outcome: Outcome[Any] | None) -> tuple[str, ...]:
    """What stays of that which the rules said about a move or a roll."""
    events = outcome.events if outcome is not None else ()
    return tuple(event.text for event in events if event.event in info.lasting)


def describe_pass(before: State) -> tuple[str, ...]:
    """That the player to move had to pass; nothing if a move was possible. before: the state before the pass."""
    if find_settled_move(before) != "pass":
        return ()
    player = before.game.status(before.position).player
    return (_("{player} could not move and passed.").format(player=before.game.info.names.get(player, player)),)


def describe_undone(state: State, moves: int) -> str:
    """That the last moves of a state are undone."""
    return _("Undone: {moves}.").format(moves=name_turns(state, moves))


def describe_undone_correction(state: State) -> str:
    """That the last correction of a state is undone."""
    text = _name_correction(state)
    return _("Undone: {moves}.").format(moves=text) if text else _("The correction is undone.")


def describe_redone(state: State, moves: int) -> str:
    """That the last moves of a state count again; or its last correction, if there are none."""
    text = name_turns(state, moves) if moves else _name_correction(state)
    return _("Redone: {moves}.").format(moves=text) if text else _("The correction counts again.")


def _name_correction(state: State) -> str:
    return state.corrections[-1].text if state.corrections else ""


def describe_turn(state: State, turn: Turn) -> str:
    """A player and the move that they made."""
    who = state.game.status(turn.before).player
    # Translators: A player and the move that they made.
    text = _("{player}: {move}")
    return text.format(player=state.game.info.names.get(who, who), move=state.game.in_words(turn.before, turn.move))


def name_turns(state: State, moves: int) -> str:
    """Players and their last moves, the first ones by name; and what was agreed on since then, such as giving up."""
    lost = state.turns[-moves:]
    named = [describe_turn(state, turn) for turn in lost[:MOST_NAMED]]
    more = len(lost) - len(named)
    named += [past.text for past in state.corrections if past.text and past.moves_before > len(state.turns) - len(lost)]
    if more:
        named.append(ngettext("{count} more move", "{count} more moves", more).format(count=more))
    return join_words(named)
