"""White and Black, the two players of several games, with the names that positions use. There are no rules here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, TypeVar

from companion.language import N_, PlayerNames, Translated

T = TypeVar("T")

Player = Literal["W", "B"]

PLAYERS: tuple[Player, Player] = ("W", "B")
PLAYER_NAMES: Mapping[str, str] = PlayerNames({"W": N_("White"), "B": N_("Black")})
KINDS: Mapping[str, str] = MappingProxyType({"W": "white", "B": "black"})
"""The kind of each player's pieces, by its name in tables."""

DICE_NAMES: Mapping[str, str] = Translated(
    {"white": N_("white"), "black": N_("black"), "first": N_("first"), "second": N_("second")}
)
"""The names of the dice: in the roll for the first turn, one for each player; and in a usual turn."""


def other(player: Player) -> Player:
    return "B" if player == "W" else "W"


class Both(NamedTuple, Generic[T]):
    """One value for each player."""

    W: T
    B: T

    def of(self, player: Player) -> T:
        return self.W if player == "W" else self.B

    def but(self, player: Player, value: T) -> Both[T]:
        """The same values with another one for this player."""
        return Both(value, self.B) if player == "W" else Both(self.W, value)
