"""Asks the referee about what is seen, together with what people have said of cells that could not be told.

It asks again only where something has changed, and drops what was said once the cell looks different.
"""

from __future__ import annotations

from companion.mend import Places
from companion.record import State
from companion.referee import Look, Sight, Told, Verdict, explain, looks_other


class Asker:
    """The verdicts on one table. places: each cell's middle in mm."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._told: dict[str, tuple[str | None, int]] = {}
        self._told_of: dict[str, Look] = {}
        self._asked: tuple[tuple[object, State, Told], Verdict] | None = None

    def tell(self, cell: str, content: tuple[str | None, int]) -> None:
        """People have said what lies in a cell; it counts while the cell looks as it does now."""
        self._told[cell] = content
        self._told_of.pop(cell, None)

    def verdict(self, state: State, sight: Sight) -> Verdict | None:
        """What the sight means for the game; None while the table is not at rest."""
        if sight.reading is None:
            return None
        for cell in [c for c, looked in self._told_of.items() if looks_other(sight.reading.cells[c], looked)]:
            self._told.pop(cell, None)
            del self._told_of[cell]
        for cell in self._told:
            self._told_of.setdefault(cell, sight.reading.cells[cell])
        # Vision hands out the same reading as long as nothing changes, so most frames cost nothing here.
        if self._asked is not None:
            (reading, before, told), verdict = self._asked
            if reading is sight.reading and state is before and told == self._told:
                return verdict
        told = dict(self._told)
        verdict = explain(state, sight.reading, told, self._places)
        self._asked = (sight.reading, state, told), verdict
        return verdict
