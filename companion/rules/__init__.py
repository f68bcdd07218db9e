"""The rules of the games: which moves are legal, what they lead to, and why another one is not.

Pure: nothing here knows a clock, a file, a random number or a camera. A game is one entry of `GAMES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.rules.backgammon import Backgammon
from companion.rules.color_dice import ColorDice
from companion.rules.core import Game, RulesError, shown
from companion.rules.mindfield import Mindfield
from companion.rules.spaces import Spaces
from companion.rules.spry import Spry

__all__ = ["GAMES", "Games", "UnknownGame", "game"]

Games = Mapping[str, Game[Any]]
"""A registry: games by their ids."""

GAMES: Games = MappingProxyType(
    {rules.info.id: rules for rules in (Backgammon(), Spaces(), Spry(), ColorDice(), Mindfield())}
)
"""Every game by its id."""


class UnknownGame(RulesError):
    """A game that is not in the registry."""

    code = "unknown-game"


def game(id: str, games: Games = GAMES) -> Game[Any]:  # noqa: A002 - the name that interfaces.md gives it
    """The rules of a game in a registry. Raises UnknownGame, naming those there are."""
    if id not in games:
        raise UnknownGame(f"there is no game {shown(id)}; the games are {', '.join(games)}", "game")
    return games[id]
