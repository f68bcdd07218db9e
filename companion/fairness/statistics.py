"""Counts and tests all rolls of a journal: are the dice fair?

The tests (chi-square and serial) are those of Knuth, The Art of Computer Programming, volume 2, 3.3.1 and 3.3.2.
Made-up rolls are found by `checks`, not here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.devices.die import FACES
from companion.fairness.proofs import order_dice
from companion.history.events import KEPT, Event, Rolled
from companion.language import _, ngettext

ENOUGH = 5 * FACES
"""The fewest rolls for the chi-square test, so that each value is expected at least five times (Knuth 3.3.1)."""

ENOUGH_PAIRS = 5 * FACES * FACES
"""The fewest pairs of rolls for the serial test."""

UNUSUAL = 0.001
"""If p is below this, a result is called unusual. With a fair die this happens in one of a thousand tests."""


def chi_square_p(statistic: float, freedom: int) -> float:
    """How often chi-square with this many degrees of freedom is at least as large: Q(freedom/2, statistic/2).

    The closed form for whole degrees of freedom has only positive terms (Abramowitz and Stegun 26.4.4, 26.4.5).
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
    """Pearson's chi-square: how far the counts are from being equal; 0 if nothing was counted."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result of a test."""

    statistic: float
    """The value that the test computes, such as chi-square."""

    p: float
    """How often a fair die gives a result at least as far from the expected one."""


def frequency_test(values: Sequence[int]) -> TestResult:
    """Tests if all values come up equally often: chi-square with 5 degrees of freedom."""
    statistic = chi_square(count_values(values))
    return TestResult(statistic, chi_square_p(statistic, FACES - 1))


def pairs_test(values: Sequence[int]) -> TestResult:
    """Tests if all pairs of neighbouring values come up equally often: chi-square with 35 degrees of freedom. Each
    value is in one pair.
    """
    pairs = [0] * (FACES * FACES)
    for first, second in zip(values[::2], values[1::2], strict=False):
        pairs[(first - 1) * FACES + second - 1] += 1
    statistic = chi_square(pairs)
    return TestResult(statistic, chi_square_p(statistic, FACES * FACES - 1))


def correlation_test(values: Sequence[int]) -> TestResult | None:
    """Tests if a value depends on the one before it, by Knuth's circular serial correlation coefficient.

    None if this cannot be tested: with fewer than three values, or if all are equal.
    """
    n, total, squares = len(values), sum(values), sum(value * value for value in values)
    spread = n * squares - total * total
    if n < 3 or spread == 0:
        return None
    products = sum(values[i] * values[i - 1] for i in range(n))
    coefficient = (n * products - total * total) / spread
    deviation = n / ((n - 1) * math.sqrt(n - 2))
    return TestResult(coefficient, math.erfc(abs(coefficient + 1 / (n - 1)) / deviation / math.sqrt(2)))


def count_values(values: Iterable[int]) -> tuple[int, ...]:
    """How often each value from 1 to 6 came up."""
    found = [0] * FACES
    for value in values:
        found[value - 1] += 1
    return tuple(found)


def collect_rolls(events: Iterable[Event]) -> dict[str, tuple[int, ...]]:
    """The values of each die, in order. The name of a die says what rolled it and which die it is."""
    values: dict[str, list[int]] = {}
    for event in events:
        if (
            not isinstance(event, Rolled) or event.source == KEPT
        ):  # an undone move keeps its roll, and that was counted already
            continue
        for die, value in order_dice(event):
            values.setdefault(f"{event.source}, {die}", []).append(value)
    return {die: tuple(rolled) for die, rolled in sorted(values.items())}


def count_rolls(number: int) -> str:
    """A number of rolls in words, such as "3 rolls"."""
    return ngettext("{count} roll", "{count} rolls", number).format(count=number)


def describe_dice(dice: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Lines for people: how often each value of each die came up, and what the tests say."""
    if not dice:
        yield _("The journal has no rolls yet.")
    for die, values in dice.items():
        yield f"{die}: {count_rolls(len(values))}"
        yield "    value   " + "".join(f"{value:7}" for value in range(1, FACES + 1))
        yield "    counted " + "".join(f"{count:7}" for count in count_values(values))
        yield from (f"    {line}" for line in _describe_tests(values))


def _describe_tests(values: Sequence[int]) -> Iterator[str]:
    if len(values) < ENOUGH:
        yield _("too few rolls for a test: {least} are needed").format(least=ENOUGH)
        return
    yield _describe_result("chi-square", frequency_test(values), ".2f")
    correlation = correlation_test(values)
    if correlation is None:
        yield _("serial correlation: all rolls were the same")
    else:
        yield _describe_result(_("serial correlation"), correlation, "+.4f")
    if len(values) // 2 >= ENOUGH_PAIRS:
        yield _describe_result(_("serial test of pairs, chi-square"), pairs_test(values), ".2f")


def _describe_result(name: str, test: TestResult, form: str) -> str:
    verdict = (
        _("normal for a fair die")
        if test.p >= UNUSUAL
        else _("unusual: a fair die does this in {part:.1g} of all cases").format(part=test.p)
    )
    return f"{name} {test.statistic:{form}}, p = {test.p:.4f}: {verdict}"
