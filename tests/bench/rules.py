"""How long the rules take: median and 99th percentile of judge, legal, match and hints in the middle of random games.

    python -m tests.bench.rules [POSITIONS] [GAME...]

Prints one line for each game and question: milliseconds, the 99th percentile as a multiple of the baseline, and the
bound on that multiple. The exit status is 1 if a bound is missed. The baseline is the median time of writing the same
positions as JSON text and reading them back. Nothing is remembered from one question to the next. Times are processor
times.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.rules import GAMES, game
from companion.rules.backgammon import turns
from companion.rules.core import Game
from tests.rules import at_random

BOUNDS = {"judge": 15.0, "legal": 150.0, "match": 80.0, "hints": 200.0}
"""The 99th percentile that is allowed, as a multiple of the baseline."""

FROM_ONE_GAME = 10
"""Positions taken from one random game at most."""


def positions(rules: Game[Any], wanted: int) -> Iterator[Any]:
    """Positions with a move due, from random games with all options; the first and last of each game are left out."""
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
    """Questions about a position: a legal and a foreign move, a finished and an unfinished table, moves and hints."""
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


def baseline_ms(rules: Game[Any], found: list[Any]) -> float:
    """The median time in ms of writing a position as JSON text and reading it back."""
    taken = []
    for position in found:
        began = time.thread_time()
        rules.parse(json.loads(json.dumps(rules.dump(position))))
        taken.append(1_000 * (time.thread_time() - began))
    return statistics.median(taken)


def measured(rules: Game[Any], found: list[Any]) -> dict[str, list[float]]:
    """Milliseconds for each question about each of the positions, sorted."""
    rnd = random.Random(2)
    foreign = [rnd.choice(rules.legal(position).moves) for position in found]
    rnd.shuffle(foreign)
    taken: dict[str, list[float]] = {question: [] for question in BOUNDS}
    for position, other in zip(found, foreign, strict=True):
        for question, work in questions(rules, position, other, rnd):
            # Only Backgammon remembers something from call to call: the turns of the last rolls.
            turns.forget()
            began = time.thread_time()
            work()
            taken[question].append(1_000 * (time.thread_time() - began))
    return {question: sorted(times) for question, times in taken.items()}


def main(wanted: int, names: list[str]) -> int:
    """Prints the table; 1 if a bound is missed."""
    missed = False
    for name in names:
        found = list(positions(game(name), wanted))
        base = baseline_ms(game(name), found)
        for question, times in measured(game(name), found).items():
            median, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
            slow = late / base > BOUNDS[question]
            missed |= slow
            sys.stdout.write(
                f"{name:12} {question:6} median {median:7.3f} ms   p99 {late:7.3f} ms   "
                f"baseline {base:.3f} ms   p99/baseline {late / base:6.1f}   "
                f"({BOUNDS[question]:.0f} is allowed)   {'TOO SLOW' if slow else 'ok'}\n"
            )
            sys.stdout.flush()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2:] or list(GAMES)))
