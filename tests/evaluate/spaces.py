"""Spaces at length: thousands of random games to their end, and thousands of positions against the naive rules.

    python -m tests.evaluate.spaces [GAMES] [POSITIONS]

Stops with an AssertionError at the first difference. Prints how the games ended and how many moves and tables were
compared.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

from tests.rules.spaces import naive
from tests.rules.spaces.positions import SPACES, check_game, scattered

TABLES = 30
"""Tables looked at for each position."""


def games(count: int) -> Counter[str]:
    """How often each ending came up in this many random games."""
    return Counter(check_game(seed, 1 + seed % 6) for seed in range(count))


def position(seed: int) -> tuple[int, int]:
    """Compares one scattered position with the naive rules; returns how many moves and tables were compared."""
    dumped = scattered(seed)
    given = SPACES.parse(dumped)
    expected = naive.moves(dumped)
    results = {frozenset(naive.pieces_after(dumped, ways).items()) for ways in expected.values()}
    legal = SPACES.legal(given).moves
    assert len(legal) == len(results), dumped
    assert set(legal) <= set(expected), dumped
    for move in expected:
        assert SPACES.judge(given, move).legal, (dumped, move)
    rnd = random.Random(seed)
    for _ in range(TABLES):
        _table(rnd, dumped, given, expected)
    return len(expected), TABLES


def _table(rnd: random.Random, dumped: dict[str, Any], given: Any, expected: dict[str, Any]) -> None:
    """Compares the answer for a table with the naive rules: a legal move partly made, sometimes with a wrong piece."""
    table: dict[str, tuple[str, ...]] = dict(naive.table_of(dumped["pieces"]))
    own = (naive.KIND[dumped["to_move"]],)
    share = rnd.random()
    for cell in {cell for way in rnd.choice(list(expected.values())) for cell in way}:
        if rnd.random() < share:
            table[cell] = rnd.choice([(), own])
    if rnd.random() < 0.2:
        table[rnd.choice(naive.PLAYABLE)] = rnd.choice([(), ("white",), ("black",)])
    table = {cell: kinds for cell, kinds in table.items() if kinds}
    match = SPACES.match(given, table, limit=10_000)
    same = table == naive.table_of(dumped["pieces"])
    on_the_way = naive.possible(table) and any(
        ways and naive.on_the_way(dumped, ways, table) for ways in expected.values()
    )
    assert match.partial == (same or on_the_way), (dumped, table, match)
    made = {move for move, ways in expected.items() if naive.table_of(naive.pieces_after(dumped, ways)) == table}
    assert set(match.moves) == made, (dumped, table, match)
    assert bool(match.violations) == (not match.moves and not same), (dumped, table, match)


def main(game_count: int, position_count: int) -> None:
    """Prints how the games ended and how much was compared."""
    sys.stdout.write(f"{game_count} games, ended by {dict(games(game_count))}\n")
    compared = [position(seed) for seed in range(position_count)]
    moves, tables = (sum(column) for column in zip(*compared, strict=True))
    sys.stdout.write(f"{position_count} positions, {moves} moves and {tables} tables as the naive rules have them\n")


if __name__ == "__main__":
    main(*(int(given) for given in (*sys.argv[1:], "3000", "3000")[:2]))
