"""Notes pieces that were put on the print but on no cell, so that the players can be told.

Pieces that were there when the table of the position last changed do not matter: many players keep captured or spare
pieces beside the cells. Nor do those that are put there while players set up the table or put it right, because they
may have been told to take pieces off. Nothing here decides what counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.history.state import State
from companion.referee.repair import Places
from companion.rules.core import Table
from companion.session.transient_state import TransientState

Point = tuple[float, float]
"""A point of the board, in mm."""


class StrayFinder:
    """Finds the pieces that were put beside the cells since the table of the position last changed or was put right."""

    def __init__(self, places: Places) -> None:
        """places: each cell's middle in mm."""
        self._places = places
        self._apart_mm = _find_spacing(places) / 2  # a stray that has moved by less than this is still the same
        self._table: Table | None = None
        self._known: tuple[Point, ...] = ()

    def find_new(self, state: State, now: TransientState, strays: Sequence[Point]) -> tuple[str, ...]:
        """For each new stray the nearest cell. strays: all pieces that are on no cell now."""
        table = state.game.table(state.position)
        if table != self._table or now.laying_out or now.restoring is not None or now.wrong is not None:
            self._table, self._known = table, tuple(strays)
        new = [at for at in strays if all(math.dist(at, old) > self._apart_mm for old in self._known)]
        # If there are no more than before, one of them has only been moved.
        most = max(0, len(strays) - len(self._known))
        return tuple(self._find_nearest(at) for at in new[:most])

    def _find_nearest(self, at: Point) -> str:
        return min(self._places, key=lambda cell: math.dist(self._places[cell], at))


def _find_spacing(places: Places) -> float:
    """The smallest distance between the middles of two cells, in mm."""
    middles = tuple(places.values())
    return min((math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i]), default=0.0)
