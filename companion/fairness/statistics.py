"""Are the dice fair? Counts and tests of all throws in a record, as pure functions.

Chi-square and serial tests after Knuth, The Art of Computer Programming, volume 2, 3.3.1 and 3.3.2. Nothing
here throws dice, and nothing asks whether a throw was made up (`checking` does).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.devices.die import FACES
from companion.fairness.proofs import ordered
from companion.history.events import KEPT, Event, Rolled

ENOUGH = 5 * FACES
"""Throws from which on chi-square says anything: five expected of each value (Knuth 3.3.1)."""

ENOUGH_PAIRS = 5 * FACES * FACES
"""Pairs from which on the serial test does."""

UNUSUAL = 0.001
"""A fair die comes out below this once in a thousand tests."""


def chi_square_p(statistic: float, freedom: int) -> float:
    """How often a chi-square of so many degrees of freedom is at least so large: Q(freedom/2, statistic/2).

    In closed form for whole degrees (Abramowitz and Stegun 26.4.4, 26.4.5), so all its terms are positive.
    """
    x = statistic / 2
    if x <= 0:
        return 1.0
    total, a = (math.exp(-x), 1.0) if freedom % 2 == 0 else (math.erfc(math.sqrt(x)), 0.5)
    while a < freedom / 2:
        total += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, total)


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from being equal, as Pearson's chi-square; counts of nothing are equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


@dataclass(frozen=True, slots=True)
class Test:
    """A test's statistic, and how often a fair die comes out at least as far off."""

    statistic: float
    p: float


def frequency_test(values: Sequence[int]) -> Test:
    """Whether all values come equally often: chi-square with 5 degrees of freedom."""
    statistic = chi_square(counts(values))
    return Test(statistic, chi_square_p(statistic, FACES - 1))


def pairs_test(values: Sequence[int]) -> Test:
    """Whether all pairs of one value and the next come equally often, each value in one pair: 35 degrees."""
    pairs = [0] * (FACES * FACES)
    for first, second in zip(values[::2], values[1::2], strict=False):
        pairs[(first - 1) * FACES + second - 1] += 1
    statistic = chi_square(pairs)
    return Test(statistic, chi_square_p(statistic, FACES * FACES - 1))


def correlation_test(values: Sequence[int]) -> Test | None:
    """Whether a value depends on the one before it: Knuth's circular serial correlation coefficient.

    None where nothing can be said: fewer than three values, or all the same.
    """
    n, total, squares = len(values), sum(values), sum(value * value for value in values)
    spread = n * squares - total * total
    if n < 3 or spread == 0:
        return None
    products = sum(values[i] * values[i - 1] for i in range(n))
    coefficient = (n * products - total * total) / spread
    deviation = n / ((n - 1) * math.sqrt(n - 2))
    return Test(coefficient, math.erfc(abs(coefficient + 1 / (n - 1)) / deviation / math.sqrt(2)))


def counts(values: Iterable[int]) -> tuple[int, ...]:
    """How often each value from 1 to 6 came."""
    found = [0] * FACES
    for value in values:
        found[value - 1] += 1
    return tuple(found)


def dice_thrown(events: Iterable[Event]) -> dict[str, tuple[int, ...]]:
    """The values of each die in the order in which they fell; a die's name is what threw it, and which it was."""
    values: dict[str, list[int]] = {}
    for event in events:
        if not isinstance(event, Rolled) or event.source == KEPT:  # what stands was counted when it fell
            continue
        for die, value in ordered(event):
            values.setdefault(f"{event.source}, {die}", []).append(value)
    return {die: tuple(fell) for die, fell in sorted(values.items())}


def throws(number: int) -> str:
    """So many throws, for people."""
    return "1 throw" if number == 1 else f"{number} throws"


def report(dice: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Lines for people: each die's counts and what the tests say of them."""
    if not dice:
        yield "No throw is in the journal yet."
    for die, values in dice.items():
        yield f"{die}: {throws(len(values))}"
        yield "    value   " + "".join(f"{value:7}" for value in range(1, FACES + 1))
        yield "    counted " + "".join(f"{count:7}" for count in counts(values))
        yield from (f"    {line}" for line in _judged(values))


def _judged(values: Sequence[int]) -> Iterator[str]:
    if len(values) < ENOUGH:
        yield f"too few to say anything: {ENOUGH} throws are needed"
        return
    yield _in_words("chi-square", frequency_test(values), ".2f")
    correlation = correlation_test(values)
    if correlation is None:
        yield "serial correlation: every throw was the same"
    else:
        yield _in_words("serial correlation", correlation, "+.4f")
    if len(values) // 2 >= ENOUGH_PAIRS:
        yield _in_words("serial test of pairs, chi-square", pairs_test(values), ".2f")


def _in_words(name: str, test: Test, form: str) -> str:
    verdict = "as of a fair die" if test.p >= UNUSUAL else f"unusual: a fair die does so in {test.p:.1g} of all cases"
    return f"{name} {test.statistic:{form}}, p = {test.p:.4f}: {verdict}"
