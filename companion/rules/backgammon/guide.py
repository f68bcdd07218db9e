"""What a position waits for, and what can be done in it, said to people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.backgammon import judge, play, turns
from companion.rules.backgammon import written_play as spelling
from companion.rules.backgammon.play import cell, kind
from companion.rules.backgammon.position import Position
from companion.rules.backgammon.table_match import unmoved
from companion.rules.backgammon.turns import BAR, HOME, OFF, Step, View, Way
from companion.rules.core import Counter, Due, Hint, Hints, Status
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, other
from companion.rules.words import in_points

_DUE: Mapping[str, Due] = {
    "roll-off": "roll", "roll": "roll", "double": "move", "move": "move", "between": "next", "over": "nothing",
}  # fmt: skip


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {}
    for player in PLAYERS:
        held = [Counter("pips to go", position.pips(player)), Counter("off", position.off.of(player))]
        if position.options.match_length > 1:
            held.append(Counter("points", position.score.of(player)))
        if position.options.cube and position.cube.owner == player:
            held.append(Counter("cube", position.cube.value))
        counters[player] = tuple(held)
    dice = {"roll-off": ("white", "black"), "roll": ("first", "second")}.get(position.phase, ())
    return Status(
        due=_DUE[position.phase],
        player=position.to_move,
        dice=dice,
        offers=unmoved(position),
        counters=MappingProxyType(counters),
        result=position.result,
        shown_dice=tuple(("", number) for number in position.dice or ()),
    )


def hints(position: Position) -> Hints:
    """What may be done now, and why a checker may not be moved."""
    if position.phase != "move":
        return Hints(_waiting(position))
    assert position.dice is not None
    board, dice, name = turns.view(position), position.dice, PLAYER_NAMES[position.to_move]
    found = turns.turns(board, dice)
    ways = [way for ways in found.ways.values() for way in ways]
    high, low = max(dice), min(dice)
    threw = f"a double {high}" if high == low else f"{high} and {low}"
    if not ways:
        text = f"{name} threw {threw} and can move nothing: pass."
    elif found.dice == (4 if high == low else 2):
        text = f"{name} threw {threw}: play {'all four' if high == low else 'both dice'}."
    else:
        text = f"{name} threw {threw}: {_fewer(board, found.dice, high, low)}"
    if board.count(BAR):
        text += " A checker on the bar comes in first."
    return Hints(text, _cells(position, board, ways))


def _waiting(position: Position) -> str:
    name, cube = PLAYER_NAMES[position.to_move], position.cube
    match position.phase:
        case "roll-off":
            rest = " This is the Crawford game: nobody doubles." if cube.crawford else ""
            return f"White and Black: throw one die each. The higher begins and plays both dice.{rest}"
        case "double":
            opponent = PLAYER_NAMES[other(position.to_move)]
            lost = in_points(cube.value)
            return f"{opponent} doubles. {name}: take the cube at {cube.value * 2}, or drop and lose {lost}."
        case "between":
            return f"{name} has won this game. Lay out the next one."
        case "over":
            won = "the match" if position.options.match_length > 1 else "the game"
            return f"{name} has won {won}."
        case _:
            return f"{name}: throw both dice{', or double' if play.may_double(position) else ''}."


def _fewer(board: View, dice: int, high: int, low: int) -> str:
    """How much of a throw can be played that cannot be played whole."""
    if high == low:
        number = ("none", "one", "two", "three")[dice]
        return f"only {number} of the four can be played, and so must be."
    die = high if next(turns.steps(board, board.own, high), None) else low
    return f"only one die can be played, the {die}."


def _cells(position: Position, board: View, ways: list[Way]) -> Mapping[str, tuple[Hint, ...]]:
    assert position.dice is not None
    mover = position.to_move
    can: dict[int, dict[int, str]] = {}
    for way in ways:
        for at, (source, target) in enumerate(way):
            if at == 0 or board.count(source):
                can.setdefault(source, {}).setdefault(target, _why(position, board, source, target))
        for source, target in _runs(way):
            if board.count(source):
                text = f"Run on to {_place(target)} with {_dice_used(way, source, target)} dice."
                can.setdefault(source, {}).setdefault(target, text)
    cells: dict[str, tuple[Hint, ...]] = {}
    for source in range(BAR, 0, -1):
        if board.count(source):
            where = can.get(source, {})
            found = [Hint(cell(mover, target), why) for target, why in sorted(where.items(), reverse=True)]
            for die in sorted(set(position.dice), reverse=True):
                target = max(OFF, source - die)
                if target not in where:
                    found.append(Hint(None, _why_not(position, board, (source, target), die)))
            cells[cell(mover, source)] = tuple(found)
    return MappingProxyType(cells)


def _runs(way: Way) -> list[Step]:
    """Where single checkers get that make several steps of a way."""
    found: list[Step] = []
    ends: dict[int, list[int]] = {}
    for source, target in way:
        waiting = ends.get(source)
        start = waiting.pop() if waiting else source
        if start != source:
            found.append((start, target))
        ends.setdefault(target, []).append(start)
    return found


def _dice_used(way: Way, source: int, target: int) -> str:
    steps = 0
    at = source
    for start, end in way:
        if start == at and at != target:
            steps, at = steps + 1, end
    return ("", "one", "two", "three", "four")[steps]


def _place(target: int) -> str:
    return "the tray" if target == OFF else f"point {target}"


def _why(position: Position, board: View, source: int, target: int) -> str:
    if target == OFF:
        return f"Bear off from point {source}."
    start = "Come in on" if source == BAR else "Move to"
    hit = f" and hit the {kind(other(position.to_move))} checker" if board.blots >> target & 1 else ""
    return f"{start} point {target}{hit}."


def _why_not(position: Position, board: View, step: Step, die: int) -> str:
    """Why a checker may not make a step by one die."""
    target = step[1]
    opponent = kind(other(position.to_move))
    match spelling.hindered(board, board.own, step, die):
        case "bar":
            return "A checker on the bar must come in first: BG-BAR."
        case "blocked":
            return f"Not by the {die}: two or more {opponent} checkers block point {target}: BG-B."
        case "outside":
            return f"Not off by the {die}: bearing off begins when all checkers are on points 1 to {HOME}: BG-OFF."
        case "inexact":
            return f"Not off by the {die}: a checker stands on a higher point: BG-OFF."
        case _:
            text = judge.rest_unplayed(board, position.dice or (die, die))
            return f"Not by the {die}: {text}: BG-R7."
