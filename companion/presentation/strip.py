"""Makes the strip that every screen of a game has: whose turn it is, what they must do, and the facts that everybody
should know.
"""

from __future__ import annotations

from companion.history.events import Redone
from companion.history.state import State
from companion.language import _, ngettext
from companion.referee import Ambiguous, Illegal, MovePlayed, UnderWay
from companion.rules.core import Info, Status
from companion.session.corrections import corrections
from companion.session.decisions import find_restoring, find_settled_move, find_voidable_roll
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import TransientState
from companion.values.commands import OpenCorrections
from companion.values.views import Strip, StripFact, StripValue


def make_strip(state: State, now: TransientState, status: Status) -> Strip:
    """The strip at this point of a game. A tap on it opens what people can correct, if there is anything."""
    info = state.game.info
    text, by_player = _describe_due(state, now, status)
    facts = tuple(
        StripFact(fact.label, tuple(StripValue(value, info.emblems.get(player)) for player, value in fact.values))
        for fact in state.game.facts(state.position)
    )
    is_correctable = find_voidable_roll(state) is not None or bool(corrections(state))
    is_asked = now.doubt is not None or now.proposed is not None or now.correcting
    return Strip(
        kind=info.emblems.get(status.player) if by_player else None,
        # The piece beside the name tells the colour.
        text=text.format(player=state.names.get(status.player) or info.names.get(status.player, status.player)),
        facts=facts,
        command=OpenCorrections() if is_correctable and not is_asked else None,
    )


def rolls_for_everybody(info: Info, status: Status) -> bool:
    """True if now every player rolls a die of their own, as for the first turn."""
    return status.due == "roll" and not info.named_dice and set(info.emblems.values()) == set(status.dice)


def _describe_due(state: State, now: TransientState, status: Status) -> tuple[str, bool]:
    """What must be done now, with a field for the player; and True if it is the player whose turn it is who must
    do it.
    """
    if now.proposed is not None or now.correcting or isinstance(now.doubt, AskedTakeback):
        return _("Everybody: answer"), False
    if now.doubt is not None:
        return _("{player}: answer"), True
    if now.laying_out:
        return _("Everybody: set up"), False
    if find_restoring(now) is not None:
        if isinstance(state.last, Redone):  # the pieces are those of the player before
            return _("Everybody: move the pieces as shown"), False
        return _("{player}: put the pieces back"), True
    if now.wrong is not None:
        return _describe_wrong(now.wrong), True
    match status.due:
        case "nothing":
            return _("{player} has won"), True
        case "next":
            return _("Everybody: press Done"), False
        case "roll" if rolls_for_everybody(state.game.info, status):
            return _("Roll one die each"), False
        case "roll":
            return ngettext("{player}: roll the die", "{player}: roll the dice", len(status.dice)), True
        case "move":
            return _describe_move(state, now, status), True


def _describe_wrong(wrong: Illegal | UnderWay) -> str:
    return _("{player}: finish the move") if isinstance(wrong, UnderWay) else _("{player}: repair the table")


def _describe_move(state: State, now: TransientState, status: Status) -> str:
    """What the player to move must do now."""
    match now.rest:
        case MovePlayed() | Ambiguous():
            return _("{player}: press Done")
        case UnderWay():
            return _("{player}: finish the move")
    match find_settled_move(state):
        case "pass":
            return _("{player}: pass")
        case str():
            return _("{player}: press Done")
    if status.offers and set(state.game.legal(state.position, len(status.offers) + 1).moves) <= set(status.offers):
        return _("{player}: answer")
    return _("{player} to move")
