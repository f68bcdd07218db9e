"""What people tried, where a table is no legal result: the difference read as a move, and judged.

Only words come from here; that no move fits, or which ones still may, is known before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from companion.rules.core import Table, Violation
from companion.rules.spaces import moves
from companion.rules.spaces.actions import Action, Move, Pass
from companion.rules.spaces.board import CENTRE, COLOURS, HEXAGON, NAMES, WAYS
from companion.rules.spaces.judge import bad_step, broken, listed, not_due, spaces_counted, violation
from companion.rules.spaces.moves import REGARDLESS
from companion.rules.spaces.position import MOST_PIECES, Position, Spaces
from companion.rules.white_black import KINDS, PLAYER_NAMES, PLAYERS, other

MOST_TRIED = 60
"""How many ways of counting are judged in search of the one that people can have meant."""

_BLACK = frozenset(space for space, colour in enumerate(COLOURS) if colour is None)
_INSIDE = frozenset(HEXAGON) | {CENTRE}
_MEANT = (REGARDLESS, replace(REGARDLESS, again=True))
"""Terms on which a move can have been meant: heedless of other pieces, and then of spaces landed on before."""


class Difference(Protocol):
    """The spaces that differ (`matching.Changes`)."""

    @property
    def gone(self) -> Spaces: ...
    @property
    def came(self) -> Spaces: ...
    @property
    def enemy_gone(self) -> Spaces: ...
    @property
    def enemy_came(self) -> Spaces: ...
    @property
    def heaps(self) -> Spaces: ...
    @property
    def spaces(self) -> Spaces: ...


# --- a turn under way -------------------------------------------------------------------------------


def list_unfinished(position: Position, changes: Difference, nearest: Move) -> tuple[Violation, ...]:
    """What a turn that may become legal still lacks; `nearest` is a move that it may become."""
    own = KINDS[position.to_move]
    placed = changes.came.intersection(nearest.ends)
    stopped = changes.came - placed
    if stopped & _INSIDE:
        text = f"The {own} piece on {listed(sorted(stopped & _INSIDE))} may not stay in the centre hexagon: count on."
        return (violation("SP-5", text, *sorted(stopped)),)
    if stopped:
        text = f"The move is not finished: on {listed(sorted(stopped))} the {position.roll} is not counted to its end."
        return (violation("SP-M", text, *sorted(changes.gone | stopped)),)
    if placed and len(placed) == len(nearest.ends):
        text = (
            f"A {own} piece lies on {listed(nearest.ends)}, but the one that moves still stands on "
            f"{NAMES[nearest.start]}: take it away."
        )
        return (violation("SP-M", text, nearest.start, *nearest.ends),)
    if placed:
        left = [space for space in nearest.ends if space not in placed]
        text = (
            f"The pass through the centre is not finished: two {own} pieces come out of it, one on {listed(placed)}, "
            f"the other for example on {listed(left)}."
        )
        return (violation("SP-R11", text, *sorted(placed), *left),)
    if changes.gone:
        (start,) = changes.gone
        text = (
            f"The {own} piece from {NAMES[start]} lies on no space: put it in the middle of one, "
            f"{_counted(position)} on."
        )
        return (violation("SP-M", text, start),)
    lost = sorted(changes.enemy_gone)
    text = (
        f"The {KINDS[other(position.to_move)]} {_pieces(len(lost))} from {listed(lost)} "
        f"{'is' if len(lost) == 1 else 'are'} off the board: the move has to end there, with a {own} piece on it."
    )
    return (violation("SP-O", text, *lost),)


# --- no legal move ----------------------------------------------------------------------------------


def explain(position: Position, seen: Table, changes: Difference) -> list[Violation]:
    """Why a table that differs from the position is no legal result, most basic first; never empty."""
    if waiting := not_due(position):
        return [violation(waiting.rule, waiting.text, *sorted(changes.spaces))]
    found = [*_impossible(position, seen, changes)]
    found += _enemy_moved(position, changes)
    stuck = isinstance(next(moves.actions(position)), Pass)
    if stuck and (changes.gone or changes.came):
        text = f"{PLAYER_NAMES[position.to_move]} cannot move any piece {_counted(position)}: put all back and pass."
        found.append(violation("SP-R3", text, *sorted(changes.gone | changes.came)))
    found += _own_moved(position, changes)
    found += _captured(position, changes)
    if not found:
        text = f"{listed(sorted(changes.spaces))}: no move of one piece by {_counted(position)} does this."
        found.append(violation("SP-M", text, *sorted(changes.spaces)))
    return found


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    kinds = [kind for kinds in seen.values() for kind in kinds]
    for player in PLAYERS:
        if (count := kinds.count(KINDS[player])) > MOST_PIECES:
            text = f"{count} {KINDS[player]} pieces lie on the board, but {PLAYER_NAMES[player]} has {MOST_PIECES}."
            came = changes.came if player == position.to_move else changes.enemy_came
            yield violation("SP-R16", text, *sorted(came | changes.heaps))
    if changes.heaps:
        on = listed(sorted(changes.heaps))
        text = f"More than one piece lies on {on}: a space holds one, and a captured piece is taken off the board."
        yield violation("SP-O", text, *sorted(changes.heaps))


def _enemy_moved(position: Position, changes: Difference) -> Iterator[Violation]:
    if not changes.enemy_came:
        return
    player, enemy = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    came = sorted(changes.enemy_came)
    if left := sorted(changes.enemy_gone - changes.came):
        text = f"{enemy}'s {_pieces(len(left))} went from {listed(left)} to {listed(came)}, but {player} is to move."
        yield violation("SP-M", text, *left, *came)
    else:
        text = f"A {enemy.lower()} piece was put on {listed(came)}, but {player} is to move."
        yield violation("SP-M", text, *came)


def _captured(position: Position, changes: Difference) -> Iterator[Violation]:
    """Enemy pieces that are gone though no piece has landed on them."""
    lost = sorted(changes.enemy_gone - changes.came)
    if not lost or changes.enemy_came:
        return
    enemy, one = KINDS[other(position.to_move)], len(lost) == 1
    text = f"The {enemy} {_pieces(len(lost))} from {listed(lost)} {'is' if one else 'are'} off the board, but "
    if changes.came:
        text += "the move does not end there: only landing on a piece captures it."
    elif len(changes.gone) == 1:
        text += f"the piece from {listed(changes.gone)} does not land there by {_counted(position)}."
    else:
        text += f"no move by {_counted(position)} captures {'it' if one else 'them'}."
    yield violation("SP-O", text, *lost)


def _own_moved(position: Position, changes: Difference) -> list[Violation]:
    gone, came = sorted(changes.gone), sorted(changes.came)
    own = KINDS[position.to_move]
    if len(gone) > 1:
        if changes.heaps or changes.enemy_came:
            return []
        where = f" and stand on {listed(came)}" if came else ""
        text = f"The {own} pieces from {listed(gone)} have moved{where}: one piece is moved in a turn."
        return [violation("SP-M", text, *gone, *came)]
    if not gone:
        return [*_put_on(position, came)]
    if not came:
        return [] if changes.heaps or changes.enemy_came else _lifted(position, gone[0])
    if len(came) > 2:
        text = f"{own.capitalize()} pieces were put on {listed(came)}: a pass through the centre brings in one piece."
        return [violation("SP-C", text, *came)]
    if fault := _no_place(came):
        return [fault]
    if action := _meant(position, gone[0], changes.came):
        return broken(position, action)
    return _too_far(position, gone[0], came)


def _put_on(position: Position, came: Iterable[int]) -> Iterator[Violation]:
    came = tuple(came)
    if came and (fault := _no_place(came)):
        yield fault
    elif came:
        text = (
            f"A {KINDS[position.to_move]} piece was put on {listed(came)} and none has moved: "
            "a piece comes in only when another one passes through the centre."
        )
        yield violation("SP-C", text, *came)


def _no_place(came: Iterable[int]) -> Violation | None:
    """Why no piece may stand where some have been put, whatever the roll."""
    came = tuple(came)
    if black := [space for space in came if space in _BLACK and space != CENTRE]:
        text = f"A piece lies on {listed(black)}: the black spaces are no part of the playing field."
        return violation("SP-M", text, *black)
    if CENTRE in came:
        return violation("SP-5", "A piece lies on the black space in the centre: no move ends there.", CENTRE)
    return None


def _lifted(position: Position, start: int) -> list[Violation]:
    own = KINDS[position.to_move]
    movable = {move.start for move in moves.actions(position) if isinstance(move, Move)}
    if start in movable:
        return []
    text = f"The {own} piece from {NAMES[start]} is off the board, but it cannot move {_counted(position)}: put it back"
    text += f" and move {listed(sorted(movable), 'or')}." if movable else "."
    return [violation("SP-M", text, start)]


def _meant(position: Position, start: int, came: Spaces) -> Action | None:
    """The move of the roll's length from one space to others that breaks the fewest rules."""
    for terms in (moves.the_rules(position), *_MEANT):
        best: tuple[int, Move] | None = None
        tried = moves.ways(position, terms, starts=frozenset({start}), ends=came)
        for _, move in zip(range(MOST_TRIED), tried, strict=False):
            faults = len(broken(position, move))
            if best is None or faults < best[0]:
                best = faults, move
        if best:
            return best[1]
    return None


def _too_far(position: Position, start: int, came: list[int]) -> list[Violation]:
    """Words for spaces that no counting of the roll leads to from the piece that has moved."""
    if len(came) == 2:
        return _no_pass(position, start, came)
    (end,) = came
    if end in HEXAGON:
        text = f"A piece lies on {NAMES[end]} within the centre hexagon: no move ends there, special rule 5."
        return [violation("SP-5", text, end)]
    if COLOURS[end] == COLOURS[start]:
        count = spaces_counted(_distance(start, end))
        text = f"{NAMES[start]} to {NAMES[end]} is {count} at the least, and no way there is {_counted(position)}."
        return [violation("SP-M", text, start, end)]
    if moves.gains(position) and _one_branch_leads(position, start, end):
        return _no_pass(position, start, came)
    found = [fault] if (fault := bad_step(start, end)) else []
    return found + _no_pass(position, start, came)


def _no_pass(position: Position, start: int, came: list[int]) -> list[Violation]:
    """Words for pieces on another colour: a pass through the centre that is none, or lacks its second piece."""
    player, own = PLAYER_NAMES[position.to_move], KINDS[position.to_move]
    if len(came) == 1 and moves.gains(position) and _one_branch_leads(position, start, came[0]):
        text = (
            f"The {own} piece came through the centre to {NAMES[came[0]]}, but with it another piece has to come in, "
            f"on the third colour: {player} has fewer than {MOST_PIECES} on the board."
        )
        return [violation("SP-R11", text, start, *came)]
    if len(came) == 2 and not moves.gains(position):
        text = f"{player} has {MOST_PIECES} pieces on the board already: in a pass only the moving piece goes on."
        return [violation("SP-R11", text, start, *came)]
    text = f"No pass through the centre by {_counted(position)} leads from {NAMES[start]} to {listed(came)}."
    if position.roll is not None and position.roll < moves.FEWEST_TO_PASS:
        text += f" (A pass needs a roll of {moves.FEWEST_TO_PASS} or more.)"
    return [violation("SP-C", text, start, *came)]


def _one_branch_leads(position: Position, start: int, end: int) -> bool:
    """Whether one branch of a pass of the roll's length leads from a space to another, heedless of other pieces."""
    everywhere = moves.ways(position, REGARDLESS, starts=frozenset({start}))
    return any(move.branches and end in move.ends for move in everywhere)


def _distance(start: int, end: int) -> int:
    """The fewest steps from one space to another of the same colour outside the hexagon."""
    reached, count = {start}, 0
    while end not in reached:
        reached |= {space for near in reached for space in WAYS[near] if space not in HEXAGON}
        count += 1
    return count


def _counted(position: Position) -> str:
    return spaces_counted(position.roll or 0)


def _pieces(count: int) -> str:
    return "piece" if count == 1 else "pieces"
