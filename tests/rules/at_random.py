"""Games played at random through `core.Game` alone, for laws, benches and evaluations of every game.

All moves in them are legal. So that games come to an end, or use more of the rules, some games have a liking: a
function that chooses among the legal moves. A liking never decides what is legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any

from companion.rules.core import Game, Outcome
from tests.rules.color_dice import positions as color_dice
from tests.rules.mindfield import positions as mindfield
from tests.rules.spaces import positions as spaces
from tests.rules.spry import positions as spry

Choose = Callable[[Game[Any], Any, random.Random], str]

LONGEST = 20_000
"""Steps after which a game counts as endless: far more than any game has taken."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: what was done (a move's text, a roll, None for `next`), from where, and what came of it."""

    position: Any
    did: Any
    outcome: Outcome[Any]


def throw(rules: Game[Any], position: Any, rnd: random.Random) -> Any:
    """A random roll as the game takes it: a list of all dice, or by name some of the dice that may be rolled."""
    dice = rules.status(position).dice
    if rules.info.named_dice:
        return {die: rnd.randint(1, 6) for die in rnd.sample(dice, rnd.randint(1, len(dice)))}
    return [rnd.randint(1, 6) for _ in dice]


def step(rules: Game[Any], position: Any, rnd: random.Random, choose: Choose | None = None) -> Step | None:
    """One step at random from a position; None if the game is over."""
    status = rules.status(position)
    if status.due == "nothing":
        return None
    if status.due == "next":
        return Step(position, None, rules.next(position))
    # Instead of a roll, a move may be offered (doubling, or keeping the dice).
    if status.due == "roll" and not (status.offers and rnd.random() < 0.3):
        dice = throw(rules, position, rnd)
        return Step(position, dice, rules.roll(position, dice))
    move = (choose or LIKINGS.get(rules.info.id, any_move))(rules, position, rnd)
    outcome = rules.judge(position, move).outcome
    assert outcome is not None, (rules.dump(position), move)
    return Step(position, move, outcome)


def steps(rules: Game[Any], rnd: random.Random, options: Mapping[str, Any] | None = None) -> Iterator[Step]:
    """A game from its start to its end. Raises AssertionError if it does not end within LONGEST steps."""
    position = rules.new(options)
    for _ in range(LONGEST):
        made = step(rules, position, rnd)
        if made is None:
            return
        yield made
        position = made.outcome.position
    raise AssertionError(f"a game of {rules.info.title} did not end within {LONGEST} steps")


VARIANTS: Mapping[str, Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "backgammon": {"gammons": (False, True), "cube": (False, True), "match_length": (1, 1, 3)},
        "spaces": {"target": (1, 3, 6)},
        "spry": {"first": ("B", "W"), "swap": (False, True)},
        "color-dice": {"players": (2, 3, 4), "move_scope": ("attacked", "any"), "throwing": ("active", "each")},
        "mindfield": {"rounds": (0, 2, 4)},
    }
)
"""The options with which games are played, in every combination. Options that are not here keep their defaults."""


def variant(rules: Game[Any], number: int) -> dict[str, Any]:
    """One combination of a game's options; consecutive numbers go through all of them."""
    wanted = VARIANTS.get(rules.info.id, {})
    every = list(product(*wanted.values()))
    return dict(zip(wanted, every[number % len(every)], strict=True))


# --- likings -----------------------------------------------------------------------------------------


def any_move(rules: Game[Any], position: Any, rnd: random.Random) -> str:
    return rnd.choice(rules.legal(position).moves)


def _mindfield(rules: Game[Any], position: Any, rnd: random.Random) -> str:
    """Mostly moves onto Prime squares, sometimes jumps, as games of random moves would not end."""
    moves = rules.legal(position).moves
    aim = rnd.choice(("x", "inward", "inward", "inward", "inward", "inward", "none"))
    liked = [move for move in moves if ("x" in move if aim == "x" else aim == "inward" and mindfield.inward(move))]
    return rnd.choice(liked or moves)


def _spaces(rules: Game[Any], position: Any, rnd: random.Random) -> str:
    return spaces.chosen(position, rnd)


def _spry(rules: Game[Any], position: Any, rnd: random.Random) -> str:
    """A turn built at random, as there are far too many to list them for each turn of each game."""
    offers = rules.status(position).offers
    return offers[0] if offers and rnd.random() < 0.5 else spry.turn_at_random(position, rnd)


def _color_dice(rules: Game[Any], position: Any, rnd: random.Random) -> str:
    """Prefers moves that gather pawns where most of their colour are, and rarely strikes; else games would not end."""
    moves = rules.legal(position).moves
    dumped = rules.dump(position)
    return rnd.choices(moves, [color_dice.weight(dumped, move) for move in moves])[0]


LIKINGS: Mapping[str, Choose] = MappingProxyType(
    {"mindfield": _mindfield, "spaces": _spaces, "spry": _spry, "color-dice": _color_dice}
)
"""For each game id, the function that chooses a move; other games choose any legal move."""
