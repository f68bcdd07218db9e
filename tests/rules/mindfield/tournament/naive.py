"""A tournament round of Mindfield written a second time, as simply as possible, for tests to compare with.

It uses `naive` and shares no line with the package. Everything is a board (a dict) or a position's JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.mindfield import naive
from tests.rules.mindfield.naive import Square

Board = dict[Square, str]
JSON = dict[str, Any]
OTHER = {"G": "S", "S": "G"}


def rim(square: Square) -> bool:
    return 0 in square or 6 in square


def prime(square: Square) -> bool:
    return not rim(square) and square != (3, 3)


def primes(board: Board, player: str) -> int:
    return sum(piece == player and prime(square) for square, piece in board.items())


def count(board: Board, player: str) -> int:
    return list(board.values()).count(player)


def strict(position: JSON) -> bool:
    return position["match"]["round"] <= position["match"]["rounds"]


def captures(position: JSON, board: Board) -> int:
    """How many stones the player to move has captured once this is the board."""
    enemy = OTHER[position["to_move"]]
    return int(position["captured"][position["to_move"]]) + count(naive.board_of(position), enemy) - count(board, enemy)


def ends(position: JSON, board: Board) -> bool:
    """True if the round ends when the player to move makes this board."""
    return captures(position, board) >= 7 or primes(board, position["to_move"]) >= 7


def loses(position: JSON, board: Board) -> bool:
    """True if a capture has just left the opponent fewer than seven stones."""
    enemy = OTHER[position["to_move"]]
    taken = captures(position, board) - position["captured"][position["to_move"]]
    return taken > 0 and count(board, enemy) + position["hand"][enemy] < 7


def legs(position: JSON, way: list[Square]) -> Iterator[tuple[list[Square], Board]]:
    """Every legal continuation of a jump by one leg, with the board after it."""
    me = position["to_move"]
    f, r = way[-1]
    here = naive.board_of(position) if len(way) == 1 else (naive.jump(position, way) or [{}])[-1]
    for df, dr in naive.STRAIGHT:
        over, end = (f + df, r + dr), (f + 2 * df, r + 2 * dr)
        hostile = here.get(over) in (OTHER[me], OTHER[me].lower())
        if end not in naive.ALL or (strict(position) and rim((f, r)) and prime(over) and hostile):
            continue
        if boards := naive.jump(position, [*way, end]):
            yield [*way, end], boards[-1]


def can_end(position: JSON, way: list[Square]) -> bool:
    """True if one more leg would end the round."""
    start = naive.board_of(position)
    return any(ends(position, board) and board != start for _, board in legs(position, way))


def setting_up(position: JSON) -> bool:
    """True if only placing is allowed. If a claim is possible, the board must show whether setting up goes on."""
    if position["phase"] != "claim":
        return bool(position["phase"] == "setup")
    board = naive.board_of(position)
    apart = all(max(abs(a - c), abs(b - d)) > 1 for a, b in board for c, d in board if (a, b) != (c, d))
    untouched = set(position["captured"].values()) == {0} and set(map(str, position["last_moves"].values())) == {"None"}
    middle = board.get((3, 3)) == OTHER[position["match"]["first"]].lower()
    return (
        apart
        and untouched
        and middle
        and primes(board, OTHER[position["to_move"]]) >= 6
        and any(position["hand"].values())
        and bool(free(board))
    )


def free(board: Board) -> list[Square]:
    return [
        (f, r) for f, r in naive.ALL if not any((f + df, r + dr) in board for df in (-1, 0, 1) for dr in (-1, 0, 1))
    ]


def singles(position: JSON) -> dict[str, Board]:
    """Placings, moves, slides and jumps of one leg."""
    phase = "setup" if setting_up(position) else "play"
    found = {m: b for m, b in naive.moves({**position, "phase": phase}).items() if "x" not in m and m != "pass"}
    if phase == "play":
        for start, piece in naive.board_of(position).items():
            if piece == position["to_move"]:
                found |= {"x".join(map(naive.name, way)): board for way, board in legs(position, [start])}
    return found


def bound(position: JSON) -> bool:
    """True if a single action can end the round; then it must be made."""
    return strict(position) and any(ends(position, board) for board in singles(position).values())


def jumps(position: JSON) -> Iterator[tuple[list[Square], bool]]:
    """Every jump during which no board occurs twice, and whether it leaves out a mandatory move."""
    start, first = naive.board_of(position), bound(position)

    def longer(way: list[Square], seen: list[Board], missed: bool) -> Iterator[tuple[list[Square], bool]]:
        for further, board in legs(position, way):
            if board not in seen:
                late = missed or (strict(position) and can_end(position, further))
                yield further, late and not ends(position, board) and not loses(position, board)
                yield from longer(further, [*seen, board], late)

    for square, piece in start.items():
        if piece == position["to_move"]:
            yield from longer([square], [start], first)


def moves(position: JSON) -> dict[str, JSON]:
    """Every legal move text with the position after it; each path of a jump is a move of its own."""
    if position["phase"] in ("over", "between"):
        return {}
    me, start = position["to_move"], naive.board_of(position)
    missed = bound(position)
    found: dict[str, JSON] = {}
    for text, board in singles(position).items():
        if "x" not in text:
            found[text] = turned(position, text, board, missed)
    if not setting_up(position):
        for way, late in jumps(position):
            boards = naive.jump(position, way)
            assert boards is not None
            text = "x".join(map(naive.name, way))
            found[text] = turned(position, text, boards[-1], late)
    if not found:
        found["pass"] = turned(position, "pass", start, False)
    if position["phase"] == "claim":
        for square, piece in start.items():
            if piece == OTHER[me]:
                board = {s: p for s, p in start.items() if s != square}
                went_on = {**position, **shown(board), "phase": "play"}
                went_on["captured"] = {**position["captured"], me: position["captured"][me] + 1}
                found[f"claim {naive.name(square)}"] = finished(position, board, went_on) or went_on
    return found


def shown(board: Board) -> JSON:
    """A board as the rows of a position and the side of the Antipode that is up."""
    letters = {square: "A" if piece in "gs" else piece for square, piece in board.items()}
    rows = ["".join(letters.get((f, r), ".") for f in range(7)) for r in range(6, -1, -1)]
    return {"rows": rows, "antipode_up": next(p for p in board.values() if p in "gs").upper()}


def turned(position: JSON, text: str, board: Board, missed: bool) -> JSON:
    """The position after a turn that left this board."""
    me = position["to_move"]
    placed = len(text) == 2
    after = {**position, **shown(board)}
    after["hand"] = {**position["hand"], me: position["hand"][me] - placed}
    after["captured"] = {**position["captured"], me: captures(position, board)}
    after["last_moves"] = {**position["last_moves"], me: text.split("-") if "-" in text else None}
    if done := finished(position, board, after):
        return done
    goes_on = setting_up(position) and any(after["hand"].values()) and bool(free(board))
    after["phase"] = "claim" if missed else "setup" if goes_on else "play"
    return {**after, "to_move": OTHER[me]}


def finished(position: JSON, board: Board, after: JSON) -> JSON | None:
    """The position where the round or the match is over; None if it goes on."""
    me = position["to_move"]
    match = dict(position["match"])
    over, lost = ends(position, board), loses(position, board)
    how = "captures" if captures(position, board) >= 7 else "primes"
    gained = score(position, board)
    if over and strict(position):
        match["score"] = {p: match["score"][p] + gained[p] for p in "GS"}
    after = {**after, "match": match}
    gold, silver = match["score"]["G"], match["score"]["S"]
    if lost:
        return closed(after, me, match["score"][me], "stones")
    if not over:
        return None
    if not strict(position):
        return closed(after, me, match["score"][me], how)
    if match["round"] == match["rounds"] and gold != silver:
        return closed(after, "G" if gold > silver else "S", max(gold, silver), "score")
    return {**after, "phase": "between", "to_move": me}


def closed(after: JSON, winner: str, points: int, how: str) -> JSON:
    result = {"winner": winner, "points": points, "how": how}
    return {**after, "phase": "over", "to_move": winner, "result": result}


def score(position: JSON, board: Board) -> dict[str, int]:
    """Each player's score of the round if the player to move ends it with this board."""
    me, enemy = position["to_move"], OTHER[position["to_move"]]
    mine, theirs = captures(position, board), position["captured"][enemy]
    gained = {me: 0, enemy: 0}
    if mine > theirs:
        gained[me] = mine - theirs
    else:
        gained[enemy] = theirs - mine
    if primes(board, me) >= 7 and primes(board, me) > primes(board, enemy):
        gained[me] += primes(board, me) - primes(board, enemy)
    [(place, face)] = [(s, p) for s, p in board.items() if p in "gs"]
    gained[face.upper()] += 2 if place == (3, 3) else 1 if prime(place) else 0
    return gained


def naively_legal(position: JSON, text: str) -> bool:
    """True if the text is a legal jump, even one during which a board comes twice."""
    way = [naive.square(cell) for cell in text.split("x")]
    for done in range(1, len(way)):
        if not any(further == way[: done + 1] for further, _ in legs(position, way[:done])):
            return False
    boards = naive.jump(position, way)
    return boards is not None and boards[0] != boards[-1]
