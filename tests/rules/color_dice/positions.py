"""Color Dice positions for the tests: from games played at random, scattered by chance, and written by hand."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from companion.rules.color_dice import ColorDice, Position
from tests.rules.color_dice import naive

GAME = ColorDice()
CELLS = GAME.info.cells
FOUR = naive.FOUR
SEEDS = st.integers(0, 10**6)


def at(areas: dict[str, dict[str, int]], /, **more: Any) -> dict[str, Any]:
    """A position as JSON from its areas, other pawns outside. Red is to attack with a 5; the others have 3, 2 and 5."""
    full = {area: areas.get(area, {}) for area in FOUR}
    outside = {colour: 9 - sum(pawns.get(colour, 0) for pawns in full.values()) for colour in FOUR}
    return {
        "game": "color-dice", "areas": full, "outside": outside, "players": ["red", "yellow"],
        "dummies": ["green", "blue"], "to_move": "red", "acting": "red", "phase": "attack",
        "dice": {"red": 5, "yellow": 3, "green": 2, "blue": 5},
        "throws": {"red": 1, "yellow": 3, "green": 1, "blue": 2},
        "attacked": [], "countered": [], "order": None,
        "options": {"move_scope": "attacked", "throwing": "active"},
    } | more  # fmt: skip


def scattered(seed: int) -> Position:
    """A position with pawns anywhere, random dice and any phase; few games could reach it."""
    rnd = random.Random(seed)
    count = rnd.randint(2, 4)
    seats = rnd.sample(FOUR, 4)
    areas: dict[str, dict[str, int]] = {area: {} for area in FOUR}
    for colour in seats:
        crowd, left = rnd.choice(FOUR), rnd.randint(0, 9)
        while left:
            area = rnd.choice([*FOUR, crowd, crowd, crowd, crowd, crowd, "outside"])
            free = area == "outside" or (
                sum(areas[area].values()) < 9 and (area == colour or areas[area].get(colour, 0) < 8)
            )
            if area != "outside" and free:
                areas[area][colour] = areas[area].get(colour, 0) + 1
            left -= 1
    mover = rnd.choice(seats[:count])
    dice = {colour: rnd.randint(1, 6) for colour in FOUR}
    data = at(
        areas, players=seats[:count], dummies=seats[count:], to_move=mover, acting=mover, dice=dice,
        throws={colour: rnd.randint(1, 3) for colour in FOUR},
        options={"move_scope": rnd.choice(("attacked", "any")), "throwing": rnd.choice(("active", "each"))},
    )  # fmt: skip
    high, low = naive.higher(data), [c for c in FOUR if dice[c] < dice[mover]]
    phase = rnd.choice(("throw", "order", "attack", "attack", "attack", "counter", "counter", "counter"))
    if phase == "throw":
        rolled = FOUR if rnd.random() < 0.5 else rnd.sample(FOUR, rnd.randint(0, 3))
        data["options"]["throwing"] = "active"
        data |= {"phase": phase, "dice": {c: dice[c] for c in rolled}, "throws": {c: data["throws"][c] for c in rolled}}
    elif high and phase != "attack":
        data["phase"] = phase
        if phase == "counter":
            i = rnd.randrange(len(high))
            data |= {"acting": high[i], "countered": high[:i], "order": rnd.choice(("before", "after"))}
    elif high:
        data["order"] = rnd.choice(("before", "after"))
        data["countered"] = high if data["order"] == "before" else []
    if data["phase"] == "attack" or data["order"] == "after":
        data["attacked"] = rnd.sample(low, rnd.randint(0, len(low)))
    return GAME.parse(data)


def throw_at_random(position: Position, rnd: random.Random) -> dict[str, int]:
    dice = GAME.status(position).dice
    return {die: rnd.randint(1, 6) for die in rnd.sample(dice, rnd.randint(1, len(dice)))}


def played(seed: int, longest: int = 3000) -> list[tuple[Position, str | dict[str, int]]]:
    """A random game: the positions with the move or roll made in each; the last entry is the end, with an empty move.

    Moves that gather pawns where most of their colour are are likelier, and strikes are rare; else games would not end.
    """
    rnd = random.Random(seed)
    options = {
        "players": rnd.randint(2, 4), "move_scope": rnd.choice(("attacked", "any")),
        "throwing": rnd.choice(("active", "each")),
    }  # fmt: skip
    position, steps = GAME.new(options), []
    while len(steps) < longest:
        status = GAME.status(position)
        if status.due == "nothing":
            break
        legal = GAME.legal(position).moves
        if status.due == "roll" and (not legal or rnd.random() < 0.3):
            dice = throw_at_random(position, rnd)
            steps.append((position, dice))
            position = GAME.roll(position, dice).position
            continue
        weights = [weight(GAME.dump(position), move) for move in legal]
        move = rnd.choices(legal, weights)[0]
        steps.append((position, move))
        outcome = GAME.judge(position, move).outcome
        assert outcome is not None
        position = outcome.position
    return [*steps, (position, "")]


def weight(position: dict[str, Any], move: str) -> float:
    if "@" not in move:
        return 0.5
    _, _, way = move.partition("@")
    source, _, goal = way.partition(">")
    area, me = goal.partition("*")[0], position["acting"]
    here, there = (position["areas"].get(place, {}).get(me, 0) if place != me else 0 for place in (source, area))
    return float((2 + there) ** 3) / (1 + here) ** 2


@lru_cache(maxsize=64)
def game_of(seed: int) -> tuple[tuple[Position, Any], ...]:
    return tuple(played(seed, 600))


def sample(seed: int) -> Position:
    """A position from play for even seeds, a scattered one for odd ones."""
    if seed % 2:
        return scattered(seed)
    return random.Random(seed).choice(game_of(seed % 30)[:-1])[0]


def rules_of(data: dict[str, Any], move: str) -> list[str]:
    return [violation.rule for violation in GAME.judge(GAME.parse(data), move).violations]


HOME = {"red": {"red": 3}, "yellow": {"yellow": 3}, "green": {"green": 9}, "blue": {"blue": 9}}
