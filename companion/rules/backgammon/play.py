"""What a turn, a throw, the cube and the end of a game do to a position. Whether they may happen is not asked here,
except for throws and the next game, which come from outside.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules.backgammon.notation import Word
from companion.rules.backgammon.position import CHECKERS, LARGEST_CUBE, POINTS, Cube, Position, is_roll, start_points
from companion.rules.backgammon.turns import BAR, HOME, OFF, Way, most_dice, view
from companion.rules.core import JSON, Event, Outcome, PositionError, Result, RollError, shown
from companion.rules.white_black import KINDS, PLAYER_NAMES, Player, other
from companion.rules.words import in_points

WINS = {1: "single", 2: "gammon", 3: "backgammon"}
"""How a game is won with all checkers off, by what it counts (BG-R11)."""


def cell(player: Player, point: int) -> str:
    """The cell of a point in a player's own numbering (BG-R12), their bar and tray included."""
    if point in (BAR, OFF):
        return f"{'bar' if point == BAR else 'off'}-{kind(player)}"
    return str(point if player == "W" else 25 - point)


def kind(player: Player) -> str:
    """The kind of a player's checkers, as tables name it."""
    return KINDS[player]


def may_double(position: Position) -> bool:
    """Whether the player to throw may double instead."""
    cube = position.cube
    return (
        position.phase == "roll"
        and position.options.cube
        and cube.owner in (None, position.to_move)
        and not cube.crawford
        and cube.value < LARGEST_CUBE
    )


# --- turns ------------------------------------------------------------------------------------------


def moved(position: Position, way: Way) -> Outcome[Position]:
    """The position after a way of playing the throw; without a step it is a pass."""
    mover, opponent = position.to_move, other(position.to_move)
    points, own_bar, enemy_bar = list(position.points), position.bar.of(mover), position.bar.of(opponent)
    off, sign = position.off.of(mover), 1 if mover == "W" else -1
    hit: list[str] = []
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
            hit.append(str(at))
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
        Event("hit", f"The {kind(opponent)} checker on {at} is hit and goes to the bar.", (at, cell(opponent, BAR)))
        for at in hit
    ]
    borne = off - position.off.of(mover)
    if borne:
        checkers = "a checker" if borne == 1 else f"{borne} checkers"
        events.append(Event("borne-off", f"{PLAYER_NAMES[mover]} bears off {checkers}.", (cell(mover, OFF),)))
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
            text = f"{name} doubles: {PLAYER_NAMES[opponent]} takes the cube at {cube.value * 2} or drops."
            return Outcome(replace(position, phase="double", to_move=opponent), (Event("doubled", text),))
        case "take":
            taken = replace(position, phase="roll", to_move=opponent, cube=Cube(cube.value * 2, player))
            return Outcome(taken, (Event("taken", f"{name} takes: the cube is {name}'s and shows {cube.value * 2}."),))
        case "drop":
            return _ended(position, opponent, 1, "drop", [Event("dropped", f"{name} drops.")])


def _times(position: Position, winner: Player) -> int:
    """How often the cube counts: twice for a gammon, three times for a backgammon, where the options want it."""
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
    name = PLAYER_NAMES[winner]
    by = {"single": "", "drop": " by a drop"}.get(how, f" by a {how}")
    text = f"{name} wins the game{by}: {in_points(points)}."
    if position.options.match_length > 1:
        text += f" The score is {ended.score.W} to {ended.score.B} in a match to {position.options.match_length}."
    found = [*events, Event("game-won" if not over else "won", text)]
    return Outcome(ended, tuple(found))


# --- throws and games -------------------------------------------------------------------------------


def rolled(position: Position, dice: JSON) -> Outcome[Position]:
    """The position after a throw. Raises RollError where none is due or it is not two dice."""
    if position.phase not in ("roll-off", "roll"):
        due = {
            "move": "the dice lie on the board and a move is due",
            "double": "the double is to be answered first",
            "between": "the game is over and the next one is to be laid out",
            "over": "the game is over",
        }[position.phase]
        raise RollError(f"no throw is due: {due}", "dice")
    if not is_roll(dice):
        raise RollError(f"two numbers from 1 to 6 are needed, not {shown(dice)}", "dice")
    first, second = dice[0], dice[1]
    if position.phase == "roll":
        thrown = replace(position, phase="move", dice=(first, second))
        return Outcome(thrown, _cannot_move(thrown))
    if first == second:
        return Outcome(position, (Event("tie", f"Both threw {first}: throw again."),))
    mover: Player = "W" if first > second else "B"
    name = PLAYER_NAMES[mover]
    begun = replace(position, phase="move", to_move=mover, dice=(first, second))
    text = f"{name} threw the higher die and plays {max(first, second)} and {min(first, second)}."
    return Outcome(begun, (Event("began", text), *_cannot_move(begun)))


def _cannot_move(position: Position) -> tuple[Event, ...]:
    assert position.dice is not None
    if most_dice(view(position), position.dice):
        return ()
    return (Event("no-move", f"{PLAYER_NAMES[position.to_move]} can move nothing with this throw and passes."),)


def next_game(position: Position) -> Outcome[Position]:
    """The next game of a match laid out. Raises PositionError elsewhere than between two games."""
    if position.phase != "between":
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")
    winner, options = position.to_move, position.options
    last = options.match_length - 1
    # The Crawford game is the one after a player first came within a point: only the winner can just have done so.
    crawford = (
        options.cube and options.crawford and position.score.of(winner) == last > position.score.of(other(winner))
    )
    fresh = Position(points=start_points(), cube=Cube(crawford=crawford), score=position.score, options=options)
    text = "The next game begins: both throw one die."
    if crawford:
        text += " It is the Crawford game: nobody doubles in it."
    return Outcome(fresh, (Event("next-game", text),))
