"""The dice that a written play stands for, and how far the checkers come by them (BG-M, BG-R4, BG-R7).

A text may leave open by which die a checker goes and where it stops on the way; every way of reading it is
tried. Why a play that cannot be made breaks a rule is said in `judging`.
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
    """A play with every die named: its steps, the die of each, and the stops that the text leaves unsaid."""

    steps: Way
    dice: tuple[int, ...]
    unsaid: frozenset[int]


@dataclass(frozen=True, slots=True)
class Tried:
    """A spelled play carried out as far as it goes: the result, and what hindered which step, if any did."""

    way: Way
    result: int
    hindrance: Hindrance | None = None
    step: Step = (0, 0)
    die: int = 0


def solve(position: Position, board: View, action: Play) -> Tried | None:
    """The legal way that a play means, which hits as little as possible where it says nothing; None if none is."""
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
    """Every way in which the dice can make up the parts of a play; the higher die first."""
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
    """The steps by which some dice, in this order, lead through a part; None if they do not."""
    at, way = part.source, []
    for die in dice:
        if at == OFF:
            return None
        target = max(OFF, at - die)
        way.append((at, target))
        at = target
    return tuple(way) if at == part.target else None


def best_try(board: View, spelled: Spelled) -> Tried:
    """The steps in an order in which all can be made, or in the one that gets furthest."""
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
    """What stands against one step by one die."""
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
