"""What a Spry position waits for, and what can be done in it, in words for people."""

from __future__ import annotations

from types import MappingProxyType

from companion.language import _, ngettext, pgettext
from companion.rules.core import Counter, Hint, Hints, Status
from companion.rules.resigning import RESIGNED
from companion.rules.spry.board import NAMES, RINGS, SIDE, cells
from companion.rules.spry.position import PLAYERS, Position
from companion.rules.spry.turns import SWAP
from companion.rules.white_black import PLAYER_NAMES


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {
        player: (Counter(pgettext("counter", "stones"), position.stones(player).bit_count()),) for player in PLAYERS
    }
    return Status(
        due="nothing" if position.result else "move",
        player=position.to_move,
        offers=(SWAP,) if position.may_swap and not position.result else (),
        counters=MappingProxyType(counters),
        result=position.result,
    )


def hints(position: Position) -> Hints:
    """Where stones may be placed now, and how many in a turn that uses this cell."""
    player = PLAYER_NAMES[position.to_move]
    if position.result and position.result.how == RESIGNED:
        return Hints(_("The game is over: {player} has won by resignation.").format(player=player))
    if position.result:
        text = _("The game is over: {player} has won with a group that touches yellow, blue and red.")
        return Hints(text.format(player=player))
    empty = tuple(cells(position.empty))
    free = {ring: sum(RINGS[cell] >= ring for cell in empty) for ring in range(1, SIDE + 1)}
    most = max(min(RINGS[cell], free[RINGS[cell]]) for cell in empty)
    text = _what_to_do(position, most).format(player=player, most=most, swap=SWAP)
    cells_by_name = {NAMES[cell]: (_place(NAMES[cell], RINGS[cell], free[RINGS[cell]]),) for cell in empty}
    return Hints(text, MappingProxyType(cells_by_name))


def _what_to_do(position: Position, most: int) -> str:
    """The message that says how many stones may be placed. It has fields for the player, the number and the swap."""
    if position.may_swap:
        return ngettext(
            "{player}: place {most} stone on an empty cell, or swap colours.",
            "{player}: place 1 to {most} stones on empty cells, or swap colours. The innermost ring you use sets how "
            "many.",
            most,
        )
    return ngettext(
        "{player}: place {most} stone on an empty cell.",
        "{player}: place 1 to {most} stones on empty cells. The innermost ring you use sets how many: 1 in the centre, "
        "one more with each ring.",
        most,
    )


def _place(cell: str, ring: int, free: int) -> Hint:
    return Hint(cell, _why(ring, free), label=str(min(ring, free)))


def _why(ring: int, free: int) -> str:
    """Why a stone may be placed on an empty cell of this ring. free: how many cells are empty in this ring and further
    out.
    """
    if ring == 1:
        return _("This is the centre: one stone here is the whole turn.")
    most = min(ring, free)
    if most < ring:
        return ngettext(
            "Up to {most} stone this turn: no other cell on this ring or further out is empty.",
            "Up to {most} stones this turn: no more cells on this ring or further out are empty.",
            most,
        ).format(most=most)
    return ngettext(
        "Up to {most} stone this turn, none further in.",
        "Up to {most} stones this turn, none further in.",
        most,
    ).format(most=most)


def why_not(position: Position, end: str) -> str:
    """Why no stone may be placed on a cell that has one; "" for an empty cell."""
    return (
        _("{cell} is taken. Place a stone on an empty cell.").format(cell=end) if not _is_empty(position, end) else ""
    )


def _is_empty(position: Position, cell: str) -> bool:
    return any(NAMES[empty] == cell for empty in cells(position.empty))
