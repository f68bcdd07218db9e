"""Finds what people may correct beside the board: counts, points, a cube.

A game lists single changes. Each change that gives a valid position with the same table is offered. If two counts
depend on each other (one stone less in hand, one more captured), both change together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from companion.language import _, join
from companion.rules.core import Correction, Game, PositionError

P = TypeVar("P")
Player = TypeVar("Player", bound=str)


@dataclass(frozen=True, slots=True)
class Change(Generic[P]):
    """One possible change of a position."""

    field: str
    """What changes: "score.W". Two changes of the same field never go together."""
    label: str
    """The name of the correction for scripts: "score.W=1"."""
    text: str
    """What is right instead, in words."""
    make: Callable[[P], P]
    """Makes the position with the change. This position may contradict itself."""


def counts(
    field: str,
    players: Iterable[Player],
    names: Mapping[str, str],
    count: Callable[[Player], int],
    words: Callable[[int], str],
    put: Callable[[P, Player, int], P],
) -> Iterator[Change[P]]:
    """Changes of a count: for each player one higher, and one lower unless the count is 0.

    names: each player's name for people. count: returns a player's count. words: puts a number into words ("3 in
    hand"). put: returns the position with another number for a player.
    """
    for player in players:
        now, where = count(player), f"{field}.{player}"
        for value in (now + 1, now - 1) if now else (1,):
            yield Change(
                where, f"{where}={value}", _describe(names[player], words(value)), _with_count(put, player, value)
            )


def _describe(player: str, count: str) -> str:
    # Translators: What a player has beside the board: "White: 3 points", "Gold: 2 in hand".
    return _("{player}: {count}").format(player=player, count=count)


def _with_count(put: Callable[[P, Player, int], P], player: Player, value: int) -> Callable[[P], P]:
    return lambda position: put(position, player, value)


def find(game: Game[P], position: P, changes: Iterable[Change[P]]) -> tuple[Correction[P], ...]:
    """The corrections to offer: every change that the game accepts alone, then those that it accepts only in pairs."""
    alone = tuple(changes)
    made_alone = [(change, _make(game, position, (change,))) for change in alone]
    found = [made for _, made in made_alone if made is not None]
    rest = [change for change, made in made_alone if made is None]
    pairs = (pair for pair in combinations(rest, 2) if pair[0].field != pair[1].field)
    return (*found, *(made for pair in pairs if (made := _make(game, position, pair)) is not None))


def _make(game: Game[P], position: P, changes: tuple[Change[P], ...]) -> Correction[P] | None:
    """The correction that makes these changes; None if the position would contradict itself or have another table."""
    changed = position
    for change in changes:
        changed = change.make(changed)
    try:
        changed = game.parse(game.dump(changed))
    except PositionError:  # most changes give no valid position
        return None
    if game.table(changed) != game.table(position):
        return None
    return Correction(", ".join(c.label for c in changes), join("; ", (c.text for c in changes)), changed)
