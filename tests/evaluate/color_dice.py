"""Color Dice at length: `python -m tests.evaluate.color_dice [GAMES]`. Exit status 1 if anything differs.

Plays random games with every number of players and every option to their end, and counts the pawns at every step. At
every twentieth step it compares the moves and the positions after them with the naive rules, and checks that every
move is found from the table that it leaves.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.rules.color_dice import naive
from tests.rules.color_dice.positions import GAME, played


def wrong(position: Any) -> Iterator[str]:
    """What is wrong with the moves of a position, a line each."""
    dumped = GAME.dump(position)
    expected = naive.moves(dumped)
    if sorted(GAME.legal(position).moves) != sorted(expected):
        yield f"{dumped}: other moves"
        return
    for move, after in expected.items():
        outcome = GAME.judge(position, move).outcome
        if outcome is None or naive.comparable(GAME.dump(outcome.position)) != naive.comparable(after):
            yield f"{dumped}: {move} leads elsewhere"
        elif move not in GAME.match(position, GAME.table(outcome.position)).moves:
            yield f"{dumped}: {move} is not found from its table"


def miscounted(position: Any) -> Iterator[str]:
    dumped = GAME.dump(position)
    for colour in naive.FOUR:
        inside = sum(area.get(colour, 0) for area in dumped["areas"].values())
        if inside + dumped["outside"][colour] != 9 or sum(dumped["areas"][colour].values()) > 9:
            yield f"{dumped}: pawns of {colour}, or in its area"


def main(games: int) -> int:
    faults, ends, lengths = [], Counter[str](), []
    for seed in range(games):
        steps = played(seed)
        for i, (position, _) in enumerate(steps):
            faults += miscounted(position)
            if i % 20 == 0:
                faults += wrong(position)
        ends[GAME.status(steps[-1][0]).due] += 1
        lengths.append(len(steps))
    sys.stdout.write("".join(f"{fault}\n" for fault in faults[:20]))
    ended = f"{ends['nothing']} ended, {games - ends['nothing']} were cut"
    sys.stdout.write(f"{games} games ({ended}; up to {max(lengths)} steps), {len(faults)} faults\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))
