"""The rules of the games: which moves are legal, what they lead to, and why other moves are not legal.

Everything here only computes: it uses no clock, no files, no random numbers and no camera. Each folder here is a game,
and offers its rules as `GAME`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.registry import Registry
from companion.rules.core import Game, RulesError, shown

__all__ = ["GAMES", "Games", "UnknownGame", "game"]

Games = Mapping[str, Game[Any]]
"""Games by their ids."""

GAMES: Games = Registry[Game[Any]](__name__, "GAME", Game, lambda rules: rules.info.rank)
"""Every game by its id, in the order of the menu."""


class UnknownGame(RulesError):
    """A game that does not exist."""

    code = "unknown-game"


def game(id: str, games: Games = GAMES) -> Game[Any]:  # noqa: A002 - the name that docs/contract.md gives it
    """The rules of a game. Raises UnknownGame, which names the games that exist."""
    if id not in games:
        raise UnknownGame(f"there is no game {shown(id)}; the games are {', '.join(games)}", "game")
    return games[id]
