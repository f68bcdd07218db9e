"""The words for questions that everybody must agree on: to undo much, or to correct something by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.history.state import State, find_resignation
from companion.language import _, join, ngettext
from companion.rules.core import JSON, Resignation
from companion.session.corrections import corrections
from companion.session.lasting import name_turns
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import Proposal
from companion.values.commands import CorrectPosition, GiveUp, VoidRoll
from companion.words import join_words


def describe_takeback(state: State, asked: AskedTakeback) -> str:
    """Why the companion asks, and what would be lost."""
    parts = any(start > len(state.turns) - asked.moves for start in state.part_starts)
    if asked.by_button and parts:
        why = _("The last move belongs to the part of the game that has ended.")
    elif asked.by_button and any(past.text for past in state.corrections[-1:]):
        why = _("Somebody has given up since the last move.")
    elif asked.by_button:
        why = _("You have corrected something since the last move.")
    else:
        why = ngettext(
            "The board looks as it did {count} move ago.", "The board looks as it did {count} moves ago.", asked.moves
        ).format(count=asked.moves)
    # Translators: {moves} are players with their moves, such as "White: 8/5 6/5".
    what = _("This would be undone: {moves}.").format(moves=name_turns(state, asked.moves))
    won = _("What was won with this move would be lost, too.") if parts else ""
    return join(" ", filter(None, (why, what, won, _("You can redo it afterwards."))))


def describe_proposal(state: State, proposed: Proposal) -> str:
    """What everybody must agree to."""
    match proposed:
        case VoidRoll():
            return _("If all agree, the last roll does not count, and the same player rolls again.")
        case GiveUp(what):
            found = find_resignation(state, what)
            return "" if found is None else describe_resignation(found)
        case CorrectPosition(position):
            texts = [c.text for c in corrections(state) if c.position == position]
            right = _("If all agree, this is right: {correction}.").format(correction=join_words(texts))
            return join(" ", (right, *_describe_consequences(state, position)))


def _describe_consequences(state: State, position: JSON) -> Iterator[str]:
    """What else the screen will show differently with a corrected position: what belongs to no player alone, such as
    the number of the bout.
    """
    game = state.game
    before = set(game.facts(state.position))
    for fact in game.facts(game.parse(position)):
        if fact not in before and fact.values and all(not player for player, _value in fact.values):
            value = join_words([value for _player, value in fact.values])
            # Translators: {fact} is "bout", {value} is 2: the number of the bout follows from the score.
            yield _("This changes, too: {fact} {value}.").format(fact=fact.label, value=value)


def describe_resignation(found: Resignation[Any]) -> str:
    """What happens if everybody agrees to a resignation."""
    told = join(" ", (event.text for event in found.outcome.events))
    # Translators: {resignation} is like "White gives up the game", {consequence} is one or more sentences.
    text = _("{resignation}. {consequence}")
    return text.format(resignation=found.text, consequence=told)
