"""Spaces positions for the tests: from games played at random, and with pieces at random places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.rules.core import Event
from companion.rules.spaces import Position, Spaces
from tests.rules.spaces import naive

SPACES = Spaces()


def played(seed: int, target: int = 6, longest: int = 20_000) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    """The positions of a random game, each with the events that led to it. Moves that capture are preferred."""
    rnd = random.Random(seed)
    position, events = SPACES.new({"target": target}), tuple[Event, ...]()
    for _ in range(longest):
        yield position, events
        status = SPACES.status(position)
        if status.due == "nothing":
            return
        if status.due == "roll":
            outcome = SPACES.roll(position, [rnd.randint(1, 6) for _ in status.dice])
        elif status.due == "next":
            outcome = SPACES.next(position)
        else:
            outcome = after(position, chosen(position, rnd))
        position, events = outcome.position, outcome.events
    raise AssertionError("the game does not end")


def chosen(position: Position, rnd: random.Random) -> str:
    legal = SPACES.legal(position).moves
    if rnd.random() < 0.8:
        enemy = {name for name, player in SPACES.dump(position)["pieces"].items() if player != position.to_move}
        taking = [move for move in legal if enemy & ends(move)]
        legal = tuple(taking) or legal
    return rnd.choice(legal)


def ends(move: str) -> set[str]:
    way_out = move.partition("*")[2] or move
    return {branch.split("-")[-1] for branch in way_out.split("+")}


def after(position: Position, move: str) -> Any:
    outcome = SPACES.judge(position, move).outcome
    assert outcome is not None, move
    return outcome


@lru_cache(maxsize=64)
def game_of(seed: int) -> tuple[tuple[Position, tuple[Event, ...]], ...]:
    return tuple(played(seed))


def from_play(seed: int) -> Position:
    """One position of a random game with a move due."""
    due = [position for position, _ in game_of(seed % 8) if position.phase == "move"]
    return random.Random(seed).choice(due)


def scattered(seed: int) -> dict[str, Any]:
    """A position as JSON with pieces at random places; in half of the positions they are close to each other."""
    rnd = random.Random(seed)
    close = [rnd.choice(naive.STANDING)]
    while len(close) < 12:
        close += [name for name in naive.NEXT[rnd.choice(close)] if name in naive.STANDING and name not in close]
    ground = close if seed % 2 else naive.STANDING
    count = {"W": rnd.randint(1, 3), "B": rnd.randint(1, 3)}
    cells = rnd.sample(ground, count["W"] + count["B"])
    pieces = {cell: "W" if i < count["W"] else "B" for i, cell in enumerate(cells)}
    return at(pieces, rnd.randint(1, 6), to_move=rnd.choice("WB"))


def at(pieces: dict[str, str], roll: int | None = None, **fields: Any) -> dict[str, Any]:
    """A position as JSON: White is to move the roll, or to roll if there is none."""
    return {
        "game": "spaces",
        "pieces": pieces,
        "to_move": "W",
        "phase": "roll" if roll is None else "move",
        "roll": roll,
        "opening": False,
        "extra_roll": False,
        "score": {"W": 0, "B": 0},
        "options": {"target": 6},
    } | fields


def check_game(seed: int, target: int) -> str:
    """Plays a random game, checks in each position what must always be true, and returns how the game ended."""
    points = 0
    dumped: dict[str, Any] = {}
    for position, events in played(seed, target):
        dumped = SPACES.dump(position)
        told = [event.event for event in events]
        points += told.count("bout-won")
        assert SPACES.parse(dumped) == position
        assert sum(dumped["score"].values()) == points
        assert max(Counter(dumped["pieces"].values()).values()) <= 3
        assert set(dumped["pieces"]) <= set(naive.STANDING)
        assert ("won" in told) == (dumped["phase"] == "over")
        assert dumped["extra_roll"] or "gained" not in told or dumped["phase"] in ("between", "over")
        assert bool(SPACES.legal(position).moves) == (dumped["phase"] == "move")
        assert SPACES.hints(position).text
    assert dumped["phase"] == "over"
    assert dumped["score"][dumped["result"]["winner"]] == target
    return str(dumped["result"]["how"])
