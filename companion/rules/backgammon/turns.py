"""What a roll allows: every way to play it. Points are numbered as the player to move counts.

This module knows no colours and no texts. A way is a tuple of steps; in each, one checker moves by one die. The search
goes over results on the board, not over orders of steps. For a double, checkers step from the highest point down,
because every set of steps that can be played can be played in this order (BG-R3, BG-R6, BG-R8).

The player's points are 24 to 1; 25 is the bar and 0 is off the board. The player's checkers are packed into one number,
four bits for each point. So a step is a subtraction, and a result can be the key of a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.backgammon.position import POINTS, Dice, Position

BAR, OFF = 25, 0
HOME = 6

Step = tuple[int, int]
"""The point that a checker leaves, and the point that it reaches."""

Way = tuple[Step, ...]

_HITS = 4 * (BAR + 1)
"""Where the bits of the hit points begin in a result."""


@dataclass(frozen=True, slots=True)
class View:
    """The board as the player to move sees it."""

    own: int
    """The player's checkers: four bits for each point from 0 (off) to 25 (bar)."""
    made: int
    """Bits of the points where the opponent has two or more checkers."""
    blots: int
    """Bits of the points where the opponent has a single checker."""

    def count(self, point: int) -> int:
        """How many checkers the player has on a point."""
        return self.own >> 4 * point & 15


@dataclass(frozen=True, slots=True)
class Turns:
    """All legal ways to play a roll."""

    ways: Mapping[int, tuple[Way, ...]]
    """For each result (the player's checkers and the hit points), every way that leads to it. Empty if nothing can be
    played.
    """
    dice: int
    """How many steps each of these ways has."""


def view(position: Position) -> View:
    """The board of a position, as the player to move sees it."""
    mover = position.to_move
    own = position.off.of(mover) | position.bar.of(mover) << 4 * BAR
    made = blots = 0
    for point in range(1, POINTS + 1):
        count = position.points[point] if mover == "W" else -position.points[25 - point]
        if count > 0:
            own |= count << 4 * point
        elif count < -1:
            made |= 1 << point
        elif count == -1:
            blots |= 1 << point
    return View(own, made, blots)


def hits_of(result: int) -> int:
    """The points that are hit in a result, as bits."""
    return result >> _HITS


def own_of(result: int) -> int:
    """The checkers of the player to move in a result."""
    return result & (1 << _HITS) - 1


def joined(own: int, hits: int) -> int:
    """The result with these checkers of the player to move, and with these hit points."""
    return own | hits << _HITS


def may_bear_off(own: int, point: int, die: int) -> bool:
    """True if a checker may leave the board from a point of the home.

    All checkers must be home, and the die must be exact, or larger than the highest point with a checker (BG-R8).
    """
    return not own >> 4 * (HOME + 1) and (point == die or not own >> 4 * (point + 1))


def stepped(board: View, result: int, step: Step) -> int:
    """The result after one more step, which must be possible."""
    source, target = step
    result += (1 << 4 * target) - (1 << 4 * source)
    if target and board.blots >> target & 1:
        result |= 1 << _HITS + target
    return result


def steps(board: View, own: int, die: int, highest: int = BAR) -> Iterator[Step]:
    """Every step that one die allows, from the highest point down. highest: the highest point at which a step may
    start.
    """
    if own >> 4 * BAR:
        if not board.made >> BAR - die & 1:
            yield BAR, BAR - die
        return
    made = board.made
    for source in range(min(highest, POINTS), 0, -1):
        if own >> 4 * source & 15:
            target = source - die
            if target > 0:
                if not made >> target & 1:
                    yield source, target
            elif may_bear_off(own, source, die):
                yield source, OFF


def turns(board: View, dice: Dice) -> Turns:
    """All ways to play a roll. They use as many dice as possible. If only one die can be played, it must be the higher
    one if possible (BG-R7).
    """
    return _turns(board, dice if dice[0] >= dice[1] else (dice[1], dice[0]))


@lru_cache(maxsize=8)
def _turns(board: View, dice: Dice) -> Turns:
    return _double(board, dice[0]) if dice[0] == dice[1] else _mixed(board, *dice)


def _mixed(board: View, high: int, low: int) -> Turns:
    ways: dict[int, tuple[Way, ...]] = {}
    for first, second in ((high, low), (low, high)):
        for step in steps(board, board.own, first):
            after = stepped(board, board.own, step)
            for further in steps(board, own_of(after), second):
                result = stepped(board, after, further)
                ways[result] = (*ways.get(result, ()), (step, further))
    if ways:
        return Turns(ways, 2)
    for die in (high, low):
        ways = {stepped(board, board.own, step): ((step,),) for step in steps(board, board.own, die)}
        if ways:
            return Turns(ways, 1)
    return Turns({}, 0)


def _double(board: View, die: int) -> Turns:
    found: tuple[dict[int, tuple[Way, ...]], ...] = ({}, {}, {}, {}, {})

    def go_on(result: int, way: Way, highest: int) -> None:
        made = len(way)
        found[made][result] = (way,)
        if made < 4:
            for step in steps(board, own_of(result), die, highest):
                go_on(stepped(board, result, step), (*way, step), step[0])

    go_on(board.own, (), BAR)
    dice = max(n for n in range(5) if found[n])
    return Turns(found[dice] if dice else {}, dice)


def most_dice(board: View, dice: Dice) -> int:
    """How many dice can be played, without listing all ways."""
    high, low = max(dice), min(dice)
    if high == low:
        return _longest(board, board.own, high, BAR, 4)
    for first, second in ((high, low), (low, high)):
        for step in steps(board, board.own, first):
            after = own_of(stepped(board, board.own, step))
            if next(steps(board, after, second), None):
                return 2
    return int(any(next(steps(board, board.own, die), None) for die in (high, low)))


def _longest(board: View, own: int, die: int, highest: int, left: int) -> int:
    best = 0
    for step in steps(board, own, die, highest):
        best = max(
            best, 1 + (_longest(board, own_of(stepped(board, own, step)), die, step[0], left - 1) if left > 1 else 0)
        )
        if best == left:
            break
    return best


def forget() -> None:
    """Forgets the results for the last rolls. This changes no answer, only how long the next one takes."""
    _turns.cache_clear()
