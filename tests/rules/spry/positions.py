"""Spry positions for the tests: from games played at random, and with pieces at random places."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from companion.rules.spry import Position, Spry
from tests.rules.spry.naive import GREEN, NAMED

SPRY = Spry()
CELLS = SPRY.info.cells
SEEDS = st.integers(0, 10**6)


def at(black: str = "", white: str = "", **more: Any) -> dict[str, Any]:
    stones = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    return {"game": "spry", "stones": stones, "to_move": "B", "phase": "move", "options": {}} | more


def turn_at_random(position: Position, rnd: random.Random) -> str:
    count = rnd.randint(1, 5)
    cells = [name for name in CELLS if name not in SPRY.table(position) and GREEN[NAMED[name]]["ring"] >= count]
    if not cells:
        cells = [name for name in CELLS if name not in SPRY.table(position)]
        count = 1
    return " ".join(rnd.sample(cells, min(count, len(cells))))


@lru_cache(maxsize=256)
def played(seed: int) -> tuple[tuple[Position, str], ...]:
    """A random game to its end; the last entry is the end, with no turn."""
    rnd = random.Random(seed)
    position = SPRY.new({"first": rnd.choice("BW"), "swap": rnd.random() < 0.5})
    turns = []
    while SPRY.status(position).due == "move":
        turn = "swap" if SPRY.status(position).offers and rnd.random() < 0.5 else turn_at_random(position, rnd)
        turns.append((position, turn))
        outcome = SPRY.judge(position, turn).outcome
        assert outcome is not None, turn
        position = outcome.position
    return (*turns, (position, ""))


def sample(seed: int) -> Position:
    return random.Random(seed).choice(played(seed % 60)[:-1])[0]


WON = "A1 B1 C1 D1 E1 E2 E3 E4 E5 E6 E7 E8 E9"
"""A winning group: from yellow and red at E1 straight to blue at E9."""
