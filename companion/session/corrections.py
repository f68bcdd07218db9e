"""What people can correct beside the board, where no camera sees it. The game says what that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.history.state import State
from companion.rules.core import JSON


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that may be correct instead."""

    label: str
    """What a script taps: "score.W=1"."""
    text: str
    """The same in words."""
    position: Mapping[str, JSON]
    """The whole position with it, as JSON."""


def corrections(state: State) -> tuple[Correction, ...]:
    """All that people can correct in a state; nothing where nothing is kept beside the board."""
    game = state.game
    return tuple(Correction(c.label, c.text, game.dump(c.position)) for c in game.corrections(state.position))
