"""Checks the proofs in a journal. Sealed rolls are computed again, and no roll of a die box may count twice.

All functions only depend on the events. `commit_reveal` describes the seals. Nothing here rolls dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.fairness import commit_reveal
from companion.fairness.proofs import BoxRoll, SealedRoll, find_box_rolls, find_sealed_roll, order_dice
from companion.fairness.statistics import count_rolls
from companion.history.events import Event, Revealed, Rolled, Sealed
from companion.language import _
from companion.words import join_words


@dataclass(frozen=True, slots=True)
class SealCheck:
    """What was found about one seal."""

    digest: str
    """The seal: the digest of a secret."""

    is_open: bool = False
    """True if the secret was revealed."""

    rolls: int = 0
    """How many rolls were made under the seal."""

    problems: tuple[str, ...] = ()
    """What is wrong with these rolls, in words."""


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """What the check of a journal's seals of fair dice has found."""

    seals: tuple[SealCheck, ...]
    """All seals, in the order in which they were made."""

    problems: tuple[str, ...]
    """Everything else that is wrong, in words."""

    @property
    def is_sound(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems and not any(seal.problems for seal in self.seals)


def check_proofs(events: Sequence[Event]) -> ProofCheck:
    """Computes all sealed rolls again, and looks for rolls of a die box that count twice."""
    secrets = {commit_reveal.digest(secret): secret for event in events if (secret := _read_secret(event)) is not None}
    seals: dict[str, SealCheck] = {}
    problems: list[str] = []
    boxes: set[BoxRoll] = set()
    for event in events:
        match event:
            case Sealed(digest):
                seals.setdefault(digest, SealCheck(digest))
            case Revealed():
                secret = _read_secret(event)
                digest = "" if secret is None else commit_reveal.digest(secret)
                if digest in seals:
                    seals[digest] = replace(seals[digest], is_open=True)
                else:
                    problems.append(_("A secret was revealed that belongs to no seal shown before"))
            case Rolled():
                problems.extend(_find_repeats(event, boxes))
                if (proof := find_sealed_roll(event)) is None:
                    continue
                if proof.seal not in seals:
                    problems.append(
                        _("A roll was made under the seal {seal}, which was never shown").format(seal=proof.seal[:16])
                    )
                    continue
                seal = replace(seals[proof.seal], rolls=seals[proof.seal].rolls + 1)
                found = _find_problems(event, proof, seal, secrets.get(proof.seal))
                seals[proof.seal] = replace(seal, problems=(*seal.problems, *found))
    return ProofCheck(tuple(seals.values()), tuple(problems))


def describe_proofs(check: ProofCheck) -> Iterator[str]:
    """Lines for people: what is wrong, then each seal with how many rolls were made under it."""
    yield from check.problems
    for seal in check.seals:
        yield from seal.problems
        number = count_rolls(seal.rolls)
        if seal.problems:
            yield _("Seal {digest}: {rolls}, not all of them sealed before the game").format(
                digest=seal.digest, rolls=number
            )
        elif seal.is_open:
            yield _("Seal {digest}: {rolls}, all of them sealed before the game").format(
                digest=seal.digest, rolls=number
            )
        else:
            yield _("Seal {digest}: {rolls}; its secret is revealed when the game is over").format(
                digest=seal.digest, rolls=number
            )


def _find_problems(rolled: Rolled, proof: SealedRoll, seal: SealCheck, secret: bytes | None) -> Iterator[str]:
    """What is wrong with the newest roll under a seal, in words. secret: the secret of the seal, if it was revealed."""
    fields = {"number": seal.rolls, "seal": seal.digest[:16]}
    if proof.number != seal.rolls:
        yield _(
            "Roll {number} under the seal {seal} has the number {given}: a roll was left out or counted twice"
        ).format(given=proof.number, **fields)
    if seal.is_open:
        yield _("Roll {number} under the seal {seal} was made after the secret was revealed").format(**fields)
    if secret is not None:
        dice = order_dice(rolled)
        rolled_values = tuple(value for _, value in dice)
        sealed_values = commit_reveal.derive_roll(secret, proof.number, len(dice))
        if rolled_values != sealed_values:
            yield _("Roll {number} under the seal {seal} was {rolled}, but {sealed} was sealed").format(
                rolled=join_words(rolled_values), sealed=join_words(sealed_values), **fields
            )


def _find_repeats(rolled: Rolled, seen: set[BoxRoll]) -> Iterator[str]:
    """Says which of these rolls of a die box are in `seen` already, and adds all of them to it."""
    for roll in find_box_rolls(rolled):
        if roll in seen:
            yield _("Roll {number} of the die box (start {boot:08x}) counts twice").format(
                number=roll.number, boot=roll.boot
            )
        seen.add(roll)


def _read_secret(event: Event) -> bytes | None:
    """The secret that an event reveals; None if it reveals none."""
    if not isinstance(event, Revealed):
        return None
    try:
        return bytes.fromhex(event.secret)
    except (TypeError, ValueError):
        return None
