"""Finds the messages that stay on the screen until the players have read them, for undone moves, forced passes and the
like.

For opening rolls and ends of phases, they have the rules' own words (`Info.lasting`). All of them follow from the
events of the game, so a power cut loses none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.history.events import (
    CorrectionUndone,
    Event,
    Moved,
    NextPartStarted,
    Redone,
    Resigned,
    Rolled,
    RollVoided,
    Started,
    TakenBack,
)
from companion.history.state import State, Turn, fold
from companion.language import _, call_players, ngettext
from companion.session.decisions import find_settled_move
from companion.session.transient_state import Unread
from companion.words import join_words

MOST_UNREAD = 3
"""How many messages may wait to be read. If there are more, the oldest is dropped."""

MOST_NAMED = 4
"""How many undone or redone moves a message names at most."""


def list_unread(unread: Sequence[Unread], before: State, event: Event, after: State) -> tuple[Unread, ...]:
    """The messages that stay after one more event.

    A move, an undo, a redo, a resignation and a start replace all earlier messages. unread: the earlier messages.
    before, after: the state before and after the event.
    """
    match event:
        case Moved():
            return _add((), (*_describe_pass(before), *_list_lasting(after)))
        case TakenBack(moves):
            return _add((), (_describe_undone(before, moves),))
        case Redone():
            return _add((), (_describe_redone(after, len(after.turns) - len(before.turns)),))
        case Resigned():
            return _add((), _list_lasting(after))
        case NextPartStarted() | Started():
            return ()
        case Rolled():
            return _add(unread, _list_lasting(after), of_roll=True)
        case RollVoided():
            return _add(unread, (), of_roll=True)
        case CorrectionUndone():
            return _add(unread, (_describe_undone_correction(before),))
        case _:
            return tuple(unread)


def recall_unread(events: Sequence[Event]) -> tuple[Unread, ...]:
    """The messages that stay after all events of a game, the oldest first."""
    unread: tuple[Unread, ...] = ()
    state: State | None = None
    for event in events:
        after = fold(state, event)
        if state is not None:
            with call_players(state.names):
                unread = list_unread(unread, state, event, after)
        state = after
    return unread


def _add(unread: Iterable[Unread], texts: Iterable[str], *, of_roll: bool = False) -> tuple[Unread, ...]:
    """The messages with some new ones added. A message about a roll replaces those about earlier rolls."""
    new = tuple(Unread(text, of_roll) for text in texts)
    old = tuple(one for one in unread if one not in new and not (of_roll and one.of_roll))
    return (*old, *new)[-MOST_UNREAD:]


def _list_lasting(after: State) -> tuple[str, ...]:
    """The messages that stay of what the rules said about the last move or roll of a state."""
    events = after.last_outcome.events if after.last_outcome is not None else ()
    return tuple(event.text for event in events if event.event in after.game.info.lasting)


def _describe_pass(before: State) -> tuple[str, ...]:
    """A message that the player had to pass; empty if a move was possible. before: the state before the pass."""
    if find_settled_move(before) != "pass":
        return ()
    player = before.game.status(before.position).player
    return (_("{player} could not move and passed.").format(player=before.game.info.names.get(player, player)),)


def _describe_undone(state: State, moves: int) -> str:
    """A message that the last moves of a state were undone."""
    return _("Undone: {moves}.").format(moves=name_turns(state, moves))


def _describe_undone_correction(state: State) -> str:
    """A message that the last correction of a state was undone."""
    text = _name_correction(state)
    return _("Undone: {moves}.").format(moves=text) if text else _("The correction is undone.")


def _describe_redone(state: State, moves: int) -> str:
    """A message that the last moves of a state count again. If there are none, that its last correction does."""
    text = name_turns(state, moves) if moves else _name_correction(state)
    return _("Redone: {moves}.").format(moves=text) if text else _("The correction counts again.")


def _name_correction(state: State) -> str:
    return state.corrections[-1].text if state.corrections else ""


def describe_turn(state: State, turn: Turn) -> str:
    """Who made a move and which one, in words."""
    who = state.game.status(turn.before).player
    # Translators: A player and the move that they made.
    text = _("{player}: {move}")
    return text.format(player=state.game.info.names.get(who, who), move=state.game.in_words(turn.before, turn.move))


def name_turns(state: State, moves: int) -> str:
    """The last moves in words: who made them, and the first few by name. Also what was agreed on since then, such as
    giving up.
    """
    lost = state.turns[-moves:]
    named = [describe_turn(state, turn) for turn in lost[:MOST_NAMED]]
    more = len(lost) - len(named)
    named += [past.text for past in state.corrections if past.text and past.moves_before > len(state.turns) - len(lost)]
    if more:
        named.append(ngettext("{count} more move", "{count} more moves", more).format(count=more))
    return join_words(named)
