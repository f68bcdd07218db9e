"""A Mindfield position from JSON and to it (interfaces.md section 2), and the game's options.

A position need not be reachable, but what contradicts itself is refused here, with the name of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.mindfield.position import (
    ANTIPODE,
    FEWEST,
    PLAYER_NAMES,
    PLAYERS,
    TO_WIN,
    Both,
    Phase,
    Player,
    Position,
    Tournament,
    Travel,
    has_won,
    other,
)
from companion.rules.mindfield.squares import INDEX, NAMES, SIDE, between

T = TypeVar("T")

MOST_COUNTED = 100
"""No count of stones or points comes near this."""


def rounds_of(options: JSON, where: str = "options") -> int:
    """The rounds that options ask for, 0 the basic game. Raises PositionError for what is no option of the game."""
    given = _object(options, where, known=("rounds",), needed=())
    rounds = given.get("rounds", 0)
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds not in (0, 2, 4):
        raise PositionError(f"0 (the basic game), 2 or 4 is needed, not {shown(rounds)}", f"{where}.rounds")
    return rounds


_FIELDS = (
    "game", "rows", "antipode_up", "to_move", "phase", "hand", "captured", "last_moves", "match", "options",
)  # fmt: skip


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError naming the field that is missing, unknown or contradictory."""
    given = _object(data, "position", known=(*_FIELDS, "result"), needed=_FIELDS)
    if given["game"] != "mindfield":
        raise PositionError(f'"mindfield" is needed, not {shown(given["game"])}', "game")
    tournament = _tournament(given["match"], rounds_of(given["options"]))
    phase = _phase(given["phase"], tournament)
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
        tournament=tournament,
    )
    _check_counts(position)
    _check_end(position)
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
    if match := position.tournament:
        data["match"] = {
            "rounds": match.rounds,
            "round": match.round,
            "score": match.score._asdict(),
            "first": match.first,
        }
        data["options"] = {"rounds": match.rounds}
    if position.result:
        result = position.result
        data["result"] = {"winner": result.winner, "points": result.points, "how": result.how}
    return data


def _check_counts(position: Position) -> None:
    """Every stone is somewhere; those captured in earlier rounds are nowhere any more."""
    match, stones = position.tournament, position.stones_each
    exactly = match is None or match.round == 1
    kind = f"a match of {match.rounds} rounds" if match else "the basic game"
    for player in PLAYERS:
        hand, lost = position.hand.of(player), position.captured.of(other(player))
        board = position.board.count(player)
        count = hand + board + lost
        if count > stones or (exactly and count < stones):
            name, opponent = PLAYER_NAMES[player], other(player)
            has = "has" if exactly else "has at most"
            raise PositionError(
                f"{name} {has} {stones} stones in {kind}, but {hand} in hand, {board} on the board and "
                f"{lost} captured by {PLAYER_NAMES[opponent]} make {count}",
                f"hand.{player}",
            )


def _check_end(position: Position) -> None:
    """The phases `between` and `over` need something that ended the round, or the whole."""
    winner, match = position.to_move, position.tournament
    if position.phase not in ("between", "over"):
        return
    if match is None or (match.extra and position.left(other(winner)) >= FEWEST):
        if not has_won(position, winner):
            raise PositionError(
                f"the game cannot be over: {PLAYER_NAMES[winner]} has neither {TO_WIN} captures "
                f"nor {TO_WIN} stones on Prime squares",
                "phase",
            )
        return
    if position.phase == "over" and position.left(other(winner)) < FEWEST:
        return
    if not any(has_won(position, player) for player in PLAYERS):
        raise PositionError(
            f"the round cannot be over: nobody has {TO_WIN} captures or {TO_WIN} stones on Prime squares", "phase"
        )
    lead = match.score.of(winner) - match.score.of(other(winner))
    if position.phase == "over" and (match.round < match.rounds or lead <= 0):
        raise PositionError(
            f"the match cannot be over: {PLAYER_NAMES[winner]} leads after round {match.rounds} or has left the "
            f"opponent fewer than {FEWEST} stones",
            "phase",
        )
    if position.phase == "between" and match.round == match.rounds and lead:
        raise PositionError(f"nothing follows round {match.rounds} but after a tie: the match is over", "phase")


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


def _tournament(data: JSON, rounds: int) -> Tournament | None:
    if not rounds:
        if data is not None:
            raise PositionError("null is needed in the basic game (options.rounds 0)", "match")
        return None
    fields = ("rounds", "round", "score", "first")
    given = _object(data, "match", known=fields, needed=fields)
    if _count(given["rounds"], "match.rounds") != rounds:
        raise PositionError(f"options.rounds is {rounds}, so not {shown(given['rounds'])}", "match.rounds")
    number = _count(given["round"], "match.round")
    if not 1 <= number <= rounds + 1:
        raise PositionError(
            f"the rounds are 1 to {rounds}, and {rounds + 1} after a tie, so not {number}", "match.round"
        )
    return Tournament(
        rounds, number, _both(given["score"], "match.score", _count), _player(given["first"], "match.first")
    )


def _phase(data: JSON, tournament: Tournament | None) -> Phase:
    phases: tuple[Phase, ...] = ("setup", "play", "claim", "between", "over")
    if tournament is None or tournament.extra:
        phases = ("setup", "play", "over")
    for phase in phases:
        if data == phase:
            return phase
    needed = f"one of {', '.join(phases)} is needed"
    if data in ("claim", "between"):
        where = "basic game" if tournament is None else "extra round"
        raise PositionError(f"there is no {shown(data)} in the {where}: {needed}", "phase")
    raise PositionError(f"{needed}, not {shown(data)}", "phase")


def _result(given: Mapping[str, Any], phase: Phase, to_move: Player) -> Result | None:
    if phase not in ("between", "over"):
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
            f"the winner is to move in the phase {phase}, but to_move is {shown(to_move)}", "result.winner"
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
