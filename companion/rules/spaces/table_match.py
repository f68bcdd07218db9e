"""Finds the move that made a table, and says if a table may be in the middle of a move.

People lift and put down pieces one at a time and in any order. They also walk them space by space, even over CENTRE. So
a table is compared with the position space by space, and only the spaces that differ matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from companion.rules.core import Match, Table
from companion.rules.spaces import attempt, moves
from companion.rules.spaces.actions import Action, Move, Pass, write
from companion.rules.spaces.board import INDEX, NAMES
from companion.rules.spaces.position import MOST_PIECES, Position, Spaces
from companion.rules.white_black import KINDS, PLAYERS, other

MOST_TOWARDS = 8
"""How many moves are named at most that a table may be in the middle of."""


@dataclass(frozen=True, slots=True)
class Changes:
    """How a table differs from a position."""

    gone: Spaces
    """Spaces that a piece of the player to move has left."""
    came: Spaces
    """Spaces to which a piece of the player to move has come."""
    enemy_gone: Spaces
    """Spaces that a piece of the other player has left."""
    enemy_came: Spaces
    """Spaces to which a piece of the other player has come."""
    heaps: Spaces
    """Spaces with more than one piece. They are in none of the four sets above."""

    def __bool__(self) -> bool:
        return bool(self.spaces)

    @property
    def spaces(self) -> Spaces:
        """All spaces that differ."""
        return self.gone | self.came | self.enemy_gone | self.enemy_came | self.heaps


def table(position: Position) -> dict[str, tuple[str, ...]]:
    """What is on the board."""
    return {NAMES[space]: (KINDS[player],) for player in PLAYERS for space in sorted(position.pieces.of(player))}


def compare(position: Position, seen: Table) -> Changes:
    """The spaces that differ."""
    heaps = frozenset(INDEX[cell] for cell, kinds in seen.items() if len(kinds) > 1)

    def standing(kind: str) -> Spaces:
        return frozenset(INDEX[cell] for cell, kinds in seen.items() if kinds == (kind,))

    own, enemy = standing(KINDS[position.to_move]), standing(KINDS[other(position.to_move)])
    return Changes(
        gone=position.own - own - heaps,
        came=own - position.own,
        enemy_gone=position.enemy - enemy - heaps,
        enemy_came=enemy - position.enemy,
        heaps=heaps,
    )


def match(position: Position, seen: Table, limit: int) -> Match:
    """Every move that leads to a table. If there is none, the rules that people's move breaks (see `core.Match`)."""
    changes = compare(position, seen)
    found = tuple(islice((write(action) for action in _complete(position, changes)), limit))
    if not changes:
        return Match(found, partial=True)
    if found:
        return Match(found, partial=True, towards=found[:MOST_TOWARDS])
    towards = _nearest_first(position, changes) if possible(seen) else ()
    if towards:
        missing = attempt.list_unfinished(position, changes, towards[0])
        return Match((), missing, partial=True, towards=tuple(write(move) for move in towards))
    return Match((), tuple(attempt.explain(position, seen, changes)))


def possible(seen: Table) -> bool:
    """True if the pieces of the game can make this table: one on a space, three for each player."""
    kinds = [kind for kinds in seen.values() for kind in kinds]
    return len(kinds) == len(seen) and all(kinds.count(kind) <= MOST_PIECES for kind in KINDS.values())


def _complete(position: Position, changes: Changes) -> Iterator[Action]:
    """The legal actions that cause exactly these changes. Every way is listed."""
    if not changes:
        if position.phase == "move" and isinstance(next(moves.actions(position)), Pass):
            yield Pass()
        return
    captured = position.enemy & changes.came
    if len(changes.gone) == 1 and changes.enemy_gone == captured and not (changes.heaps or changes.enemy_came):
        yield from moves.ways(position, starts=changes.gone, ends=changes.came)


def _nearest_first(position: Position, changes: Changes) -> tuple[Move, ...]:
    """Legal moves that the table may be in the middle of, one for each result. Those for which people must correct the
    fewest spaces come first.
    """

    def remaining(move: Move) -> tuple[int, int]:
        ends = frozenset(move.ends)
        own = len(changes.came ^ ends) + len(changes.gone ^ {move.start})
        return own + len(changes.enemy_gone ^ (position.enemy & ends)), len(move.branches)

    found: dict[tuple[int, Spaces], Move] = {}
    for move in _under_way(position, changes):
        found.setdefault((move.start, frozenset(move.ends)), move)
    return tuple(sorted(found.values(), key=remaining)[:MOST_TOWARDS])


def _under_way(position: Position, changes: Changes) -> Iterator[Move]:
    """Legal moves that touch every space that differs, if each of these spaces holds what is possible in the middle of
    the move.

    A space may be empty. A space that is counted, or the CENTRE of a pass, may hold a piece of the player.
    """
    if changes.heaps or changes.enemy_came or len(changes.gone) > 1:
        return
    for move in moves.ways(position, starts=changes.gone or None):
        if changes.enemy_gone.issubset(move.ends) and changes.came <= moves.touched(move):
            yield move
