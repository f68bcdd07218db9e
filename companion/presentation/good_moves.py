"""Finds good moves, as far as the rules alone know them: those that win, and those that take a piece. There is no
strategy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.language import N_, Translated
from companion.rules.core import Event, Game, Outcome, P

LIMIT = 1000
"""How many moves are looked at, at most. This takes less than a tenth of a second."""

_WINS: Mapping[str, str] = Translated(
    {
        "won": N_("{move} wins the game."),
        "game-won": N_("{move} wins this game."),
        "bout-won": N_("{move} wins the bout."),
        "round-won": N_("{move} wins the round."),
    }
)
"""A sentence for what a move wins, by the event of the rules."""


@dataclass(frozen=True, slots=True)
class GoodMove:
    """A move that the rules alone know to be good."""

    text: str
    """What the move does, in one sentence."""
    start: str | None
    """The cell that its piece leaves; None if it moves no piece, or several."""
    end: str | None
    """The cell to which its piece goes; None if it moves no piece, or several."""


def find_good_move(game: Game[P], position: P) -> GoodMove | None:
    """A move that wins or, if there is none, one that takes most; None if no move does either."""
    move = _find_best(game, position)
    outcome = None if move is None else game.judge(position, move).outcome
    if move is None or outcome is None:
        return None
    words, ends = game.in_words(position, move), _ends(game, position, outcome)
    text = _WINS[ends[-1]] if ends else game.info.gains[_gains(game, outcome)[0].event]
    return GoodMove(text.format(move=words), *_find_way(game, position, outcome))


def _find_way(game: Game[P], position: P, outcome: Outcome[P]) -> tuple[str | None, str | None]:
    """The cells where a move of a single piece begins and ends; None for both if several pieces moved."""
    kind = game.info.emblems.get(game.status(position).player, "")
    before, after = (
        Counter({cell: kinds.count(kind) for cell, kinds in game.table(of).items()})
        for of in (position, outcome.position)
    )
    left, entered = list((before - after).elements()), list((after - before).elements())
    return (left[0], entered[0]) if len(left) == len(entered) == 1 else (None, None)


@lru_cache(maxsize=8)
def _find_best(game: Game[P], position: P) -> str | None:
    """The first move that wins. If there is none, the first of those that take most. None if no move does either."""
    best, most = None, 0
    offers = game.status(position).offers
    for move in game.legal(position, LIMIT).moves:
        outcome = None if move in offers else game.judge(position, move).outcome
        if outcome is None:
            continue
        if _ends(game, position, outcome):
            return move
        gains = len(_gains(game, outcome))
        if gains > most:
            best, most = move, gains
    return best


def _ends(game: Game[P], position: P, outcome: Outcome[P]) -> list[str]:
    """What the player to move wins with a move, as names of the rules' events."""
    result = game.status(outcome.position).result
    if result is None or result.winner != game.status(position).player:
        return []
    return [event.event for event in outcome.events if event.event in _WINS]


def _gains(game: Game[P], outcome: Outcome[P]) -> list[Event]:
    return [event for event in outcome.events if event.event in game.info.gains]
