"""Finds the action that made a table, and says if a table may be in the middle of an action.

People lift and put down pieces one at a time and in any order. So a table is compared with the position square by
square, and only the squares that differ matter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from companion.rules.core import Match, Table
from companion.rules.mindfield import attempt, moves
from companion.rules.mindfield.actions import Action, Claim, Jump, Pass, Place, Step, write
from companion.rules.mindfield.jumps import Jumper, Landing, Route, legs, reached
from companion.rules.mindfield.position import KINDS, Player, Position, other
from companion.rules.mindfield.squares import NAMES

MOST_TOWARDS = 8
"""How many moves are named at most that a table may be in the middle of."""

MOST_STEPS = 20_000
"""How many steps a search may take. Only artificial positions come near, in which one stone could jump among more than
twenty others. Because the shortest ways are found first, only long ways around are then missing.
"""

Kinds = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """How a table differs from a position: for each square that differs, what was there before and what is there
    now.
    """

    was: Mapping[int, Kinds]
    now: Mapping[int, Kinds]

    def turned(self, was: str | None, now: str | None) -> frozenset[int]:
        """The squares where exactly `was` has become exactly `now`. None means an empty square."""
        before, after = ((was,) if was else ()), ((now,) if now else ())
        return frozenset(s for s in self.now if self.was[s] == before and self.now[s] == after)

    def __len__(self) -> int:
        return len(self.now)


def table(position: Position) -> dict[str, Kinds]:
    """What is on the board."""
    return {NAMES[s]: (kind,) for s in range(len(NAMES)) if (kind := position.kind(s)) is not None}


def compare(position: Position, seen: Table) -> Changes:
    """The squares that differ."""
    was, now = {}, {}
    for square, name in enumerate(NAMES):
        kind = position.kind(square)
        before, after = ((kind,) if kind else ()), tuple(seen.get(name, ()))
        if before != after:
            was[square], now[square] = before, after
    return Changes(was, now)


def match(position: Position, seen: Table, limit: int) -> Match:
    """Every action that leads to a table. If there is none, the rules that people's action breaks (see
    `core.Match`).
    """
    changes = compare(position, seen)
    found = tuple(islice((write(action) for action in _complete(position, changes)), limit))
    if not changes:
        return Match(found, partial=True)
    if found:
        return Match(found, partial=True, towards=found[:MOST_TOWARDS])
    towards = () if position.ended or not possible(position, seen) else _nearest_first(position, seen, changes)
    return Match((), tuple(attempt.explain(position, seen, changes)), bool(towards), towards)


def possible(position: Position, seen: Table) -> bool:
    """True if the pieces of the game can make this table: one in a square, one Antipode, not too many stones of a
    colour.
    """
    kinds = [kind for kinds in seen.values() for kind in kinds]
    return (
        all(len(kinds) <= 1 for kinds in seen.values())
        and sum(kind.startswith("antipode") for kind in kinds) <= 1
        and all(kinds.count(KINDS[player]) <= position.stones_each for player in ("G", "S"))
    )


# --- complete actions -------------------------------------------------------------------------------


def _complete(position: Position, changes: Changes) -> Iterator[Action]:
    """The legal actions that cause exactly these changes. Every way of jumping is listed."""
    if position.ended:
        return
    if not changes:
        if not moves.can_act(position):
            yield Pass()
        return
    own, enemy = _kind(position.to_move), _kind(other(position.to_move))
    if len(changes) == 1 and position.phase == "claim":
        yield from (Claim(square) for square in changes.turned(enemy, None))
    came = changes.turned(None, own)
    if len(changes) == 1 and len(came) == 1 and came <= set(moves.placements(position)):
        yield from (Place(square) for square in came)
    if position.setting_up:
        return
    for step in _steps_touching(position, changes):
        if changes.now[step.start] == () and changes.now[step.end] == changes.was[step.start]:
            yield step
    yield from _ways(position, changes)


def _steps_touching(position: Position, changes: Changes) -> Iterator[Step]:
    """The moves and slides between the two squares that differ."""
    if len(changes) == 2:
        yield from (step for step in moves.steps(position) if step.start in changes.now and step.end in changes.now)


def _ways(position: Position, changes: Changes) -> Iterator[Jump]:
    """Every way of jumping that causes exactly these changes, the shortest first."""
    mover, up = position.to_move, position.antipode_up
    own, enemy = _kind(mover), _kind(other(mover))
    left, reached = changes.turned(own, None), changes.turned(None, own)
    captured, flipped = changes.turned(enemy, None), changes.turned(_antipode(up), _antipode(other(up)))
    explained = left | reached | captured | flipped
    if len(explained) != len(changes) or len(left) > 1 or len(left) != len(reached):
        return
    for origin in left or position.stones(mover):
        end = next(iter(reached), origin)
        done = Landing(end, _bits(captured), bool(flipped))
        if not done.nothing_done(origin):
            yield from _routes(moves.about_to_jump(position, origin), done)


def _routes(stone: Jumper, done: Landing) -> Iterator[Jump]:
    """The jumps of one stone with the result `done` that show no board twice, the shortest first. Whether a mandatory
    leg is left out does not matter.
    """

    def toward(landing: Landing) -> bool:
        return not landing.captured & ~done.captured

    first = stone.start()
    reachable = {first}
    for _, landing in islice(reached(stone, toward), MOST_STEPS):
        reachable.add(landing)
    goals = {done, replace(done, missed=True)} & reachable
    if not goals:
        return
    distance = _distances(stone, goals, reachable)
    steps = MOST_STEPS

    def extend(path: tuple[Landing, ...], length: int) -> Iterator[tuple[Landing, ...]]:
        nonlocal steps
        steps -= 1
        if length == 0:
            if path[-1] in goals:
                yield path
            return
        if path[-1] in goals:
            return
        for further in legs(stone, path[-1]):
            if steps <= 0 or distance.get(further, length) > length - 1:
                continue
            if all(further.done != earlier.done for earlier in path):
                yield from extend((*path, further), length - 1)

    for length in range(distance[first], len(reachable)):
        if steps <= 0:
            return
        for path in extend((first,), length):
            yield Jump(tuple(landing.square for landing in path))


def _distances(stone: Jumper, goals: set[Landing], reachable: set[Landing]) -> dict[Landing, int]:
    """For each landing from which a goal can be reached: how many legs it takes at least."""
    before: dict[Landing, list[Landing]] = {}
    for landing in reachable:
        for further in legs(stone, landing):
            before.setdefault(further, []).append(landing)
    distance = dict.fromkeys(goals, 0)
    waiting = deque(goals)
    while waiting:
        landing = waiting.popleft()
        for earlier in before.get(landing, ()):
            if earlier not in distance:
                distance[earlier] = distance[landing] + 1
                waiting.append(earlier)
    return distance


# --- actions in progress ----------------------------------------------------------------------------


def _nearest_first(position: Position, seen: Table, changes: Changes) -> tuple[str, ...]:
    """Legal actions that the table may be in the middle of. Those for which people must correct the fewest squares come
    first.
    """

    def remaining(action: Action) -> tuple[int, int]:
        legs = len(action.squares) if isinstance(action, Jump) else 0
        return len(compare(moves.carry_out(position, action).position, seen)), legs

    found = sorted(_under_way(position, changes), key=remaining)
    return tuple(write(action) for action in found[:MOST_TOWARDS])


def _under_way(position: Position, changes: Changes) -> Iterator[Action]:
    """Legal actions that touch every square that differs, if each of these squares holds what is possible in the middle
    of the action.

    It may be empty, or hold what it held before, at a stop or at the end. A placing touches only one square, so it is
    never half done.
    """
    if position.setting_up:
        return
    for step in moves.steps(position):
        if all(s in (step.start, step.end) for s in changes.now) and all(
            now in ((), (position.kind(step.start),)) for now in changes.now.values()
        ):
            yield step
    yield from _jumps_under_way(position, changes)


def _jumps_under_way(position: Position, changes: Changes) -> Iterator[Jump]:
    mover, up = position.to_move, position.antipode_up
    own, enemy = _kind(mover), _kind(other(mover))
    left, stops, lifted = changes.turned(own, None), changes.turned(None, own), changes.turned(enemy, None)
    turned = changes.turned(_antipode(up), _antipode(other(up))) | changes.turned(_antipode(up), None)
    if len(left) > 1 or len(left | stops | lifted | turned) != len(changes):
        return
    for origin in left or position.stones(mover):
        yield from _jumps_by(position, origin, stops, _bits(lifted), bool(turned))


def _jumps_by(position: Position, origin: int, stops: frozenset[int], lifted: int, turned: bool) -> Iterator[Jump]:
    """The shortest jumps of one stone that stop on all of `stops`, capture all of `lifted` and, if `turned`, jump over
    the Antipode.
    """
    antipode = 1 << position.board.index("A")
    wanted = _bits(stops) | lifted | (antipode if turned else 0)
    stone = moves.about_to_jump(position, origin)
    first = (stone.start(), 0)
    seen = {first}
    waiting: deque[tuple[Route, Landing, int]] = deque([((origin,), *first)])
    found, steps = 0, MOST_STEPS
    while waiting and found < MOST_TOWARDS and steps:
        steps -= 1
        route, landing, done = waiting.popleft()
        for further in legs(stone, landing):
            crossed = antipode if further.flipped != landing.flipped else 0
            state = (further, done | (wanted & (1 << further.square | further.captured | crossed)))
            if state in seen:
                continue
            seen.add(state)
            way = (*route, further.square)
            if state[1] == wanted and not further.nothing_done(origin):
                found += 1
                yield Jump(way)
            waiting.append((way, *state))


def _bits(squares: frozenset[int]) -> int:
    return sum(1 << square for square in squares)


def _kind(player: Player) -> str:
    return KINDS[player]


def _antipode(up: Player) -> str:
    return f"antipode-{_kind(up)}"
