"""What a Spry position waits for, and what can be done in it, said to people."""

from __future__ import annotations

from types import MappingProxyType

from companion.rules.core import Counter, Hint, Hints, Status
from companion.rules.spry.board import NAMES, RINGS, SIDE, cells
from companion.rules.spry.position import PLAYERS, Position
from companion.rules.spry.turns import SWAP
from companion.rules.white_black import PLAYER_NAMES


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {
        player: (Counter("stones", position.stones(player).bit_count()),) for player in PLAYERS
    }
    return Status(
        due="nothing" if position.result else "move",
        player=position.to_move,
        offers=(SWAP,) if position.may_swap and not position.result else (),
        counters=MappingProxyType(counters),
        result=position.result,
    )


def hints(position: Position) -> Hints:
    """Where stones may be placed, and how many with each cell."""
    player = PLAYER_NAMES[position.to_move]
    if position.result:
        return Hints(f"The game is over: {player} has won with a group that touches yellow, blue and red.")
    empty = tuple(cells(position.empty))
    free = {ring: sum(RINGS[cell] >= ring for cell in empty) for ring in range(1, SIDE + 1)}
    most = max(min(RINGS[cell], free[RINGS[cell]]) for cell in empty)
    text = f"{player}: place 1 to {most} stones on empty cells; " if most > 1 else f"{player}: place one stone; "
    text += (
        "the innermost ring that you use sets how many (5 on the outermost, one less with each ring, 1 in the centre)."
    )
    if position.may_swap:
        text += f" Or exchange colours: {SWAP}."
    return Hints(
        text,
        MappingProxyType({NAMES[cell]: (Hint(NAMES[cell], _why(RINGS[cell], free[RINGS[cell]])),) for cell in empty}),
    )


def _why(ring: int, free: int) -> str:
    """Why a stone may be placed on an empty cell of a ring; free: empty cells there and further out."""
    if ring == 1:
        return "Empty: one stone in the centre, and no other this turn."
    most = min(ring, free)
    side = f"ring with {ring} cells a side"
    if most == 1:
        return f"Empty, {side}: one stone, for no other cell there or further out is empty."
    if most < ring:
        return f"Empty, {side}: up to {most} stones a turn, for no more cells there and further out are empty."
    return f"Empty, {side}: up to {most} stones a turn with it, none further in."
