"""Says how people should repair a table that is not legal: which legal table is nearest to it, and how to make it.

Nearest means that the fewest pieces must be touched. A piece that people have moved may go anywhere. A piece that they
have not moved goes only to where the rules allow it for that table, and never backwards. If it is as easy to put
everything back, and no moved piece could stay, people should put everything back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from companion.history.state import State
from companion.referee.reachable import ReachablePositions
from companion.referee.repair import Places, list_differences, repair
from companion.referee.verdicts import Illegal, UnderWay
from companion.rules.core import Table
from companion.values.views import Step

MOST_NEAR = 2000
"""If there are too many legal moves to list them all, this many are compared with the table."""

Place = tuple[str, str]
"""A kind of piece, and a cell for it."""


@dataclass(frozen=True)
class Completion:
    """One legal table that people could make from the table they have."""

    move: str | None
    """The legal move that makes it; None if nobody asked which move it is."""
    table: Table
    steps: tuple[Step, ...]
    touched: int
    """How many pieces people must touch."""
    kept: int
    """How many pieces can stay where people have put them. A moved piece does not count if it was only replaced by
    another one.
    """
    untouched: int
    """How many of the touched pieces people have not moved so far."""
    put: int
    """How many pieces must come from the box or from a hand."""
    length: float
    """How far all pieces must go together, in mm."""

    @property
    def nearness(self) -> tuple[int, int, int, int, float]:
        """A sort key, by which the nearest completion comes first."""
        return self.touched, -self.kept, self.untouched, self.put, self.length


def finish(state: State, verdict: UnderWay, places: Places) -> UnderWay | Illegal:
    """The verdict on an unfinished turn, with the actions that finish it.

    It becomes illegal if there is no way to finish the turn in which the moved pieces stay or move on.
    """
    game, position = state.game, state.position
    now = game.arranged(position, verdict.table)
    found: list[Completion] = []
    for move in verdict.towards:
        outcome = game.judge(position, move).outcome
        if outcome is not None:
            after = game.arranged(outcome.position, verdict.table)
            completion = _complete(state, now, verdict.table, after, places, move, onward=True)
            if completion is not None and completion.table not in [other.table for other in found]:
                found.append(completion)
    if not found:
        return Illegal(verdict.table, verdict.violations, verdict.back, verdict.back)
    found.sort(key=lambda completion: completion.nearness)
    return replace(
        verdict,
        towards=tuple(completion.move for completion in found if completion.move is not None),
        fix=found[0].steps,
        example=_is_one_of_several(found),
    )


def _is_one_of_several(found: list[Completion]) -> bool:
    """True if people have several ways to finish: another completion lacks one of the steps of the first one."""
    needed = {_action(step) for step in found[0].steps}
    return any(not needed <= {_action(step) for step in other.steps} for other in found[1:])


def _action(step: Step) -> tuple[object, ...]:
    return step.do, step.kind, step.start, step.end


def put_right(state: State, verdict: Illegal, places: Places, may_be: ReachablePositions | None) -> Illegal:
    """The verdict on an illegal table, with the actions that lead to the nearest legal table. may_be: the positions
    that the game can reach; None if the caller does not have them.
    """
    game = state.game
    now = game.arranged(state.position, verdict.table)
    back = _touched(verdict.back)
    found: list[Completion] = []
    least = back
    for bound, after in sorted(_candidates(state, verdict.table, may_be, back), key=lambda candidate: candidate[0]):
        if bound > least:
            break
        completion = _complete(state, now, verdict.table, after, places, None, onward=False)
        if completion is None or completion.touched > least:
            continue
        if completion.touched < back or completion.kept:
            least = completion.touched
            found.append(completion)
    found.sort(key=lambda completion: completion.nearness)
    if not found:
        return verdict
    best = found[0]
    equal = [other for other in found if (other.touched, other.kept) == (best.touched, best.kept)]
    return replace(verdict, fix=best.steps, example=len(equal) > 1)


def _candidates(state: State, seen: Table, may_be: ReachablePositions | None, most: int) -> Iterator[tuple[int, Table]]:
    """The legal tables that people may reach by touching at most this many pieces. Each comes with the fewest pieces
    that it takes.
    """
    done: set[frozenset[tuple[str, tuple[str, ...]]]] = set()
    for position in _after(state, seen, may_be):
        table = state.game.arranged(position, seen)
        bound = _bound(seen, table)
        if bound <= most and frozenset(table.items()) not in done:
            done.add(frozenset(table.items()))
            yield bound, table


def _after(state: State, seen: Table, may_be: ReachablePositions | None) -> Iterator[Any]:
    if may_be is not None and may_be.complete:
        yield from may_be.after
        return
    for move in islice(state.game.near(state.position, seen), MOST_NEAR):
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None:
            yield outcome.position


def _bound(seen: Table, wanted: Table) -> int:
    """How many pieces people must touch at least to make the wanted table."""
    cells = [cell for cell in {*seen, *wanted} if seen.get(cell) != wanted.get(cell)]
    extra, missing = 0, 0
    for cell in cells:
        here, there = Counter(seen.get(cell, ())), Counter(wanted.get(cell, ()))
        extra += (here - there).total()
        missing += (there - here).total()
    return max(extra, missing)


def _touched(steps: Iterable[Step]) -> int:
    """How many pieces these steps touch. A piece that is moved and turned over counts once."""
    moved = {(step.start, step.end) for step in steps if step.do == "move"}
    ends = {end for _, end in moved}
    return sum(1 for step in steps if step.do != "flip" or step.start not in ends)


def _complete(
    state: State, now: Table, seen: Table, after: Table, places: Places, move: str | None, *, onward: bool
) -> Completion | None:
    """How to make a legal table from this one; None if a piece would have to go where it may not go.

    now: the table of the position. seen: what is on the board. after: the legal table. onward: True if pieces that
    people have moved may only go on in a direction in which a turn can take them.
    """
    game, position = state.game, state.position
    extra, missing = list_differences(seen, after)
    moved, lifted = list_differences(seen, now)
    leaving, coming = (Counter(pieces) for pieces in list_differences(now, after))
    bound: list[_Piece] = []
    free: Counter[str] = Counter()
    left = Counter(moved)
    for kind, cell in extra:
        is_moved = left[kind, cell] > 0
        left[kind, cell] -= is_moved
        if is_moved and not onward:
            free[kind] += 1
        else:
            bound.append(_Piece(kind, cell, is_moved))
    # Pieces that people hold in their hands are put where their turn takes them, if it is clear where they come from.
    strayed = {kind for kind, _ in moved}
    held = [_Piece(kind, cell, is_moved=False) for kind, cell in lifted if kind not in strayed]

    def may_go(piece: _Piece, end: Place) -> bool:
        if end[0] != piece.kind or not game.leads(position, piece.kind, piece.cell, end[1]):
            return False
        return piece.is_moved or (leaving[piece.kind, piece.cell] > 0 and coming[end] > 0)

    ends = _pair([*bound, *held], missing, may_go, places)
    carried = [(piece.kind, piece.cell, ends[i][1]) for i, piece in enumerate(bound) if i in ends]
    lacking = Counter(kind for kind, _ in missing) - Counter(kind for kind, _, _ in carried)
    stuck = Counter(piece.kind for piece in bound) - Counter(kind for kind, _, _ in carried)
    if any(lacking[kind] > free[kind] for kind in stuck):
        return None
    steps = repair(seen, after, game.info, places, carried)
    replaced = Counter(s.kind for s in steps if s.do == "put" and (s.kind, s.end) in lifted)
    return Completion(
        move,
        after,
        steps,
        touched=_touched(steps),
        kept=(Counter(kind for kind, _ in (Counter(moved) & coming).elements()) - replaced).total(),
        untouched=sum(not piece.is_moved for piece in bound),
        put=sum(step.do == "put" for step in steps),
        length=sum(_far(places, step) for step in steps),
    )


@dataclass(frozen=True)
class _Piece:
    kind: str
    cell: str
    is_moved: bool
    """True if people have moved the piece to this cell."""


def _pair(
    pieces: Sequence[_Piece], missing: Sequence[Place], may_go: Callable[[_Piece, Place], bool], places: Places
) -> dict[int, Place]:
    """For each piece, by its number, the place where it goes, so that as many pieces as possible go somewhere.

    Found by augmenting paths, with the nearest places first. An earlier piece is never left out for a later one.
    """
    taken: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        piece = pieces[number]
        ends = [end for end in range(len(missing)) if may_go(piece, missing[end])]
        for end in sorted(ends, key=lambda end: _distance(places, piece.cell, missing[end][1])):
            if end in tried:
                continue
            tried.add(end)
            if end not in taken or place(taken[end], tried):
                taken[end] = number
                return True
        return False

    for number in range(len(pieces)):
        place(number, set())
    return {number: missing[end] for end, number in taken.items()}


def _far(places: Places, step: Step) -> float:
    if step.start is None or step.end is None:
        return 0.0
    return _distance(places, step.start, step.end)


def _distance(places: Places, start: str, end: str) -> float:
    return math.dist(places[start], places[end]) if start in places and end in places else 0.0
