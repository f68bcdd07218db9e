"""A Spaces position, and its JSON (docs/contract.md section 2). This module only has values and checks them. `rolls`
says what a roll does, `moves` what a move does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.language import N_
from companion.rules import fields
from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.corrections import Change, counts
from companion.rules.options import count, read
from companion.rules.resigning import RESIGNED
from companion.rules.spaces.board import COLOURS, HEXAGON, INDEX, NAMES
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Both, Player, other
from companion.rules.words import in_points

Phase = Literal["roll-off", "roll", "move", "between", "over"]
Spaces = frozenset[int]

PHASES: tuple[Phase, ...] = ("roll-off", "roll", "move", "between", "over")

MOST_PIECES = 3
"""How many pieces each player has, on the board and beside it (SP-R16)."""

TARGET = 6
"""How many points win the game, if the option does not say otherwise (SP-R15)."""

MOST_COUNTED = 1_000
"""The highest target and the highest score that a position may have."""

OPTIONS = (
    count(
        "target",
        N_("Points to win"),
        TARGET,
        (*range(1, 10), 11, 13, 15, 17, 21, 25),
        1,
        MOST_COUNTED,
        meaning=N_("Each bout gives its winner a point. Who has this many points first wins the game."),
    ),
)


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Spaces."""

    pieces: Both[Spaces]
    """The spaces where each player's pieces are."""
    to_move: Player
    """The player who moves or rolls. In `between` and `over`, the winner."""
    phase: Phase
    """What must happen next."""
    roll: int | None
    """The roll with which a piece must move. Only in the phase `move`."""
    opening: bool
    """True if nobody has rolled for a move in this bout yet."""
    extra_roll: bool
    """True if the roll is the extra one that a player gets after gaining a piece."""
    score: Both[int]
    """How many bouts each player has won."""
    target: int = TARGET
    """How many won bouts win the game."""
    result: Result | None = None
    """How the game ended. Only in the phase `over`."""

    @property
    def own(self) -> Spaces:
        """The spaces with pieces of the player to move."""
        return self.pieces.of(self.to_move)

    @property
    def enemy(self) -> Spaces:
        """The spaces with pieces of the other player."""
        return self.pieces.of(other(self.to_move))


START = Both(frozenset({INDEX["J6"]}), frozenset({INDEX["A6"]}))
"""The pieces at the start of a bout. They are on the two middle spaces between which a piece can cross the red
edges.
"""


def start(target: int) -> Position:
    """The start of the game: both players roll to decide who begins (SP-R1)."""
    return Position(START, "W", "roll-off", None, opening=True, extra_roll=False, score=Both(0, 0), target=target)


def check_options(options: JSON) -> int:
    """How many points win the game by these options. Raises PositionError for an unknown option or value."""
    target: int = read(OPTIONS, options)["target"]
    return target


_FIELDS = ("game", "pieces", "to_move", "phase", "roll", "opening", "extra_roll", "score", "options")


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError that names the missing, unknown or contradictory field."""
    given = fields.read_position(data, "spaces", _FIELDS)
    phase = fields.read_word(given["phase"], "phase", PHASES)
    to_move = fields.read_word(given["to_move"], "to_move", PLAYERS)
    position = Position(
        pieces=_pieces(given["pieces"]),
        to_move=to_move,
        phase=phase,
        roll=_roll(given["roll"], phase),
        opening=fields.read_truth(given["opening"], "opening"),
        extra_roll=fields.read_truth(given["extra_roll"], "extra_roll"),
        score=Both(*fields.read_each(given["score"], "score", PLAYERS, _points)),
        target=check_options(given["options"]),
        result=fields.read_result(given, phase, to_move, PLAYERS),
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
    return fields.with_result(data, position.result)


def score_changes(position: Position) -> Iterator[Change[Position]]:
    """Positions in which a player has one point more or one less."""

    def put(position: Position, player: Player, points: int) -> Position:
        return replace(position, score=position.score.but(player, points))

    return counts("score", PLAYERS, PLAYER_NAMES, position.score.of, in_points, put)


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
            given_up = position.result is not None and position.result.how == RESIGNED
            if points != target and not (given_up and points < target):
                raise PositionError(f"{name} has won the game, so its score is {target}, not {points}", where)
        elif points >= target:
            raise PositionError(f"{name} has {in_points(points)}, but the first to reach {target} ends the game", where)
        elif phase == "between" and player == position.to_move and not points:
            raise PositionError(f"{name} has won the bout, so its point is counted already: not 0", where)


def _pieces(data: JSON) -> Both[Spaces]:
    if not isinstance(data, Mapping):
        raise PositionError(f"an object of space -> 'W' or 'B' is needed, not {shown(data)}", "pieces")
    found: Mapping[Player, set[int]] = {"W": set(), "B": set()}
    for name, player in data.items():
        where = f"pieces.{shown(name)[1:-1]}"
        if name not in INDEX:
            raise PositionError("the board has no such space; its spaces are A1 to J11", where)
        space = INDEX[name]
        if COLOURS[space] is None:
            raise PositionError(f"{name} is a black space: no piece stands there", where)
        if space in HEXAGON:
            raise PositionError(f"{name} is part of the centre hexagon: no piece stands there", where)
        found[fields.read_word(player, where, PLAYERS)].add(space)
    return Both(frozenset(found["W"]), frozenset(found["B"]))


def _roll(data: JSON, phase: Phase) -> int | None:
    if phase != "move":
        if data is not None:
            raise PositionError(f"null is needed outside phase 'move', not {shown(data)}", "roll")
        return None
    return fields.read_whole(data, "roll", 1, 6)


def _points(data: JSON, where: str) -> int:
    return fields.read_whole(data, where, 0, MOST_COUNTED)
