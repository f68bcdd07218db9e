"""Reads from a recorded roll where it comes from.

A journal may contain anything. A proof in a wrong form proves nothing, and raises no error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from companion.devices.die import FACES
from companion.history.events import Event, Rolled


@dataclass(frozen=True, slots=True)
class SealedRoll:
    """A roll that was fixed in advance by a sealed secret (`companion.fairness.commit_reveal`)."""

    seal: str
    """The digest of the secret."""

    number: int
    """The number of the roll under this seal, from 1."""


@dataclass(frozen=True, slots=True)
class BoxRoll:
    """A roll of a die box."""

    boot: int
    """A random number that the box chose when it started."""

    number: int
    """The number of the roll since that start, from 1."""


def order_dice(rolled: Rolled) -> tuple[tuple[str, int], ...]:
    """The dice in the order in which they were rolled: each die's name or place, and its value."""
    dice = rolled.dice
    if isinstance(dice, list) and all(map(_is_face, dice)):
        return tuple((f"die {place}", value) for place, value in enumerate(dice, start=1))
    if not isinstance(dice, dict) or not all(map(_is_face, dice.values())):
        return ()
    names = rolled.proof.get("dice") if isinstance(rolled.proof, Mapping) else None
    known = names if isinstance(names, list) and sorted(map(str, names)) == sorted(dice) else sorted(dice)
    return tuple((name, dice[name]) for name in known)


def find_sealed_roll(rolled: Rolled) -> SealedRoll | None:
    """The seal and the number of a roll; None if the companion did not make the roll."""
    number = rolled.proof.get("number") if isinstance(rolled.proof, Mapping) else None
    return SealedRoll(rolled.seal, number) if rolled.seal is not None and _is_number(number) else None


def find_box_rolls(rolled: Rolled) -> tuple[BoxRoll, ...]:
    """The rolls of a die box that make up a roll; empty if the roll does not come from a box."""
    return tuple(
        BoxRoll(int(proof["box"], 16), proof["number"])
        for proof in _read_parts(rolled)
        if _is_hex(proof.get("box")) and _is_number(proof.get("number"))
    )


def find_last_box_rolls(events: Iterable[Event]) -> dict[int, int]:
    """For each start of a die box, the number of its last recorded roll."""
    numbers: dict[int, int] = {}
    for event in events:
        for roll in find_box_rolls(event) if isinstance(event, Rolled) else ():
            numbers[roll.boot] = max(numbers.get(roll.boot, 0), roll.number)
    return numbers


def _read_parts(rolled: Rolled) -> Iterator[Mapping[str, Any]]:
    """The proofs of a roll. There is one for the whole roll, or one for each die if the dice were rolled one by one."""
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
