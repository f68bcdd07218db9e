"""What people tried, where no legal action explains the table: the difference read as an action, and judged.

Only words come from here; that no action fits is known before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

from companion.rules.core import Table, Violation
from companion.rules.mindfield import moves
from companion.rules.mindfield.actions import Action, Jump, Place, Step
from companion.rules.mindfield.judge import broken, listed, violation
from companion.rules.mindfield.jumps import jumper, reached
from companion.rules.mindfield.position import EMPTY, PLAYER_NAMES, Position, other
from companion.rules.mindfield.squares import NAMES, between

MOST_LANDINGS = 2_000
"""How many things that the moved stone could have brought about by jumping are compared with the table."""


class Difference(Protocol):
    """The squares that differ: what lay there and what lies there (`matching.Changes`)."""

    @property
    def was(self) -> Mapping[int, tuple[str, ...]]: ...
    @property
    def now(self) -> Mapping[int, tuple[str, ...]]: ...


@dataclass(frozen=True, slots=True)
class Traffic:
    """Where one sort of piece has gone from and come to, in the order of the squares."""

    gone: tuple[int, ...]
    came: tuple[int, ...]


def explain(position: Position, seen: Table, changes: Difference) -> list[Violation]:
    """Why a table that differs from the position is no legal result, most basic first; never empty."""
    if position.ended:
        return broken(position, Place(next(iter(changes.now))))
    own, foreign, antipode = (
        _traffic(changes, PLAYER_NAMES[position.to_move].lower()),
        _traffic(changes, PLAYER_NAMES[other(position.to_move)].lower()),
        _traffic(changes, "antipode"),
    )
    found = [*_impossible(position, seen, changes)]
    done: list[Action] = []
    captured: tuple[int, ...] = ()
    jumped_antipode = False
    if len(own.gone) == 1 and len(own.came) == 1:
        action = _travelled(position, own.gone[0], own.came[0], foreign.gone, _turned(changes))
        done.append(action)
        wrong = broken(position, action)
        found += wrong
        if isinstance(action, Jump):
            captured, jumped_antipode = _effects(position, action)
            if not wrong:
                found += _unfinished(position, action, captured, foreign.gone)
    elif own.gone or own.came:
        done += [Place(square) for square in own.came] if not own.gone else []
        found += _own_stones(position, own, done)
    found += _foreign_stones(position, foreign, captured)
    found += _antipode(position, changes, antipode, done, jumped_antipode)
    if not found:
        text = f"More than one action was made, on {listed(sorted(changes.now))}: a turn is one placing, move or jump."
        found = [violation("MF-R3", text, *sorted(changes.now))]
    return found


def _traffic(changes: Difference, kind: str) -> Traffic:
    gone, came = [], []
    for square in sorted(changes.now):
        before = Counter(k.partition("-")[0] for k in changes.was[square])[kind]
        after = Counter(k.partition("-")[0] for k in changes.now[square])[kind]
        gone += [square] * (before - after)
        came += [square] * (after - before)
    return Traffic(tuple(gone), tuple(came))


def _turned(changes: Difference) -> bool:
    """Whether the Antipode lies where it lay with its other side up."""
    return any(
        was[0].startswith("antipode") and changes.now[square] and changes.now[square][0].startswith("antipode")
        for square, was in changes.was.items()
        if was
    )


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    kinds = [kind for kinds in seen.values() for kind in kinds]
    for player, name in PLAYER_NAMES.items():
        count = kinds.count(name.lower())
        if count > position.stones_each:
            came = _traffic(changes, name.lower()).came
            text = (
                f"{count} {name.lower()} stones lie on the board, but {name} has only {position.stones_each}: "
                "take some away."
            )
            yield violation("MF-P" if player == position.to_move else "MF-R3", text, *came)
    antipodes = [s for s, name in enumerate(NAMES) for k in seen.get(name, ()) if k.startswith("antipode")]
    if len(antipodes) > 1:
        text = f"The Antipode lies on {listed(antipodes)}, but there is only one: take the other pieces away."
        yield violation("MF-A", text, *antipodes)
    for square, now in changes.now.items():
        if len(now) > 1 and not (position.board[square] != EMPTY and len(now) == 2 and changes.was[square][0] in now):
            text = f"{len(now)} pieces lie on {NAMES[square]}: a square holds one piece."
            yield violation("MF-R3", text, square)


def _travelled(position: Position, start: int, end: int, lifted: Sequence[int], turned: bool) -> Action:
    """The action that comes nearest to a stone having gone from one square to another."""
    best: tuple[int, Jump] | None = None
    if not position.setting_up:
        gone = sum(1 << square for square in lifted)
        # By the basic rules, so that a jump which only a tournament forbids is read as that jump.
        stone = replace(jumper(position, start, bound=False), strict=False)
        for route, landing in islice(reached(stone), MOST_LANDINGS):
            if landing.square == end:
                missed = (landing.captured ^ gone).bit_count() + (landing.flipped != turned)
                if best is None or missed < best[0]:
                    best = missed, Jump(route)
    if best:
        return best[1]
    passed = between(start, end)
    over_something = passed is not None and len(passed) == 1 and position.board[passed[0]] != EMPTY
    far = passed is None or len(passed) >= 1
    return Jump((start, end)) if over_something or (lifted and far) else Step(start, end)


def _effects(position: Position, jump: Jump) -> tuple[tuple[int, ...], bool]:
    """The enemy squares that a jump passes over, and whether it passes over the Antipode."""
    passed = [s for leg in jump.legs for s in between(*leg) or ()]
    enemy = other(position.to_move)
    return tuple(s for s in passed if position.board[s] == enemy), any(position.board[s] == "A" for s in passed)


def _unfinished(
    position: Position, jump: Jump, captured: tuple[int, ...], lifted: tuple[int, ...]
) -> Iterator[Violation]:
    if left := [s for s in captured if s not in lifted]:
        stones = f"{'stone' if len(left) == 1 else 'stones'} on {listed(left)}"
        was, it = ("was", "it") if len(left) == 1 else ("were", "them")
        colour = PLAYER_NAMES[other(position.to_move)].lower()
        text = f"The {colour} {stones} {was} jumped and so captured: take {it} off the board."
        yield violation("MF-J", text, jump.squares[0], *left, jump.squares[-1])


def _own_stones(position: Position, own: Traffic, placed: Sequence[Action]) -> list[Violation]:
    player = PLAYER_NAMES[position.to_move]
    colour = player.lower()
    found: list[Violation] = []
    if not own.gone:
        if len(own.came) > 1:
            text = f"{len(own.came)} {colour} stones were put on the board, on {listed(own.came)}: a turn places one."
            found.append(violation("MF-R3", text, *own.came))
        for action in placed:
            found += broken(position, action)
    elif not own.came:
        if len(own.gone) > 1:
            text = f"{len(own.gone)} {colour} stones are gone, from {listed(own.gone)}: a turn moves one stone."
            return [violation("MF-R3", text, *own.gone)]
        start = own.gone[0]
        if position.setting_up:
            text = f"The {colour} stone from {NAMES[start]} is off the board: put it back and place a new one."
            return [violation("MF-R2", text, start)]
        can = any(step.start == start for step in moves.steps(position)) or any(moves.landings(position, start))
        text = f"The {colour} stone from {NAMES[start]} is off the board: " + (
            "put it where it moves or jumps to." if can else "it can neither move nor jump, so put it back."
        )
        found.append(violation("MF-M", text, start))
    else:
        text = (
            f"More than one {colour} stone was moved, from {listed(own.gone)} to {listed(own.came)}: "
            "a turn is one action with one stone."
        )
        found.append(violation("MF-R3", text, *own.gone, *own.came))
    return found


def _foreign_stones(position: Position, foreign: Traffic, captured: Iterable[int]) -> Iterator[Violation]:
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    gone = tuple(s for s in foreign.gone if s not in captured)
    if gone and foreign.came:
        text = (
            f"{opponent}'s stone was moved from {listed(gone)} to {listed(foreign.came)}, but it is {player}'s turn: "
            "only own stones are moved."
        )
        yield violation("MF-M", text, *gone, *foreign.came)
    elif gone and position.phase == "claim":
        text = (
            f"{len(gone)} {opponent.lower()} stones are gone, from {listed(gone)}: the penalty is one stone."
            if len(gone) > 1
            else f"The {opponent.lower()} stone from {listed(gone)} is gone and something else is changed: first claim "
            "the stone, then make the move."
        )
        yield violation("MF-TM", text, *gone)
    elif gone:
        stones = f"stone on {listed(gone)} is" if len(gone) == 1 else f"stones on {listed(gone)} are"
        text = f"The {opponent.lower()} {stones} gone without having been jumped: only a jump captures."
        yield violation("MF-J", text, *gone)
    elif foreign.came:
        text = (
            f"A {opponent.lower()} stone was put on {listed(foreign.came)}, but it is {player}'s turn: "
            f"{player} places {player.lower()} stones only."
        )
        yield violation("MF-P", text, *foreign.came)


def _antipode(
    position: Position, changes: Difference, antipode: Traffic, done: list[Action], jumped: bool
) -> list[Violation]:
    found: list[Violation] = []
    home = position.board.index("A")
    name = NAMES[home]
    if antipode.gone and len(antipode.came) == 1:
        end = antipode.came[0]
        slide = Step(home, end)
        found += broken(position, slide)
        if position.kind(home) not in changes.now[end]:
            text = f"The Antipode was turned over on its way to {NAMES[end]}: only a jump over it turns it."
            found.append(violation("MF-A", text, home, end))
        if done:
            text = f"Two things were moved, a stone and the Antipode from {name} to {NAMES[end]}: a turn is one action."
            found.insert(0, violation("MF-R3", text, home, end))
        done.append(slide)
    elif antipode.gone:
        if jumped:
            todo = "turn it over and put it back" if _odd_crossings(position, done) else "put it back"
            text = f"The Antipode is off the board: it was jumped, so {todo} on {name}."
        elif any(step.start == home for step in moves.steps(position)) and not position.setting_up and not done:
            text = f"The Antipode from {name} is off the board: put it where it slides to."
        else:
            text = f"The Antipode is off the board: it is never captured, so put it back on {name}."
        found.append(violation("MF-A", text, home))
    elif not antipode.came and _turned(changes) and not jumped:
        text = f"The Antipode on {name} was turned over without having been jumped: only a jump over it turns it."
        found.append(violation("MF-A", text, home))
    elif jumped and not _turned(changes) and _odd_crossings(position, done):
        text = f"The Antipode on {name} was jumped: turn it over."
        found.append(violation("MF-A", text, home))
    elif jumped and _turned(changes) and not _odd_crossings(position, done):
        text = f"The Antipode on {name} was jumped twice, so its first side is up again: turn it back."
        found.append(violation("MF-A", text, home))
    return found


def _odd_crossings(position: Position, done: Iterable[Action]) -> bool:
    crossings = sum(
        position.board[s] == "A"
        for action in done
        if isinstance(action, Jump)
        for leg in action.legs
        for s in between(*leg) or ()
    )
    return crossings % 2 == 1
