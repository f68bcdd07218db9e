"""Which actions Mindfield allows in a position, and what each of them does.

The basic game, rulings MF-R1 to MF-R13. Why an action is not allowed is said in `judging`; nothing here
has words for a refusal. What tournament matches add has its place here: MF-R14 and R15 in `legs`, the
end of a round in `_ended`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.rules.core import Event, Outcome, Result
from companion.rules.mindfield.actions import Action, Claim, Jump, Pass, Place, Step
from companion.rules.mindfield.position import (
    ANTIPODE,
    EMPTY,
    PLAYER_NAMES,
    TO_WIN,
    Position,
    has_won,
    other,
)
from companion.rules.mindfield.squares import AROUND, JUMPS, NAMES, RAYS, STEPS


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a jumping stone stands after some legs, and what it has done on the way (MF-R12).

    captured: a bit for each square where a stone was captured. flipped: the Antipode shows another face
    than before the jump.
    """

    square: int
    captured: int = 0
    flipped: bool = False


Route = tuple[int, ...]
"""The squares of a jump, the one it left first."""


def actions(position: Position) -> Iterator[Action]:
    """Every action that may be made, one for each different result; none where nothing can be done (MF-R13)."""
    if position.phase == "over":
        return
    yield from (Place(square) for square in placements(position))
    if position.phase == "play":
        yield from steps(position)
        yield from jumps(position)


def placements(position: Position) -> Iterator[int]:
    """The squares where the player to move may place a stone (MF-R1, MF-R3)."""
    if position.hand.of(position.to_move):
        yield from (square for square in range(len(NAMES)) if free_standing(position.board, square))


def free_standing(board: str, square: int) -> bool:
    """Whether a square is empty and no piece touches it, corners included (MF-R1)."""
    return board[square] == EMPTY and all(board[near] == EMPTY for near in AROUND[square])


def steps(position: Position) -> Iterator[Step]:
    """The moves of stones and slides of the Antipode that may be made (MF-R4 to MF-R6)."""
    board, mover = position.board, position.to_move
    returning = forbidden_return(position)
    for start, piece in enumerate(board):
        if piece == mover:
            ends: list[int] = [end for end in STEPS[start] if board[end] == EMPTY]
        elif piece == ANTIPODE and position.antipode_up == mover:
            ends = [end for ray in RAYS[start] for end in _open_part(board, ray)]
        else:
            continue
        yield from (Step(start, end) for end in ends if (start, end) != returning)


def _open_part(board: str, ray: tuple[int, ...]) -> Iterator[int]:
    for square in ray:
        if board[square] != EMPTY:
            return
        yield square


def forbidden_return(position: Position) -> tuple[int, int] | None:
    """The way back of the mover's previous turn, which he may not go now (MF-R5)."""
    travel = position.last_moves.of(position.to_move)
    return (travel[1], travel[0]) if travel else None


def jumps(position: Position) -> Iterator[Jump]:
    """The jumps that may be made: for each stone and each thing it can bring about the shortest way to it."""
    for origin in position.stones(position.to_move):
        for route, _ in landings(position, origin):
            yield Jump(route)


def landings(
    position: Position, origin: int, within: Callable[[Landing], bool] | None = None
) -> Iterator[tuple[Route, Landing]]:
    """Everything that a stone can bring about by jumping, with the shortest way there, shortest ways first.

    Each (square, captured stones, face of the Antipode) is visited once (MF-R12), so the way back to where
    all began is none. within: landings for which it is false are not jumped on to or over from.
    """
    first = Landing(origin)
    seen = {first}
    waiting: deque[tuple[Route, Landing]] = deque([((origin,), first)])
    while waiting:
        route, landing = waiting.popleft()
        for further in legs(position, origin, landing):
            if further not in seen and (within is None or within(further)):
                seen.add(further)
                way = (*route, further.square)
                yield way, further
                waiting.append((way, further))


def legs(position: Position, origin: int, landing: Landing) -> Iterator[Landing]:
    """The landings that a stone which left `origin` can reach by one more leg (MF-R7 to MF-R9)."""
    board, captured = position.board, landing.captured
    enemy = other(position.to_move)
    for over, behind in JUMPS[landing.square]:
        piece = board[over]
        if piece == EMPTY or captured >> over & 1 or (board[behind] != EMPTY and behind != origin):
            continue
        yield Landing(
            behind,
            captured | 1 << over if piece == enemy else captured,
            landing.flipped != (piece == ANTIPODE),
        )


def carry_out(position: Position, action: Action) -> Outcome[Position]:
    """What a legal action leads to. Whether it is legal is not looked at."""
    match action:
        case Place(square):
            mover = position.to_move
            placed = replace(
                position,
                board=_with(position.board, {square: mover}),
                hand=position.hand.but(mover, position.hand.of(mover) - 1),
            )
            return _turn_over(placed, None, [])
        case Step(start, end):
            moved = replace(position, board=_with(position.board, {start: EMPTY, end: position.board[start]}))
            return _turn_over(moved, (start, end), [])
        case Jump():
            return _jumped(position, action)
        case Pass():
            return _turn_over(position, None, [])
        case Claim():
            raise ValueError("a claim is never legal in the basic game")


def _jumped(position: Position, jump: Jump) -> Outcome[Position]:
    mover = position.to_move
    name, opponent = PLAYER_NAMES[mover], PLAYER_NAMES[other(mover)]
    changes = {jump.squares[0]: EMPTY}
    up, captured = position.antipode_up, position.captured.of(mover)
    events = []
    for start, end in jump.legs:
        over = (start + end) // 2
        piece = position.board[over]
        if piece == other(mover):
            changes[over] = EMPTY
            captured += 1
            events.append(
                Event("captured", f"{name} captures the {opponent.lower()} stone on {NAMES[over]}.", (NAMES[over],))
            )
        elif piece == ANTIPODE:
            up = other(up)
            events.append(
                Event(
                    "flipped",
                    f"The Antipode on {NAMES[over]} is turned over: {PLAYER_NAMES[up]} controls it now.",
                    (NAMES[over],),
                )
            )
    changes[jump.squares[-1]] = mover
    landed = replace(
        position,
        board=_with(position.board, changes),
        antipode_up=up,
        captured=position.captured.but(mover, captured),
    )
    return _turn_over(landed, None, events)


def _turn_over(position: Position, travel: tuple[int, int] | None, events: list[Event]) -> Outcome[Position]:
    """The end of a turn: it may win the game (MF-R10) or end setup (MF-R2); else the other player is to move."""
    mover = position.to_move
    position = replace(position, last_moves=position.last_moves.but(mover, travel))
    if result := _ended(position):
        how = f"{TO_WIN} stones captured" if result.how == "captures" else f"{TO_WIN} stones on Prime squares"
        events.append(Event("won", f"{PLAYER_NAMES[mover]} wins: {how}."))
        return Outcome(replace(position, phase="over", result=result), tuple(events))
    phase = position.phase
    if phase == "setup" and not _setup_goes_on(position):
        phase = "play"
        events.append(Event("play-begins", "No more stones can be placed: setting up ends and play begins."))
    return Outcome(replace(position, phase=phase, to_move=other(mover)), tuple(events))


def _ended(position: Position) -> Result | None:
    """How the game ends with the turn just made, if it does."""
    mover = position.to_move
    if not has_won(position, mover):
        return None
    return Result(mover, 1, "captures" if position.captured.of(mover) >= TO_WIN else "primes")


def _setup_goes_on(position: Position) -> bool:
    return any(position.hand) and any(free_standing(position.board, square) for square in range(len(NAMES)))


def _with(board: str, changes: dict[int, str]) -> str:
    pieces = list(board)
    for square, piece in changes.items():
        pieces[square] = piece
    return "".join(pieces)
