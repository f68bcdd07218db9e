"""The questions that the companion asks the players: what is on a cell, which move it was, if all agree, and which
values beside the board are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.history.events import TYPED, Rolled
from companion.history.state import State
from companion.language import N_, Translated, _
from companion.presentation.takeback_question import describe_proposal, describe_takeback
from companion.referee import Ambiguous, Uncertain
from companion.rules.core import Status
from companion.session.corrections import corrections
from companion.session.decisions import find_voidable_roll, offer_answers
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import TransientState
from companion.values.commands import Agree, AnswerCell, CorrectPosition, Disagree, KeepAsItIs, VoidRoll
from companion.values.views import Choice, Mark, View
from companion.words import join_words

_ANSWERS: Mapping[str, str] = Translated({"done": N_("Yes"), "undo": N_("No")})
"""What the buttons mean while the companion asks if everybody agrees."""

MOST_NAMED_CELLS = 6
"""How many doubtful cells are named in a question. More are only marked on the board."""


def show_doubt(base: View, state: State, now: TransientState, status: Status) -> View | None:
    """The view with the referee's question; None if it has none."""
    match now.doubt:
        case Uncertain(cells, candidates, thing=True):
            return replace(
                base,
                screen="doubt",
                headline=_("Take the things off the board first"),
                detail=_("Something that is not a piece covers the marked places. Take it off to go on."),
                marks=tuple(Mark(cell, "doubt") for cell in cells),
                choices=tuple(Choice(c.label, c.text, c.command) for c in candidates),
                hand=False,  # it is known to be a thing
            )
        case Uncertain(cells, candidates):
            mover = state.game.info.emblems.get(status.player, "")
            named = dict.fromkeys(state.game.info.cell_name(cell, mover) for cell in cells)
            doubt = _("I cannot tell which of these answers is right.")
            if len(cells) > MOST_NAMED_CELLS:
                doubt = _("I cannot tell what is on the marked places.")
            elif cells:
                doubt = _("I cannot tell what is on {cells}.").format(cells=join_words(named))
            asked = {one.command.cell for one in candidates if isinstance(one.command, AnswerCell)}
            if len(cells) > 1 and len(asked) == 1 and all(isinstance(one.command, AnswerCell) for one in candidates):
                (cell,) = asked
                doubt += " " + _("First, {cell}.").format(cell=state.game.info.cell_name(cell, mover))
            return replace(
                base,
                screen="doubt",
                headline=_("What is it?"),
                detail=doubt + " " + _("Tap the right answer, straighten the piece, or take away what is not a piece."),
                marks=tuple(Mark(cell, "doubt") for cell in cells),
                choices=tuple(Choice(c.label, c.text, c.command, c.table) for c in candidates),
            )
        case Ambiguous(table, moves) as ambiguous:
            words = [put_in_words(state, move) for move in moves]
            return replace(
                base,
                screen="doubt",
                headline=_("Which move was it?"),
                detail=_("Several moves lead to this table. Tap the one that you made."),
                choices=tuple(
                    Choice(c.label, text, c.command, table)
                    for c, text in zip(offer_answers(ambiguous), words, strict=True)
                ),
            )
        case AskedTakeback(candidates=candidates) as asked:
            return replace(
                base,
                screen="doubt",
                headline=_("Undo that much?"),
                detail=describe_takeback(state, asked),
                choices=tuple(Choice(c.label, c.text, c.command, c.table) for c in candidates),
            )
        case None:
            return None


def show_proposal(base: View, state: State, now: TransientState, status: Status) -> View | None:
    """The view that asks if everybody agrees to what one player proposes; None if nobody proposes anything."""
    if now.proposed is None:
        return None
    return replace(
        base,
        screen="doubt",
        headline=_("Does everybody agree?"),
        detail=describe_proposal(state, now.proposed),
        # No is on the left and Yes on the right, as on the buttons below.
        choices=(Choice("disagree", _("No"), Disagree()), Choice("agree", _("Yes, all agree"), Agree())),
        buttons=tuple(replace(one, label=_ANSWERS.get(one.name, one.label)) for one in base.buttons),
    )


def show_corrections(base: View, state: State, now: TransientState, status: Status) -> View | None:
    """The view with the values beside the board that people may correct; None if they have not asked to correct any."""
    if not now.correcting:
        return None
    choices = [Choice(c.label, c.text, CorrectPosition(c.position)) for c in corrections(state)]
    choices += list_roll_corrections(state)
    return replace(
        base,
        screen="doubt",
        headline=_("What is right?"),
        detail=_("I read the board myself. Tap the correct value here."),
        choices=(*choices, Choice("as it is", _("Everything is right"), KeepAsItIs())),
    )


def list_roll_corrections(state: State) -> Iterator[Choice]:
    """A choice by which the players agree that the last roll does not count, if this is still possible."""
    if find_voidable_roll(state) is not None:
        text = _("Enter the roll again") if was_typed(state) else _("Roll again: all agree")
        yield Choice("throw again", text, VoidRoll())


def was_typed(state: State) -> bool:
    """True if the last event is a roll whose values people entered."""
    return isinstance(state.last, Rolled) and state.last.source == TYPED


def put_in_words(state: State, move: str) -> str:
    """A move from the current position, in words."""
    return state.game.in_words(state.position, move)
