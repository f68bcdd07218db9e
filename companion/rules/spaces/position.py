"""A Spaces position, and its JSON of interfaces.md section 2.

Values and their checks only: what a throw does stands in `throws`, what a move does in `moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.spaces.board import COLOURS, HEXAGON, INDEX, NAMES

T = TypeVar("T")

Player = Literal["W", "B"]
Phase = Literal["roll-off", "roll", "move", "between", "over"]

PLAYERS: tuple[Player, Player] = ("W", "B")
PLAYER_NAMES: Mapping[str, str] = MappingProxyType({"W": "White", "B": "Black"})
KINDS: Mapping[str, str] = MappingProxyType({"W": "white", "B": "black"})
PHASES: tuple[Phase, ...] = ("roll-off", "roll", "move", "between", "over")

MOST_PIECES = 3
"""Pieces that a player has, on the board and beside it (SP-R16)."""

TARGET = 6
"""Points that win the game, unless the option says otherwise (SP-R15)."""

MOST_COUNTED = 1_000
"""No target and no score is higher."""


def other(player: Player) -> Player:
    return "B" if player == "W" else "W"


class Both(NamedTuple, Generic[T]):
    """One value for each player."""

    W: T
    B: T

    def of(self, player: Player) -> T:
        return self.W if player == "W" else self.B

    def but(self, player: Player, value: T) -> Both[T]:
        """The same with another value for one player."""
        return Both(value, self.B) if player == "W" else Both(self.W, value)


Spaces = frozenset[int]


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Spaces.

    pieces: the spaces where each player's pieces stand. roll: the throw to be moved, in phase move alone.
    opening: no move roll of this bout has been made. extra_roll: the roll is the one after a gained piece.
    score: bouts won. target: as many win the game. result: how the game ended, in phase over alone.
    """

    pieces: Both[Spaces]
    to_move: Player
    phase: Phase
    roll: int | None
    opening: bool
    extra_roll: bool
    score: Both[int]
    target: int = TARGET
    result: Result | None = None

    @property
    def own(self) -> Spaces:
        """Where the pieces of the player to move stand."""
        return self.pieces.of(self.to_move)

    @property
    def enemy(self) -> Spaces:
        """Where the other player's pieces stand."""
        return self.pieces.of(other(self.to_move))


START = Both(frozenset({INDEX["J6"]}), frozenset({INDEX["A6"]}))
"""Where a bout begins: the middle crossing pair of the red sides."""


def start(target: int) -> Position:
    """The game's beginning: both throw for the start (SP-R1)."""
    return Position(START, "W", "roll-off", None, opening=True, extra_roll=False, score=Both(0, 0), target=target)


def check_options(options: JSON) -> int:
    """The target that the options give. Raises PositionError for what is no option of the game."""
    given = _object(options, "options", known=("target",), needed=())
    target = given.get("target", TARGET)
    if isinstance(target, bool) or not isinstance(target, int) or not 1 <= target <= MOST_COUNTED:
        raise PositionError(f"a whole number from 1 to {MOST_COUNTED} is needed, not {shown(target)}", "options.target")
    return target


_FIELDS = ("game", "pieces", "to_move", "phase", "roll", "opening", "extra_roll", "score", "options")


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError naming the field that is missing, unknown or contradictory."""
    given = _object(data, "position", known=(*_FIELDS, "result"), needed=_FIELDS)
    if given["game"] != "spaces":
        raise PositionError(f'"spaces" is needed, not {shown(given["game"])}', "game")
    phase = _phase(given["phase"])
    to_move = _player(given["to_move"], "to_move")
    position = Position(
        pieces=_pieces(given["pieces"]),
        to_move=to_move,
        phase=phase,
        roll=_roll(given["roll"], phase),
        opening=_flag(given["opening"], "opening"),
        extra_roll=_flag(given["extra_roll"], "extra_roll"),
        score=_both(given["score"], "score", _count),
        target=check_options(given["options"]),
        result=_result(given, phase, to_move),
    )
    _check_pieces(position)
    _check_flags(position)
    _check_score(position)
    return position


def dump(position: Position) -> dict[str, JSON]:
    """The position as JSON; `parse(dump(p)) == p`."""
    data: dict[str, JSON] = {
        "game": "spaces",
        "pieces": {NAMES[space]: player for player in PLAYERS for space in sorted(position.pieces.of(player))},
        "to_move": position.to_move,
        "phase": position.phase,
        "roll": position.roll,
        "opening": position.opening,
        "extra_roll": position.extra_roll,
        "score": position.score._asdict(),
        "options": {"target": position.target},
    }
    if position.result:
        result = position.result
        data["result"] = {"winner": result.winner, "points": result.points, "how": result.how}
    return data


def _check_pieces(position: Position) -> None:
    ended = position.phase in ("between", "over")
    for player in PLAYERS:
        count = len(position.pieces.of(player))
        fewest = 0 if ended and player != position.to_move else 1
        if not fewest <= count <= MOST_PIECES:
            only = "; none only for the loser when a bout or the game has ended" if not count else ""
            raise PositionError(
                f"{PLAYER_NAMES[player]} has {count} pieces, but {fewest} to {MOST_PIECES} are possible{only}", "pieces"
            )


def _check_flags(position: Position) -> None:
    phase = position.phase
    if position.opening and phase not in ("roll-off", "roll"):
        raise PositionError(f"in phase {phase!r} a move roll of this bout has been made: false is needed", "opening")
    if phase == "roll-off" and not position.opening:
        raise PositionError("after the roll-off no move roll has been made yet: true is needed", "opening")
    if position.extra_roll and phase not in ("roll", "move"):
        raise PositionError(f"in phase {phase!r} no extra roll is due: false is needed", "extra_roll")
    if position.extra_roll and position.opening:
        raise PositionError("before the first move roll of a bout no piece can have been gained", "extra_roll")


def _check_score(position: Position) -> None:
    phase, target = position.phase, position.target
    for player in PLAYERS:
        points, name, where = position.score.of(player), PLAYER_NAMES[player], f"score.{player}"
        if phase == "over" and player == position.to_move:
            if points != target:
                raise PositionError(f"{name} has won the game, so {target} points are needed, not {points}", where)
        elif points >= target:
            raise PositionError(f"{name} has {points} points, but the first to reach {target} ends the game", where)
        elif phase == "between" and player == position.to_move and not points:
            raise PositionError(f"{name} has won the bout, so its point is counted already: not 0", where)


def _pieces(data: JSON) -> Both[Spaces]:
    given = data
    if not isinstance(given, Mapping):
        raise PositionError(f"an object of space -> 'W' or 'B' is needed, not {shown(given)}", "pieces")
    found: Mapping[Player, set[int]] = {"W": set(), "B": set()}
    for name, player in given.items():
        where = f"pieces.{shown(name)[1:-1]}"
        if name not in INDEX:
            raise PositionError("the board has no such space; its spaces are A1 to J11", where)
        space = INDEX[name]
        if COLOURS[space] is None:
            raise PositionError(f"{name} is a black space: no piece stands there", where)
        if space in HEXAGON:
            raise PositionError(f"{name} is part of the centre hexagon: no piece stands there", where)
        found[_player(player, where)].add(space)
    return Both(frozenset(found["W"]), frozenset(found["B"]))


def _phase(data: JSON) -> Phase:
    for phase in PHASES:
        if data == phase:
            return phase
    raise PositionError(f"one of {', '.join(PHASES)} is needed, not {shown(data)}", "phase")


def _roll(data: JSON, phase: Phase) -> int | None:
    if phase != "move":
        if data is not None:
            raise PositionError(f"null is needed outside phase 'move', not {shown(data)}", "roll")
        return None
    if isinstance(data, bool) or not isinstance(data, int) or not 1 <= data <= 6:
        raise PositionError(f"in phase 'move' a whole number from 1 to 6 is needed, not {shown(data)}", "roll")
    return data


def _flag(data: JSON, where: str) -> bool:
    if not isinstance(data, bool):
        raise PositionError(f"true or false is needed, not {shown(data)}", where)
    return data


def _result(given: Mapping[str, Any], phase: Phase, to_move: Player) -> Result | None:
    if phase != "over":
        if "result" in given:
            raise PositionError(f"only a finished game has a result, and the phase is {phase!r}", "result")
        return None
    if "result" not in given:
        raise PositionError("this field is missing: a finished game says who has won", "result")
    fields = ("winner", "points", "how")
    data = _object(given["result"], "result", known=fields, needed=fields)
    winner = _player(data["winner"], "result.winner")
    if winner != to_move:
        raise PositionError(f"the winner is to move when the game is over, but to_move is {to_move!r}", "result.winner")
    how = data["how"]
    if not isinstance(how, str) or not how.strip():
        raise PositionError(f"a text is needed, not {shown(how)}", "result.how")
    return Result(winner, _count(data["points"], "result.points"), how)


def _player(data: JSON, where: str) -> Player:
    if data == "W":
        return "W"
    if data == "B":
        return "B"
    raise PositionError(f"'W' or 'B' is needed, not {shown(data)}", where)


def _both(data: JSON, where: str, read: Callable[[JSON, str], T]) -> Both[T]:
    given = _object(data, where, known=PLAYERS, needed=PLAYERS)
    return Both(read(given["W"], f"{where}.W"), read(given["B"], f"{where}.B"))


def _count(data: JSON, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= MOST_COUNTED:
        raise PositionError(f"a whole number from 0 to {MOST_COUNTED} is needed, not {shown(data)}", where)
    return data


def _object(data: JSON, where: str, known: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, Any]:
    inside = "" if where == "position" else f"{where}."
    if not isinstance(data, Mapping):
        raise PositionError(f"an object is needed, not {shown(data)}", where)
    for name in data:
        if name not in known:
            raise PositionError(f"unknown field; known are {', '.join(known)}", f"{inside}{shown(name)[1:-1]}")
    for name in needed:
        if name not in data:
            raise PositionError("this field is missing", f"{inside}{name}")
    return data
