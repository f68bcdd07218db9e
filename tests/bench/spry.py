"""How long Spry's rules take in the middle of random games: `python -m tests.bench.spry [POSITIONS]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

from tests.bench.timing import report
from tests.rules.test_spry import SPRY, played


def positions(wanted: int) -> Iterator[Any]:
    """Positions of random games, the starts left out; most still have tens of thousands of turns."""
    rnd = random.Random(1)
    for seed in range(wanted):
        yield rnd.choice(played(seed)[1:-1])[0]


if __name__ == "__main__":
    sys.exit(report(SPRY, positions(int(sys.argv[1]) if len(sys.argv) > 1 else 500)))
