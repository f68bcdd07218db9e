"""Finds which dice a written move uses, and how far the checkers get with them (BG-M, BG-R4, BG-R7).

A text need not say which die a checker uses, or where it stops on the way. So every way to read the text is tried.
`judge` says which rules an impossible move breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Literal

from companion.rules.backgammon import turns
from companion.rules.backgammon.notation import Part, Play
from companion.rules.backgammon.position import Dice, Position
from companion.rules.backgammon.turns import BAR, HOME, OFF, Step, View, Way

Hindrance = Literal["bar", "empty", "blocked", "outside", "inexact"]


@dataclass(frozen=True, slots=True)
class Spelled:
    """A move with the die that each of its steps uses."""

    steps: Way
    dice: tuple[int, ...]
    """The die of each step."""
    unsaid: frozenset[int]
    """The stops on the way that the text does not name."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that was tried, as far as it can be played."""

    way: Way
    """The steps that could be made."""
    result: int
    hindrance: Hindrance | None = None
    """What stopped the next step; None if all steps could be made."""
    step: Step = (0, 0)
    """The step that could not be made."""
    die: int = 0
    """The die of that step."""


def solve(position: Position, board: View, action: Play) -> Tried | None:
    """The legal way that a written move means; None if there is none. If possible, it has no more hits than the text
    names.
    """
    dice = position.dice
    assert dice is not None
    legal: list[tuple[int, Tried]] = []
    most = 0
    for spelled in spellings(action, dice):
        most = most or turns.most_dice(board, dice)
        if len(spelled.steps) != most:
            continue
        tried = best_try(board, spelled)
        if tried.hindrance or not _stars_hold(action, tried.result):
            continue
        if most == 1 and dice[0] != dice[1] and tried.result not in turns.turns(board, dice).ways:
            continue
        hits = turns.hits_of(tried.result)
        legal.append((sum(hits >> stop & 1 for stop in spelled.unsaid), tried))
    return min(legal, key=lambda found: found[0])[1] if legal else None


def spellings(action: Play, dice: Dice) -> Iterator[Spelled]:
    """Every way in which the dice can make the parts of a move. The higher die comes first."""
    high, low = max(dice), min(dice)
    if len(action.parts) > (4 if high == low else 2):
        return
    orders = [(high,) * n for n in range(1, 5)] if high == low else [(high,), (low,), (high, low), (low, high)]
    ways = [[(way, order) for order in orders if (way := _walk(part, order))] for part in action.parts]
    for chosen in product(*ways):
        steps = tuple(step for way, _ in chosen for step in way)
        used = tuple(die for _, order in chosen for die in order)
        if len(used) <= 4 if high == low else sorted(used) in ([low], [high], [low, high]):
            yield Spelled(steps, used, frozenset(target for way, _ in chosen for _, target in way[:-1]))


def _walk(part: Part, dice: Sequence[int]) -> Way | None:
    """The steps that go through a part of the move with these dice, in this order; None if the dice do not fit it."""
    at, way = part.source, []
    for die in dice:
        if at == OFF:
            return None
        target = max(OFF, at - die)
        way.append((at, target))
        at = target
    return tuple(way) if at == part.target else None


def best_try(board: View, spelled: Spelled) -> Tried:
    """The steps in an order in which all can be made. If there is none, the order that gets furthest."""
    pairs = sorted(zip(spelled.steps, spelled.dice, strict=True), reverse=True)
    orders = permutations(pairs) if len(pairs) == 2 and spelled.dice[0] != spelled.dice[1] else (tuple(pairs),)
    tries = []
    for order in orders:
        tried = _try(board, order)
        if not tried.hindrance:
            return tried
        tries.append(tried)
    return max(tries, key=lambda tried: len(tried.way))


def _try(board: View, order: Sequence[tuple[Step, int]]) -> Tried:
    result = board.own
    for made, (step, die) in enumerate(order):
        if hindrance := hindered(board, turns.own_of(result), step, die):
            return Tried(tuple(s for s, _ in order[:made]), result, hindrance, step, die)
        result = turns.stepped(board, result, step)
    return Tried(tuple(step for step, _ in order), result)


def hindered(board: View, own: int, step: Step, die: int) -> Hindrance | None:
    """What stops this step with this die; None if nothing does."""
    source, target = step
    if not own >> 4 * source & 15:
        return "empty"
    if source != BAR and own >> 4 * BAR:
        return "bar"
    if target != OFF:
        return "blocked" if board.made >> target & 1 else None
    if own >> 4 * (HOME + 1):
        return "outside"
    return None if turns.may_bear_off(own, source, die) else "inexact"


def _stars_hold(action: Play, result: int) -> bool:
    hits = turns.hits_of(result)
    return all(hits >> part.target & 1 for part in action.parts if part.hits)
