"""Explains what people tried if no legal move leads to their table.

It reads the difference between table and position as a move, and judges this move. It only finds the words: the caller
has already checked that no move fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Protocol

from companion.language import _, ngettext
from companion.rules.backgammon import turns
from companion.rules.backgammon.judge import broken, list_points, place, violation
from companion.rules.backgammon.notation import Part, Play
from companion.rules.backgammon.play import cell, kind
from companion.rules.backgammon.position import CHECKERS, Position
from companion.rules.backgammon.turns import BAR, OFF
from companion.rules.backgammon.written_play import solve
from companion.rules.core import Table, Violation
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Player, other

MOST_MOVED = 4
"""The most checkers that one turn can move."""


class CellChange(Protocol):
    """What must be known about a cell that differs; `table_match.Change` has it."""

    @property
    def own_was(self) -> int: ...
    @property
    def own_now(self) -> int: ...
    @property
    def enemy_was(self) -> int: ...
    @property
    def enemy_now(self) -> int: ...


class Difference(Protocol):
    """What must be known about how a table differs from a position; `table_match.Changes` has it."""

    @property
    def points(self) -> Mapping[int, CellChange]: ...
    @property
    def enemy_bar(self) -> CellChange | None: ...
    @property
    def enemy_off(self) -> CellChange | None: ...


def explain(position: Position, seen: Table, changes: Difference, under_way: bool = False) -> list[Violation]:
    """Why a changed table is no legal result: at least one reason, the most basic one first. under_way: True if the
    table is in the middle of a legal move. Then the text says what is still missing.
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
        text = ngettext(
            "There is {count} checker of {player} too many on the board. Take it away.",
            "There are {count} checkers of {player} too many on the board. Take them away.",
            len(came) - len(gone),
        ).format(count=len(came) - len(gone), player=PLAYER_NAMES[mover])
        found.append(violation("BG-M", text, *(cell(mover, point) for point in came)))
    elif len(gone) > len(came):
        found.append(violation("BG-M", _off_board(position, len(gone) - len(came), under_way), *_cells(mover, gone)))
    found += _struck(position, changes)
    if not found:
        text = _("No move with this roll gives this table. Put the checkers back and move again.")
        found.append(violation("BG-M", text, *touched))
    return found


def _cells(player: Player, points: Iterable[int]) -> Iterator[str]:
    return (cell(player, point) for point in points)


def _off_board(position: Position, count: int, under_way: bool) -> str:
    """Says that checkers of the player to move are missing. under_way: True to say also what to do with them."""
    if under_way:
        text = ngettext(
            "{count} checker of {player} is off the board. Put it down.",
            "{count} checkers of {player} are off the board. Put them down.",
            count,
        )
    else:
        text = ngettext(
            "{count} checker of {player} is off the board.", "{count} checkers of {player} are off the board.", count
        )
    return text.format(count=count, player=PLAYER_NAMES[position.to_move])


def _not_now(position: Position, touched: Sequence[str]) -> list[Violation]:
    found = broken(position, Play(()))
    put_back = _("Put the checkers back.")
    return [violation(v.rule, v.text + " " + put_back, *touched) for v in found]


def _enemy_cells(position: Position, changes: Difference) -> list[str]:
    enemy = other(position.to_move)
    cells = [(changes.enemy_bar, BAR), (changes.enemy_off, OFF)]
    return [cell(enemy, point) for change, point in cells if change]


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    enemy = other(position.to_move)
    for player in PLAYERS:
        count = sum(kinds.count(kind(player)) for kinds in seen.values())
        if count > CHECKERS:
            text = _("There are {count} checkers of {player} on the board. {player} has only {most}: take some away.")
            text = text.format(count=count, player=PLAYER_NAMES[player], most=CHECKERS)
            yield violation("BG-M", text, *(c for c, kinds in seen.items() if kind(player) in kinds))
    for name, kinds in seen.items():
        place_of = name.rpartition("-")[2] if "-" in name else None
        if place_of and set(kinds) - {place_of}:
            owner, stranger = ("W", "B") if place_of == "white" else ("B", "W")
            text = (
                _("There is a checker of {player} on {owner}'s bar. Put it on {player}'s bar, or back on its point.")
                if name.startswith("bar")
                else _("There is a checker of {player} in {owner}'s tray. Take it out.")
            )
            yield violation("BG-M", text.format(player=PLAYER_NAMES[stranger], owner=PLAYER_NAMES[owner]), name)
        elif len(set(kinds)) > 1:
            point = _point(position, name)
            hit = changes.points[point].enemy_was == 1 if point in changes.points else False
            text = (
                _("{opponent}'s checker on point {point} is hit. Put it on the bar.")
                if hit
                else _("There are checkers of both colours on point {point}. A point holds one colour.")
            )
            text = text.format(opponent=PLAYER_NAMES[enemy], point=point)
            yield violation("BG-H" if hit else "BG-B", text, name, *((cell(enemy, BAR),) if hit else ()))


def _point(position: Position, name: str) -> int:
    """The number of a cell's point, as the player to move counts."""
    return int(name) if position.to_move == "W" else 25 - int(name)


def _own(changes: Difference) -> tuple[list[int], list[int]]:
    """The points that checkers of the player to move have left, and those that they have reached. Both are sorted from
    the highest down, with one entry for each checker.
    """
    gone: list[int] = []
    came: list[int] = []
    for point in sorted(changes.points, reverse=True):
        change = changes.points[point]
        gone += [point] * (change.own_was - change.own_now)
        came += [point] * (change.own_now - change.own_was)
    return gone, came


def _moved(position: Position, changes: Difference, gone: Sequence[int], came: Sequence[int]) -> list[Violation]:
    """What is wrong with the moved checkers. If they can be read as several moves, the one with the fewest faults
    counts.
    """
    mover = position.to_move
    number = min(len(gone), len(came))
    assert position.dice is not None
    most = MOST_MOVED if position.dice[0] == position.dice[1] else 2
    if number > most:
        cells = [cell(mover, point) for point in (*gone, *came)]
        text = _("{number} checkers were moved. This roll gives {most} moves.").format(number=number, most=most)
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
    """Checkers that this legal move hits on its way, and that nobody has put on the bar yet."""
    board, enemy = turns.view(position), other(position.to_move)
    solved = solve(position, board, action)
    hits = turns.hits_of(solved.result) if solved else 0
    lying = [p for p in range(BAR) if hits >> p & 1 and (p not in changes.points or changes.points[p].enemy_now)]
    return [
        violation(
            "BG-H",
            _("{opponent}'s checker on point {point} is hit on the way. Put it on the bar.").format(
                opponent=PLAYER_NAMES[enemy], point=point
            ),
            cell(position.to_move, point),
            cell(enemy, BAR),
        )
        for point in lying
        if point not in changes.points
    ]


_BASIC = ("BG-M", "BG-D", "BG-BAR", "BG-B", "BG-R4", "BG-OFF", "BG-H", "BG-R7")


def _weight(found: Sequence[Violation]) -> tuple[int, int]:
    """A sort key. A reading of the move with fewer and less basic violations comes first, because people more likely
    meant it.
    """
    return len(found), -_BASIC.index(found[0].rule)


def _enemy(position: Position, changes: Difference) -> Iterator[Violation]:
    """Checkers of the opponent that were moved but not hit."""
    mover, enemy = position.to_move, other(position.to_move)
    names = {"player": PLAYER_NAMES[mover], "opponent": PLAYER_NAMES[enemy]}
    for point, change in sorted(changes.points.items(), reverse=True):
        if change.enemy_now > change.enemy_was and point not in (OFF, BAR) and not change.own_now:
            text = _("A checker of {opponent} was put on {place}. It is {player}'s turn: put it back.")
            yield violation("BG-M", text.format(place=place(point), **names), cell(mover, point))
        elif change.enemy_now < change.enemy_was and change.enemy_was > 1:
            text = _(
                "A checker of {opponent} is missing from point {point}. There were {count}, and only a single checker "
                "can be hit."
            )
            yield violation("BG-H", text.format(point=point, count=change.enemy_was, **names), cell(mover, point))
    if changes.enemy_off:
        text = _("{opponent}'s tray has changed. It is {player}'s turn: put the checkers back.")
        yield violation("BG-M", text.format(**names), cell(enemy, OFF))


def _struck(position: Position, changes: Difference) -> Iterator[Violation]:
    """Hits that are not finished, or that people did not make."""
    mover, enemy = position.to_move, other(position.to_move)
    names = {"player": PLAYER_NAMES[mover], "opponent": PLAYER_NAMES[enemy]}
    lifted = [p for p, c in changes.points.items() if c.enemy_was == 1 and not c.enemy_now]
    bar = changes.enemy_bar.enemy_now - changes.enemy_bar.enemy_was if changes.enemy_bar else 0
    cells = [cell(mover, point) for point in lifted]
    if len(lifted) > bar >= 0:
        text = ngettext(
            "{opponent}'s checker from {places} was hit. Put it on the bar.",
            "{count} checkers of {opponent} from {places} were hit. Put them on the bar.",
            len(lifted) - bar,
        )
        places = list_points(sorted(lifted, reverse=True))
        text = text.format(count=len(lifted) - bar, places=places, **names)
        yield violation("BG-H", text, *cells, cell(enemy, BAR))
    elif bar > len(lifted):
        text = _("A checker of {opponent} was put on the bar, but it was not hit. Put it back.").format(**names)
        yield violation("BG-H", text, *cells, cell(enemy, BAR))
    elif bar < 0:
        text = _("A checker of {opponent} is missing from the bar. It is {player}'s turn: put it back.")
        yield violation("BG-BAR", text.format(**names), cell(enemy, BAR))
    for point in lifted:
        if not changes.points[point].own_now and not _passed(position, point):
            text = _("{opponent}'s checker on point {point} is gone, but no checker of {player} has landed there.")
            yield violation("BG-H", text.format(point=point, **names), cell(mover, point))


def _passed(position: Position, point: int) -> bool:
    """True if there is a legal move that hits on this point."""
    assert position.dice is not None
    found = turns.turns(turns.view(position), position.dice)
    return any(turns.hits_of(result) >> point & 1 for result in found.ways)
