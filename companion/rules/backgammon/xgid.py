"""XGID, the notation of eXtreme Gammon for positions, read and written.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

The fields: the board from White's side (Black's bar, the points 1 to 24, White's bar; A to O count White's
checkers, a to o Black's), the cube as a power of two, its owner (1 White, -1 Black, 0 the middle), whose turn it
is (1, -1), the dice (`00` before the roll, `D` for a double to be answered: the turn is then the doubler's and
the cube is as before), White's and Black's score, the Crawford game (1; in money play 1 for Jacoby and 2 for
beavers, added), the match length (0 is money play) and the power of two that the cube may reach at most. So
eXtreme Gammon writes them and GNU Backgammon reads them (its `set xgid`).

Where the two sides differ:

* money play is here a match of 1 point with the cube; a match of 1 point in an XGID has no use for a cube;
* gammons count in every XGID but in a match of 1 point; one that says a position without them is read back with them;
* beavers do not exist here, and money play keeps no score: both are left out;
* the roll-off, finished games and passed double offers (`B`, `R`) have no XGID, or none here.
"""

from __future__ import annotations

import re

from companion.rules.backgammon.position import (
    CHECKERS,
    LARGEST_CUBE,
    LONGEST_MATCH,
    MOST_POINTS,
    POINTS,
    Cube,
    Dice,
    Options,
    Phase,
    Position,
    check,
)
from companion.rules.core import PositionError, shown
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Both, Player, other

_FIELDS = (
    "board",
    "cube",
    "cube owner",
    "turn",
    "dice",
    "White's score",
    "Black's score",
    "Crawford",
    "length",
    "limit",
)
_SIGNS = {"1": "W", "-1": "B", "0": None}
_USUAL_LIMIT = 10
_LONGEST = 200


def write(position: Position) -> str:
    """The XGID of a position. Raises PositionError in phases that have none."""
    options, cube, turn = position.options, position.cube, position.to_move
    dice = "00"
    if position.phase == "move" and position.dice:
        dice = f"{max(position.dice)}{min(position.dice)}"
    elif position.phase == "double":
        dice, turn = "D", other(turn)
    elif position.phase != "roll":
        raise PositionError(f"an XGID tells of a game under way, and the phase is {position.phase!r}", "phase")
    exponent = cube.value.bit_length() - 1
    money = options.match_length == 1 and options.cube
    limit = max(exponent, _USUAL_LIMIT) if options.cube or options.match_length == 1 else 0
    numbers = (
        exponent,
        {"W": 1, "B": -1, None: 0}[cube.owner],
        1 if turn == "W" else -1,
        dice,
        position.score.W,
        position.score.B,
        int(options.jacoby if money else cube.crawford),
        0 if money else options.match_length,
        limit,
    )
    return f"XGID={_board(position)}:" + ":".join(map(str, numbers))


def _board(position: Position) -> str:
    counts = (-position.bar.B, *position.points[1:], position.bar.W)
    return "".join("-" if not n else chr(ord("A" if n > 0 else "a") + abs(n) - 1) for n in counts)


def read(text: str) -> Position:
    """The position of an XGID, with or without `XGID=`. Raises PositionError that names the wrong field."""
    given = text.strip() if text.isascii() and len(text) <= _LONGEST else ""
    fields = re.sub(r"^xgid\s*=\s*", "", given, flags=re.IGNORECASE).split(":")
    if len(fields) != len(_FIELDS):
        raise PositionError(
            f"ten fields with colons between are needed, as in XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10, "
            f"not {shown(text)}",
            "xgid",
        )
    board, _, owner, turn, dice, *_ = fields
    length = _number(fields, 8, LONGEST_MATCH)
    limit = _number(fields, 9, 100)
    exponent = _number(fields, 1, LARGEST_CUBE.bit_length() - 1)
    rules = _number(fields, 7, 1 if length else 3)
    score = Both(_number(fields, 5, MOST_POINTS), _number(fields, 6, MOST_POINTS))
    cube_on = exponent > 0 or (limit > 0 and length != 1)
    if owner not in _SIGNS:
        raise _wrong(2, "1 (White), -1 (Black) or 0 (the middle) is needed", owner)
    if turn not in ("1", "-1"):
        raise _wrong(3, "1 (White) or -1 (Black) is needed", turn)
    to_move: Player = "W" if turn == "1" else "B"
    holder: Player | None = None if owner == "0" or not exponent else "W" if owner == "1" else "B"
    phase, thrown = _phase(dice)
    points, bar = _checkers(board)
    position = Position(
        points=points,
        bar=bar,
        off=Both(*(_off(points, bar, player) for player in PLAYERS)),
        to_move=other(to_move) if phase == "double" else to_move,
        phase=phase,
        dice=thrown,
        cube=Cube(2**exponent, holder, bool(length > 1 and rules and cube_on)),
        score=score if length > 1 else Both(0, 0),
        options=Options(
            cube=cube_on,
            gammons=length != 1,
            match_length=length or 1,
            jacoby=not length and bool(rules & 1),
        ),
    )
    check(position)
    return position


def _number(fields: list[str], at: int, most: int) -> int:
    text = fields[at]
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) > most:
        raise _wrong(at, f"a number from 0 to {most} is needed", text)
    return int(text)


def _phase(dice: str) -> tuple[Phase, Dice | None]:
    if dice == "00":
        return "roll", None
    if dice.upper() == "D":
        return "double", None
    if re.fullmatch("[1-6][1-6]", dice):
        return "move", (int(dice[0]), int(dice[1]))
    if dice.upper() in ("B", "R"):
        raise _wrong(4, "beavers and raccoons are not played here; 00, D or two dice are needed", dice)
    raise _wrong(4, "00, D or two dice are needed", dice)


def _checkers(board: str) -> tuple[tuple[int, ...], Both[int]]:
    if not re.fullmatch(r"[A-Oa-o-]{26}", board):
        raise _wrong(0, f"{POINTS + 2} signs are needed, each - or a letter from A to O or a to o", board)
    counts = [0 if sign == "-" else ord(sign) - 64 if sign.isupper() else 96 - ord(sign) for sign in board]
    if counts[0] > 0 or counts[-1] < 0:
        raise _wrong(0, "Black's bar is the first sign, White's the last", board)
    return (0, *counts[1:-1]), Both(counts[-1], -counts[0])


def _off(points: tuple[int, ...], bar: Both[int], player: Player) -> int:
    sign = 1 if player == "W" else -1
    lying = sum(max(0, sign * count) for count in points) + bar.of(player)
    if lying > CHECKERS:
        raise PositionError(f"{PLAYER_NAMES[player]} has {lying} checkers, {CHECKERS} at most can be", "xgid")
    return CHECKERS - lying


def _wrong(at: int, needed: str, text: str) -> PositionError:
    return PositionError(f"field {at + 1} ({_FIELDS[at]}): {needed}, not {shown(text)}", "xgid")
