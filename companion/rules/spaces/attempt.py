"""Explains what people tried if a table is no legal result.

It reads the difference between table and position as a move, and judges this move. It only finds the words: the caller
has already checked that no move fits, or which ones still may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Protocol

from companion.language import _, ngettext
from companion.rules.core import Table, Violation
from companion.rules.spaces import moves
from companion.rules.spaces.actions import Action, Move, Pass
from companion.rules.spaces.board import CENTRE, COLOURS, HEXAGON, NAMES, WAYS
from companion.rules.spaces.judge import bad_step, broken, list_choices, listed, not_due, spaces_counted, violation
from companion.rules.spaces.moves import REGARDLESS
from companion.rules.spaces.position import MOST_PIECES, Position, Spaces
from companion.rules.white_black import KINDS, PLAYER_NAMES, PLAYERS, other

MOST_TRIED = 60
"""How many ways of counting are judged, at most, to find the one that people meant."""

_BLACK = frozenset(space for space, colour in enumerate(COLOURS) if colour is None)
_INSIDE = frozenset(HEXAGON) | {CENTRE}
_MEANT = (REGARDLESS, replace(REGARDLESS, again=True))
"""What the ways must avoid that are tried to find out which move people meant. The first ignores other pieces. The
second also allows spaces on which the piece has landed before.
"""


class Difference(Protocol):
    """How a table differs from a position, as far as this module needs it. `table_match.Changes` is one."""

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


# --- a turn in progress -----------------------------------------------------------------------------


def list_unfinished(position: Position, changes: Difference, nearest: Move) -> tuple[Violation, ...]:
    """What is still missing in a turn that may become legal. nearest: a move that it may become."""
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    placed = changes.came.intersection(nearest.ends)
    stopped = changes.came - placed
    if stopped & _INSIDE:
        text = _("{player}'s piece on {spaces} may not stay in the centre hexagon. Count on.")
        text = text.format(player=player, spaces=listed(sorted(stopped & _INSIDE)))
        return (violation("SP-5", text, *sorted(stopped)),)
    if stopped:
        text = _("The move is not finished on {spaces}. Count the {roll} to its end.")
        text = text.format(spaces=listed(sorted(stopped)), roll=position.roll)
        return (violation("SP-M", text, *sorted(changes.gone | stopped)),)
    if placed and len(placed) == len(nearest.ends):
        text = _("There is a piece of {player} on {spaces}, but the moving piece is still on {start}. Take it away.")
        text = text.format(player=player, spaces=listed(nearest.ends), start=NAMES[nearest.start])
        return (violation("SP-M", text, nearest.start, *nearest.ends),)
    if placed:
        passes = moves.ways(position, starts=frozenset({nearest.start}))
        left = sorted({space for move in passes if placed < {*move.ends} for space in move.ends} - placed)
        example = [space for space in nearest.ends if space not in placed]
        text = _(
            "The pass through the centre is not finished. Two pieces of {player} come out: one on {placed}, the other "
            "on {left}."
        ).format(player=player, placed=listed(placed), left=list_choices(left))
        return (violation("SP-R11", text, *sorted(placed), *example),)
    if changes.gone:
        (start,) = changes.gone
        text = _("{player}'s piece from {start} is not on a space. Move it {spaces}, to the middle of a space.")
        return (violation("SP-M", text.format(player=player, start=NAMES[start], spaces=_counted(position)), start),)
    lost = sorted(changes.enemy_gone)
    text = ngettext(
        "{opponent}'s piece from {spaces} is off the board. The move must end there with a piece of {player}.",
        "{opponent}'s pieces from {spaces} are off the board. The move must end there with pieces of {player}.",
        len(lost),
    )
    return (violation("SP-O", text.format(opponent=opponent, player=player, spaces=listed(lost)), *lost),)


# --- no legal move ----------------------------------------------------------------------------------


def explain(position: Position, seen: Table, changes: Difference) -> list[Violation]:
    """Why a changed table is no legal result: at least one reason, the most basic one first."""
    if waiting := not_due(position):
        return [violation(waiting.rule, waiting.text, *sorted(changes.spaces))]
    found = [*_impossible(position, seen, changes)]
    found += _enemy_moved(position, changes)
    stuck = isinstance(next(moves.actions(position)), Pass)
    if stuck and (changes.gone or changes.came):
        text = _("{player} cannot move any piece {spaces}. Put the pieces back and pass.")
        text = text.format(player=PLAYER_NAMES[position.to_move], spaces=_counted(position))
        found.append(violation("SP-R3", text, *sorted(changes.gone | changes.came)))
    found += _own_moved(position, changes)
    found += _captured(position, changes)
    if not found:
        text = _("No move of one piece by {spaces} explains the changes on {places}.")
        text = text.format(places=listed(sorted(changes.spaces)), spaces=_counted(position))
        found.append(violation("SP-M", text, *sorted(changes.spaces)))
    return found


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    kinds = [kind for kinds in seen.values() for kind in kinds]
    for player in PLAYERS:
        if (count := kinds.count(KINDS[player])) > MOST_PIECES:
            text = _("There are {count} pieces of {player} on the board. {player} has only {most}: take some away.")
            text = text.format(count=count, player=PLAYER_NAMES[player], most=MOST_PIECES)
            came = changes.came if player == position.to_move else changes.enemy_came
            yield violation("SP-R16", text, *sorted(came | changes.heaps))
    if changes.heaps:
        text = _("There is more than one piece on {spaces}. A space holds one: take a captured piece off the board.")
        text = text.format(spaces=listed(sorted(changes.heaps)))
        yield violation("SP-O", text, *sorted(changes.heaps))


def _enemy_moved(position: Position, changes: Difference) -> Iterator[Violation]:
    if not changes.enemy_came:
        return
    player, enemy = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    came = sorted(changes.enemy_came)
    if left := sorted(changes.enemy_gone - changes.came):
        text = ngettext(
            "{opponent}'s piece went from {left} to {came}. It is {player}'s turn: put it back.",
            "{opponent}'s pieces went from {left} to {came}. It is {player}'s turn: put them back.",
            len(left),
        ).format(opponent=enemy, player=player, left=listed(left), came=listed(came))
        yield violation("SP-M", text, *left, *came)
    elif changes.enemy_came <= changes.gone:
        text = ngettext(
            "A captured piece of {opponent} is still on {spaces}. Take it off the board.",
            "Captured pieces of {opponent} are still on {spaces}. Take them off the board.",
            len(came),
        )
        yield violation("SP-O", text.format(opponent=enemy, spaces=listed(came)), *came)
    else:
        text = _("A piece of {opponent} was put on {spaces}. It is {player}'s turn: take it away.")
        text = text.format(opponent=enemy, player=player, spaces=listed(came))
        yield violation("SP-M", text, *came)


def _captured(position: Position, changes: Difference) -> Iterator[Violation]:
    """Pieces of the other player that are gone although no piece has landed on them."""
    lost = sorted(changes.enemy_gone - changes.came)
    if not lost or changes.enemy_came:
        return
    if changes.came:
        text = ngettext(
            "{opponent}'s piece from {lost} is off the board, but the move does not end there. Only landing on a piece "
            "captures it.",
            "{opponent}'s pieces from {lost} are off the board, but the move does not end there. Only landing on a "
            "piece captures it.",
            len(lost),
        )
    elif len(changes.gone) == 1:
        text = ngettext(
            "{opponent}'s piece from {lost} is off the board, but the piece from {start} does not land there with "
            "{spaces}.",
            "{opponent}'s pieces from {lost} are off the board, but the piece from {start} does not land there with "
            "{spaces}.",
            len(lost),
        )
    else:
        text = ngettext(
            "I see no piece of {opponent} on {lost}, but no move of {spaces} captures it. Put it back, in the middle.",
            "I see no pieces of {opponent} on {lost}, but no move of {spaces} captures them. Put them back, each in "
            "the middle.",
            len(lost),
        )
    text = text.format(
        opponent=PLAYER_NAMES[other(position.to_move)],
        lost=listed(lost),
        start=listed(changes.gone),
        spaces=_counted(position),
    )
    yield violation("SP-O", text, *lost)


def _own_moved(position: Position, changes: Difference) -> list[Violation]:
    gone, came = sorted(changes.gone), sorted(changes.came)
    player = PLAYER_NAMES[position.to_move]
    if len(gone) > 1:
        if changes.heaps or changes.enemy_came:
            return []
        if came:
            text = _("{player}'s pieces from {gone} have moved to {came}. Only one piece moves in a turn.")
        else:
            text = _("{player}'s pieces from {gone} have moved. Only one piece moves in a turn.")
        text = text.format(player=player, gone=listed(gone), came=listed(came))
        return [violation("SP-M", text, *gone, *came)]
    if not gone:
        return [*_put_on(position, came)]
    if not came:
        return [] if changes.heaps or changes.enemy_came else _lifted(position, gone[0])
    if len(came) > 2:
        text = _("Pieces of {player} were put on {spaces}. A pass through the centre brings in only one piece.")
        text = text.format(player=player, spaces=listed(came))
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
        text = _(
            "A piece of {player} was put on {spaces}, but no piece has moved. A piece comes in only when another one "
            "passes through the centre."
        ).format(player=PLAYER_NAMES[position.to_move], spaces=listed(came))
        yield violation("SP-C", text, *came)


def _no_place(came: Iterable[int]) -> Violation | None:
    """Why some pieces may not be where they are, with any roll; None if they may."""
    came = tuple(came)
    if black := [space for space in came if space in _BLACK and space != CENTRE]:
        text = _("There is a piece on {spaces}. Pieces never stay on the black spaces.").format(spaces=listed(black))
        return violation("SP-M", text, *black)
    if CENTRE in came:
        text = _("There is a piece on the black space in the centre. No move ends there.")
        return violation("SP-5", text, CENTRE)
    return None


def _lifted(position: Position, start: int) -> list[Violation]:
    movable = {move.start for move in moves.actions(position) if isinstance(move, Move)}
    if start in movable:
        return []
    if movable:
        text = _("{player}'s piece from {start} cannot move {spaces}. Put it back and move {movable}.")
    else:
        text = _("{player}'s piece from {start} cannot move {spaces}. Put it back.")
    text = text.format(
        player=PLAYER_NAMES[position.to_move],
        start=NAMES[start],
        spaces=_counted(position),
        movable=list_choices(sorted(movable)),
    )
    return [violation("SP-M", text, start)]


def _meant(position: Position, start: int, came: Spaces) -> Action | None:
    """The move of the roll's length, from one space to these others, that breaks the fewest rules; None if there is
    none.
    """
    for terms in (moves.the_rules(position), *_MEANT):
        best: tuple[int, Move] | None = None
        tried = moves.ways(position, terms, starts=frozenset({start}), ends=came)
        for move in islice(tried, MOST_TRIED):
            faults = len(broken(position, move))
            if best is None or faults < best[0]:
                best = faults, move
        if best:
            return best[1]
    return None


def _too_far(position: Position, start: int, came: list[int]) -> list[Violation]:
    """Says that the moved piece cannot get to these spaces with the roll."""
    if len(came) == 2:
        return _no_pass(position, start, came)
    (end,) = came
    if end in HEXAGON:
        text = _("{space} is in the centre hexagon. No move ends there (special rule 5).")
        text = text.format(space=NAMES[end])
        return [violation("SP-5", text, end)]
    if COLOURS[end] == COLOURS[start]:
        text = _("From {start} to {end} it is at least {distance}, and no way there has exactly {spaces}.")
        distance = spaces_counted(_distance(start, end))
        text = text.format(start=NAMES[start], end=NAMES[end], distance=distance, spaces=_counted(position))
        return [violation("SP-M", text, start, end)]
    if moves.gains(position) and _one_branch_leads(position, start, end):
        return _no_pass(position, start, came)
    found = [fault] if (fault := bad_step(start, end)) else []
    return found + _no_pass(position, start, came)


def _no_pass(position: Position, start: int, came: list[int]) -> list[Violation]:
    """Explains pieces that are on another colour than the start: their pass through the centre is wrong, or its second
    piece is missing.
    """
    player = PLAYER_NAMES[position.to_move]
    if len(came) == 1 and moves.gains(position) and _one_branch_leads(position, start, came[0]):
        text = _(
            "{player}'s piece came through the centre to {end}. {player} has fewer than {most} pieces, so another one "
            "must come in on the third colour."
        ).format(player=player, end=NAMES[came[0]], most=MOST_PIECES)
        return [violation("SP-R11", text, start, *came)]
    if len(came) == 2 and not moves.gains(position):
        text = _("{player} already has {most} pieces on the board. Only the moving piece comes out of the centre.")
        text = text.format(player=player, most=MOST_PIECES)
        return [violation("SP-R11", text, start, *came)]
    if position.roll is not None and position.roll < moves.FEWEST_TO_PASS:
        text = _("The only way from {start} to {ends} is through the centre. It needs a roll of {fewest} or more.")
    else:
        text = _("No way of {spaces} through the centre leads from {start} to {ends}.")
    text = text.format(start=NAMES[start], ends=listed(came), spaces=_counted(position), fewest=moves.FEWEST_TO_PASS)
    return [violation("SP-C", text, start, *came)]


def _one_branch_leads(position: Position, start: int, end: int) -> bool:
    """True if a piece can come out of the centre from one space to another with this roll, other pieces ignored."""
    everywhere = moves.ways(position, REGARDLESS, starts=frozenset({start}))
    return any(move.branches and end in move.ends for move in everywhere)


def _distance(start: int, end: int) -> int:
    """How many steps it is at least from one space to another of the same colour, outside the hexagon."""
    reached, count = {start}, 0
    while end not in reached:
        reached |= {space for near in reached for space in WAYS[near] if space not in HEXAGON}
        count += 1
    return count


def _counted(position: Position) -> str:
    return spaces_counted(position.roll or 0)
