"""The words for the questions that everybody has to agree on: undoing much, and correcting something by hand."""

from __future__ import annotations

from companion.history.state import State, Turn
from companion.language import _, join, ngettext
from companion.session.corrections import corrections
from companion.session.takebacks import AskedTakeback
from companion.values.commands import CorrectPosition, VoidRoll
from companion.words import join_words

MOST_NAMED = 4
"""How many moves are named of those that would be undone."""


def describe_takeback(state: State, asked: AskedTakeback) -> str:
    """Why people are asked, and what would be lost."""
    parts = any(start > len(state.turns) - asked.moves for start in state.part_starts)
    if asked.by_button and parts:
        why = _("The last move belongs to the part of the game that has ended.")
    elif asked.by_button:
        why = _("You have corrected something since the last move.")
    else:
        why = ngettext(
            "The board looks as it did {count} move ago.", "The board looks as it did {count} moves ago.", asked.moves
        ).format(count=asked.moves)
    lost = state.turns[-asked.moves :]
    named = [describe_turn(state, turn) for turn in lost[:MOST_NAMED]]
    more = len(lost) - len(named)
    if more:
        named.append(ngettext("{count} more move", "{count} more moves", more).format(count=more))
    # Translators: {moves} are players with their moves, such as "White: 8/5 6/5".
    what = _("This would be undone: {moves}.").format(moves=join_words(named))
    won = _("What was won with it would be lost, too.") if parts else ""
    return join(" ", filter(None, (why, what, won, _("You can redo it afterwards."))))


def describe_proposal(state: State, proposed: CorrectPosition | VoidRoll) -> str:
    """What everybody is asked to agree to."""
    match proposed:
        case VoidRoll():
            return _("Then the last roll does not count, and the same player rolls again.")
        case CorrectPosition(position):
            texts = [c.text for c in corrections(state) if c.position == position]
            return _("Then this is right: {correction}.").format(correction=join_words(texts))


def describe_turn(state: State, turn: Turn) -> str:
    """A player and the move that they made."""
    who = state.game.status(turn.before).player
    # Translators: A player and the move that they made.
    text = _("{player}: {move}")
    return text.format(player=state.game.info.names.get(who, who), move=state.game.in_words(turn.before, turn.move))
