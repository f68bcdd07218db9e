"""Positions of Mindfield tournaments for the tests: from matches played at random, and with pieces at random places."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from companion.rules.mindfield import Position
from tests.rules import at_random
from tests.rules.mindfield.positions import MINDFIELD, at

STONES = {2: 16, 4: 25}


@lru_cache(maxsize=64)
def match_of(seed: int, rounds: int = 2) -> tuple[at_random.Step, ...]:
    """The steps of a random match."""
    return tuple(at_random.steps(MINDFIELD, random.Random(seed), {"rounds": rounds}))


def from_match(seed: int) -> tuple[Position, str]:
    """A position of a random match with a move due, and a legal move in it; late ones and claims come more often."""
    rnd = random.Random(seed)
    steps = [step for step in match_of(seed % 30, rnd.choice((2, 4))) if step.did is not None]
    special = [s for s in steps if s.position.phase == "claim" or max(s.position.captured) >= 6]
    step = rnd.choice(special if special and rnd.random() < 0.5 else steps)
    return step.position, step.did


def scattered(seed: int, most: int = 7) -> dict[str, Any]:
    """A position as JSON with pieces at random places, in most cases near the end of a round."""
    rnd = random.Random(seed)
    rounds = rnd.choice((2, 4))
    gold, silver = rnd.randint(1, most), rnd.randint(1, most)
    inner = [(f, r) for f in range(1, 6) for r in range(1, 6)]
    rest = [(f, r) for f in range(7) for r in range(7) if (f, r) not in inner]
    rnd.shuffle(inner)
    rnd.shuffle(rest)
    squares = inner + rest if rnd.random() < 0.6 else rnd.sample(inner + rest, 49)
    rows = [["."] * 7 for _ in range(7)]
    pieces = "G" * gold + "A" + "S" * silver if rnd.random() < 0.5 else "S" * silver + "A" + "G" * gold
    for (f, r), piece in zip(squares, pieces, strict=False):
        rows[r][f] = piece
    number = rnd.choice((1, *range(2, rounds + 1), rounds + 1))
    stones = STONES[rounds]
    if number == 1:
        captured = {p: rnd.choice((6, rnd.randint(0, 6))) for p in "GS"}
        hand = {"G": stones - gold - captured["S"], "S": stones - silver - captured["G"]}
    else:
        captured = {p: rnd.choice((5, 6, 6, rnd.randint(0, 6))) for p in "GS"}
        hand = {
            "G": rnd.randint(0, stones - gold - captured["S"]),
            "S": rnd.randint(0, stones - silver - captured["G"]),
        }
        hand = {p: min(count, rnd.choice((0, 1, 4, 25))) for p, count in hand.items()}
    phase = rnd.choice(("play", "play", "claim", "setup") if number <= rounds else ("play", "setup"))
    return {
        "game": "mindfield",
        "rows": ["".join(row) for row in rows],
        "antipode_up": rnd.choice("GS"),
        "to_move": rnd.choice("GS"),
        "phase": phase,
        "hand": hand,
        "captured": captured,
        "last_moves": {"G": rnd.choice([None, ["c3", "c4"], ["e5", "d5"]]), "S": rnd.choice([None, ["d4", "d3"]])},
        "match": {
            "rounds": rounds,
            "round": number,
            "score": {"G": rnd.randint(0, 9), "S": rnd.randint(0, 9)},
            "first": rnd.choice("GS"),
        },
        "options": {"rounds": rounds},
    }


def in_match(rows: str, **fields: Any) -> dict[str, Any]:
    """A position of round 1 of 2 from its rows. Gold is to move in play; the stones in hand fit captures and board."""
    tournament = {"rounds": 2, "round": 1, "score": {"G": 0, "S": 0}, "first": "G"} | fields.pop("match", {})
    stones = STONES[tournament["rounds"]]
    captured = fields.get("captured", {"G": 0, "S": 0})
    text = "".join(rows.split())
    hand = {"G": stones - text.count("G") - captured["S"], "S": stones - text.count("S") - captured["G"]}
    return at(rows, match=tournament, options={"rounds": tournament["rounds"]}, **({"hand": hand} | fields))
