"""How long the rules take: median and 99th percentile of judge, legal, match and hints in the middle of random games.

    python -m tests.bench.rules [POSITIONS] [GAME...]

Prints one line a game and question, in milliseconds, beside the bound that is asked of it; exit status 1 where
one is missed. Every question is asked as if for the first time. Times are those of the processor, so that other
work on the machine does not count.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.rules import GAMES, game
from companion.rules.backgammon import turns
from companion.rules.core import Game
from tests.rules import at_random

BOUNDS_MS = {"judge": 2.0, "legal": 50.0, "match": 20.0, "hints": 50.0}
"""The 99th percentile that a turn at the table has time for."""

FROM_ONE_GAME = 10
"""Positions taken from one random game at most."""


def positions(rules: Game[Any], wanted: int) -> Iterator[Any]:
    """Positions in which moves can be made, from random games over all options, the first and last of each left out."""
    rnd = random.Random(1)
    found = number = 0
    while found < wanted:
        played = [step.position for step in at_random.steps(rules, rnd, at_random.variant(rules, number))]
        number += 1
        ready = [position for position in played if rules.legal(position, 1).moves]
        middle = ready[len(ready) // 5 : -max(1, len(ready) // 10)]
        for position in rnd.sample(middle, min(FROM_ONE_GAME, len(middle), wanted - found)):
            found += 1
            yield position


def questions(
    rules: Game[Any], position: Any, foreign: str, rnd: random.Random
) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is asked of one position: a good and a foreign move, a finished and an unfinished table, and the lists."""
    move = rnd.choice(rules.legal(position).moves)
    outcome = rules.judge(position, move).outcome
    assert outcome is not None
    made = rules.table(outcome.position)
    lifted = dict(rules.table(position))
    lifted.pop(rnd.choice(list(lifted)))
    yield "judge", lambda: rules.judge(position, move)
    yield "judge", lambda: rules.judge(position, foreign)
    yield "legal", lambda: rules.legal(position)
    yield "match", lambda: rules.match(position, made)
    yield "match", lambda: rules.match(position, lifted)
    yield "hints", lambda: rules.hints(position)


def measured(rules: Game[Any], wanted: int) -> dict[str, list[float]]:
    """Milliseconds for each question, sorted."""
    rnd = random.Random(2)
    found = list(positions(rules, wanted))
    foreign = [rnd.choice(rules.legal(position).moves) for position in found]
    rnd.shuffle(foreign)
    taken: dict[str, list[float]] = {question: [] for question in BOUNDS_MS}
    for position, other in zip(found, foreign, strict=True):
        for question, work in questions(rules, position, other, rnd):
            # Backgammon alone remembers something: the turns of the last throws.
            turns.forget()
            began = time.thread_time()
            work()
            taken[question].append(1_000 * (time.thread_time() - began))
    return {question: sorted(times) for question, times in taken.items()}


def main(wanted: int, names: list[str]) -> int:
    """Prints the table; 1 where a bound is missed."""
    missed = False
    for name in names:
        for question, times in measured(game(name), wanted).items():
            median, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
            slow = late >= BOUNDS_MS[question]
            missed |= slow
            sys.stdout.write(
                f"{name:12} {question:6} median {median:7.3f} ms   p99 {late:7.3f} ms   "
                f"bound {BOUNDS_MS[question]:5.1f} ms   {'TOO SLOW' if slow else 'ok'}\n"
            )
            sys.stdout.flush()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2:] or list(GAMES)))
