"""Reads from a recorded roll where it comes from.

A journal may hold anything. A proof that is not well-formed proves nothing, and raises no error.
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
    """Returns the dice in the order in which they were rolled: the name or place of each die, and its value."""
    dice = rolled.dice
    if isinstance(dice, list) and all(map(_is_face, dice)):
        return tuple((f"die {place}", value) for place, value in enumerate(dice, start=1))
    if not isinstance(dice, dict) or not all(map(_is_face, dice.values())):
        return ()
    names = rolled.proof.get("dice") if isinstance(rolled.proof, Mapping) else None
    known = names if isinstance(names, list) and sorted(map(str, names)) == sorted(dice) else sorted(dice)
    return tuple((name, dice[name]) for name in known)


def find_sealed_roll(rolled: Rolled) -> SealedRoll | None:
    """Returns the seal and number of a roll; None if the roll was not made by the companion."""
    number = rolled.proof.get("number") if isinstance(rolled.proof, Mapping) else None
    return SealedRoll(rolled.seal, number) if rolled.seal is not None and _is_number(number) else None


def find_box_rolls(rolled: Rolled) -> tuple[BoxRoll, ...]:
    """Returns the rolls of a die box that make up a roll; none if it does not come from a box."""
    return tuple(
        BoxRoll(int(proof["box"], 16), proof["number"])
        for proof in _read_parts(rolled)
        if _is_hex(proof.get("box")) and _is_number(proof.get("number"))
    )


def find_last_box_rolls(events: Iterable[Event]) -> dict[int, int]:
    """Returns the number of the last recorded roll for each start of a die box."""
    numbers: dict[int, int] = {}
    for event in events:
        for roll in find_box_rolls(event) if isinstance(event, Rolled) else ():
            numbers[roll.boot] = max(numbers.get(roll.boot, 0), roll.number)
    return numbers


def _read_parts(rolled: Rolled) -> Iterator[Mapping[str, Any]]:
    """Returns the proofs of a roll: its own, or one for each die if the dice were rolled one by one."""
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
