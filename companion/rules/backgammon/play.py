"""What a turn, a roll, the cube and the end of a game do to a position.

This module does not check if they are legal. Only rolls and the start of the next game are checked, because these come
from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.language import N_, Translated, _, ngettext
from companion.rules.backgammon.notation import Word
from companion.rules.backgammon.position import CHECKERS, LARGEST_CUBE, POINTS, Cube, Position, is_roll, start_points
from companion.rules.backgammon.turns import BAR, HOME, OFF, Way, most_dice, view
from companion.rules.core import JSON, Event, Outcome, PositionError, Resignation, Result, RollError, shown
from companion.rules.resigning import RESIGNED, end_game, make_resignation
from companion.rules.white_black import KINDS, PLAYER_NAMES, PLAYERS, Player, other

WINS = {1: "single", 2: "gammon", 3: "backgammon"}
"""The name of a win with all checkers off, by how often the cube counts for it (BG-R11)."""

_GIVE_UP: Mapping[str, str] = Translated(
    {
        "game": N_("{player} gives up the game"),
        "gammon": N_("{player} gives up a gammon"),
        "backgammon": N_("{player} gives up a backgammon"),
    }
)


def cell(player: Player, point: int) -> str:
    """The cell of a point, as this player counts the points (BG-R12). The bar and the tray are points, too."""
    if point in (BAR, OFF):
        return f"{'bar' if point == BAR else 'off'}-{kind(player)}"
    return str(point if player == "W" else 25 - point)


def kind(player: Player) -> str:
    """The kind of a player's checkers, by its name in tables."""
    return KINDS[player]


def may_double(position: Position) -> bool:
    """True if the player who is about to roll may double instead."""
    cube = position.cube
    return (
        position.phase == "roll"
        and position.options.cube
        and cube.owner in (None, position.to_move)
        and not cube.crawford
        and cube.value < LARGEST_CUBE
    )


# --- turns ------------------------------------------------------------------------------------------


def leads(mover: Player, moved_kind: str, start: str, end: str) -> bool:
    """True if a turn can take a checker from one cell towards the other: the player's own checkers go forward, the
    others to the bar.
    """
    if moved_kind != kind(mover):
        return end == cell(other(mover), BAR)
    order = [cell(mover, point) for point in range(BAR + 1)]
    return start in order and end in order and order.index(start) > order.index(end)


def moved(position: Position, way: Way) -> Outcome[Position]:
    """The position after the roll is played in this way. A way without steps is a pass."""
    mover, opponent = position.to_move, other(position.to_move)
    points, own_bar, enemy_bar = list(position.points), position.bar.of(mover), position.bar.of(opponent)
    off, sign = position.off.of(mover), 1 if mover == "W" else -1
    hit: list[tuple[str, int]] = []
    for source, target in way:
        if source == BAR:
            own_bar -= 1
        else:
            points[int(cell(mover, source))] -= sign
        if target == OFF:
            off += 1
            continue
        at = int(cell(mover, target))
        if points[at] == -sign:
            points[at] = 0
            enemy_bar += 1
            hit.append((str(at), target))
        points[at] += sign
    after = replace(
        position,
        points=tuple(points),
        bar=position.bar.but(mover, own_bar).but(opponent, enemy_bar),
        off=position.off.but(mover, off),
        to_move=opponent,
        phase="roll",
        dice=None,
    )
    events = [
        Event(
            "hit",
            _("{player}'s checker on {point} is hit and goes to the bar.").format(
                player=PLAYER_NAMES[opponent], point=number
            ),
            (at, cell(opponent, BAR)),
        )
        for at, number in hit  # people count the points as the player does who moves
    ]
    borne = off - position.off.of(mover)
    if borne:
        text = ngettext("{player} bears off a checker.", "{player} bears off {count} checkers.", borne)
        text = text.format(player=PLAYER_NAMES[mover], count=borne)
        events.append(Event("borne-off", text, (cell(mover, OFF),)))
    if off < CHECKERS:
        return Outcome(after, tuple(events))
    times = _times(after, mover)
    return _ended(after, mover, times, WINS[times], events)


def said(position: Position, word: Word) -> Outcome[Position]:
    """The position after `pass`, `double`, `take` or `drop`."""
    player, opponent = position.to_move, other(position.to_move)
    name, cube = PLAYER_NAMES[player], position.cube
    match word:
        case "pass":
            return moved(position, ())
        case "double":
            text = _("{player} doubles. {opponent} takes the cube at {value} or drops.").format(
                player=name, opponent=PLAYER_NAMES[opponent], value=cube.value * 2
            )
            return Outcome(replace(position, phase="double", to_move=opponent), (Event("doubled", text),))
        case "take":
            taken = replace(position, phase="roll", to_move=opponent, cube=Cube(cube.value * 2, player))
            text = _("{player} takes. The cube is {player}'s and shows {value}.")
            return Outcome(taken, (Event("taken", text.format(player=name, value=cube.value * 2)),))
        case "drop":
            return _ended(position, opponent, 1, "drop", [Event("dropped", _("{player} drops.").format(player=name))])


def _times(position: Position, winner: Player) -> int:
    """How often the cube counts: twice for a gammon and three times for a backgammon, if the players agreed to count
    them.
    """
    options, cube, loser = position.options, position.cube, other(winner)
    if not options.gammons or position.off.of(loser) or (options.jacoby and cube.value == 1):
        return 1
    home = range(1, HOME + 1) if winner == "W" else range(POINTS - HOME + 1, POINTS + 1)
    behind = position.bar.of(loser) or any(position.on_point(point, loser) for point in home)
    return 3 if behind else 2


def _ended(position: Position, winner: Player, times: int, how: str, events: list[Event]) -> Outcome[Position]:
    points = position.cube.value * times
    total = position.score.of(winner) + points
    over = total >= position.options.match_length
    ended = replace(
        position,
        to_move=winner,
        phase="over" if over else "between",
        dice=None,
        cube=replace(position.cube, crawford=False),
        score=position.score.but(winner, total),
        result=Result(winner, points, how) if over else None,
    )
    text = _won(how, points).format(player=PLAYER_NAMES[winner], points=points)
    if position.options.match_length > 1:
        score = _("The score is White {white}, Black {black} in a match to {length}.")
        score = score.format(white=ended.score.W, black=ended.score.B, length=position.options.match_length)
        text += " " + score
    found = [*events, Event("game-won" if not over else "won", text)]
    return Outcome(ended, tuple(found))


def resignations(position: Position) -> tuple[Resignation[Position], ...]:
    """What can be given up now.

    Each player may give up the game, also as a gammon or a backgammon if these count, or the whole match. If a double
    waits for an answer, it is dropped instead. Before the roll that decides who begins, a game is worth nothing.
    """
    if position.phase not in ("roll", "move"):
        return ()
    counts_gammons = position.options.gammons and not (position.options.jacoby and position.cube.value == 1)
    found = []
    for player in PLAYERS:
        winner, name = other(player), PLAYER_NAMES[player]
        for times in (1, 2, 3) if counts_gammons else (1,):
            ended = _ended(position, winner, times, RESIGNED, [])
            found.append(make_resignation(player, WINS[times] if times > 1 else "game", name, ended, _GIVE_UP))
        if position.options.match_length > 1:
            over = replace(
                position,
                to_move=winner,
                phase="over",
                dice=None,
                cube=replace(position.cube, crawford=False),
                result=Result(winner, position.score.of(winner), RESIGNED),
            )
            found.append(make_resignation(player, "match", name, end_game(over, PLAYER_NAMES[winner])))
    return tuple(found)


def _won(how: str, points: int) -> str:
    """The message that a game is won. It has fields for the player and the points."""
    match how:
        case "gammon":
            return ngettext(
                "{player} wins a gammon: {points} point.", "{player} wins a gammon: {points} points.", points
            )
        case "backgammon":
            return ngettext(
                "{player} wins a backgammon: {points} point.", "{player} wins a backgammon: {points} points.", points
            )
        case "resigned":
            return ngettext(
                "{player} wins the game by resignation: {points} point.",
                "{player} wins the game by resignation: {points} points.",
                points,
            )
        case "drop":
            return ngettext(
                "{player} wins the game by a drop: {points} point.",
                "{player} wins the game by a drop: {points} points.",
                points,
            )
        case _:
            return ngettext(
                "{player} wins the game: {points} point.", "{player} wins the game: {points} points.", points
            )


# --- rolls and games --------------------------------------------------------------------------------


def rolled(position: Position, dice: JSON) -> Outcome[Position]:
    """The position after a roll. Raises RollError if no roll is due, or if this is not a roll of two dice."""
    if position.phase not in ("roll-off", "roll"):
        reason = {
            "move": _("no roll is due: move first"),
            "double": _("no roll is due: answer the double first"),
            "between": _("no roll is due: set up the next game first"),
            "over": _("no roll is due: the game is over"),
        }[position.phase]
        raise RollError(reason, "dice")
    if not is_roll(dice):
        raise RollError(_("two numbers from 1 to 6 are needed, not {dice}").format(dice=shown(dice)), "dice")
    first, second = dice[0], dice[1]
    if position.phase == "roll":
        thrown = replace(position, phase="move", dice=(first, second))
        return Outcome(thrown, _cannot_move(thrown))
    if first == second:
        return Outcome(position, (Event("tie", _("Both rolled {value}. Roll again.").format(value=first)),))
    mover: Player = "W" if first > second else "B"
    begun = replace(position, phase="move", to_move=mover, dice=(first, second))
    text = _("{player} rolled the higher die and plays {high} and {low}.").format(
        player=PLAYER_NAMES[mover], high=max(first, second), low=min(first, second)
    )
    return Outcome(begun, (Event("began", text), *_cannot_move(begun)))


def _cannot_move(position: Position) -> tuple[Event, ...]:
    assert position.dice is not None
    if most_dice(view(position), position.dice):
        return ()
    text = _("{player} cannot move with this roll and passes.").format(player=PLAYER_NAMES[position.to_move])
    return (Event("no-move", text),)


def next_game(position: Position) -> Outcome[Position]:
    """The start of the next game of a match. Raises PositionError if no game is due."""
    if position.phase != "between":
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")
    winner, options = position.to_move, position.options
    last = options.match_length - 1
    # The Crawford game follows when a player is first one point from winning: only the winner can have reached this
    # now.
    crawford = (
        options.cube and options.crawford and position.score.of(winner) == last > position.score.of(other(winner))
    )
    fresh = Position(points=start_points(), cube=Cube(crawford=crawford), score=position.score, options=options)
    text = _("The next game begins. Each player rolls one die.")
    if crawford:
        text += " " + _("This is the Crawford game: nobody doubles in it.")
    return Outcome(fresh, (Event("next-game", text),))
