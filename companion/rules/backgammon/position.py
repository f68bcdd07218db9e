"""A Backgammon position, its options, and their JSON (docs/contract.md section 2).

This module only has values and checks them. `turns` and `play` say what a turn is and what it does. Points are numbered
as White counts: White's checkers run from 24 to 1, Black's from 1 to 24.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from companion.language import N_, _
from companion.rules import fields
from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.corrections import Change, counts
from companion.rules.dice import is_face
from companion.rules.options import count, read, switch
from companion.rules.resigning import RESIGNED
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Both, Player
from companion.rules.words import in_points

Phase = Literal["roll-off", "roll", "double", "move", "between", "over"]
Dice = tuple[int, int]

PHASES: tuple[Phase, ...] = ("roll-off", "roll", "double", "move", "between", "over")

POINTS: Final = 24
CHECKERS: Final = 15
LARGEST_CUBE: Final = 2**20
"""The highest value that the cube can have. It keeps every number in a position small."""
LONGEST_MATCH: Final = 1_000
MOST_POINTS: Final = LONGEST_MATCH + 3 * LARGEST_CUBE

_START: Mapping[int, int] = {24: 2, 13: 5, 8: 3, 6: 5, 1: -2, 12: -5, 17: -3, 19: -5}
"""How many checkers are on the points at the start (BG-R1). White's counts are positive, Black's negative."""

NOTHING = Both(0, 0)


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agreed on (BG-R11)."""

    cube: bool = False
    """True if they play with the doubling cube."""
    gammons: bool = False
    """True if gammons and backgammons count."""
    match_length: int = 1
    """The points that win the match; 1 is a single game."""
    crawford: bool = True
    """True if nobody may double in the game after a player comes within one point of winning the match."""
    jacoby: bool = False
    """True if gammons count only after the cube was turned."""


OPTIONS = (
    switch(
        "cube",
        N_("Doubling cube"),
        meaning=N_("A player may double what the game counts. The other player takes, or drops and loses."),
    ),
    switch(
        "gammons",
        N_("Gammons count"),
        meaning=N_("A win counts double if the loser has no checker off yet, and sometimes triple."),
    ),
    count(
        "match_length",
        N_("Match to (points)"),
        1,
        (*range(1, 10), 11, 13, 15, 17, 21, 25),
        1,
        LONGEST_MATCH,
        meaning=N_("Games follow until a player has this many points. With 1 point, you play one game."),
    ),
    switch(
        "crawford",
        N_("Crawford rule"),
        default=True,
        meaning=N_("In a match: when a player needs only one more point, nobody doubles in the next game."),
    ),
    switch(
        "jacoby",
        N_("Jacoby rule"),
        meaning=N_("Gammons count only in a game in which a player has doubled."),
    ),
)


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube. While a double waits for an answer, its value is the one before the double."""

    value: int = 1
    """The number that it shows."""
    owner: Player | None = None
    """The player who owns it; None if it is in the middle."""
    crawford: bool = False
    """True if nobody may double in this game."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Backgammon."""

    points: tuple[int, ...]
    """How many checkers White has on each of the points 1 to 24; Black's count is negative. Entry 0 is always 0."""
    bar: Both[int] = NOTHING
    """How many checkers each player has on the bar."""
    off: Both[int] = NOTHING
    """How many checkers each player has borne off."""
    to_move: Player = "W"
    """The player who acts. In the phase `double` it is the player who answers, in `between` and `over` the winner. In
    `roll-off` it means nothing.
    """
    phase: Phase = "roll-off"
    """What must happen next."""
    dice: Dice | None = None
    """The two dice in the order in which they were rolled. Only in the phase `move`."""
    cube: Cube = field(default_factory=Cube)
    """The doubling cube."""
    score: Both[int] = NOTHING
    """How many points each player has in the match."""
    options: Options = field(default_factory=Options)
    """What the players agreed on."""
    result: Result | None = None
    """How the match ended. Only in the phase `over`."""

    def on_point(self, point: int, player: Player) -> int:
        """How many checkers a player has on a point. point: by White's numbers."""
        return max(0, self.points[point] if player == "W" else -self.points[point])

    def in_play(self, player: Player) -> int:
        """How many checkers a player has on all points together."""
        return sum(self.on_point(point, player) for point in range(1, POINTS + 1))

    def pips(self, player: Player) -> int:
        """How many steps all checkers of a player must still go until they are off."""
        home = self.bar.of(player) * 25
        for point in range(1, POINTS + 1):
            home += self.on_point(point, player) * (point if player == "W" else 25 - point)
        return home


def start_points() -> tuple[int, ...]:
    return tuple(_START.get(point, 0) for point in range(POINTS + 1))


def start(options: Options) -> Position:
    """The position at the start of a game or match. Next comes the roll that decides who begins."""
    return Position(points=start_points(), options=options)


def check_options(data: JSON, where: str = "options") -> Options:
    """The options in JSON, or the defaults if there are none. Raises PositionError that names the option."""
    return Options(**read(OPTIONS, data, where))


_FIELDS = ("game", "points", "bar", "off", "to_move", "phase", "dice", "cube", "score", "options")


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError that names the missing, unknown or contradictory field."""
    given = fields.read_position(data, "backgammon", _FIELDS)
    phase = fields.read_word(given["phase"], "phase", PHASES)
    to_move = fields.read_word(given["to_move"], "to_move", PLAYERS)
    position = Position(
        points=_points(given["points"]),
        bar=Both(*fields.read_each(given["bar"], "bar", PLAYERS, _checkers)),
        off=Both(*fields.read_each(given["off"], "off", PLAYERS, _checkers)),
        to_move=to_move,
        phase=phase,
        dice=_dice(given["dice"], phase),
        cube=_cube(given["cube"]),
        score=Both(*fields.read_each(given["score"], "score", PLAYERS, _score)),
        options=check_options(given["options"]),
        result=fields.read_result(given, phase, to_move, PLAYERS, MOST_POINTS),
    )
    check(position)
    return position


def dump(position: Position) -> dict[str, JSON]:
    """The position as JSON; `parse(dump(p)) == p`."""
    cube: dict[str, JSON] = {"value": position.cube.value, "owner": position.cube.owner}
    if position.cube.crawford:
        cube["crawford"] = True
    data: dict[str, JSON] = {
        "game": "backgammon",
        "points": {
            str(point): ["W" if count > 0 else "B", abs(count)]
            for point, count in reversed(tuple(enumerate(position.points)))
            if count
        },
        "bar": position.bar._asdict(),
        "off": position.off._asdict(),
        "to_move": position.to_move,
        "phase": position.phase,
        "dice": list(position.dice) if position.dice else None,
        "cube": cube,
        "score": position.score._asdict(),
        "options": {option.name: getattr(position.options, option.name) for option in OPTIONS},
    }
    return fields.with_result(data, position.result)


def score_changes(position: Position) -> Iterator[Change[Position]]:
    """Positions in which a player has one point more or one less."""

    def put(position: Position, player: Player, points: int) -> Position:
        return replace(position, score=position.score.but(player, points))

    return counts("score", PLAYERS, PLAYER_NAMES, position.score.of, in_points, put)


def cube_changes(position: Position) -> Iterator[Change[Position]]:
    """Positions with another cube: in the middle or owned by either player, with its value, the next lower and the next
    higher one.
    """
    now = position.cube
    for value in (now.value // 2, now.value, 2 * now.value):
        for owner in (None, *PLAYERS):
            if (value, owner) != (now.value, now.owner):
                label = f"cube={value} {owner}" if owner else f"cube={value}"
                after = replace(now, value=value, owner=owner)
                yield Change("cube", label, _describe_cube(after), _with_cube(after))


def _describe_cube(cube: Cube) -> str:
    if cube.owner is None:
        return _("The cube shows {value} and is in the middle").format(value=cube.value)
    return _("The cube shows {value} and is {player}'s").format(value=cube.value, player=PLAYER_NAMES[cube.owner])


def _with_cube(cube: Cube) -> Callable[[Position], Position]:
    return lambda position: replace(position, cube=cube)


# --- checks between fields --------------------------------------------------------------------------


def check(position: Position) -> None:
    """Raises PositionError if a position contradicts itself."""
    for player in PLAYERS:
        on_points, bar, off = position.in_play(player), position.bar.of(player), position.off.of(player)
        if on_points + bar + off != CHECKERS:
            raise PositionError(
                f"{PLAYER_NAMES[player]} has {CHECKERS} checkers, but {on_points} on the points, {bar} on the bar "
                f"and {off} off make {on_points + bar + off}",
                "points",
            )
    _check_end(position)
    _check_score(position)
    _check_cube(position)


def _check_end(position: Position) -> None:
    ended = position.phase in ("between", "over")
    for player in PLAYERS:
        done = position.off.of(player) == CHECKERS
        if done and not (ended and player == position.to_move):
            won = f"{PLAYER_NAMES[player]} has borne off all checkers and so has won this game"
            if ended:
                raise PositionError(f"{won}, but to_move names {PLAYER_NAMES[position.to_move]}", "to_move")
            raise PositionError(f"{won}, but the phase is {position.phase!r}", "phase")
        # A game of a match may have been given up, which its position does not show.
        stopped = position.options.cube or position.phase == "between" or _is_given_up(position)
        if ended and player == position.to_move and not done and not stopped:
            raise PositionError(
                f"the game cannot have ended: {PLAYER_NAMES[player]} has checkers left, "
                "nobody gave up, and without the cube nobody can have dropped",
                "phase",
            )
    if position.phase == "between" and position.options.match_length == 1:
        raise PositionError("a match of 1 point is over after one game, so nothing comes between", "phase")


def _is_given_up(position: Position) -> bool:
    return position.result is not None and position.result.how == RESIGNED


def _check_score(position: Position) -> None:
    length = position.options.match_length
    for player in PLAYERS:
        score, winner = position.score.of(player), position.phase == "over" and player == position.to_move
        if winner and score < length and not _is_given_up(position):
            raise PositionError(
                f"the match goes to {length}, so it is not over with {score} for {PLAYER_NAMES[player]}",
                f"score.{player}",
            )
        if not winner and score >= length:
            raise PositionError(
                f"{PLAYER_NAMES[player]} has {in_points(score)}, which wins a match to {length}; "
                f"but the phase is {position.phase!r} and to_move {position.to_move!r}",
                f"score.{player}",
            )
    if position.phase == "between" and not position.score.of(position.to_move):
        raise PositionError("the winner of a game has points", f"score.{position.to_move}")


def _check_cube(position: Position) -> None:
    cube, phase = position.cube, position.phase
    if not position.options.cube:
        if cube != Cube():
            raise PositionError("without the option cube it stays 1, without an owner", "cube")
        if phase == "double":
            raise PositionError("'double' needs the option cube", "phase")
    if cube.value == 1 and cube.owner:
        raise PositionError("a cube that shows 1 lies in the middle", "cube.owner")
    if cube.value > 1 and not cube.owner:
        raise PositionError(f"a cube that shows {cube.value} has an owner", "cube.owner")
    if phase == "double":
        if cube.owner == position.to_move:
            raise PositionError(
                f"{PLAYER_NAMES[position.to_move]} owns the cube, so the opponent cannot have doubled", "cube.owner"
            )
        if cube.crawford:
            raise PositionError("nobody doubles in the Crawford game", "cube.crawford")
        if cube.value >= LARGEST_CUBE:
            raise PositionError(f"the cube goes no higher than {LARGEST_CUBE}", "cube.value")
    if cube.crawford:
        _check_crawford(position)


def _check_crawford(position: Position) -> None:
    where, length = "cube.crawford", position.options.match_length
    if not position.options.crawford:
        raise PositionError("without the option crawford there is no Crawford game", where)
    if position.phase in ("between", "over"):
        raise PositionError("the game has ended, and so has the Crawford game", where)
    if sum(score == length - 1 for score in position.score) != 1:
        raise PositionError(
            f"in the Crawford game exactly one player is a point away from {length}, "
            f"but the score is {position.score.W} to {position.score.B}",
            where,
        )
    if position.cube.value > 1:
        raise PositionError("nobody doubles in the Crawford game, so the cube shows 1", "cube.value")


# --- single fields ----------------------------------------------------------------------------------


def _points(data: JSON) -> tuple[int, ...]:
    if not isinstance(data, Mapping):
        raise PositionError(f'an object is needed, {{"24": ["W", 2]}}, not {shown(data)}', "points")
    points = [0] * (POINTS + 1)
    names = {str(point): point for point in range(1, POINTS + 1)}
    for name, held in data.items():
        if name not in names:
            raise PositionError(f"the points are 1 to {POINTS}", f"points.{shown(name)[1:-1]}")
        where = f"points.{name}"
        if not isinstance(held, list) or len(held) != 2:
            raise PositionError(f'one colour and a number are needed, ["W", 2], not {shown(held)}', where)
        player = fields.read_word(held[0], where, PLAYERS)
        count = fields.read_whole(held[1], where, 1, CHECKERS)
        points[names[name]] = count if player == "W" else -count
    return tuple(points)


def _dice(data: JSON, phase: Phase) -> Dice | None:
    if phase != "move":
        if data is not None:
            raise PositionError(f"null is needed in the phase {phase!r}: dice lie only in 'move'", "dice")
        return None
    if data is None:
        raise PositionError("two numbers are needed in the phase 'move'", "dice")
    if not is_roll(data):
        raise PositionError(f"two numbers from 1 to 6 are needed, not {shown(data)}", "dice")
    return data[0], data[1]


def is_roll(data: JSON) -> bool:
    """True if JSON is a roll of two dice."""
    return isinstance(data, list | tuple) and len(data) == 2 and all(map(is_face, data))


def _cube(data: JSON) -> Cube:
    given = fields.read_inner(data, "cube", known=("value", "owner", "crawford"), needed=("value", "owner"))
    value = fields.read_whole(given["value"], "cube.value", 1, LARGEST_CUBE)
    if value.bit_count() != 1:
        raise PositionError(f"1, 2, 4, 8, ... is needed, not {value}", "cube.value")
    owner = None if given["owner"] is None else fields.read_word(given["owner"], "cube.owner", PLAYERS)
    return Cube(value, owner, fields.read_truth(given.get("crawford", False), "cube.crawford"))


def _checkers(data: JSON, where: str) -> int:
    return fields.read_whole(data, where, 0, CHECKERS)


def _score(data: JSON, where: str) -> int:
    return fields.read_whole(data, where, 0, MOST_POINTS)
