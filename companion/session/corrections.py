"""Finds what people can correct beside the board, where no camera sees it. Each game says what that is."""

from __future__ import annotations

from companion.history.state import State
from companion.rules.core import JSON, Correction


def corrections(state: State) -> tuple[Correction[dict[str, JSON]], ...]:
    """Everything that people can correct now, each with the whole position as JSON. Empty if the game has nothing
    beside the board.
    """
    game = state.game
    return tuple(Correction(c.label, c.text, game.dump(c.position)) for c in game.corrections(state.position))
