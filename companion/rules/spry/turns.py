"""Spry's turns: how they are written, which are legal, what they do, and why others are not legal.

A turn is a set of cells, `A1 A2 A3`, or `swap` if that option is on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from companion.language import N_, Translated, _, ngettext
from companion.rules.core import Event, MoveTextError, Outcome, Resignation, Result, Verdict, Violation, shown
from companion.rules.resigning import RESIGNED, end_game, make_resignation
from companion.rules.spry.board import INDEX, NAMES, RINGS, SIDE, cells, winning_group
from companion.rules.spry.position import PLAYERS, Position, bits
from companion.rules.white_black import PLAYER_NAMES, other
from companion.words import join_words

SWAP = "swap"

TITLES: Mapping[str, str] = Translated(
    {
        "SY-1": N_("Players take turns to place stones"),
        "SY-2": N_("The innermost ring limits the stones of a turn"),
        "SY-4": N_("The game is won"),
        "SY-G": N_("Empty green cells"),
        "SY-R5": N_("Swapping colours"),
    }
)

Cells = tuple[int, ...]
"""The cells that the text of a turn names. A cell may be named twice."""

_CELL = re.compile("[A-Za-z][0-9]{1,9}")


def read(text: str) -> Cells | None:
    """The cells that a text names, in the board's order, with repeats; None for `swap`. Case and extra spaces do not
    matter. Raises MoveTextError if the text names anything that is not a cell.
    """
    words = text.split()
    if [word.lower() for word in words] == [SWAP]:
        return None
    named = []
    for word in words:
        if not _CELL.fullmatch(word):
            raise MoveTextError(
                f"{shown(word)} is no cell: a turn of Spry names the cells of its stones, like A1 A2 A3", "move"
            )
        if word.upper() not in INDEX:
            raise MoveTextError(
                f"the green board has no cell {shown(word)}; its rows A to I hold 5, 6, 7, 8, 9, 8, 7, 6, 5", "move"
            )
        named.append(INDEX[word.upper()])
    return tuple(sorted(named))


def write(turn: Iterable[int]) -> str:
    """The text of a turn that places stones. It is canonical if the cells are in the board's order."""
    return " ".join([NAMES[cell] for cell in turn])


def limit(turn: Iterable[int]) -> int:
    """How many stones a turn may place if it uses these cells: as many as a side of the innermost ring has cells
    (SY-R1).
    """
    return min((RINGS[cell] for cell in turn), default=SIDE)


def legal(position: Position) -> Iterator[str]:
    """Every legal turn, the ones with the fewest stones first. If several lead to the same result, only one of them is
    listed.
    """
    if position.result:
        return
    if position.may_swap:
        yield SWAP
    for count in range(1, SIDE + 1):
        wide = [NAMES[cell] for cell in cells(position.empty) if RINGS[cell] >= count]
        yield from map(" ".join, combinations(wide, count))


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on the text of a turn. Raises MoveTextError if it is not such a text."""
    turn = read(text)
    canonical = SWAP if turn is None else write(turn)
    violations = _swapping(position) if turn is None else broken(position, turn)
    if violations:
        return Verdict(canonical, None, tuple(violations))
    return Verdict(canonical, swapped(position) if turn is None else placed(position, turn))


def placed(position: Position, turn: Cells) -> Outcome[Position]:
    """What a legal placing of stones leads to. Whether it wins is decided when all its stones are on the board
    (SY-R4).
    """
    mover = position.to_move
    stones = position.stones(mover) | bits(turn)
    after = replace(position, black=stones) if mover == "B" else replace(position, white=stones)
    if won := winning_group(stones):
        text = _("{player} wins: this group touches yellow, blue and red.").format(player=PLAYER_NAMES[mover])
        result = Result(mover, 1, "connected")
        return Outcome(
            replace(after, swap=False, result=result), (Event("won", text, tuple(NAMES[i] for i in cells(won))),)
        )
    # After the second player's first stone it is too late to swap.
    return Outcome(replace(after, to_move=other(mover), swap=position.swap and not (after.black and after.white)))


def swapped(position: Position) -> Outcome[Position]:
    """What a swap leads to.

    The stones stay and the players change colours, so the same colour is to move again. The player who placed the first
    stones plays the other colour from now on, and answers their own first turn.
    """
    text = _("The players swap colours and the stones stay. Now the player who placed them plays {player}.").format(
        player=PLAYER_NAMES[position.to_move]
    )
    return Outcome(replace(position, swap=False), (Event("swapped", text),))


def broken(position: Position, turn: Cells) -> list[Violation]:
    """The rules that a placing of the player's stones breaks, the most basic one first. Empty if it is legal."""
    if position.result:
        return [over(position)]
    player = PLAYER_NAMES[position.to_move]
    if not turn:
        return [violation("SY-2", _("{player} must place at least one stone.").format(player=player))]
    distinct = tuple(dict.fromkeys(turn))
    found = []
    for cell in distinct:
        if not position.empty >> cell & 1:
            if position.black >> cell & 1:
                text = _("There is already a black stone on {cell}.").format(cell=NAMES[cell])
            else:
                text = _("There is already a white stone on {cell}.").format(cell=NAMES[cell])
            found.append(violation("SY-G", text, cell))
        if len(turn) > len(distinct) and turn.count(cell) > 1:
            text = _("{cell} is named more than once. A cell holds one stone.").format(cell=NAMES[cell])
            found.append(violation("SY-G", text, cell))
    most = limit(distinct)
    if len(distinct) > most:
        inner = tuple(cell for cell in distinct if RINGS[cell] == most)
        found.append(violation("SY-2", _too_many(len(distinct), inner, most), *inner, *distinct))
    return found


def _too_many(count: int, inner: Cells, most: int) -> str:
    """Why this many stones may not be placed in one turn. inner: the cells of the turn in its innermost ring."""
    if most == SIDE:
        text = ngettext(
            "{count} stone is too many. A turn places at most {most} stones.",
            "{count} stones are too many. A turn places at most {most} stones.",
            count,
        )
    elif most == 1:
        text = ngettext(
            "{count} stone is too many. {cells} is the centre: a stone there is the only one of the turn.",
            "{count} stones are too many. {cells} is the centre: a stone there is the only one of the turn.",
            count,
        )
    else:
        # Translators: The board has rings of cells. A ring's size is the number of its cells along one side.
        text = ngettext(
            "{count} stone is too many. With {cells}, on the ring with {most} cells a side, you may place at most "
            "{most}.",
            "{count} stones are too many. With {cells}, on the ring with {most} cells a side, you may place at most "
            "{most}.",
            count,
        )
    return text.format(count=count, cells=listed(inner), most=most)


def over(position: Position) -> Violation:
    """Says that the game is over."""
    return violation("SY-4", _("The game is over: {player} has won.").format(player=PLAYER_NAMES[position.to_move]))


def _swapping(position: Position) -> list[Violation]:
    if position.result:
        return [over(position)]
    if position.may_swap:
        return []
    if not position.swap:
        text = _(
            "Colours cannot be swapped now. Only the second player may swap, as their first turn, if the game allows "
            "it."
        )
    else:
        text = _("Colours cannot be swapped yet. The first player places stones first.")
    return [violation("SY-R5", text)]


def violation(rule: str, text: str, *found: int) -> Violation:
    """A violation of a rule, with the rule's title. Each cell is listed once."""
    return Violation(rule, TITLES[rule], text, tuple(dict.fromkeys(NAMES[cell] for cell in found)))


def listed(found: Iterable[int]) -> str:
    """The names of cells in words: "A1", "A1 and B2", "A1, B2 and C3"."""
    return join_words(NAMES[cell] for cell in found)


def resignations(position: Position) -> tuple[Resignation[Position], ...]:
    """What can be given up: each player may give up the game."""
    if position.result:
        return ()
    found = []
    for player in PLAYERS:
        winner = other(player)
        over = replace(position, to_move=winner, swap=False, result=Result(winner, 1, RESIGNED))
        found.append(make_resignation(player, "game", PLAYER_NAMES[player], end_game(over, PLAYER_NAMES[winner])))
    return tuple(found)
