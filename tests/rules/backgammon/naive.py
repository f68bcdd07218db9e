"""Backgammon written down a second time, as simply as can be, to compare the rules with.

A board is two lists, the mover's checkers and the opponent's, both in the mover's numbering: 0 off, 25 bar. The number
of the opponent's checkers on the bar is kept apart, as `struck`. All orders of all dice are tried, and the turns that
use most dice are kept.
"""

from __future__ import annotations

from itertools import product
from typing import Any

State = tuple[tuple[int, ...], tuple[int, ...], int]
"""The mover's checkers on 0 to 25, the opponent's on the same points, and the opponent's number on the bar."""

Cells = dict[int, frozenset[tuple[str, int]]]
"""For each cell (a point, or -1 for the opponent's bar) all contents that it may have during a turn."""


def state_of(data: dict[str, Any]) -> State:
    """The board of a position's JSON, as its mover sees it."""
    mover = data["to_move"]
    enemy = "B" if mover == "W" else "W"
    own, other = [0] * 26, [0] * 26
    for name, (player, count) in data["points"].items():
        point = int(name) if mover == "W" else 25 - int(name)
        (own if player == mover else other)[point] = count
    own[0], own[25] = data["off"][mover], data["bar"][mover]
    return tuple(own), tuple(other), data["bar"][enemy]


def one(state: State, die: int) -> list[tuple[State, tuple[int, int]]]:
    """Every legal step of one checker with one die: the board after it, and its start and end."""
    own, other, struck = state
    found = []
    for source in range(1, 26):
        if not own[source] or (own[25] and source != 25):
            continue
        target = source - die
        if target <= 0:
            if any(own[7:]) or (target < 0 and any(own[source + 1 :])):
                continue
            target = 0
        if target and other[target] >= 2:
            continue
        mine, theirs, bar = list(own), list(other), struck
        mine[source] -= 1
        mine[target] += 1
        if target and theirs[target]:
            theirs[target], bar = 0, bar + 1
        found.append(((tuple(mine), tuple(theirs), bar), (source, target)))
    return found


def ways(state: State, dice: list[int]) -> list[tuple[State, tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Every legal turn: the board after it, its steps, and the dice used. Other orders of the same steps count too."""
    orders = [dice[:1] * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    ends = []
    for order in orders:
        stack: list[tuple[State, tuple[tuple[int, int], ...]]] = [(state, ())]
        seen = set()
        while stack:
            now, steps = stack.pop()
            if (now, steps) in seen:
                continue
            seen.add((now, steps))
            if steps:
                ends.append((now, steps, tuple(order[: len(steps)])))
            if len(steps) < len(order):
                stack += [(after, (*steps, step)) for after, step in one(now, order[len(steps)])]
    longest = max((len(steps) for _, steps, _ in ends), default=0)
    ends = [end for end in ends if len(end[1]) == longest]
    if longest == 1 and dice[0] != dice[1] and any(used == (max(dice),) for _, _, used in ends):
        ends = [end for end in ends if end[2] == (max(dice),)]
    return ends


def results(state: State, dice: list[int]) -> set[State]:
    return {end for end, _, _ in ways(state, dice)}


def cells_on_the_way(state: State, steps: tuple[tuple[int, int], ...], end: State) -> Cells:
    """What each cell that a turn touches may hold while people make it in any order; a cell may always be empty."""
    own, other, struck = state
    cells: Cells = {}
    for point in {point for step in steps for point in step}:
        left = sum(step[0] == point for step in steps)
        came = sum(step[1] == point for step in steps)
        held = {own[point] - a + b for a, b in product(range(left + 1), range(came + 1))}
        contents = {("own", n) for n in held if n > 0} | {("none", 0)}
        if other[point]:
            contents.add(("enemy", other[point]))
        cells[point] = frozenset(contents)
    if end[2] > struck:
        cells[-1] = frozenset({("enemy", n) for n in range(max(1, struck), end[2] + 1)} | {("none", 0)})
    return cells
