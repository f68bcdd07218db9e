"""Are the dice fair, and was no throw made up? Tests of all throws in a record, as pure functions.

Chi-square and serial tests after Knuth, The Art of Computer Programming, volume 2, 3.3.1 and 3.3.2; the
seals after companion.sealing. Nothing here throws dice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion import sealing
from companion.devices.die import FACES
from companion.proofs import BoxThrow, SealedThrow, boxed, ordered, sealed
from companion.record import Event, Revealed, Rolled, Sealed

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
        if not isinstance(event, Rolled):
            continue
        for die, value in ordered(event):
            values.setdefault(f"{event.source}, {die}", []).append(value)
    return {die: tuple(fell) for die, fell in sorted(values.items())}


def report(dice: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Lines for people: each die's counts and what the tests say of them."""
    if not dice:
        yield "No throw is in the journal yet."
    for die, values in dice.items():
        yield f"{die}: {len(values)} {'throw' if len(values) == 1 else 'throws'}"
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


@dataclass
class Seal:
    """What was found of one seal. `throws`: how many were made under it; opened: its secret has been told."""

    digest: str
    opened: bool = False
    throws: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Proved:
    """What the proofs in a record amount to: its seals, and what is wrong besides, in words."""

    seals: tuple[Seal, ...]
    problems: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not any(seal.problems for seal in self.seals)


def check_proofs(events: Sequence[Event]) -> Proved:
    """Counts all sealed throws over again, and looks for throws of a die box that count twice."""
    secrets = {sealing.digest(secret): secret for event in events if (secret := _told(event)) is not None}
    seals: dict[str, Seal] = {}
    problems: list[str] = []
    told: set[str] = set()
    boxes: set[BoxThrow] = set()
    for event in events:
        match event:
            case Sealed(digest):
                seals.setdefault(digest, Seal(digest))
            case Revealed():
                secret = _told(event)
                digest = "" if secret is None else sealing.digest(secret)
                if digest in seals:
                    seals[digest].opened = True
                    told.add(digest)
                else:
                    problems.append("A secret was told that opens no seal that was shown before")
            case Rolled():
                problems.extend(_twice(event, boxes))
                if (proof := sealed(event)) is None:
                    continue
                if proof.seal not in seals:
                    problems.append(f"A throw was made under the seal {proof.seal[:16]}, which was never shown")
                    continue
                seal = seals[proof.seal]
                seal.throws += 1
                seal.problems.extend(_wrong(event, proof, seal, secrets.get(proof.seal), proof.seal in told))
    return Proved(tuple(seals.values()), tuple(problems))


def proved_in_words(proved: Proved) -> Iterator[str]:
    """Lines for people: what is wrong, then each seal with throws under it."""
    yield from proved.problems
    for seal in proved.seals:
        yield from seal.problems
        number = "1 throw" if seal.throws == 1 else f"{seal.throws} throws"
        if seal.problems:
            yield f"Seal {seal.digest}: {number}, not all as sealed"
        elif seal.opened:
            yield f"Seal {seal.digest}: {number}, each as sealed before the game"
        else:
            yield f"Seal {seal.digest}: {number}; its secret is told when the game is over"


def _wrong(rolled: Rolled, proof: SealedThrow, seal: Seal, secret: bytes | None, late: bool) -> Iterator[str]:
    """What is wrong with the `seal.throws`-th throw under a seal."""
    where = f"Throw {seal.throws} under the seal {seal.digest[:16]}"
    if proof.number != seal.throws:
        yield f"{where} has the number {proof.number}: a throw was left out or counted twice"
    if late:
        yield f"{where} was made after the secret was told"
    if secret is not None:
        dice = ordered(rolled)
        fell, due = tuple(value for _, value in dice), sealing.throw(secret, proof.number, len(dice))
        if fell != due:
            yield f"{where} was {_list(fell)}, but {_list(due)} was sealed"


def _twice(rolled: Rolled, seen: set[BoxThrow]) -> Iterator[str]:
    for thrown in boxed(rolled):
        if thrown in seen:
            yield f"Throw {thrown.number} of the die box (start {thrown.boot:08x}) counts twice"
        seen.add(thrown)


def _told(event: Event) -> bytes | None:
    if not isinstance(event, Revealed):
        return None
    try:
        return bytes.fromhex(event.secret)
    except (TypeError, ValueError):
        return None


def _list(values: Iterable[int]) -> str:
    return " and ".join(map(str, values))
