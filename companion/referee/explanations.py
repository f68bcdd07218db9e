"""Compares the picture with the rules: which meaning the picture has, and whether that is certain.

Every table that the rules know gets a score: the position's own table, that of each legal move, and each earlier one.
The score is the product of the likelihoods of its cells. The likeliest other tables get a score, too, and so does
everything that no table explains. If the score of a meaning is at least the part `CERTAIN` of the sum of all scores,
the referee believes it. Otherwise it asks people.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from companion.history.state import State
from companion.referee.answers import Open, asked_cells, candidates, name_once, say_nothing_there
from companion.referee.exchanges import EXCHANGE_ODDS, compute_exchange_odds
from companion.referee.judge import advise, judge_table
from companion.referee.looks import PLAUSIBLE, Likelihoods, Told, content_of, find_thing, pieces_of, read_likelihoods
from companion.referee.reachable import ReachablePositions, known
from companion.referee.repair import Places, count_kinds
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
"""For how many combinations of contents of the doubtful cells a score is computed. All others count as unexplained."""

CERTAIN = 0.99
"""To be believed without a question, the likeliest meaning must have at least this part of the sum of all scores."""

LIKELY = 0.97
"""The same limit for a meaning without consequences: nothing has moved, or a turn is in progress."""

LEAST_P_UNCHANGED = 0.8
"""If the old content of a doubtful cell has at least this probability, nobody is asked because of this cell."""

CLEAR = 0.99
"""If the content of a cell has a lower probability than this, it is compared with others that the rules allow, even if
the cell counts as sure.
"""

NEGLIGIBLE = 1e-6
"""Tables with a smaller likelihood than this are left out."""

PRIOR: Mapping[type[Verdict], float] = MappingProxyType(
    # How often people make such a table. Uncertain means everything that no table explains (a foreign object, a
    # piece across two cells). Only the ratios matter, and only if the picture leaves a doubt.
    {Unchanged: 1.0, MovePlayed: 1.0, Ambiguous: 1.0, UnderWay: 0.3, Takeback: 0.1, Illegal: 0.05, Uncertain: 0.05}
)

PRIOR_BY_DONE: Mapping[type[Verdict], float] = MappingProxyType({**PRIOR, UnderWay: 0.05})
"""The same for tables for which people press Done: then an unfinished turn is a mistake."""

Stock = Mapping[str, int]
"""How many pieces of each kind there are. A piece with two sides is listed under one of its kinds. Kinds that are not
listed have no limit.
"""


@dataclass(frozen=True)
class Weighed:
    """One possible meaning of the picture, with its score."""

    verdict: Sure
    p: float
    """The likelihood: how well its table explains the picture."""

    @property
    def weight(self) -> float:
        """The score: the likelihood times the prior, which says how often people make such a table."""
        return self.weigh(PRIOR)

    def weigh(self, prior: Mapping[type[Verdict], float]) -> float:
        """The score with this prior."""
        return self.p * prior[type(self.verdict)]


def explain(
    state: State,
    reading: Reading,
    told: Told,
    places: Places,
    stock: Stock = MappingProxyType({}),
    may_be: ReachablePositions | None = None,
    *,
    asks: bool = False,
) -> Verdict:
    """The verdict on a reading, for a game in `state`.

    told: what people have answered about doubtful cells; it counts only if the reading is unsure. places: each cell's
    middle in mm. Of several repairs, people get the one with the shortest ways. may_be: `known(state)`, if the caller
    has it. asks: True if people are asked about doubtful cells even if one meaning is nearly certain.
    """
    return advise(state, _explain(state, reading, told, places, stock, may_be, asks=asks), places, may_be)


def ask_to_clear(state: State, reading: Reading, told: Told) -> Uncertain | None:
    """The question that asks people to take something large off the board; None if there is no such thing."""
    cells = find_thing(reading)
    if not cells:
        return None
    likeliest, now = _likeliest(state, read_likelihoods(reading, told)), state.game.table(state.position)
    table = {cell: pieces for cell, pieces in likeliest.items() if cell not in cells}
    table |= {cell: now[cell] for cell in cells if cell in now}
    return Uncertain(cells, (say_nothing_there(table),), thing=True, table=table)


def _explain(
    state: State,
    reading: Reading,
    told: Told,
    places: Places,
    stock: Stock,
    may_be: ReachablePositions | None,
    *,
    asks: bool,
) -> Verdict:
    likelihoods = read_likelihoods(reading, told)
    piled = any(likelihoods.hides(cell, likelihoods.best(cell)) for cell in likelihoods.piles)
    dim = any(max(looks.values()) < CLEAR for looks in likelihoods.looks.values())
    if not (likelihoods.doubtful or piled or dim):
        return judge_table(state, _likeliest(state, likelihoods), places)
    may_be = may_be or known(state)
    weighed = list(_by_the_rules(state, likelihoods, places, may_be))
    others, left = _beside_them(state, likelihoods, places, stock, weighed)
    weighed += others
    if not may_be.complete:
        weighed += _dim_ones(state, likelihoods, places, weighed)
    weighed.sort(key=lambda meaning: -meaning.weight)
    if weighed and not (asks and likelihoods.doubtful):
        likeliest = weighed[0].verdict
        if _believed(state, likelihoods, weighed, left):
            return _with_hidden(state, likelihoods, likeliest)
        if isinstance(likeliest, MovePlayed) and _believed(state, likelihoods, weighed, left, PRIOR_BY_DONE):
            return replace(likeliest, hidden=True)
    question = _question(state, likelihoods, places, may_be, weighed)
    return replace(question, candidates=name_once(question.candidates)) if asks else question


def _believed(
    state: State,
    likelihoods: Likelihoods,
    weighed: list[Weighed],
    left: float,
    prior: Mapping[type[Verdict], float] = PRIOR,
) -> bool:
    """True if the likeliest meaning is certain enough to act on it. left: the likelihood of everything that no table
    explains. prior: how often people make such tables.
    """
    first = weighed[0]
    harmless = isinstance(first.verdict, Unchanged | UnderWay)
    if not likelihoods.doubtful and harmless:
        return not any(other.p > first.p / 2 for other in weighed[1:])
    if likelihoods.doubtful and isinstance(first.verdict, Illegal):
        return all(_is_surely_unchanged(state, likelihoods, cell) for cell in likelihoods.doubtful)
    # If every cell is sure, an unlikely look of one of them is no reason for a question.
    least = 0.0 if likelihoods.doubtful else PLAUSIBLE * first.p
    others = (w for w in weighed[1:] if not (harmless and isinstance(w.verdict, Unchanged | UnderWay)))
    score = first.weigh(prior)
    against = sum(w.weigh(prior) for w in others if w.p >= least)
    against += left * prior[Uncertain] + score * _unexplained(state, likelihoods, first.verdict.table)
    return score >= (LIKELY if harmless else CERTAIN) * (score + against)


def _is_surely_unchanged(state: State, likelihoods: Likelihoods, cell: str) -> bool:
    """True if a doubtful cell can only hold what it held before, for example because a piece beside it reaches
    into it.
    """
    content = content_of(state.game.table(state.position).get(cell, ()))
    if content is None:
        return False
    looks, look = likelihoods.looks[cell], likelihoods.look(cell, content)
    return looks.get(look, 0.0) >= LEAST_P_UNCHANGED and not any(
        p >= PLAUSIBLE for other, p in looks.items() if other != look
    )


def _unexplained(state: State, likelihoods: Likelihoods, table: Table) -> float:
    """The odds that a doubtful cell holds something that is no piece of the game, and not what this table has there."""
    now = state.game.arranged(state.position, table)
    odds = 0.0
    for cell in likelihoods.doubtful:
        content = content_of(table.get(cell, ()))
        if content is None:
            continue
        odds_of_exchange = EXCHANGE_ODDS if content[1] and table.get(cell) == now.get(cell) else 1.0
        rest = max(0.0, 1.0 - sum(likelihoods.looks[cell].values()))
        odds += (
            PRIOR[Uncertain]
            * odds_of_exchange
            * rest
            / max(NEGLIGIBLE, likelihoods.looks[cell].get(likelihoods.look(cell, content), 0.0))
        )
    return odds


def _likeliest(state: State, likelihoods: Likelihoods) -> Table:
    """The table that people most likely see: each cell with its best look, and piles as high as in the position."""
    return next(_tables(state, likelihoods, {cell: likelihoods.best(cell) for cell in likelihoods.looks}))


def _by_the_rules(
    state: State, likelihoods: Likelihoods, places: Places, may_be: ReachablePositions
) -> Iterator[Weighed]:
    """The meanings of all tables that the rules know and that fit the picture."""
    game, likeliest = state.game, _likeliest(state, likelihoods)
    looks_now = _looks(likelihoods, game.arranged(may_be.now, likeliest))
    done: set[frozenset[tuple[str, tuple[str, ...]]]] = set()
    for positions, earlier in (((may_be.now, *may_be.after), False), (may_be.before, True)):
        for position in positions:
            table = game.arranged(position, likeliest)
            p = likelihoods.fit(table)
            key = frozenset(table.items())
            if p < NEGLIGIBLE or key in done:
                continue
            # An earlier table that looks like the present one is no sign of a takeback.
            if earlier and _looks(likelihoods, table) == looks_now:
                continue
            done.add(key)
            yield Weighed(judge_table(state, table, places), p)


def _beside_them(
    state: State, likelihoods: Likelihoods, places: Places, stock: Stock, weighed: list[Weighed]
) -> tuple[list[Weighed], float]:
    """The likeliest tables with a look that has no score yet, and the probability of all tables that remain."""
    spoken_for = [_looks(likelihoods, meaning.verdict.table) for meaning in weighed]
    sure = {cell: likelihoods.best(cell) for cell in likelihoods.looks if cell not in likelihoods.doubtful}
    found, left = [], math.prod(sum(likelihoods.looks[cell].values()) for cell in likelihoods.doubtful)
    for p, chosen in _choices(likelihoods):
        left -= p
        looks = {**sure, **chosen}
        if {cell: look for cell, look in looks.items() if look[1]} in spoken_for:
            continue
        tables = [t for t in _tables(state, likelihoods, looks) if _possible(state, t, stock)]
        verdicts = [judge_table(state, table, places) for table in tables]
        if verdicts:
            verdict = next((v for v in verdicts if not isinstance(v, Illegal)), verdicts[0])
            odds = compute_exchange_odds(state, verdict.table, likelihoods.doubtful)
            found.append(Weighed(verdict, p * odds))
    return found, max(0.0, left)


def _dim_ones(state: State, likelihoods: Likelihoods, places: Places, weighed: list[Weighed]) -> Iterator[Weighed]:
    """Legal meanings that differ from the likeliest one in a single unclear cell. Used in positions with too many moves
    to list.
    """
    looks = {cell: likelihoods.best(cell) for cell in likelihoods.looks}
    tables = [meaning.verdict.table for meaning in weighed]
    dim = [cell for cell in looks if cell not in likelihoods.doubtful and likelihoods.looks[cell][looks[cell]] < CLEAR]
    for cell in sorted(dim, key=lambda cell: likelihoods.looks[cell][looks[cell]])[:MOST_TABLES]:
        for look, p in likelihoods.looks[cell].items():
            table = next(_tables(state, likelihoods, {**looks, cell: look}))
            if look != looks[cell] and p >= PLAUSIBLE and table not in tables:
                verdict = judge_table(state, table, places)
                if isinstance(verdict, Unchanged | MovePlayed | Ambiguous | Takeback):
                    yield Weighed(verdict, likelihoods.fit(table))


def _choices(likelihoods: Likelihoods) -> list[tuple[float, dict[str, Content]]]:
    """The likeliest combinations of contents for the doubtful cells, each with its probability, the likeliest first."""
    best: list[tuple[float, dict[str, Content]]] = [(1.0, {})]
    for cell in likelihoods.doubtful:
        looks = [(look, p) for look, p in likelihoods.looks[cell].items() if p >= PLAUSIBLE]
        grown = ((p * q, {**chosen, cell: look}) for p, chosen in best for look, q in looks)
        best = heapq.nlargest(MOST_TABLES, grown, key=lambda choice: choice[0])
    return best


def _tables(state: State, likelihoods: Likelihoods, looks: Mapping[str, Content]) -> Iterator[Table]:
    """All tables that look like this. Piles are as high as in the position; or one of them has the pieces that are
    missing elsewhere or too many.
    """
    now = state.game.table(state.position)
    table: dict[str, tuple[str, ...]] = {}
    piles = []
    for cell, look in looks.items():
        held = content_of(now.get(cell, ()))
        if likelihoods.hides(cell, look):
            piles.append(cell)
            if held is not None and likelihoods.look(cell, held) == look:
                look = held
        if look[1]:
            table[cell] = pieces_of(look)
    have, want = count_kinds(table), count_kinds(now)
    unbalanced = []
    for cell in piles:
        kind, count = table[cell][0], len(table[cell]) + want[table[cell][0]] - have[table[cell][0]]
        if count != len(table[cell]) and count >= likelihoods.piles[cell]:
            unbalanced.append({**table, cell: (kind,) * count})
    # If a kind seems to have too many pieces, one of its piles must have fewer than in the position.
    if unbalanced and any(have[kind] > want[kind] for kind in have):
        yield from unbalanced
        yield table
    else:
        yield table
        yield from unbalanced


def _possible(state: State, table: Table, stock: Stock) -> bool:
    """True if the game has enough pieces for this table."""
    sides = state.game.info.sides
    for kind, count in count_kinds(table).items():
        if kind in stock:
            other = sides.get(kind)
            most = stock[kind] + (stock.get(other, 0) if other else 0)
            if count > most:
                return False
    return True


def _looks(likelihoods: Likelihoods, table: Table) -> dict[str, Content] | None:
    """What a table looks like, without empty cells; None if vision has no name for it."""
    found = {}
    for cell, pieces in table.items():
        content = content_of(pieces)
        if content is None:
            return None
        found[cell] = likelihoods.look(cell, content)
    return found


def _with_hidden(state: State, likelihoods: Likelihoods, verdict: Sure) -> Sure:
    """The verdict. If a part of a move happened on a pile where the camera cannot see it, the move is marked as
    hidden.
    """
    if not isinstance(verdict, MovePlayed):
        return verdict
    now = state.game.arranged(state.position, verdict.table)
    for cell in likelihoods.piles:
        before, after = content_of(now.get(cell, ())), content_of(verdict.table.get(cell, ()))
        if before and after and before != after and likelihoods.look(cell, before) == likelihoods.look(cell, after):
            return replace(verdict, hidden=True)
    return verdict


def _alike(likelihoods: Likelihoods, cell: str, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True if the pieces of two tables look the same in a cell. On a pile, the number of pieces does not matter."""
    contents = content_of(one), content_of(other)
    return one == other or (
        None not in contents and len({likelihoods.look(cell, c) for c in contents if c is not None}) == 1
    )


def _agreeing(
    state: State, likelihoods: Likelihoods, may_be: ReachablePositions, likeliest: Table, sure: Table, asked: Open
) -> Iterator[Table]:
    """The tables that the rules know, and that look like the picture in all cells except the doubtful ones.

    If there are too many moves to list, the tables with one piece in one of the doubtful cells.
    """
    for position in (may_be.now, *may_be.after):
        table = state.game.arranged(position, likeliest)
        if all(_alike(likelihoods, c, sure.get(c, ()), table.get(c, ())) for c in {*sure, *table} if c not in asked):
            yield table
    if not may_be.complete:
        for cell, contents in asked.items():
            yield from ({**sure, cell: pieces_of(content)} for content in contents if content[1] == 1)


def _question(
    state: State, likelihoods: Likelihoods, places: Places, may_be: ReachablePositions, weighed: list[Weighed]
) -> Uncertain:
    """The verdict that asks people what is right."""
    now = state.game.table(state.position)
    likely = [w for w in weighed if w.p >= PLAUSIBLE * weighed[0].p]
    tables = [meaning.verdict.table for meaning in likely]
    # The question is about the doubtful cells and about those in which the likely tables differ: unclear ones and
    # piles.
    apart = [
        cell
        for cell in likelihoods.looks
        if cell not in likelihoods.doubtful and len({table.get(cell) for table in tables}) > 1
    ]
    hidden = [cell for cell in apart if cell in likelihoods.piles]
    open_cells = (*likelihoods.doubtful, *(cell for cell in apart if cell not in likelihoods.piles))
    still = not likelihoods.doubtful and any(
        isinstance(w.verdict, Unchanged) and w.p > weighed[0].p / 2 for w in weighed
    )
    likeliest = _likeliest(state, likelihoods)
    sure = {cell: pieces for cell, pieces in likeliest.items() if cell not in open_cells}
    asked = asked_cells(now, sure, {cell: likelihoods.looks[cell] for cell in open_cells}, places, likelihoods.looks)
    agreeing = islice(_agreeing(state, likelihoods, may_be, likeliest, sure, asked), MOST_TABLES)
    verdicts = [w.verdict for w in weighed] + [
        judge_table(state, table, places) for table in agreeing if table not in tables
    ]
    cells = (*asked, *(cell for cell in hidden if cell not in asked))
    return Uncertain(cells, candidates(state, verdicts, sure, asked), still, table=likeliest)
