"""How long one game's rules take over given positions, said as `tests.bench.rules` says it."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable
from typing import Any

from companion.rules.core import Game
from tests.bench.rules import BOUNDS_MS, questions


def report(rules: Game[Any], positions: Iterable[Any]) -> int:
    """Prints median and 99th percentile of each question; 1 where a bound is missed."""
    rnd = random.Random(2)
    taken: dict[str, list[float]] = {}
    for position in positions:
        for question, work in questions(rules, position, rnd):
            began = time.perf_counter()
            work()
            taken.setdefault(question, []).append(1_000 * (time.perf_counter() - began))
    missed = False
    for question, times in taken.items():
        times.sort()
        median, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
        missed |= late >= BOUNDS_MS[question]
        sys.stdout.write(
            f"{rules.info.id:12} {question:6} median {median:7.3f} ms   p99 {late:7.3f} ms   "
            f"bound {BOUNDS_MS[question]:5.1f} ms   {'ok' if late < BOUNDS_MS[question] else 'TOO SLOW'}\n"
        )
    return int(missed)
