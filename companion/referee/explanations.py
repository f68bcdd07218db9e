"""Weighs what is seen against what may be: which meaning a picture has, and whether that is certain.

Every table that the rules know (the position's own, each legal move's, each earlier one) is scored by the
product of its cells' likelihoods; beside them stand the likeliest tables that none of them is, and what no
table explains. A meaning is believed where it outweighs all else together by `CERTAIN`; else people are asked.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from companion.history.state import State
from companion.referee.answers import Open, asked_cells, candidates
from companion.referee.judge import judge_table
from companion.referee.looks import Seen, Told, content_of, pieces_of, seen
from companion.referee.repair import Places
from companion.referee.verdicts import (
    Ambiguous,
    Illegal,
    MovePlayed,
    Sure,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
)
from companion.rules.core import Table
from vision.observation import Content, Reading

MOST_TABLES = 64
"""How many ways to fill the doubtful cells are thought through; what lies beyond counts as unexplained."""

MOST_MOVES = 1000
"""How many legal moves are scored one by one; where there are more, only the likeliest tables are judged."""

PLAUSIBLE = 0.01
"""A look below this probability is not considered where another is likelier."""

CERTAIN = 0.99
"""What the likeliest meaning must reach to be believed without asking."""

LIKELY = 0.97
"""The same for a meaning that nothing comes of unasked: nothing has been moved, or a turn is under way."""

AS_EVER = 0.8
"""What the one look that a doubtful cell may have must reach to be no reason for a question."""

CLEAR = 0.99
"""Of sure cells, those below this probability are still weighed where rules leave both meanings."""

NEGLIGIBLE = 1e-6

AS_IT_WAS = 0.04
"""How much rarer it is that a piece nobody has a reason to touch was exchanged for something of another look."""

PRIOR: Mapping[type[Verdict], float] = MappingProxyType(
    # How often people make such a table, Unclear standing for what no table explains (a foreign object, a
    # piece across two cells). Only the ratios matter, and only where the picture leaves a doubt.
    {Unchanged: 1.0, MovePlayed: 1.0, Ambiguous: 1.0, UnderWay: 0.3, Takeback: 0.1, Illegal: 0.05, Uncertain: 0.05}
)

Stock = Mapping[str, int]
"""How many pieces of each kind there are, a piece with two sides under either; kinds left out have no end."""


@dataclass(frozen=True)
class ReachablePositions:
    """The positions that a table may show by the rules: as it is, after each legal move, before each earlier move.

    complete: False where there are too many legal moves to list; then none of them is listed.
    """

    now: Any
    after: tuple[Any, ...]
    before: tuple[Any, ...]
    complete: bool


@dataclass(frozen=True)
class Weighed:
    """One meaning of what is seen. p: how likely its table is to look so; weight: with how often people make it."""

    verdict: Sure
    p: float

    @property
    def weight(self) -> float:
        return self.p * PRIOR[type(self.verdict)]


def known(state: State) -> ReachablePositions:
    """What the rules know of a game's next and earlier tables. Worth keeping while the state is the same."""
    legal = state.game.legal(state.position, MOST_MOVES)
    after = []
    for move in legal.moves if legal.complete else ():
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None:
            after.append(outcome.position)
    before = tuple(turn.before for turn in reversed(state.turns))
    return ReachablePositions(state.position, tuple(after), before, legal.complete)


def explain(
    state: State,
    reading: Reading,
    told: Told,
    places: Places,
    stock: Stock = MappingProxyType({}),
    may_be: ReachablePositions | None = None,
) -> Verdict:
    """The verdict on what is seen, for a game in `state`.

    told: what people have said of cells that could not be told; it counts only where the reading is unsure.
    places: each cell's middle in mm; of several ways to mend a table, people reach the shortest.
    may_be: `known(state)`, where it is at hand.
    """
    eyes = seen(reading, told)
    piled = any(eyes.hides(cell, eyes.best(cell)) for cell in eyes.piles)
    dim = any(max(looks.values()) < CLEAR for looks in eyes.looks.values())
    if not (eyes.doubtful or piled or dim):
        return judge_table(state, _likeliest(state, eyes), places)
    may_be = may_be or known(state)
    weighed = list(_by_the_rules(state, eyes, places, may_be))
    others, left = _beside_them(state, eyes, places, stock, weighed)
    weighed += others
    if not may_be.complete:
        weighed += _dim_ones(state, eyes, places, weighed)
    weighed.sort(key=lambda meaning: -meaning.weight)
    if weighed and _believed(state, eyes, weighed, left):
        return _with_hidden(state, eyes, weighed[0].verdict)
    return _unclear(state, eyes, places, may_be, weighed)


def _believed(state: State, eyes: Seen, weighed: list[Weighed], left: float) -> bool:
    """Whether the likeliest meaning is certain enough to be acted upon."""
    first = weighed[0]
    harmless = isinstance(first.verdict, Unchanged | UnderWay)
    if not eyes.doubtful and harmless:
        return not any(other.p > first.p / 2 for other in weighed[1:])
    if eyes.doubtful and isinstance(first.verdict, Illegal):
        return all(_as_ever(state, eyes, cell) for cell in eyes.doubtful)
    # Where every cell is sure, what is no likely look of one of them is no reason for a question.
    least = 0.0 if eyes.doubtful else PLAUSIBLE * first.p
    others = (w for w in weighed[1:] if not (harmless and isinstance(w.verdict, Unchanged | UnderWay)))
    against = sum(w.weight for w in others if w.p >= least)
    against += left * PRIOR[Uncertain] + first.weight * _unexplained(state, eyes, first.verdict.table)
    return first.weight >= (LIKELY if harmless else CERTAIN) * (first.weight + against)


def _as_ever(state: State, eyes: Seen, cell: str) -> bool:
    """Whether a doubtful cell can hold nothing but what it held: a piece beside it juts in, and all else tells more."""
    content = content_of(state.game.table(state.position).get(cell, ()))
    if content is None:
        return False
    looks, look = eyes.looks[cell], eyes.look(cell, content)
    return looks.get(look, 0.0) >= AS_EVER and not any(p >= PLAUSIBLE for other, p in looks.items() if other != look)


def _unexplained(state: State, eyes: Seen, table: Table) -> float:
    """How much speaks for something in a doubtful cell that no piece of the game is, beside this table."""
    now = state.game.arranged(state.position, table)
    odds = 0.0
    for cell in eyes.doubtful:
        content = content_of(table.get(cell, ()))
        if content is None:
            continue
        as_it_was = AS_IT_WAS if content[1] and table.get(cell) == now.get(cell) else 1.0
        rest = max(0.0, 1.0 - sum(eyes.looks[cell].values()))
        odds += (
            PRIOR[Uncertain] * as_it_was * rest / max(NEGLIGIBLE, eyes.looks[cell].get(eyes.look(cell, content), 0.0))
        )
    return odds


def _likeliest(state: State, eyes: Seen) -> Table:
    """The best look of every cell, piles as high as the position has them."""
    return next(_tables(state, eyes, {cell: eyes.best(cell) for cell in eyes.looks}))


def _by_the_rules(state: State, eyes: Seen, places: Places, may_be: ReachablePositions) -> Iterator[Weighed]:
    """The tables that the rules know, as far as they fit what is seen."""
    game, likeliest = state.game, _likeliest(state, eyes)
    looks_now = _looks(eyes, game.arranged(may_be.now, likeliest))
    done: set[frozenset[tuple[str, tuple[str, ...]]]] = set()
    for positions, earlier in (((may_be.now, *may_be.after), False), (may_be.before, True)):
        for position in positions:
            table = game.arranged(position, likeliest)
            p = eyes.fit(table)
            key = frozenset(table.items())
            if p < NEGLIGIBLE or key in done:
                continue
            # An earlier table that looks as the present one does tells nothing of a takeback.
            if earlier and _looks(eyes, table) == looks_now:
                continue
            done.add(key)
            yield Weighed(judge_table(state, table, places), p)


def _beside_them(
    state: State, eyes: Seen, places: Places, stock: Stock, weighed: list[Weighed]
) -> tuple[list[Weighed], float]:
    """The likeliest tables that look like none of those weighed, and the probability of the tables not thought of."""
    spoken_for = [_looks(eyes, meaning.verdict.table) for meaning in weighed]
    sure = {cell: eyes.best(cell) for cell in eyes.looks if cell not in eyes.doubtful}
    found, left = [], math.prod(sum(eyes.looks[cell].values()) for cell in eyes.doubtful)
    for p, chosen in _choices(eyes):
        left -= p
        looks = {**sure, **chosen}
        if {cell: look for cell, look in looks.items() if look[1]} in spoken_for:
            continue
        tables = [t for t in _tables(state, eyes, looks) if _possible(state, t, stock)]
        verdicts = [judge_table(state, table, places) for table in tables]
        if verdicts:
            verdict = next((v for v in verdicts if not isinstance(v, Illegal)), verdicts[0])
            found.append(Weighed(verdict, p * AS_IT_WAS ** _exchanged(state, eyes, verdict.table)))
    return found, max(0.0, left)


def _exchanged(state: State, eyes: Seen, table: Table) -> int:
    """In how many doubtful cells so many pieces lie as before, but others."""
    now = state.game.arranged(state.position, table)
    pairs = [(now.get(cell, ()), table.get(cell, ())) for cell in eyes.doubtful]
    return sum(before != after and len(before) == len(after) > 0 for before, after in pairs)


def _dim_ones(state: State, eyes: Seen, places: Places, weighed: list[Weighed]) -> Iterator[Weighed]:
    """Legal meanings one dim cell away from the likeliest, where the rules have too many moves to know them all."""
    looks = {cell: eyes.best(cell) for cell in eyes.looks}
    tables = [meaning.verdict.table for meaning in weighed]
    dim = [cell for cell in looks if cell not in eyes.doubtful and eyes.looks[cell][looks[cell]] < CLEAR]
    for cell in sorted(dim, key=lambda cell: eyes.looks[cell][looks[cell]])[:MOST_TABLES]:
        for look, p in eyes.looks[cell].items():
            table = next(_tables(state, eyes, {**looks, cell: look}))
            if look != looks[cell] and p >= PLAUSIBLE and table not in tables:
                verdict = judge_table(state, table, places)
                if isinstance(verdict, Unchanged | MovePlayed | Ambiguous | Takeback):
                    yield Weighed(verdict, eyes.fit(table))


def _choices(eyes: Seen) -> list[tuple[float, dict[str, Content]]]:
    """The likeliest ways to fill the doubtful cells, each with its probability, the likeliest first."""
    best: list[tuple[float, dict[str, Content]]] = [(1.0, {})]
    for cell in eyes.doubtful:
        looks = [(look, p) for look, p in eyes.looks[cell].items() if p >= PLAUSIBLE]
        grown = ((p * q, {**chosen, cell: look}) for p, chosen in best for look, q in looks)
        best = heapq.nlargest(MOST_TABLES, grown, key=lambda choice: choice[0])
    return best


def _tables(state: State, eyes: Seen, looks: Mapping[str, Content]) -> Iterator[Table]:
    """The tables that look so: piles as the position has them, then with what is missing or too much on one of them."""
    now = state.game.table(state.position)
    table: dict[str, tuple[str, ...]] = {}
    piles = []
    for cell, look in looks.items():
        held = content_of(now.get(cell, ()))
        if eyes.hides(cell, look):
            piles.append(cell)
            if held is not None and eyes.look(cell, held) == look:
                look = held
        if look[1]:
            table[cell] = pieces_of(look)
    have, want = _count(table), _count(now)
    unbalanced = []
    for cell in piles:
        kind, count = table[cell][0], len(table[cell]) + want[table[cell][0]] - have[table[cell][0]]
        if count != len(table[cell]) and count >= eyes.piles[cell]:
            unbalanced.append({**table, cell: (kind,) * count})
    # Too many pieces of a kind cannot be: then one pile has fewer than the position has there.
    if unbalanced and any(have[kind] > want[kind] for kind in have):
        yield from unbalanced
        yield table
    else:
        yield table
        yield from unbalanced


def _possible(state: State, table: Table, stock: Stock) -> bool:
    """Whether there are so many pieces."""
    sides = state.game.info.sides
    for kind, count in _count(table).items():
        if kind in stock:
            other = sides.get(kind)
            most = stock[kind] + (stock.get(other, 0) if other else 0)
            if count > most:
                return False
    return True


def _count(table: Table) -> Counter[str]:
    return Counter(kind for pieces in table.values() for kind in pieces)


def _looks(eyes: Seen, table: Table) -> dict[str, Content] | None:
    """How a table looks, empty cells left out; None where vision has no name for it."""
    found = {}
    for cell, pieces in table.items():
        content = content_of(pieces)
        if content is None:
            return None
        found[cell] = eyes.look(cell, content)
    return found


def _with_hidden(state: State, eyes: Seen, verdict: Sure) -> Sure:
    """The verdict, which for a move says whether part of it happened on a pile where it cannot be seen."""
    if not isinstance(verdict, MovePlayed):
        return verdict
    now = state.game.arranged(state.position, verdict.table)
    for cell in eyes.piles:
        before, after = content_of(now.get(cell, ())), content_of(verdict.table.get(cell, ()))
        if before and after and before != after and eyes.look(cell, before) == eyes.look(cell, after):
            return replace(verdict, hidden=True)
    return verdict


def _alike(eyes: Seen, cell: str, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether pieces in a cell look the same: on piles, whatever their count."""
    contents = content_of(one), content_of(other)
    return one == other or (None not in contents and len({eyes.look(cell, c) for c in contents if c is not None}) == 1)


def _agreeing(
    state: State, eyes: Seen, may_be: ReachablePositions, likeliest: Table, sure: Table, asked: Open
) -> Iterator[Table]:
    """The tables that the rules know and that look as all cells do but those asked about, however unlikely there.

    Where there are too many moves to know them: those with one piece in one of the cells.
    """
    for position in (may_be.now, *may_be.after):
        table = state.game.arranged(position, likeliest)
        if all(_alike(eyes, c, sure.get(c, ()), table.get(c, ())) for c in {*sure, *table} if c not in asked):
            yield table
    if not may_be.complete:
        for cell, contents in asked.items():
            yield from ({**sure, cell: pieces_of(content)} for content in contents if content[1] == 1)


def _unclear(state: State, eyes: Seen, places: Places, may_be: ReachablePositions, weighed: list[Weighed]) -> Uncertain:
    """The question that is left."""
    now = state.game.table(state.position)
    likely = [w for w in weighed if w.p >= PLAUSIBLE * weighed[0].p]
    tables = [meaning.verdict.table for meaning in likely]
    # Beside the doubtful cells, those that tell the likely tables apart: dim ones, and piles that hide their count.
    apart = [
        cell for cell in eyes.looks if cell not in eyes.doubtful and len({table.get(cell) for table in tables}) > 1
    ]
    hidden = [cell for cell in apart if cell in eyes.piles]
    open_cells = (*eyes.doubtful, *(cell for cell in apart if cell not in eyes.piles))
    still = not eyes.doubtful and any(isinstance(w.verdict, Unchanged) and w.p > weighed[0].p / 2 for w in weighed)
    likeliest = _likeliest(state, eyes)
    sure = {cell: pieces for cell, pieces in likeliest.items() if cell not in open_cells}
    asked = asked_cells(now, sure, {cell: eyes.looks[cell] for cell in open_cells}, places, eyes.looks)
    agreeing = islice(_agreeing(state, eyes, may_be, likeliest, sure, asked), MOST_TABLES)
    verdicts = [w.verdict for w in weighed] + [
        judge_table(state, table, places) for table in agreeing if table not in tables
    ]
    cells = (*asked, *(cell for cell in hidden if cell not in asked))
    return Uncertain(cells, candidates(state, verdicts, sure, asked), still, likeliest)
