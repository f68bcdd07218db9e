"""Was no throw made up? Sealed throws of a record counted over again, and throws of a die box looked for twice.

Pure functions of the events; the seals are those of `sealing`. Nothing here throws dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.fairness import commit_reveal
from companion.fairness.proofs import BoxThrow, SealedThrow, boxed, ordered, sealed
from companion.fairness.statistics import throws
from companion.history.events import Event, Revealed, Rolled, Sealed


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
    secrets = {commit_reveal.digest(secret): secret for event in events if (secret := _told(event)) is not None}
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
                digest = "" if secret is None else commit_reveal.digest(secret)
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
        number = throws(seal.throws)
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
        fell, due = tuple(value for _, value in dice), commit_reveal.throw(secret, proof.number, len(dice))
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
