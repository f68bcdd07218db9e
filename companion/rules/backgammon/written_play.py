"""Finds the dice of a written play, and how far the checkers get with them (BG-M, BG-R4, BG-R7).

A text need not say which die a checker uses and where it stops on the way. So every way to read it is tried. `judge`
says which rules an impossible play breaks.
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
    """A play with the die of each step."""

    steps: Way
    dice: tuple[int, ...]
    """The die of each step."""
    unsaid: frozenset[int]
    """The stops that the text does not name."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A play that was tried as far as it goes."""

    way: Way
    """The steps that could be made."""
    result: int
    hindrance: Hindrance | None = None
    """What stopped the next step; None if all could be made."""
    step: Step = (0, 0)
    """The step that could not be made."""
    die: int = 0
    """Its die."""


def solve(position: Position, board: View, action: Play) -> Tried | None:
    """The legal way that a play means, with no more hits than it names if possible; None if there is none."""
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
    """Every way in which the dice can make the parts of a play; the higher die first."""
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
    """The steps of some dice, in this order, through a part; None if they do not lead through it."""
    at, way = part.source, []
    for die in dice:
        if at == OFF:
            return None
        target = max(OFF, at - die)
        way.append((at, target))
        at = target
    return tuple(way) if at == part.target else None


def best_try(board: View, spelled: Spelled) -> Tried:
    """The steps in an order in which all can be made; if there is none, in the order that gets furthest."""
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
    """What stops one step with one die."""
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
