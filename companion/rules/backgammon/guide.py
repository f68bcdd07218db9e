"""What a position waits for, and what can be done in it, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.language import _, ngettext, pgettext
from companion.rules.backgammon import judge, play, turns
from companion.rules.backgammon import written_play as spelling
from companion.rules.backgammon.play import cell
from companion.rules.backgammon.position import Position
from companion.rules.backgammon.table_match import unmoved
from companion.rules.backgammon.turns import BAR, HOME, OFF, Step, View, Way
from companion.rules.core import Counter, Due, Fact, Hint, Hints, Status
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, other

_DUE: Mapping[str, Due] = {
    "roll-off": "roll", "roll": "roll", "double": "move", "move": "move", "between": "next", "over": "nothing",
}  # fmt: skip


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {}
    for player in PLAYERS:
        held = [
            Counter(pgettext("counter", "pips to go"), position.pips(player)),
            Counter(pgettext("counter", "off"), position.off.of(player)),
        ]
        if position.options.match_length > 1:
            held.append(Counter(pgettext("counter", "points"), position.score.of(player)))
        if position.options.cube and position.cube.owner == player:
            held.append(Counter(pgettext("counter", "cube"), position.cube.value))
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


def facts(position: Position) -> Iterator[Fact]:
    """What the screen always shows: the score of a match, the cube, the pips, and how many checkers are off."""
    options, cube = position.options, position.cube
    if options.match_length > 1:
        target = pgettext("fact", "points of {target}").format(target=options.match_length)
        yield Fact(target, tuple((player, str(position.score.of(player))) for player in PLAYERS))
    if options.cube and cube.crawford:
        yield Fact(pgettext("fact", "Crawford game"))
    elif options.cube:
        yield Fact(pgettext("fact", "cube"), ((cube.owner or "", str(cube.value)),))
    yield Fact(pgettext("fact", "pips"), tuple((player, str(position.pips(player))) for player in PLAYERS))
    if any(position.off):
        yield Fact(pgettext("fact", "off"), tuple((player, str(position.off.of(player))) for player in PLAYERS))


def hints(position: Position) -> Hints:
    """What can be done now, and why a checker may not move."""
    if position.phase != "move":
        return Hints(_waiting(position))
    assert position.dice is not None
    board, dice = turns.view(position), position.dice
    found = turns.turns(board, dice)
    ways = [way for ways in found.ways.values() for way in ways]
    text = _what_to_play(board, found.dice, max(dice), min(dice))
    text = text.format(player=PLAYER_NAMES[position.to_move], high=max(dice), low=min(dice), count=found.dice)
    if board.count(BAR) and ways:
        text += " " + _("The checker on the bar comes in first.")
    return Hints(text, _cells(position, board, ways))


def _waiting(position: Position) -> str:
    cube = position.cube
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    match position.phase:
        case "roll-off":
            text = _("Both players: roll one die each. The higher roll begins and plays both dice.")
            if cube.crawford:
                text += " " + _("This is the Crawford game: nobody doubles in it.")
            return text
        case "double":
            text = ngettext(
                "{opponent} doubles. {player}: take the cube at {value}, or drop and lose {points} point.",
                "{opponent} doubles. {player}: take the cube at {value}, or drop and lose {points} points.",
                cube.value,
            )
            return text.format(opponent=opponent, player=player, value=cube.value * 2, points=cube.value)
        case "between":
            return _("{player} has won this game. Set up the next one.").format(player=player)
        case "over":
            if position.options.match_length > 1:
                return _("{player} has won the match.").format(player=player)
            return _("{player} has won the game.").format(player=player)
        case _:
            if play.may_double(position):
                return _("{player}: roll both dice, or double.").format(player=player)
            return _("{player}: roll both dice.").format(player=player)


def _what_to_play(board: View, dice: int, high: int, low: int) -> str:
    """The message that says how many dice can be played. It has fields for the player, the dice and the count."""
    if high == low:
        if not dice:
            return _("{player} rolled a double {high} and cannot move: pass.")
        if dice == 4:
            return _("{player} rolled a double {high}: play all four.")
        return _("{player} rolled a double {high}. Only {count} of the four can be played, so play {count}.")
    if not dice:
        return _("{player} rolled {high} and {low} and cannot move: pass.")
    if dice == 2:
        return _("{player} rolled {high} and {low}: play both dice.")
    if next(turns.steps(board, board.own, high), None):
        return _("{player} rolled {high} and {low}. Only one die can be played: play the {high}.")
    return _("{player} rolled {high} and {low}. Only one die can be played: play the {low}.")


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
                text = _run_on(target, _dice_used(way, source, target))
                can.setdefault(source, {}).setdefault(target, text)
    cells: dict[str, tuple[Hint, ...]] = {}
    for source in range(BAR, 0, -1):
        if board.count(source):
            where = can.get(source, {})
            found = [
                Hint(cell(mover, target), why, takes=_hits(board, target))
                for target, why in sorted(where.items(), reverse=True)
            ]
            for die in sorted(set(position.dice), reverse=True):
                target = max(OFF, source - die)
                if target not in where:
                    why = _why_not(position, board, (source, target), die)
                    found.append(Hint(None, why, about=cell(mover, target)))
            cells[cell(mover, source)] = tuple(found)
    return MappingProxyType(cells)


def _runs(way: Way) -> list[Step]:
    """The first and the last point of each checker that moves more than once, if the roll is played in this way."""
    found: list[Step] = []
    ends: dict[int, list[int]] = {}
    for source, target in way:
        waiting = ends.get(source)
        start = waiting.pop() if waiting else source
        if start != source:
            found.append((start, target))
        ends.setdefault(target, []).append(start)
    return found


def _dice_used(way: Way, source: int, target: int) -> int:
    """How many dice one checker uses from one point to another, if the roll is played in this way."""
    steps = 0
    at = source
    for start, end in way:
        if start == at and at != target:
            steps, at = steps + 1, end
    return steps


def _run_on(target: int, dice: int) -> str:
    if target == OFF:
        text = ngettext("Run on and bear off with {dice} die.", "Run on and bear off with {dice} dice.", dice)
    else:
        text = ngettext("Run on to point {point} with {dice} die.", "Run on to point {point} with {dice} dice.", dice)
    return text.format(point=target, dice=dice)


def _hits(board: View, target: int) -> bool:
    return bool(board.blots >> target & 1)


def _why(position: Position, board: View, source: int, target: int) -> str:
    hits = _hits(board, target)
    if target == OFF:
        text = _("Bear off from point {start}.")
    elif source == BAR:
        text = _("Come in on point {point} and hit {opponent}'s checker.") if hits else _("Come in on point {point}.")
    else:
        text = _("Move to point {point} and hit {opponent}'s checker.") if hits else _("Move to point {point}.")
    return text.format(start=source, point=target, opponent=PLAYER_NAMES[other(position.to_move)])


def _why_not(position: Position, board: View, step: Step, die: int) -> str:
    """Why a checker may not make this step with this die."""
    target = step[1]
    match spelling.hindered(board, board.own, step, die):
        case "bar":
            text = _("A checker on the bar must come in first.")
        case "blocked":
            text = _("Not with the {die}: {opponent} blocks point {point} with two or more checkers.")
        case "outside":
            text = _("Not off with the {die}: bear off when all checkers are on points 1 to {home}.")
        case "inexact":
            text = _("Not off with the {die}: a checker is on a higher point.")
        case _:
            return judge.why_rest_unplayed(board, position.dice or (die, die), die)
    return text.format(die=die, point=target, home=HOME, opponent=PLAYER_NAMES[other(position.to_move)])


def why_not(position: Position, start: str | None, end: str) -> str:
    """Why a checker may not go from one cell to another one, in words."""
    mover = position.to_move
    points = {cell(mover, point): point for point in range(OFF, BAR + 1)}
    if start not in points or position.phase != "move":
        return ""
    if end not in points:
        return _("Only {opponent}'s checkers go there.").format(opponent=PLAYER_NAMES[other(mover)])
    names = {BAR: "bar", OFF: "off"}
    source, target = points[start], points[end]
    if source == OFF:
        return _("A checker that is off does not come back.")
    if target == BAR:
        return _("A checker gets to the bar only when it is hit.")
    violations = judge.judge(position, f"{names.get(source, source)}/{names.get(target, target)}").violations
    return violations[0].text if violations else ""
