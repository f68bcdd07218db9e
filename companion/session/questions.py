"""Asks the referee about what is seen, together with what people have said of cells that could not be told.

It asks again only where something has changed, and drops what was said once the cell looks different, or once
what is said of it no longer fits the game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.history.state import State
from companion.referee import (
    Illegal,
    Look,
    ReachablePositions,
    Sight,
    Stock,
    Takeback,
    Told,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    explain,
    known,
    left_behind,
    looks_other,
)
from companion.referee.repair import Places
from companion.rules.core import Table
from companion.session.decisions import find_new_start

Contents = dict[str, tuple[str | None, int]]
"""What cells hold: kind and count."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What people have said of a cell, and how it looked then; None until it is looked at next."""

    content: tuple[str | None, int]
    looked: Look | None = None


class Asker:
    """The verdicts on one table. places: each cell's middle in mm; stock: how many pieces of each kind there are.

    resumed: a saved game goes on. What lies on the table then may have been there for long, cleared away or laid out
    for another game: until the saved table has been seen, an earlier one takes nothing back beyond the last move.
    """

    def __init__(self, places: Places, stock: Stock = MappingProxyType({}), *, resumed: bool = False) -> None:
        self._places = places
        self._stock = stock
        self._said: dict[str, _Said] = {}
        self._beside: Contents = {}  # what could be told when people last said something
        self._asked: tuple[tuple[object, State, Told], Verdict] | None = None
        self._known: tuple[State, ReachablePositions] | None = None
        self._found_again = not resumed

    def tell(self, cell: str, content: tuple[str | None, int]) -> None:
        """People have said what lies in a cell; it counts while the cell looks as it does now."""
        self._said[cell] = _Said(content)

    def forget(self) -> bool:
        """What people have said counts no more; whether there was anything."""
        said = bool(self._said)
        self._said.clear()
        return said

    @property
    def told_empty(self) -> bool:
        """Whether people have said of some cell in doubt that nothing lies there."""
        return any(said.content[1] == 0 for said in self._said.values())

    def verdict(self, state: State, sight: Sight) -> Verdict | None:
        """What the sight means for the game; None while the table is not at rest."""
        if sight.reading is None:
            return None
        new_turn = self._known is None or self._known[0] is not state
        for cell, said in list(self._said.items()):
            looks = sight.reading.cells[cell]
            if said.looked is None:
                self._said[cell] = replace(said, looked=looks)
                self._beside = _surely(sight)
            # A count that is hidden may change with every move and nothing shows it.
            elif looks_other(looks, said.looked) or (new_turn and looks.countable is not None):
                del self._said[cell]
        if new_turn:
            self._known = state, known(state)
        # Vision hands out the same reading as long as nothing changes, so most frames cost nothing here.
        told = self._told()
        if self._asked is not None:
            asked, verdict = self._asked
            if asked[0] is sight.reading and asked[1] is state and asked[2] == told:
                return verdict
        verdict = self._explained(state, sight)
        self._found_again = self._found_again or isinstance(verdict, Unchanged)
        if not self._found_again and isinstance(verdict, Takeback) and _long_past(state, verdict):
            verdict = left_behind(state, verdict, self._places)
        self._asked = (sight.reading, state, self._told()), verdict
        return verdict

    def _explained(self, state: State, sight: Sight) -> Verdict:
        """The verdict with what people have said of cells.

        Without it where no table fits it, where what was said of several makes more pieces than there are, or where
        other cells have changed since and it makes the table an illegal or an unfinished one.

        A cell that cannot be told may look much the same when its pieces have gone: then people are asked again.
        """
        assert self._known is not None
        assert sight.reading is not None
        heard = explain(state, sight.reading, self._told(), self._places, self._stock, self._known[1])
        impossible = (isinstance(heard, Uncertain) and not heard.candidates) or (
            len(self._said) > 1 and self._too_many(heard.table)
        )
        senseless = isinstance(heard, Illegal | UnderWay) and _surely(sight) != self._beside
        if not self._said or not (impossible or senseless):
            return heard
        seen = explain(state, sight.reading, {}, self._places, self._stock, self._known[1])
        if isinstance(seen, Illegal | UnderWay) and not impossible:
            return heard
        if isinstance(heard, Illegal) and self._too_many(seen.table):
            return heard  # there are more whatever was said
        self.forget()
        return seen

    def _too_many(self, table: Table) -> bool:
        """Whether a table holds more pieces than there are: a count that was said long ago has changed below a pile."""
        lying = Counter(kind for kinds in table.values() for kind in kinds)
        return any(count > self._stock.get(kind, count) for kind, count in lying.items())

    def _told(self) -> Contents:
        return {cell: said.content for cell, said in self._said.items()}


def _surely(sight: Sight) -> Contents:
    """What the cells hold that can be told."""
    assert sight.reading is not None
    return {name: cell.best for name, cell in sight.reading.cells.items() if not cell.unsure}


def _long_past(state: State, earlier: Takeback) -> bool:
    """Whether a table is older than the last move, and is not the start of what comes next."""
    return earlier.moves > 1 and find_new_start(state, earlier.table) is None
