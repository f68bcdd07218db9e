"""How long Color Dice's rules take in the middle of random games: `python -m tests.bench.color_dice [POSITIONS]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

from tests.bench.timing import report
from tests.rules.test_color_dice import GAME, played


def positions(wanted: int) -> Iterator[Any]:
    """Positions of random games in which a move can be made, ten from each game."""
    rnd = random.Random(1)
    for seed in range(wanted // 10):
        ready = [position for position, _ in played(seed) if GAME.legal(position).moves]
        yield from rnd.sample(ready, min(10, len(ready)))


if __name__ == "__main__":
    sys.exit(report(GAME, positions(int(sys.argv[1]) if len(sys.argv) > 1 else 500)))
