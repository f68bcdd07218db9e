"""A Mindfield position, and its JSON of interfaces.md section 2.

Values and their checks only: what a move is and what it does stands in `moves`. Tournament matches
are not offered yet; whatever belongs to them alone (`options.rounds` 2 and 4, `match`, the phases
`claim` and `between`) is refused in this one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.mindfield.squares import INDEX, NAMES, PRIME, SIDE, between

T = TypeVar("T")

Player = Literal["G", "S"]
Phase = Literal["setup", "play", "over"]
Travel = tuple[int, int]
"""The squares that a move or slide led from and to."""

PLAYERS: tuple[Player, Player] = ("G", "S")
PLAYER_NAMES: Mapping[Player, str] = {"G": "Gold", "S": "Silver"}
EMPTY, ANTIPODE = ".", "A"

STONES = 13
"""Stones of each player in the basic game."""

MOST_COUNTED = 100
"""No count of stones or points comes near this."""

TO_WIN = 7
"""So many captures, or so many own stones on Prime squares, win (MF-R10)."""


def other(player: Player) -> Player:
    return "S" if player == "G" else "G"


class Both(NamedTuple, Generic[T]):
    """One value for each player."""

    G: T
    S: T

    def of(self, player: Player) -> T:
        return self.G if player == "G" else self.S

    def but(self, player: Player, value: T) -> Both[T]:
        """The same with another value for one player."""
        return Both(value, self.S) if player == "G" else Both(self.G, value)


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the basic game.

    board: 49 characters in the order of `squares.NAMES`: `.`, `G`, `S`, or `A` for the Antipode.
    hand: stones not yet placed. captured: stones captured by each player.
    last_moves: each player's last turn where it was a move or slide, else None.
    """

    board: str
    antipode_up: Player
    to_move: Player
    phase: Phase
    hand: Both[int]
    captured: Both[int]
    last_moves: Both[Travel | None]
    result: Result | None = None

    def stones(self, player: Player) -> list[int]:
        """The squares where a player's stones lie."""
        return [square for square, piece in enumerate(self.board) if piece == player]

    def on_prime(self, player: Player) -> int:
        return sum(self.board[square] == player for square in PRIME)

    def kind(self, square: int) -> str | None:
        """The kind of the piece on a square, as tables name it."""
        piece = self.board[square]
        if piece == EMPTY:
            return None
        if piece == ANTIPODE:
            return f"antipode-{PLAYER_NAMES[self.antipode_up].lower()}"
        return "gold" if piece == "G" else "silver"


def start() -> Position:
    """The empty board with the Antipode on d4, Silver up, and Gold to place first."""
    board = EMPTY * INDEX["d4"] + ANTIPODE
    return Position(
        board=board.ljust(SIDE * SIDE, EMPTY),
        antipode_up="S",
        to_move="G",
        phase="setup",
        hand=Both(STONES, STONES),
        captured=Both(0, 0),
        last_moves=Both(None, None),
    )


def check_options(options: JSON, where: str = "options") -> None:
    """Raises PositionError for what is no option of the game, or not offered."""
    given = _object(options, where, known=("rounds",), needed=())
    rounds = given.get("rounds", 0)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds not in (0, 2, 4):
        raise PositionError(f"0 (the basic game), 2 or 4 is needed, not {shown(rounds)}", f"{where}.rounds")
    if rounds:
        raise PositionError(
            f"tournament matches ({rounds} rounds) are not offered yet; leave it 0 for the basic game",
            f"{where}.rounds",
        )


_FIELDS = (
    "game", "rows", "antipode_up", "to_move", "phase", "hand", "captured", "last_moves", "match", "options",
)  # fmt: skip


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError naming the field that is missing, unknown or contradictory."""
    given = _object(data, "position", known=(*_FIELDS, "result"), needed=_FIELDS)
    if given["game"] != "mindfield":
        raise PositionError(f'"mindfield" is needed, not {shown(given["game"])}', "game")
    check_options(given["options"])
    if given["match"] is not None:
        raise PositionError("null is needed in the basic game (options.rounds 0)", "match")
    phase = _phase(given["phase"])
    to_move = _player(given["to_move"], "to_move")
    position = Position(
        board=_board(given["rows"]),
        antipode_up=_player(given["antipode_up"], "antipode_up"),
        to_move=to_move,
        phase=phase,
        hand=_both(given["hand"], "hand", _count),
        captured=_both(given["captured"], "captured", _count),
        last_moves=_both(given["last_moves"], "last_moves", _travel),
        result=_result(given, phase, to_move),
    )
    _check_counts(position)
    return position


def dump(position: Position) -> dict[str, JSON]:
    """The position as JSON; `parse(dump(p)) == p`."""
    data: dict[str, JSON] = {
        "game": "mindfield",
        "rows": [position.board[row * SIDE : (row + 1) * SIDE] for row in reversed(range(SIDE))],
        "antipode_up": position.antipode_up,
        "to_move": position.to_move,
        "phase": position.phase,
        "hand": position.hand._asdict(),
        "captured": position.captured._asdict(),
        "last_moves": {
            player: [NAMES[square] for square in travel] if (travel := position.last_moves.of(player)) else None
            for player in PLAYERS
        },
        "match": None,
        "options": {"rounds": 0},
    }
    if position.result:
        result = position.result
        data["result"] = {"winner": result.winner, "points": result.points, "how": result.how}
    return data


def _check_counts(position: Position) -> None:
    for player in PLAYERS:
        hand, lost = position.hand.of(player), position.captured.of(other(player))
        board = position.board.count(player)
        if hand + board + lost != STONES:
            name, opponent = PLAYER_NAMES[player], other(player)
            raise PositionError(
                f"{name} has {STONES} stones in the basic game, but {hand} in hand, {board} on the board and "
                f"{lost} captured by {PLAYER_NAMES[opponent]} make {hand + board + lost}",
                f"hand.{player}",
            )
    if position.phase == "over" and not has_won(position, position.to_move):
        raise PositionError(
            f"the game cannot be over: {PLAYER_NAMES[position.to_move]} has neither {TO_WIN} captures "
            f"nor {TO_WIN} stones on Prime squares",
            "phase",
        )


def has_won(position: Position, player: Player) -> bool:
    """Whether a player has what wins at the end of an own action (MF-R10)."""
    return position.captured.of(player) >= TO_WIN or position.on_prime(player) >= TO_WIN


def _board(data: JSON) -> str:
    if not isinstance(data, list) or len(data) != SIDE:
        raise PositionError(f"a list of {SIDE} texts is needed, row 7 first, not {shown(data)}", "rows")
    for i, row in enumerate(data):
        where = f"rows[{i}]"
        if not isinstance(row, str) or len(row) != SIDE:
            raise PositionError(f"a text of {SIDE} squares, a to g, is needed, not {shown(row)}", where)
        if strange := sorted(set(row) - set(".GSA")):
            raise PositionError(f"a square is one of . G S A, not {shown(strange[0])}", where)
    board = "".join(reversed(data))
    if (antipodes := board.count(ANTIPODE)) != 1:
        raise PositionError(f"exactly one Antipode (A) belongs on the board, not {antipodes}", "rows")
    return board


def _phase(data: JSON) -> Phase:
    if data == "setup":
        return "setup"
    if data == "play":
        return "play"
    if data == "over":
        return "over"
    needed = '"setup", "play" or "over" is needed'
    if data in ("claim", "between"):
        raise PositionError(f"{shown(data)} belongs to tournament matches; here {needed}", "phase")
    raise PositionError(f"{needed}, not {shown(data)}", "phase")


def _result(given: Mapping[str, Any], phase: Phase, to_move: Player) -> Result | None:
    if phase != "over":
        if "result" in given:
            raise PositionError(f"only a finished game has a result, and the phase is {shown(phase)}", "result")
        return None
    if "result" not in given:
        raise PositionError("this field is missing: a finished game says who has won", "result")
    fields = ("winner", "points", "how")
    data = _object(given["result"], "result", known=fields, needed=fields)
    winner = _player(data["winner"], "result.winner")
    if winner != to_move:
        raise PositionError(
            f"the winner is to move when the game is over, but to_move is {shown(to_move)}", "result.winner"
        )
    how = data["how"]
    if not isinstance(how, str) or not how.strip():
        raise PositionError(f"a text is needed, not {shown(how)}", "result.how")
    return Result(winner, _count(data["points"], "result.points"), how)


def _player(data: JSON, where: str) -> Player:
    if data == "G":
        return "G"
    if data == "S":
        return "S"
    raise PositionError(f'"G" or "S" is needed, not {shown(data)}', where)


def _both(data: JSON, where: str, read: Callable[[JSON, str], T]) -> Both[T]:
    given = _object(data, where, known=PLAYERS, needed=PLAYERS)
    return Both(read(given["G"], f"{where}.G"), read(given["S"], f"{where}.S"))


def _count(data: JSON, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= MOST_COUNTED:
        raise PositionError(f"a whole number from 0 to {MOST_COUNTED} is needed, not {shown(data)}", where)
    return data


def _travel(data: JSON, where: str) -> Travel | None:
    if data is None:
        return None
    if not isinstance(data, list) or len(data) != 2:
        raise PositionError(f"null or two squares [from, to] are needed, not {shown(data)}", where)
    for name in data:
        if not isinstance(name, str) or name not in INDEX:
            raise PositionError(f"the board has no square {shown(name)}", where)
    start_square, end = INDEX[data[0]], INDEX[data[1]]
    if between(start_square, end) is None:
        raise PositionError(
            f"moves and slides go straight up, down, left or right, so not from {data[0]} to {data[1]}", where
        )
    return start_square, end


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
