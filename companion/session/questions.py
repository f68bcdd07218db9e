"""Asks the referee what a sight means. The referee also gets the players' answers about unclear cells.

It asks again only if something has changed. It drops an answer if the cell looks different, or if the answer does not
fit the game any more. If a cell still looks as it did when the whole table was certain, nobody is asked about it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
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
    ask_to_clear,
    content_of,
    explain,
    is_count_hidden,
    is_surely_other,
    known,
    left_behind,
    list_kinds,
    looks_other,
    looks_steady,
    overrule,
)
from companion.referee.misread import Insisted, Misread, find_misread
from companion.referee.repair import Places, count_kinds
from companion.rules.core import Table
from companion.session.decisions import find_new_start
from companion.values.commands import AnswerCell

LEAST_P_STEADY = 0.7
"""If a doubtful cell looks as it did when the whole table was certain, its content from then counts. But the camera
must give this content at least this probability.
"""

BESIDE = 1.5
"""Two cells are beside each other if they are closer than this many times the distance of the closest ones."""

Contents = dict[str, tuple[str | None, int]]
"""For each cell, what it holds: the kind of its pieces, and how many."""


@dataclass(frozen=True, slots=True)
class _Said:
    """The players' answer about a cell."""

    content: tuple[str | None, int]
    """The kind of the pieces, and how many there are."""
    looked: Look | None = None
    """How the cell looked when the players answered; None until the next sight."""
    in_doubt: bool = True
    """True while the camera cannot tell by itself what is in the cell."""

    def counts(self, look: Look, *, new_turn: bool) -> bool:
        """True if the answer still counts, now that the cell looks like this."""
        if is_count_hidden(look, self.content) and new_turn:
            return False  # a hidden count may change with every move, and the camera cannot see it
        if is_surely_other(look, self.content):
            # The players were asked, and the camera was sure even then: they know better, as long as nothing changes.
            return self.looked is not None and not self.looked.unsure and looks_steady(look, self.looked)
        return not look.unsure or self.looked is None or not looks_other(look, self.looked)


class Asker:
    """Gets the verdicts on the table of one game."""

    def __init__(self, places: Places, stock: Stock = MappingProxyType({}), *, resumed: bool = False) -> None:
        """places: each cell's middle in mm. stock: how many pieces of each kind there are. resumed: True if a saved
        game goes on. Then the table may be old, cleared, or set up for another game. So until the saved table has been
        seen, an earlier table undoes at most the last move.
        """
        self._places = places
        self._stock = stock
        self._said: dict[str, _Said] = {}
        self._beside: Contents = {}  # the certain cells when the players last answered
        self._certain: tuple[Mapping[str, Look], Table] | None = None  # the last unchanged table, and its looks
        self._asked: tuple[tuple[object, State, Told], Verdict] | None = None
        self._known: tuple[State, ReachablePositions] | None = None
        self._found_again = not resumed
        self._declined: tuple[State, Table] | None = None
        self._nothing_there: State | None = None
        self._insisted: Insisted | None = None
        self._looks: Mapping[str, Look] = {}  # how the cells looked in the last reading

    def tell(self, cell: str, content: tuple[str | None, int]) -> None:
        """Takes the players' answer about a cell. It counts as long as the cell looks the same."""
        self._said[cell] = _Said(content)

    def forget(self) -> bool:
        """Drops all answers. True if there were any."""
        said = bool(self._said)
        self._said.clear()
        return said

    def doubt_again(self) -> bool:
        """Lets the camera judge doubtful cells once more, even if they look as they did when the whole table was
        certain. True if there are any.
        """
        steady = bool(self._steady(self._looks))
        self._certain = self._asked = None
        return steady

    def forget_other_than(self, table: Table) -> None:
        """Drops the answers that say anything else than this table. So a wrong answer can be taken back."""
        held = {cell: content_of(table.get(cell, ())) for cell in self._said}
        self._said = {cell: said for cell, said in self._said.items() if said.content == held[cell]}

    def decline(self, state: State, table: Table) -> None:
        """Takes the players' answer that a table undoes no moves. It counts until something else happens in the
        game.
        """
        self._declined = state, table
        self._asked = None

    def deny_thing(self, state: State) -> None:
        """Takes the players' answer that nothing covers the board. It counts until something else happens in the
        game.
        """
        self._nothing_there = state
        self._asked = None

    def find_misread(self, state: State, table: Table, *, laying_out: bool) -> Misread:
        """The cells that alone keep a table from being legal, and about which the players have not answered: perhaps
        the camera misreads them. laying_out: True while the players set the pieces up.
        """
        misread = find_misread(state, table, self._places, self._list_reachable(state), laying_out=laying_out)
        return {cell: contents for cell, contents in misread.items() if cell not in self._said}

    def insist(self, state: State, misread: Misread) -> None:
        """Takes the players' word that the last table is right although it is not legal. From now on these cells are in
        doubt, until they look different or something happens in the game.
        """
        self._insisted = Insisted(state, misread, {cell: self._looks[cell] for cell in misread})
        self._asked = None

    @property
    def told_empty(self) -> bool:
        """True if the players have answered about a doubtful cell that it is empty."""
        return any(said.content[1] == 0 and said.in_doubt for said in self._said.values())

    def verdict(self, state: State, sight: Sight) -> Verdict | None:
        """What the sight means for the game; None while the table is not at rest."""
        if sight.reading is None:
            return None
        self._looks = sight.reading.cells
        new_turn = self._known is None or self._known[0] is not state
        if new_turn and self._known is not None and state.just_begun:
            # The pieces of the last round are gone, and those of this one may look like them.
            self.forget_other_than(state.game.table(state.position))
        for cell, said in list(self._said.items()):
            look = sight.reading.cells[cell]
            if said.looked is None:
                self._said[cell] = replace(said, looked=look)
                self._beside = _surely(sight)
            elif said.counts(look, new_turn=new_turn) and not self._has_moved(cell, sight.reading.cells):
                self._said[cell] = replace(said, in_doubt=look.unsure)
            else:
                del self._said[cell]
        # Vision gives the same reading while nothing changes, so most frames cost nothing here.
        told = self._told()
        if self._asked is not None:
            asked, verdict = self._asked
            if asked[0] is sight.reading and asked[1] is state and asked[2] == told:
                return verdict
        verdict = self._explained(state, sight)
        if isinstance(verdict, Unchanged):
            self._found_again, self._certain = True, (sight.reading.cells, verdict.table)
        if isinstance(verdict, Takeback) and (
            self._declined == (state, verdict.table) or (not self._found_again and _long_past(state, verdict))
        ):
            verdict = left_behind(state, verdict, self._places)
        self._asked = (sight.reading, state, self._told()), verdict
        return verdict

    def _explained(self, state: State, sight: Sight) -> Verdict:
        """The verdict on a sight, with the players' answers. Something that is not a piece must be taken off first.

        The answers are dropped if no table fits them, or if there are not enough pieces for them. They are also dropped
        if other cells have changed and the answers make the table illegal or unfinished, because an unclear cell may
        look much the same when its pieces are gone. Then the players are asked again.
        """
        assert sight.reading is not None
        reading, may_be = sight.reading, self._list_reachable(state)
        if self._insisted is not None and self._insisted.state is state:
            reading = self._insisted.put_in_doubt(reading, self._told())
        asks = reading is not sight.reading
        if self._nothing_there is not state:
            clear = ask_to_clear(state, reading, self._told())
            if clear is not None:
                return clear
        told = {**self._steady(reading.cells), **self._told()}
        overruled = overrule(reading, self._told())
        heard = explain(state, overruled, told, self._places, self._stock, may_be, asks=asks)
        impossible = (isinstance(heard, Uncertain) and not heard.candidates) or (
            len(self._said) > 1 and self._too_many(heard.table)
        )
        senseless = isinstance(heard, Illegal | UnderWay) and _surely(sight) != self._beside
        if not told or not (impossible or senseless):
            return heard
        seen = explain(state, sight.reading, {}, self._places, self._stock, may_be)
        if not impossible and not _is_legal(seen) and self._look_steady(sight.reading.cells):
            return heard
        if not impossible and isinstance(seen, Illegal | UnderWay):
            return heard
        if isinstance(heard, Illegal) and self._too_many(seen.table):
            return heard  # there are too many pieces, with and without the answers
        self.forget()
        return seen

    def _list_reachable(self, state: State) -> ReachablePositions:
        """The positions that the table may show. They are listed once for each state."""
        if self._known is None or self._known[0] is not state:
            self._known = state, known(state)
        return self._known[1]

    def _steady(self, looks: Mapping[str, Look]) -> Contents:
        """The contents of doubtful cells that still look as they did when the whole table was certain. So nobody is
        asked about pieces that nobody has touched, even if others are moved, or after Undo or Redo.
        """
        if self._certain is None:
            return {}
        then, table = self._certain
        found: Contents = {}
        for cell, look in looks.items():
            content = content_of(table.get(cell, ()))
            if not look.unsure or look.covered or content is None or is_count_hidden(look, content):
                continue
            if look.likely.get(content, 0.0) >= LEAST_P_STEADY and looks_steady(look, then[cell]):
                found[cell] = content
        changed = [cell for cell, look in looks.items() if look.unsure and cell not in found]
        return {cell: content for cell, content in found.items() if not self._may_share(cell, changed, looks)}

    def _has_moved(self, cell: str, looks: Mapping[str, Look]) -> bool:
        """True if a cell about which players have answered has been clear since, and its piece may now be half moved
        away.
        """
        if self._said[cell].in_doubt or not looks[cell].unsure:
            return False
        return self._may_share(cell, (other for other, look in looks.items() if look.unsure and other != cell), looks)

    def _may_share(self, cell: str, others: Iterable[str], looks: Mapping[str, Look]) -> bool:
        """True if a piece may be partly in this cell and partly in one of the others. Then people are asked
        about both.
        """
        here = self._places[cell]
        nearest = min(math.dist(here, place) for name, place in self._places.items() if name != cell)
        beside = (looks[other] for other in others if math.dist(here, self._places[other]) < BESIDE * nearest)
        return any(list_kinds(looks[cell]) & list_kinds(look) for look in beside)

    def _look_steady(self, looks: Mapping[str, Look]) -> bool:
        """True if no cell about which players have answered has changed since."""
        return all(said.looked is None or looks_steady(looks[cell], said.looked) for cell, said in self._said.items())

    def _too_many(self, table: Table) -> bool:
        """True if a table has more pieces than the game. Then an old answer about a pile is wrong."""
        return any(count > self._stock.get(kind, count) for kind, count in count_kinds(table).items())

    def _told(self) -> Contents:
        return {cell: said.content for cell, said in self._said.items()}


def _surely(sight: Sight) -> Contents:
    """The contents of all cells that are certain."""
    assert sight.reading is not None
    return {name: cell.best for name, cell in sight.reading.cells.items() if not cell.unsure}


def _is_legal(verdict: Verdict) -> bool:
    """True if a table shows the position, a legal move or a takeback, or perhaps does."""
    if isinstance(verdict, Uncertain):
        return any(not isinstance(candidate.command, AnswerCell) for candidate in verdict.candidates)
    return not isinstance(verdict, Illegal | UnderWay)


def _long_past(state: State, earlier: Takeback) -> bool:
    """True if a table is older than the last move and is not a start table for what comes next."""
    return earlier.moves > 1 and find_new_start(state, earlier.table) is None
