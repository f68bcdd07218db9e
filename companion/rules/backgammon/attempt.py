"""What people tried, where no legal move explains the table: the difference read as a move, and judged.

Only words come from here; that no move fits is known before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Protocol

from companion.rules.backgammon import turns
from companion.rules.backgammon.judge import broken, place, violation
from companion.rules.backgammon.notation import Part, Play
from companion.rules.backgammon.play import cell, kind
from companion.rules.backgammon.position import CHECKERS, Position
from companion.rules.backgammon.turns import BAR, OFF
from companion.rules.backgammon.written_play import solve
from companion.rules.core import Table, Violation
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, other

MOST_MOVED = 4
"""More checkers than that nobody moves in a turn."""


class CellChange(Protocol):
    """A cell that differs (`matching.Change`)."""

    @property
    def own_was(self) -> int: ...
    @property
    def own_now(self) -> int: ...
    @property
    def enemy_was(self) -> int: ...
    @property
    def enemy_now(self) -> int: ...


class Difference(Protocol):
    """How a table differs from a position (`matching.Changes`)."""

    @property
    def points(self) -> Mapping[int, CellChange]: ...
    @property
    def enemy_bar(self) -> CellChange | None: ...
    @property
    def enemy_off(self) -> CellChange | None: ...


def explain(position: Position, seen: Table, changes: Difference, under_way: bool = False) -> list[Violation]:
    """Why a table that differs from the position is no legal result, most basic first; never empty.

    under_way: the table is on the way to a legal result, so what is still to be done is said.
    """
    mover = position.to_move
    touched = [cell(mover, point) for point in changes.points]
    if position.phase != "move":
        return _not_now(position, touched or _enemy_cells(position, changes))
    found = list(_impossible(position, seen, changes))
    gone, came = _own(changes)
    found += _enemy(position, changes)
    if gone and came:
        found += _moved(position, changes, gone, came)
    if len(came) > len(gone):
        text = f"More {kind(mover)} checkers lie on the board than before: {len(came) - len(gone)} too many."
        found.append(violation("BG-M", text, *(cell(mover, point) for point in came)))
    elif len(gone) > len(came):
        number = len(gone) - len(came)
        checkers = "checker is" if number == 1 else "checkers are"
        rest = ": put it down" if number == 1 else ": put them down"
        text = f"{number} {kind(mover)} {checkers} off the board{rest if under_way else ''}."
        found.append(violation("BG-M", text, *(cell(mover, point) for point in gone)))
    found += _struck(position, changes)
    if not found:
        found.append(violation("BG-M", "No move of this throw leads to this table.", *touched))
    return found


def _not_now(position: Position, touched: Sequence[str]) -> list[Violation]:
    found = broken(position, Play(()))
    return [violation(v.rule, f"{v.text} Put the checkers back.", *touched) for v in found]


def _enemy_cells(position: Position, changes: Difference) -> list[str]:
    enemy = other(position.to_move)
    cells = [(changes.enemy_bar, BAR), (changes.enemy_off, OFF)]
    return [cell(enemy, point) for change, point in cells if change]


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    enemy = other(position.to_move)
    for player in PLAYERS:
        count = sum(kinds.count(kind(player)) for kinds in seen.values())
        if count > CHECKERS:
            text = f"{count} {kind(player)} checkers lie on the board, but {PLAYER_NAMES[player]} has only {CHECKERS}."
            yield violation("BG-M", text, *(c for c, kinds in seen.items() if kind(player) in kinds))
    for name, kinds in seen.items():
        place_of = name.rpartition("-")[2] if "-" in name else None
        if place_of and set(kinds) - {place_of}:
            other_kind = "black" if place_of == "white" else "white"
            what = "on the bar" if name.startswith("bar") else "in the tray"
            yield violation("BG-M", f"A {other_kind} checker lies {what} of {place_of.capitalize()}.", name)
        elif len(set(kinds)) > 1:
            point = _point(position, name)
            text = f"Checkers of both colours lie on point {point}."
            hit = changes.points[point].enemy_was == 1 if point in changes.points else False
            if hit:
                text = f"The {kind(enemy)} checker on point {point} is hit: put it on the bar."
            yield violation("BG-H" if hit else "BG-B", text, name, *((cell(enemy, BAR),) if hit else ()))


def _point(position: Position, name: str) -> int:
    """A point in the mover's numbering, from the name of its cell."""
    return int(name) if position.to_move == "W" else 25 - int(name)


def _own(changes: Difference) -> tuple[list[int], list[int]]:
    """The points that the mover's checkers have left and come to, a point for each, from the highest down."""
    gone: list[int] = []
    came: list[int] = []
    for point in sorted(changes.points, reverse=True):
        change = changes.points[point]
        gone += [point] * (change.own_was - change.own_now)
        came += [point] * (change.own_now - change.own_was)
    return gone, came


def _moved(position: Position, changes: Difference, gone: Sequence[int], came: Sequence[int]) -> list[Violation]:
    """What is wrong with the checkers that went somewhere, read as kindly as possible."""
    mover = position.to_move
    number = min(len(gone), len(came))
    assert position.dice is not None
    most = MOST_MOVED if position.dice[0] == position.dice[1] else 2
    if number > most:
        cells = [cell(mover, point) for point in (*gone, *came)]
        text = f"{number} checkers were moved, but the throw gives {most} moves."
        return [violation("BG-D" if most == MOST_MOVED else "BG-M", text, *cells)]
    best: list[Violation] | None = None
    for starts in dict.fromkeys(permutations(gone[: MOST_MOVED + 2], number)):
        parts = [Part(start, target) for start, target in zip(starts, came[:number], strict=True)]
        action = Play(tuple(sorted(parts, key=lambda part: (-part.source, -part.target))))
        found = broken(position, action)
        if not found:
            return _left_lying(position, changes, action)
        if best is None or _weight(found) < _weight(best):
            best = found
    assert best is not None
    return best


def _left_lying(position: Position, changes: Difference, action: Play) -> list[Violation]:
    """Checkers that a legal move hits, and that still lie where they were hit."""
    board, enemy = turns.view(position), other(position.to_move)
    solved = solve(position, board, action)
    hits = turns.hits_of(solved.result) if solved else 0
    lying = [p for p in range(BAR) if hits >> p & 1 and (p not in changes.points or changes.points[p].enemy_now)]
    return [
        violation(
            "BG-H",
            f"The {kind(enemy)} checker on point {point} is hit on the way: put it on the bar.",
            cell(position.to_move, point),
            cell(enemy, BAR),
        )
        for point in lying
        if point not in changes.points
    ]


_BASIC = ("BG-M", "BG-D", "BG-BAR", "BG-B", "BG-R4", "BG-OFF", "BG-H", "BG-R7")


def _weight(found: Sequence[Violation]) -> tuple[int, int]:
    """Fewer and less basic violations come first: they are the likelier reading of what was meant."""
    return len(found), -_BASIC.index(found[0].rule)


def _enemy(position: Position, changes: Difference) -> Iterator[Violation]:
    """Checkers of the opponent that were moved without having been hit."""
    mover, enemy = position.to_move, other(position.to_move)
    colour = kind(enemy)
    name = PLAYER_NAMES[mover]
    for point, change in sorted(changes.points.items(), reverse=True):
        if change.enemy_now > change.enemy_was and point not in (OFF, BAR) and not change.own_now:
            text = f"A {colour} checker came to {place(point)}, but it is {name}'s turn."
            yield violation("BG-M", text, cell(mover, point))
        elif change.enemy_now < change.enemy_was and change.enemy_was > 1:
            stood = f"{change.enemy_was} stood there"
            text = f"A {colour} checker is gone from point {point}: only a single one can be hit, and {stood}."
            yield violation("BG-H", text, cell(mover, point))
    if changes.enemy_off:
        text = f"The tray of {colour} has changed, but it is {name}'s turn."
        yield violation("BG-M", text, cell(enemy, OFF))


def _struck(position: Position, changes: Difference) -> Iterator[Violation]:
    """Hits that are unfinished, or were never made."""
    mover, enemy = position.to_move, other(position.to_move)
    colour = kind(enemy)
    lifted = [p for p, c in changes.points.items() if c.enemy_was == 1 and not c.enemy_now]
    bar = changes.enemy_bar.enemy_now - changes.enemy_bar.enemy_was if changes.enemy_bar else 0
    cells = [cell(mover, point) for point in lifted]
    if len(lifted) > bar >= 0:
        number = len(lifted) - bar
        checkers = f"The {colour} checker" if number == 1 else f"{number} {colour} checkers"
        where = " and ".join(f"point {point}" for point in sorted(lifted, reverse=True))
        text = f"{checkers} from {where} must lie on the bar: what is hit goes there."
        yield violation("BG-H", text, *cells, cell(enemy, BAR))
    elif bar > len(lifted):
        text = f"A {colour} checker was put on the bar that was not hit."
        yield violation("BG-H", text, *cells, cell(enemy, BAR))
    elif bar < 0:
        text = f"A {colour} checker is gone from the bar, but it is {PLAYER_NAMES[mover]}'s turn."
        yield violation("BG-BAR", text, cell(enemy, BAR))
    for point in lifted:
        if not changes.points[point].own_now and not _passed(position, point):
            text = f"The {colour} checker on point {point} is gone, but no {kind(mover)} checker has come there."
            yield violation("BG-H", text, cell(mover, point))


def _passed(position: Position, point: int) -> bool:
    """Whether some legal move hits on a point."""
    assert position.dice is not None
    found = turns.turns(turns.view(position), position.dice)
    return any(turns.hits_of(result) >> point & 1 for result in found.ways)
