"""How long the rules take: median and 99th percentile of judge, legal and match in the middle of random games.

    python -m tests.bench.rules [POSITIONS]

Prints one line a game and question, in milliseconds, beside the bound that is asked of it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.rules import GAMES
from companion.rules.core import Game

BOUNDS_MS = {"judge": 2.0, "legal": 50.0, "match": 20.0, "hints": 50.0}
"""The 99th percentile that a turn at the table has time for."""

LONGEST_GAME = 300


def positions(rules: Game[Any], wanted: int) -> Iterator[Any]:
    """Positions with a move due, from random games, the first and last moves of each left out."""
    rnd = random.Random(1)
    found = 0
    while found < wanted:
        position, seen = rules.new(), []
        for _ in range(LONGEST_GAME):
            status = rules.status(position)
            if status.due == "roll":
                position = rules.roll(position, [rnd.randint(1, 6) for _ in status.dice]).position
            elif status.due == "next":
                position = rules.next(position).position
            elif status.due == "move":
                seen.append(position)
                outcome = rules.judge(position, rnd.choice(rules.legal(position).moves)).outcome
                assert outcome is not None
                position = outcome.position
            else:
                break
        middle = seen[len(seen) // 5 : -max(1, len(seen) // 10)]
        for position in rnd.sample(middle, min(10, len(middle), wanted - found)):
            found += 1
            yield position


def questions(rules: Game[Any], position: Any, rnd: random.Random) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is asked of one position: each question once with a good and once with a bad case."""
    move = rnd.choice(rules.legal(position).moves)
    other = rnd.choice(rules.legal(rules.new()).moves) if rules.status(rules.new()).due == "move" else move
    outcome = rules.judge(position, move).outcome
    assert outcome is not None
    made = rules.table(outcome.position)
    lifted = dict(rules.table(position))
    lifted.pop(rnd.choice(list(lifted)))
    yield "judge", lambda: rules.judge(position, move)
    yield "judge", lambda: rules.judge(position, other)
    yield "legal", lambda: rules.legal(position)
    yield "match", lambda: rules.match(position, made)
    yield "match", lambda: rules.match(position, lifted)
    yield "hints", lambda: rules.hints(position)


def main(wanted: int) -> int:
    """Prints the table; 1 where a bound is missed."""
    missed = False
    for name, rules in GAMES.items():
        rnd = random.Random(2)
        taken: dict[str, list[float]] = {}
        for position in positions(rules, wanted):
            for question, work in questions(rules, position, rnd):
                began = time.perf_counter()
                work()
                taken.setdefault(question, []).append(1_000 * (time.perf_counter() - began))
        for question, times in taken.items():
            times.sort()
            median, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
            verdict = "ok" if late < BOUNDS_MS[question] else "TOO SLOW"
            missed |= late >= BOUNDS_MS[question]
            sys.stdout.write(
                f"{name:12} {question:6} median {median:7.3f} ms   p99 {late:7.3f} ms   "
                f"bound {BOUNDS_MS[question]:5.1f} ms   {verdict}\n"
            )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
