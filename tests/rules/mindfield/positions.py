"""Mindfield positions for the tests: from games played at random, and with pieces at random places."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.rules import game
from companion.rules.mindfield import Position

MINDFIELD = game("mindfield")


def played(seed: int, longest: int = 400) -> Iterator[tuple[Position, str]]:
    """The positions of a random game and the moves made in them. Jumps are preferred a little; in every other game,
    moves onto Prime squares are preferred instead."""
    rnd = random.Random(seed)
    position = MINDFIELD.new()
    for _ in range(longest):
        moves = MINDFIELD.legal(position).moves
        if not moves:
            return
        liked = [move for move in moves if ("x" in move if seed % 2 else inward(move))]
        move = rnd.choice(liked if liked and rnd.random() < (0.4 if seed % 2 else 0.9) else moves)
        yield position, move
        outcome = MINDFIELD.judge(position, move).outcome
        assert outcome is not None
        position = outcome.position


def inward(move: str) -> bool:
    """True if a move brings a piece onto a Prime square from elsewhere."""

    def prime(cell: str) -> bool:
        return cell[0] in "bcdef" and cell[1] in "23456" and cell != "d4"

    cells = move.replace("-", "x").split("x")
    return prime(cells[-1]) and (len(cells) == 1 or not prime(cells[0]))


@lru_cache(maxsize=64)
def game_of(seed: int) -> tuple[tuple[Position, str], ...]:
    return tuple(played(seed))


def from_play(seed: int) -> tuple[Position, str]:
    """One position of play (not of setting up) of a random game, and a legal move in it."""
    turns = [turn for turn in game_of(seed % 40) if turn[0].phase == "play"]
    return random.Random(seed).choice(turns)


def scattered(seed: int, pieces: int | None = None) -> dict[str, Any]:
    """A position as JSON with pieces at random places, sometimes crowded; few games could reach it."""
    rnd = random.Random(seed)
    squares = [(f, r) for f in range(7) for r in range(7)]
    rnd.shuffle(squares)
    gold, silver = (rnd.randint(0, 13), rnd.randint(0, 13)) if pieces is None else (pieces, pieces)
    rows = [["."] * 7 for _ in range(7)]
    for (f, r), piece in zip(squares, "A" + "G" * gold + "S" * silver, strict=False):
        rows[r][f] = piece
    hand = {"G": rnd.randint(0, 13 - gold), "S": rnd.randint(0, 13 - silver)}
    return {
        "game": "mindfield",
        "rows": ["".join(row) for row in rows],
        "antipode_up": rnd.choice("GS"),
        "to_move": rnd.choice("GS"),
        "phase": "play",
        "hand": hand,
        "captured": {"G": 13 - silver - hand["S"], "S": 13 - gold - hand["G"]},
        "last_moves": {"G": rnd.choice([None, ["c3", "c4"], ["e5", "d5"]]), "S": rnd.choice([None, ["d4", "d3"]])},
        "match": None,
        "options": {"rounds": 0},
    }


def at(rows: str, **fields: Any) -> dict[str, Any]:
    """A position as JSON from its rows, one a line, row 7 first. Gold is to move in play; counts fit the board."""
    lines = rows.split()
    text = "".join(lines)
    position = {
        "game": "mindfield",
        "rows": lines,
        "antipode_up": "S",
        "to_move": "G",
        "phase": "play",
        "hand": {"G": 13 - text.count("G"), "S": 13 - text.count("S")},
        "captured": {"G": 0, "S": 0},
        "last_moves": {"G": None, "S": None},
        "match": None,
        "options": {"rounds": 0},
    }
    return position | fields
