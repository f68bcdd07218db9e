"""Random games told as stories. People make no mistakes in them, and the companion has to commit every move."""

from __future__ import annotations

import random
from typing import Any

from companion.history.events import Event, Moved, NextPartStarted, Rolled, Started
from companion.history.state import State, fold
from companion.rules import GAMES
from tests.evening.tale import Tale
from tests.rules.at_random import LIKINGS, any_move, throw


def tale(game: str, seed: int, moves: int) -> Tale:
    """A random game from its usual start. It ends after this many moves, or when somebody has won."""
    chance = random.Random(f"film {game} {seed}")
    rules = GAMES[game]
    state = _after(None, Started(game, rules.dump(rules.new())))
    sentences = ["expect setup-ok"]
    made = 0
    while made < moves:
        status = rules.status(state.position)
        if status.due == "nothing":
            break
        if status.due == "next":
            sentences += ["They lay out the next round", "expect setup-ok"]
            state = _after(state, NextPartStarted())
        elif status.due == "roll":
            dice: Any = throw(rules, state.position, chance)
            sentences.append(f"Someone throws {_in_words(dice)}")
            state = _after(state, Rolled(dice, "script"))
        else:
            move = LIKINGS.get(game, any_move)(rules, state.position, chance)
            offered = move in status.offers
            move = move if offered else rules.judge(state.position, move).move
            sentences.append(f"Someone {'says' if offered else 'plays'} {move}")
            state = _after(state, Moved(move))
            made += not offered
    find_saved_game = enumerate(sentences, start=2)
    return Tale(f"{game} at random, seed {seed}", 1, game, {}, None, tuple(find_saved_game))


def _after(state: State | None, event: Event) -> State:
    after = fold(state, event)
    assert after is not None
    return after


def _in_words(dice: Any) -> str:
    """A roll in the words of a story."""
    if isinstance(dice, dict):
        return ", ".join(f"{die} {value}" for die, value in dice.items())
    return " ".join(map(str, dice))
