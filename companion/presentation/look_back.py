"""Makes the page on which players look back: the moves in words, and the board after each of them. It changes
nothing.
"""

from __future__ import annotations

from dataclasses import replace

from companion.history.state import PastCorrection, State, Turn
from companion.history.steps import PastStep, find_table, go_back, list_steps
from companion.language import _
from companion.presentation.marks import mark_last_move
from companion.session.lasting import describe_turn
from companion.values.commands import ClosePage, ShowStep
from companion.values.views import Choice, View

MOST_LINES = 9
"""How many lines of the list the screen gets. The step that is shown is in the middle."""


def show_past(base: View, state: State, number: int) -> View:
    """The view of the board after this many steps, with the list of the steps around it."""
    steps = list_steps(state)
    number = max(0, min(number, len(steps)))
    past = go_back(state, number)
    is_move = number > 0 and isinstance(steps[number - 1], Turn)
    first = max(0, min(number - MOST_LINES // 2, len(steps) + 1 - MOST_LINES))
    shown = range(first, min(first + MOST_LINES, len(steps) + 1))
    lines = (Choice(f"step-{at}", _describe(state, steps, at), ShowStep(at)) for at in shown)
    return replace(
        base,
        screen="history",
        headline=_("Step {number} of {count}").format(number=number, count=len(steps)),
        detail=_("The pieces have moved meanwhile. Keep playing to go on with them.") if base.seen is not None else "",
        table=find_table(state, number),
        seen=None,
        marks=tuple(mark_last_move(past, past.game.table(past.position))) if is_move else (),
        rim=state.game.info.rim_names.get(state.game.status(past.position).player, {}),
        lines=tuple(lines),
        line=number - first,
        choices=(
            # Both are always there, so that nobody who taps one again and again hits another button at the end.
            Choice("back", _("Earlier"), ShowStep(max(0, number - 1))),
            Choice("forward", _("Later"), ShowStep(min(number + 1, len(steps)))),
            Choice("close", _("Keep playing"), ClosePage()),
        ),
        buttons=(),
    )


def _describe(state: State, steps: tuple[PastStep, ...], number: int) -> str:
    """A step in words. For the number 0, the start of the game."""
    if number == 0:
        return _("The game begins.")
    match steps[number - 1]:
        case Turn() as turn:
            return f"{number}. " + describe_turn(state, turn)
        case PastCorrection(text=text):
            return f"{number}. " + (text or _("Corrected by hand."))
        case None:
            return f"{number}. " + _("The next part begins.")
