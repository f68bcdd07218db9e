"""Spry at length: `python -m tests.evaluate.spry [GAMES]`. Exit status 1 if anything differs.

Plays random games to their end. Each turn must be found from the table that it leaves, and each end is compared with
the naive rules. Random full boards must have exactly one winner.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

from companion.rules.spry import board
from tests.rules.spry.naive import naively_won
from tests.rules.spry.positions import CELLS, SPRY, played

FULL_BOARDS = 20_000


def wrong_games(games: int) -> Iterator[str]:
    """What is wrong with games played at random, a line each."""
    for seed in range(games):
        *turns, (end, _) = played(seed)
        for position, turn in turns:
            outcome = SPRY.judge(position, turn).outcome
            if outcome is None or SPRY.match(position, SPRY.table(outcome.position)).moves[0] != turn_text(turn):
                yield f"game {seed}: {turn} is not found from its table"
        stones = SPRY.dump(end)["stones"]
        for player in "BW":
            won = naively_won({cell for cell, colour in stones.items() if colour == player})
            if won != (player == SPRY.status(end).player):
                yield f"game {seed}: the winner is not {SPRY.status(end).player}"


def turn_text(turn: str) -> str:
    return " ".join(sorted(turn.split()))


def winners_of_full_boards(boards: int) -> Counter[int]:
    """How many winners random full boards have."""
    rnd, found = random.Random(7), Counter[int]()
    everything = (1 << len(CELLS)) - 1
    for _ in range(boards):
        black = rnd.getrandbits(len(CELLS))
        found[bool(board.winning_group(black)) + bool(board.winning_group(everything & ~black))] += 1
    return found


def main(games: int) -> int:
    wrong = list(wrong_games(games))
    winners = winners_of_full_boards(FULL_BOARDS)
    sys.stdout.write("".join(f"{line}\n" for line in wrong[:20]))
    sys.stdout.write(f"{games} games, {len(wrong)} faults; winners of {FULL_BOARDS} full boards: {dict(winners)}\n")
    return int(bool(wrong) or set(winners) != {1})


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000))
