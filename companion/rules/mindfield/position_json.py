"""Reads and writes a Mindfield position as JSON (docs/contract.md section 2), and reads the game's options.

A position need not be reachable. But if it contradicts itself, this module refuses it and names the field.
"""

from __future__ import annotations

from companion.language import N_
from companion.rules import fields
from companion.rules.core import JSON, Option, PositionError, shown
from companion.rules.mindfield.position import (
    ANTIPODE,
    FEWEST,
    PLAYER_NAMES,
    PLAYERS,
    STONES,
    TO_WIN,
    Both,
    Phase,
    Position,
    Tournament,
    Travel,
    has_won,
    other,
)
from companion.rules.mindfield.squares import INDEX, NAMES, SIDE, between
from companion.rules.options import read
from companion.rules.resigning import RESIGNED

MOST_COUNTED = 100
"""The highest number of stones or points in JSON. Real games never come near it."""


def _read_rounds(data: JSON, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or data not in STONES:
        raise PositionError(f"0 (the basic game), 2 or 4 is needed, not {shown(data)}", where)
    return data


OPTIONS = (
    Option(
        "rounds",
        N_("Tournament rounds"),
        0,
        tuple(STONES),
        (N_("none, a single game"), "2", "4"),
        _read_rounds,
        N_("A tournament counts points over 2 or 4 rounds, and has some rules of its own."),
    ),
)


def read_rounds(options: JSON) -> int:
    """The number of rounds by the options; 0 for the basic game. Raises PositionError for an unknown option or
    value.
    """
    rounds: int = read(OPTIONS, options)["rounds"]
    return rounds


_FIELDS = (
    "game", "rows", "antipode_up", "to_move", "phase", "hand", "captured", "last_moves", "match", "options",
)  # fmt: skip


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError that names the missing, unknown or contradictory field."""
    given = fields.read_position(data, "mindfield", _FIELDS)
    tournament = _tournament(given["match"], read_rounds(given["options"]))
    phase = _phase(given["phase"], tournament)
    to_move = fields.read_word(given["to_move"], "to_move", PLAYERS)
    position = Position(
        board=_board(given["rows"]),
        antipode_up=fields.read_word(given["antipode_up"], "antipode_up", PLAYERS),
        to_move=to_move,
        phase=phase,
        hand=Both(*fields.read_each(given["hand"], "hand", PLAYERS, _count)),
        captured=Both(*fields.read_each(given["captured"], "captured", PLAYERS, _count)),
        last_moves=Both(*fields.read_each(given["last_moves"], "last_moves", PLAYERS, _travel)),
        result=fields.read_result(given, phase, to_move, PLAYERS),
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
    return fields.with_result(data, position.result)


def _check_counts(position: Position) -> None:
    """Checks that no stone is missing or too many. Stones that were captured in earlier rounds do not count."""
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
    """Checks, in the phases `between` and `over`, that something has ended the round or the whole game."""
    winner, match = position.to_move, position.tournament
    if position.phase not in ("between", "over"):
        return
    if position.result is not None and position.result.how == RESIGNED:
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
    names = ("rounds", "round", "score", "first")
    given = fields.read_inner(data, "match", known=names, needed=names)
    if _count(given["rounds"], "match.rounds") != rounds:
        raise PositionError(f"options.rounds is {rounds}, so not {shown(given['rounds'])}", "match.rounds")
    number = _count(given["round"], "match.round")
    if not 1 <= number <= rounds + 1:
        raise PositionError(
            f"the rounds are 1 to {rounds}, and {rounds + 1} after a tie, so not {number}", "match.round"
        )
    return Tournament(
        rounds,
        number,
        Both(*fields.read_each(given["score"], "match.score", PLAYERS, _count)),
        fields.read_word(given["first"], "match.first", PLAYERS),
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


def _count(data: JSON, where: str) -> int:
    return fields.read_whole(data, where, 0, MOST_COUNTED)


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
