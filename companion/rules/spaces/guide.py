"""What a position waits for, and what can be done in it, said to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise
from types import MappingProxyType

from companion.rules.core import Counter, Due, Hint, Hints, Result, Status
from companion.rules.spaces import moves, rolls
from companion.rules.spaces.actions import Move, Pass, write
from companion.rules.spaces.board import COLOURS, NAMES, PARTNER
from companion.rules.spaces.judge import broken, listed, spaces_counted
from companion.rules.spaces.position import MOST_PIECES, Phase, Position
from companion.rules.white_black import KINDS, PLAYER_NAMES, PLAYERS, other
from companion.rules.words import in_points

_DUE: Mapping[Phase, Due] = {"roll-off": "roll", "roll": "roll", "move": "move", "between": "next", "over": "nothing"}
_DICE: Mapping[Phase, tuple[str, ...]] = {"roll-off": ("white", "black"), "roll": ("die",)}
_HOW = {"capture": "all pieces captured", "opening-one": "a 1 on the very first roll", "trap": "the last piece trapped"}


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {
        player: (
            Counter("points", position.score.of(player)),
            Counter("to come in", MOST_PIECES - len(position.pieces.of(player))),
        )
        for player in PLAYERS
    }
    result = position.result
    if position.phase == "between":
        result = Result(position.to_move, 1, "throw" if position.enemy else "capture")
    return Status(
        due=_DUE[position.phase],
        player=position.to_move,
        dice=_DICE.get(position.phase, ()),
        offers=("pass",) if _stuck(position) else (),
        counters=MappingProxyType(counters),
        result=result,
        shown_dice=() if position.roll is None else (("", position.roll),),
    )


def hints(position: Position) -> Hints:
    """What may be done now, and why a piece may not be moved."""
    if position.phase != "move":
        return Hints(_waiting(position))
    name = PLAYER_NAMES[position.to_move]
    count = spaces_counted(position.roll or 0)
    cells = {NAMES[start]: _of_piece(position, start) for start in sorted(position.own)}
    if _stuck(position):
        return Hints(f"{name} cannot move any piece {count}: pass.", MappingProxyType(cells))
    text = f"{name}: move one piece {count}."
    if position.extra_roll:
        text = f"{name}: move one piece {count} more, to a safer position."
    ends = {space for move in moves.ways(position) for space in move.ends}
    if captures := sorted(ends & position.enemy):
        text += f" The {KINDS[other(position.to_move)]} piece on {listed(captures, 'or')} can be captured."
    return Hints(text, MappingProxyType(cells))


def _stuck(position: Position) -> bool:
    return position.phase == "move" and isinstance(next(moves.actions(position)), Pass)


def _waiting(position: Position) -> str:
    name = PLAYER_NAMES[position.to_move]
    match position.phase:
        case "roll-off":
            return "Each player throws a die: the higher one begins."
        case "roll" if rolls.trapped(position):
            return f"{name}: throw the die. The only piece is trapped: anything but a 1 loses the bout."
        case "roll" if position.opening:
            return f"{name}: throw the die. A 1 wins the bout at once."
        case "roll" if position.extra_roll:
            return f"{name}: throw the die once more, for a piece has been gained."
        case "roll":
            return f"{name}: throw the die."
    if position.phase == "over":
        assert position.result is not None
        how = position.result.how
        points = in_points(position.score.of(position.to_move))
        return f"The game is over: {name} has won it with {points} ({_HOW.get(how, how)})."
    return f"{name} has won the bout. Lay out the next one: White on J6, Black on A6. {name} rolls first."


def _of_piece(position: Position, start: int) -> tuple[Hint, ...]:
    """Where one piece can go, and where it cannot though the count would lead there."""
    walks: dict[int, Move] = {}
    passes: dict[int, list[Move]] = {}
    for move in moves.ways(position, starts=frozenset({start})):
        if not move.branches:
            walks.setdefault(move.ends[0], move)
        for end in move.ends if move.branches else ():
            passes.setdefault(end, []).append(move)
    found = [Hint(NAMES[end], _walk_words(position, move)) for end, move in sorted(walks.items())]
    found += [Hint(NAMES[end], _pass_words(position, end, through)) for end, through in sorted(passes.items())]
    found += _refused(position, start, walks.keys() | passes.keys())
    if not found:
        return (Hint(None, f"No way of {spaces_counted(position.roll or 0)} leads anywhere from {NAMES[start]}."),)
    return tuple(found)


def _walk_words(position: Position, move: Move) -> str:
    taken = f" and capture the {KINDS[other(position.to_move)]} piece" if move.ends[0] in position.enemy else ""
    over = ", over the edge" if any(PARTNER[a] == b for a, b in pairwise(move.path)) else ""
    return f"Move {write(move)}{over}{taken}."


def _pass_words(position: Position, end: int, through: list[Move]) -> str:
    first = through[0]
    at_centre = len(first.path)
    colour = COLOURS[first.path[-1]]
    text = f"Pass through the centre, in on {colour}, the black space counted as {at_centre}: {write(first)}"
    if end in position.enemy:
        text += f"; this captures on {NAMES[end]}"
    if len(first.branches) == 2:
        others = sorted({space for move in through for space in move.ends} - {end})
        text += f". Another piece comes in, to {listed(others, 'or')}; then throw once more"
    return text + "."


def _refused(position: Position, start: int, reached: Set[int]) -> Iterator[Hint]:
    """Spaces that the count leads to but for a piece in the way, and the centre where the roll ends inside it."""
    refused: dict[int, str] = {}
    through_the_centre = False
    for move in moves.ways(position, moves.REGARDLESS, starts=frozenset({start})):
        through_the_centre |= bool(move.branches)
        for end in move.ends:
            if end not in reached and end not in refused and (faults := broken(position, move)):
                refused[end] = faults[0].text
    yield from (Hint(None, f"Not to {NAMES[end]}: {why}") for end, why in sorted(refused.items()))
    roll = position.roll or 0
    way_in = next(moves.ways_in((start,), roll, moves.the_rules(position)), None)
    if way_in and not through_the_centre:
        needed = len(way_in) - 1 + 3
        text = (
            f"Not into the centre: from {NAMES[start]} by {NAMES[way_in[-1]]} a pass takes {needed} or more, and the "
        )
        yield Hint(None, f"{text}roll of {roll} ends inside: special rule 5.")
