"""Backgammon positions for the tests: from games played at random, and with checkers at random places."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.rules.backgammon import Backgammon, Position

GAME = Backgammon()
HITTING = 40
LONGEST = 3_000
"""More moves than any random game takes."""


def played(seed: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Position, str]]:
    """The positions of a random game in which a move is due, and the moves made.

    In every other game, hits are preferred for the first HITTING moves. If they were preferred longer, games would take
    thousands of moves.
    """
    rnd = random.Random(seed)
    position, made = GAME.new(options or {"gammons": True}), 0
    while position.phase != "over":
        if position.phase == "between":
            position = GAME.next(position).position
        moves = GAME.legal(position).moves
        if position.phase in ("roll", "roll-off") and not (moves and rnd.random() < 0.1):
            position = GAME.roll(position, [rnd.randint(1, 6), rnd.randint(1, 6)]).position
            continue
        hits = [move for move in moves if "*" in move]
        move = rnd.choice(hits if seed % 2 and made < HITTING and hits and rnd.random() < 0.8 else moves)
        made += 1
        assert made < LONGEST, "the game does not end"
        yield position, move
        outcome = GAME.judge(position, move).outcome
        assert outcome is not None, (GAME.dump(position), move)
        position = outcome.position


@lru_cache(maxsize=64)
def game_of(seed: int) -> tuple[tuple[Position, str], ...]:
    return tuple(played(seed))


def from_play(seed: int) -> tuple[Position, str]:
    """One position of a random game in which checkers are to be moved, and a legal move in it."""
    return random.Random(seed).choice(game_of(seed % 40))


def scattered(seed: int) -> dict[str, Any]:
    """A position as JSON with checkers at random places: stacks, bars and trays of every size."""
    rnd = random.Random(seed)
    points: dict[str, list[Any]] = {}
    bar, off = {"W": 0, "B": 0}, {"W": 0, "B": 0}
    spread = rnd.choice([3, 6, 24])
    for player in ("W", "B"):
        for _ in range(15):
            sort = rnd.random()
            free = [
                point
                for point in range(1, 25)
                if points.get(str(point), [player])[0] == player
                and (spread == 24 or (point if player == "W" else 25 - point) <= spread + 2 or rnd.random() < 0.1)
            ]
            if sort < 0.1 and spread == 24:
                bar[player] += 1
            elif (sort < 0.4 and spread == 3) or not free:
                off[player] += 1
            else:
                name = str(rnd.choice(free))
                points.setdefault(name, [player, 0])[1] += 1
    for player in ("W", "B"):
        if off[player] == 15:
            off[player], bar[player] = 14, 1
    if rnd.random() < 0.2:
        return _hemmed(rnd)
    first = rnd.randint(1, 6)
    return at(points, bar=bar, off=off, to_move=rnd.choice("WB"), dice=[first, rnd.choice([first, *range(1, 7)])])


def _hemmed(rnd: random.Random) -> dict[str, Any]:
    """A few White checkers among many points that Black blocks, so that often only one die can be played."""
    places = rnd.sample(range(1, 24), 9)
    white = dict.fromkeys(places[:2], 1)
    black = dict.fromkeys(places[2:], 2)
    return board(white, black, dice=rnd.sample(range(1, 7), 2))


def at(points: dict[str, list[Any]], **fields: Any) -> dict[str, Any]:
    """A position as JSON. Unless `fields` say otherwise, White is to move with 3 and 1."""
    position = {
        "game": "backgammon",
        "points": points,
        "bar": {"W": 0, "B": 0},
        "off": {"W": 0, "B": 0},
        "to_move": "W",
        "phase": "move",
        "dice": [3, 1],
        "cube": {"value": 1, "owner": None},
        "score": {"W": 0, "B": 0},
        "options": {},
    }
    return position | fields


def board(white: dict[int, int], black: dict[int, int] | None = None, **fields: Any) -> dict[str, Any]:
    """A position as JSON from points (White's numbering; 25 and 0 are a player's bar); the rest are off."""
    sides = {"W": white, "B": black if black is not None else {24: 1}}
    points = {str(p): [player, n] for player, held in sides.items() for p, n in held.items() if p not in (0, 25)}
    bar = {player: held.get(25, 0) + held.get(0, 0) for player, held in sides.items()}
    off = {player: 15 - sum(held.values()) for player, held in sides.items()}
    return at(points, **({"bar": bar, "off": off} | fields))
