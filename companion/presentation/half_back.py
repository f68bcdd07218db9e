"""The words for a last move that people have taken back only partly."""

from __future__ import annotations

from dataclasses import replace

from companion.history.state import State
from companion.language import _
from companion.presentation.marks import list_step_arrows, mark_steps
from companion.referee import Illegal
from companion.values.views import View


def show_half_back(base: View, state: State, wrong: Illegal) -> View:
    """The view with the two ways on: to take the move back completely, or to make it again."""
    steps, turn = wrong.take_back, state.turns[-1]
    move = state.game.in_words(turn.before, turn.move)
    return replace(
        base,
        screen="wrong",
        headline=_("Half taken back"),
        # Translators: {move} is a move, such as "8/5 6/5".
        detail=_("To take back {move}:").format(move=move),
        steps=steps,
        other_way=_("Or, to make this move again:"),
        other_steps=wrong.back,
        marks=tuple(mark_steps((*steps, *wrong.back))),
        arrows=tuple(list_step_arrows((*steps, *wrong.back))),
    )
