"""A Spry position, and its JSON (docs/contract.md section 2). This module only has values and checks them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.language import N_
from companion.rules import fields
from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.options import choice, read, switch
from companion.rules.resigning import RESIGNED
from companion.rules.spry.board import INDEX, NAMES, cells, winning_group
from companion.rules.white_black import PLAYER_NAMES, Player, other

Phase = Literal["move", "over"]

PLAYERS: tuple[Player, Player] = ("B", "W")
OPTIONS = (
    choice("first", N_("Who begins"), {"B": N_("Black"), "W": N_("White")}),
    switch(
        "swap",
        N_("Colours may be exchanged"),
        meaning=N_("In their first turn, the second player may swap colours instead of placing stones."),
    ),
)
STONES = 40
"""How many stones each player has. They are always enough to finish a game."""
EVERY_CELL = (1 << len(NAMES)) - 1


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Spry. A set of cells is an int with a bit for each cell (see `board`)."""

    black: int
    """The set of cells with black stones."""
    white: int
    """The set of cells with white stones."""
    to_move: Player
    """The player whose turn it is; after the end, the winner."""
    swap: bool = False
    """True if the colours may be swapped now or in the next turn. It becomes False when it is too late (SY-R5)."""
    result: Result | None = None
    """How the game ended; None while people play it."""

    def stones(self, player: Player) -> int:
        return self.black if player == "B" else self.white

    @property
    def phase(self) -> Phase:
        return "over" if self.result else "move"

    @property
    def empty(self) -> int:
        return EVERY_CELL & ~(self.black | self.white)

    @property
    def may_swap(self) -> bool:
        """True if this is the second player's first turn, in a game with the swap option (SY-R5)."""
        return self.swap and bool(self.stones(other(self.to_move)))


def start(options: JSON) -> Position:
    """The empty board, at the start of a game. Raises PositionError for an unknown option or value."""
    given = read(OPTIONS, options)
    return Position(0, 0, given["first"], given["swap"])


_FIELDS = ("game", "stones", "to_move", "phase", "options")


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError that names the missing, unknown or contradictory field."""
    given = fields.read_position(data, "spry", _FIELDS)
    black, white = _stones(given["stones"])
    to_move = fields.read_word(given["to_move"], "to_move", PLAYERS)
    phase = fields.read_word(given["phase"], "phase", ("move", "over"))
    swap = read(OPTIONS, given["options"])["swap"]
    result = fields.read_result(given, phase, to_move, PLAYERS)
    winner: Player | None = "B" if winning_group(black) else "W" if winning_group(white) else None
    if result is None and winner:
        raise PositionError(
            f"{PLAYER_NAMES[winner]} has a group that touches yellow, blue and red, so the phase is 'over'", "stones"
        )
    given_up = winner is None and result is not None and result.how == RESIGNED
    if result is not None and winner != to_move and not given_up:
        raise PositionError(
            f"the game cannot be over: no group of {PLAYER_NAMES[to_move]} touches yellow, blue and red", "phase"
        )
    matters = swap and result is None and not (black and white)
    return Position(black, white, to_move, matters, result)


def dump(position: Position) -> dict[str, JSON]:
    """The position as JSON; `parse(dump(p)) == p`."""
    data: dict[str, JSON] = {
        "game": "spry",
        "stones": {NAMES[i]: "B" if position.black >> i & 1 else "W" for i in cells(position.black | position.white)},
        "to_move": position.to_move,
        "phase": position.phase,
        "options": {"swap": position.swap},
    }
    return fields.with_result(data, position.result)


def bits(found: Iterable[int]) -> int:
    """The set of cells with these numbers."""
    together = 0
    for cell in found:
        together |= 1 << cell
    return together


def _stones(data: JSON) -> tuple[int, int]:
    if not isinstance(data, Mapping):
        raise PositionError(f"an object of cell -> B or W is needed, not {shown(data)}", "stones")
    found: dict[Player, int] = {"B": 0, "W": 0}
    for name, colour in data.items():
        if name not in INDEX:
            raise PositionError(
                "the green board has no such cell; its rows A to I hold 5, 6, 7, 8, 9, 8, 7, 6, 5",
                f"stones.{shown(name).strip(chr(34))}",
            )
        found[fields.read_word(colour, f"stones.{name}", PLAYERS)] |= 1 << INDEX[name]
    return found["B"], found["W"]
