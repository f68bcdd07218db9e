"""Asks the referee about what is seen, together with what people have said of cells that could not be told.

It asks again only where something has changed, and drops what was said once the cell looks different, or once
what is said of it no longer fits the game.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.mend import Places
from companion.record import State
from companion.referee import (
    Illegal,
    Known,
    Look,
    Sight,
    Stock,
    Takeback,
    Told,
    Unchanged,
    Unclear,
    UnderWay,
    Verdict,
    explain,
    known,
    left_behind,
    looks_other,
)
from companion.session.deciding import laid_anew

Contents = dict[str, tuple[str | None, int]]
"""What cells hold: kind and count."""


class Asker:
    """The verdicts on one table. places: each cell's middle in mm; stock: how many pieces of each kind there are.

    resumed: a saved game goes on. What lies on the table then may have been there for long, cleared away or laid out
    for another game: until the saved table has been seen, an earlier one takes nothing back beyond the last move.
    """

    def __init__(self, places: Places, stock: Stock = MappingProxyType({}), *, resumed: bool = False) -> None:
        self._places = places
        self._stock = stock
        self._told: Contents = {}
        self._told_of: dict[str, Look] = {}
        self._told_beside: Contents = {}
        self._asked: tuple[tuple[object, State, Told], Verdict] | None = None
        self._known: tuple[State, Known] | None = None
        self._found_again = not resumed

    def tell(self, cell: str, content: tuple[str | None, int]) -> None:
        """People have said what lies in a cell; it counts while the cell looks as it does now."""
        self._told[cell] = content
        self._told_of.pop(cell, None)

    def forget(self) -> bool:
        """What people have said counts no more; whether there was anything."""
        said = bool(self._told)
        self._told.clear()
        self._told_of.clear()
        return said

    @property
    def told_empty(self) -> bool:
        """Whether people have said of some cell in doubt that nothing lies there."""
        return any(count == 0 for _, count in self._told.values())

    def verdict(self, state: State, sight: Sight) -> Verdict | None:
        """What the sight means for the game; None while the table is not at rest."""
        if sight.reading is None:
            return None
        for cell in [c for c, looked in self._told_of.items() if looks_other(sight.reading.cells[c], looked)]:
            self._forget(cell)
        if self._known is None or self._known[0] is not state:
            # A count that is hidden may change with every move and nothing shows it.
            for cell in [c for c in self._told_of if sight.reading.cells[c].countable is not None]:
                self._forget(cell)
            self._known = state, known(state)
        for cell in self._told.keys() - self._told_of.keys():
            self._told_of[cell] = sight.reading.cells[cell]
            self._told_beside = _surely(sight)
        # Vision hands out the same reading as long as nothing changes, so most frames cost nothing here.
        if self._asked is not None:
            (reading, before, told), verdict = self._asked
            if reading is sight.reading and state is before and told == self._told:
                return verdict
        verdict = self._explained(state, sight)
        told = dict(self._told)
        self._found_again = self._found_again or isinstance(verdict, Unchanged)
        if not self._found_again and isinstance(verdict, Takeback) and _long_past(state, verdict):
            verdict = left_behind(state, verdict, self._places)
        self._asked = (sight.reading, state, told), verdict
        return verdict

    def _explained(self, state: State, sight: Sight) -> Verdict:
        """The verdict with what people have said of cells; without it where no table fits it, or where other cells have
        changed since and it makes the table an illegal or an unfinished one.

        A cell that cannot be told may look much the same when its pieces have gone: then people are asked again.
        """
        assert self._known is not None
        assert sight.reading is not None
        heard = explain(state, sight.reading, dict(self._told), self._places, self._stock, self._known[1])
        no_table = isinstance(heard, Unclear) and not heard.candidates
        senseless = isinstance(heard, Illegal | UnderWay) and _surely(sight) != self._told_beside
        if not self._told or not (no_table or senseless):
            return heard
        seen = explain(state, sight.reading, {}, self._places, self._stock, self._known[1])
        if isinstance(seen, Illegal | UnderWay) and not no_table:
            return heard
        self.forget()
        return seen

    def _forget(self, cell: str) -> None:
        self._told.pop(cell, None)
        self._told_of.pop(cell, None)


def _surely(sight: Sight) -> Contents:
    """What the cells hold that can be told."""
    assert sight.reading is not None
    return {name: cell.best for name, cell in sight.reading.cells.items() if not cell.unsure}


def _long_past(state: State, earlier: Takeback) -> bool:
    """Whether a table is older than the last move, and is not the start of what comes next."""
    return earlier.moves > 1 and laid_anew(state, earlier.table) is None
