"""Mindfield written a second time, as simply as possible, for the tests to compare the rules with.

Squares are (file, row) pairs, boards are dicts, and every possible move is tried. It shares no line with the package.
It says only what is legal and what the table is afterwards, never why.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Square = tuple[int, int]
ALL = [(f, r) for r in range(7) for f in range(7)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def name(square: Square) -> str:
    return "abcdefg"[square[0]] + str(square[1] + 1)


def square(text: str) -> Square:
    return "abcdefg".index(text[0]), int(text[1]) - 1


def board_of(position: dict[str, Any]) -> dict[Square, str]:
    """The occupied squares: G, S, or the Antipode as g or s, whichever side is up."""
    face = position["antipode_up"].lower()
    return {
        (f, 6 - i): face if row[f] == "A" else row[f]
        for i, row in enumerate(position["rows"])
        for f in range(7)
        if row[f] != "."
    }


def table_of(board: dict[Square, str]) -> dict[str, tuple[str, ...]]:
    kinds = {"G": "gold", "S": "silver", "g": "antipode-gold", "s": "antipode-silver"}
    return {name(s): (kinds[piece],) for s, piece in board.items()}


def jump(position: dict[str, Any], squares: list[Square]) -> list[dict[Square, str]] | None:
    """The board before the jump and the boards after each leg; None if a leg cannot be made."""
    me = position["to_move"]
    board = board_of(position)
    if board.get(squares[0]) != me or len(squares) < 2:
        return None
    boards = [board]
    for (f, r), (tf, tr) in pairwise(squares):
        if (abs(tf - f), abs(tr - r)) not in ((2, 0), (0, 2)):
            return None
        over = ((f + tf) // 2, (r + tr) // 2)
        board = dict(boards[-1])
        if over not in board or (tf, tr) in board:
            return None
        del board[f, r]
        board[tf, tr] = me
        if board[over] in "gs":
            board[over] = "s" if board[over] == "g" else "g"
        elif board[over] != me:
            del board[over]
        boards.append(board)
    return boards


def jumps(position: dict[str, Any]) -> Iterator[list[Square]]:
    """Every jump during which no board comes twice."""

    def longer(squares: list[Square]) -> Iterator[list[Square]]:
        f, r = squares[-1]
        for df, dr in STRAIGHT:
            way = [*squares, (f + 2 * df, r + 2 * dr)]
            if way[-1] not in ALL:
                continue
            boards = jump(position, way)
            if boards and boards[-1] not in boards[:-1]:
                yield way
                yield from longer(way)

    for start, piece in board_of(position).items():
        if piece == position["to_move"]:
            yield from longer([start])


def moves(position: dict[str, Any]) -> dict[str, dict[Square, str]]:
    """Every legal move text with the board after it; jumps during which a board comes twice are left out."""
    if position["phase"] == "over":
        return {}
    me, board = position["to_move"], board_of(position)
    found: dict[str, dict[Square, str]] = {}
    for f, r in ALL:
        around = [(f + df, r + dr) for df in (-1, 0, 1) for dr in (-1, 0, 1)]
        if position["hand"][me] and not any(s in board for s in around):
            found[name((f, r))] = {**board, (f, r): me}
    if position["phase"] == "play":
        for start, piece in board.items():
            for df, dr in STRAIGHT:
                reach = 1 if piece == me else 6 if piece == me.lower() else 0
                for n in range(1, reach + 1):
                    end = (start[0] + n * df, start[1] + n * dr)
                    if end not in ALL or end in board:
                        break
                    if position["last_moves"][me] == [name(end), name(start)]:
                        continue
                    found[f"{name(start)}-{name(end)}"] = {s: p for s, p in board.items() if s != start} | {end: piece}
        for way in jumps(position):
            boards = jump(position, way)
            assert boards is not None
            found["x".join(map(name, way))] = boards[-1]
    return found or {"pass": board}


def results(position: dict[str, Any]) -> set[frozenset[tuple[Square, str]]]:
    """The different boards that a turn can leave."""
    return {frozenset(board.items()) for board in moves(position).values()}


def on_the_way(position: dict[str, Any], text: str, seen: dict[str, tuple[str, ...]]) -> bool:
    """True if the move touches every square that differs, and each of them holds what it may hold during the move."""
    board = board_of(position)
    if "x" in text:
        boards = jump(position, [square(cell) for cell in text.split("x")])
        assert boards is not None
    else:
        boards = [board, moves(position)[text]]
    may: dict[str, set[tuple[str, ...]]] = {}
    for s in ALL:
        held = {b.get(s) for b in boards}
        if len(held) > 1:
            may[name(s)] = {table_of({s: piece})[name(s)] if piece else () for piece in held} | {()}
    was = table_of(board)
    cells = set(was) | set(seen)
    return all(seen.get(c, ()) in may.get(c, set()) for c in cells if seen.get(c, ()) != was.get(c, ()))
