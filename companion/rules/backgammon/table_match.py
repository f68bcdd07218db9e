"""Finds the move that made a table, and says if a table may be in the middle of a move.

People lift and put down checkers one at a time and in any order. So each way to play the roll is tried, and the table
is compared with the position cell by cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest

from companion.rules.backgammon import attempt, play, turns
from companion.rules.backgammon.notation import write
from companion.rules.backgammon.play import cell, kind
from companion.rules.backgammon.position import CHECKERS, POINTS, Position
from companion.rules.backgammon.turns import BAR, OFF, View, Way
from companion.rules.core import Match, Table
from companion.rules.white_black import PLAYERS, other

MOST_TOWARDS = 8
"""How many moves are named at most that a table may be in the middle of."""

Kinds = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A cell that differs from the position: the numbers of checkers of the player to move and of the opponent, before
    and now.
    """

    own_was: int
    own_now: int
    enemy_was: int
    enemy_now: int


@dataclass(frozen=True, slots=True)
class Changes:
    """How a table differs from a position, as the player to move sees it."""

    points: Mapping[int, Change]
    """The cells that differ, by the numbers of the player to move, from 0 (their tray) to 25 (their bar)."""
    enemy_bar: Change | None
    """The change on the opponent's bar; None if there is none."""
    enemy_off: Change | None
    """The change in the opponent's tray; None if there is none."""

    def __bool__(self) -> bool:
        return bool(self.points or self.enemy_bar or self.enemy_off)


def table(position: Position) -> dict[str, Kinds]:
    """What is on the board, the bar and the trays."""
    found: dict[str, Kinds] = {}
    for point in range(1, POINTS + 1):
        count = position.points[point]
        if count:
            found[str(point)] = ("white" if count > 0 else "black",) * abs(count)
    for player in PLAYERS:
        for name, count in (("bar", position.bar.of(player)), ("off", position.off.of(player))):
            if count:
                found[f"{name}-{kind(player)}"] = (kind(player),) * count
    return found


def compare(position: Position, seen: Table) -> Changes:
    """The cells in which a table differs from a position. In a pile of two colours, the order does not matter."""
    mover, enemy = position.to_move, other(position.to_move)
    own_kind, enemy_kind = kind(mover), kind(enemy)
    was = table(position)

    def change(name: str) -> Change | None:
        before, after = was.get(name, ()), tuple(seen.get(name, ()))
        if before == after:
            return None
        return Change(before.count(own_kind), after.count(own_kind), before.count(enemy_kind), after.count(enemy_kind))

    points = {p: found for p in range(BAR + 1) if (found := change(cell(mover, p)))}
    return Changes(points, change(cell(enemy, BAR)), change(cell(enemy, OFF)))


def possible(seen: Table) -> bool:
    """True if the checkers of a game can make this table: 15 for each player, one colour in a cell, and only the right
    colour on bars and in trays.
    """
    kinds = Counter(kind for kinds in seen.values() for kind in kinds)
    return all(count <= CHECKERS for count in kinds.values()) and all(
        len(set(kinds)) <= 1 and ("-" not in name or name.endswith(f"-{kinds[0]}"))
        for name, kinds in seen.items()
        if kinds
    )


def match(position: Position, seen: Table, limit: int) -> Match:
    """The move that leads to a table. If there is none, the rules that people's move breaks (see `core.Match`)."""
    changes = compare(position, seen)
    if not changes:
        return Match(unmoved(position)[:limit], partial=True)
    if position.phase != "move" or position.dice is None:
        return Match(violations=tuple(attempt.explain(position, seen, changes)))
    board = turns.view(position)
    found = turns.turns(board, position.dice)
    result = _result(board, changes)
    if result is not None and result in found.ways:
        text = (write(found.ways[result][0], turns.hits_of(result)),)
        return Match(text, partial=True, towards=text)
    towards = _nearest_first(found, changes) if possible(seen) else ()
    violations = tuple(attempt.explain(position, seen, changes, bool(towards)))
    return Match((), violations, bool(towards), towards)


def unmoved(position: Position) -> tuple[str, ...]:
    """The legal moves that leave the table unchanged."""
    if position.phase == "double":
        return "take", "drop"
    if play.may_double(position):
        return ("double",)
    if position.phase == "move" and position.dice and not turns.most_dice(turns.view(position), position.dice):
        return ("pass",)
    return ()


# --- complete moves ---------------------------------------------------------------------------------


def _result(board: View, changes: Changes) -> int | None:
    """The result that the changes show, in the form of `turns`; None if no turn can have this result."""
    own, hits = board.own, 0
    for point, change in changes.points.items():
        if change.enemy_now or change.enemy_was > 1:
            return None
        if change.enemy_was:
            hits |= 1 << point
        own += change.own_now - change.own_was << 4 * point
        if not 0 <= change.own_now <= CHECKERS:
            return None
    bar = changes.enemy_bar
    struck = bar.enemy_now - bar.enemy_was if bar else 0
    if changes.enemy_off or (bar and bar.own_now) or struck != hits.bit_count():
        return None
    return turns.joined(own, hits)


# --- moves in progress ------------------------------------------------------------------------------


def _nearest_first(found: turns.Turns, changes: Changes) -> tuple[str, ...]:
    """Legal moves that the table may be in the middle of. Those for which people must correct the fewest checkers come
    first.
    """
    fitting = (
        (_missing(way, hits, changes), result, way)
        for result, ways in found.ways.items()
        for hits in (turns.hits_of(result),)
        for way in ways
        if _fits(way, hits, changes)
    )
    texts = (write(way, turns.hits_of(result)) for _, result, way in nsmallest(2 * MOST_TOWARDS, fitting))
    return tuple(dict.fromkeys(texts))[:MOST_TOWARDS]


def _fits(way: Way, hits: int, changes: Changes) -> bool:
    """True if this way to play touches every cell that differs, and each of them holds what it may hold in the middle
    of it.

    People may make the steps of a way in any order. So the number of the player's checkers in a cell may be anything
    between two limits: all that leave have left and none has come, or none has left and all have come.
    """
    if changes.enemy_off:
        return False
    bar = changes.enemy_bar
    if bar and (
        bar.own_now
        or not hits
        or not (bar.enemy_was <= bar.enemy_now <= bar.enemy_was + hits.bit_count() or not bar.enemy_now)
    ):
        return False
    for point, change in changes.points.items():
        left = came = 0
        for source, target in way:
            left += source == point
            came += target == point
        if not (left or came) or change.enemy_now:
            return False
        if change.own_now and not change.own_was - left <= change.own_now <= change.own_was + came:
            return False
    return True


def _missing(way: Way, hits: int, changes: Changes) -> int:
    """How many checkers must still be moved until this way to play is finished."""
    wanted: Counter[int] = Counter()
    for source, target in way:
        wanted[source] -= 1
        wanted[target] += 1
    for point, change in changes.points.items():
        wanted[point] -= change.own_now - change.own_was
    missing = sum(map(abs, wanted.values()))
    bar = changes.enemy_bar
    missing += abs(hits.bit_count() - (bar.enemy_now - bar.enemy_was if bar else 0))
    lying = sum(1 for p in _points(hits) if p not in changes.points or changes.points[p].enemy_now)
    return missing + lying


def _points(bits: int) -> Iterator[int]:
    return (point for point in range(BAR + 1) if bits >> point & 1)
