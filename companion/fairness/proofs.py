"""Where a throw in the record comes from, read back from its proof.

A journal may hold anything: what is no proof of a kind proves nothing of that kind, and raises nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from companion.devices.die import FACES
from companion.history.events import Event, Rolled


@dataclass(frozen=True, slots=True)
class SealedThrow:
    """The `number`-th throw under a seal (companion.fairness.commit_reveal)."""

    seal: str
    number: int


@dataclass(frozen=True, slots=True)
class BoxThrow:
    """The `number`-th throw of a die box since its start; `boot` is that start's own number."""

    boot: int
    number: int


def ordered(rolled: Rolled) -> tuple[tuple[str, int], ...]:
    """The dice of a throw in the order in which they were thrown: each one's name or place, and its value."""
    dice = rolled.dice
    if isinstance(dice, list) and all(map(_is_face, dice)):
        return tuple((f"die {place}", value) for place, value in enumerate(dice, start=1))
    if not isinstance(dice, dict) or not all(map(_is_face, dice.values())):
        return ()
    names = rolled.proof.get("dice") if isinstance(rolled.proof, Mapping) else None
    known = names if isinstance(names, list) and sorted(map(str, names)) == sorted(dice) else sorted(dice)
    return tuple((name, dice[name]) for name in known)


def sealed(rolled: Rolled) -> SealedThrow | None:
    """The seal that a throw was made under, None where it was not made here."""
    number = rolled.proof.get("number") if isinstance(rolled.proof, Mapping) else None
    return SealedThrow(rolled.seal, number) if rolled.seal is not None and _is_number(number) else None


def boxed(rolled: Rolled) -> tuple[BoxThrow, ...]:
    """The throws of a die box that make up a throw, none where it comes from elsewhere."""
    return tuple(
        BoxThrow(int(proof["box"], 16), proof["number"])
        for proof in _parts(rolled)
        if _is_hex(proof.get("box")) and _is_number(proof.get("number"))
    )


def counted(events: Iterable[Event]) -> dict[int, int]:
    """For each boot of a die box, the number of the last of its throws that is in the record already."""
    numbers: dict[int, int] = {}
    for event in events:
        for thrown in boxed(event) if isinstance(event, Rolled) else ():
            numbers[thrown.boot] = max(numbers.get(thrown.boot, 0), thrown.number)
    return numbers


def _parts(rolled: Rolled) -> Iterator[Mapping[str, Any]]:
    """The proofs of a throw: its own, or those of the dice that were gathered for it."""
    if isinstance(rolled.proof, Mapping):
        parts = rolled.proof.get("parts")
        yield from (
            part for part in (parts if isinstance(parts, list) else [rolled.proof]) if isinstance(part, Mapping)
        )


def _is_face(value: object) -> bool:
    return _is_number(value) and value <= FACES


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 8 and all(c in "0123456789abcdef" for c in value)
