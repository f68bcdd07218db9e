"""Where eyes and rules meet: which legal moves explain what is seen.

Vision says how likely each content of each cell is; the rules say what a table would mean. The referee
weighs the two and answers with one verdict. It never guesses: where two meanings remain it names both,
and where a cell cannot be told it names the cell. It keeps nothing between two calls and changes nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.mend import Places, mend
from companion.record import State
from companion.rules import GAMES
from companion.rules.core import Game, Match, Table, Violation
from companion.view import Step
from vision.observation import EMPTY, CellReading, Content, Observation, Reading

MOST_TABLES = 64
"""How many ways to fill the doubtful cells are thought through; beyond that people are asked."""

MOST_MOVES = 200
"""How many legal moves are thought through to find those that a doubtful table may be."""

MOST_CANDIDATES = 4
"""How many answers a question offers."""

PLAUSIBLE = 0.01
"""A cell's content below this probability is not considered where another is likelier."""

CERTAIN = 0.99
"""What the likeliest explanation must reach to be believed without asking."""

OTHER = 0.3
"""How far the likelihoods of a cell's contents may shift before what people said of it no longer counts."""


Look = CellReading
"""How one cell looked."""

Told = Mapping[str, Content]
"""What people have said of cells that could not be told."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is as the position has it."""

    table: Table


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A turn that is not finished: `towards` are moves it may become, `fix` finishes one, `back` undoes it all."""

    table: Table
    towards: tuple[str, ...]
    violations: tuple[Violation, ...]
    fix: tuple[Step, ...]
    back: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One legal move, all of it. `fix` puts the table back to where the turn began."""

    table: Table
    move: str
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Several different legal moves made this table."""

    table: Table
    moves: tuple[str, ...]
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Takeback:
    """The table of some moves ago is shown again; `doubtful` where it may also be a turn under way."""

    table: Table
    moves: int
    doubtful: bool
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal move leads here: the rules that were broken, and the actions that mend the table."""

    table: Table
    violations: tuple[Violation, ...]
    fix: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a table in doubt may be: "unchanged", a move, "takeback", or one cell's content.

    `label` is what a tap names; `cell` says the cell and its content where the answer is about one cell.
    """

    label: str
    text: str
    table: Table
    move: str | None = None
    cell: tuple[str, Content] | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """The picture does not decide between the candidates; `cells` are those that cannot be told."""

    cells: tuple[str, ...]
    candidates: tuple[Candidate, ...]


Verdict = Unchanged | UnderWay | Made | OneOf | Takeback | Illegal | Unclear


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame says to the game: a reading only where the table is at rest and no hand is over it.

    frame: its number from 0 on; t: seconds since the camera started. problem: why the board is not in
    sight, in words, or None where it is. advice: what would make the picture better, None where it is good.
    """

    frame: int
    t: float
    hand: bool
    problem: str | None
    reading: Reading | None
    advice: str | None = None


def sight(observation: Observation, t: float) -> Sight:
    """A frame's observation as the session takes it."""
    rests = observation.settled and not observation.hand
    reading = observation.reading if rests else None
    return Sight(observation.frame, t, observation.hand, observation.problem, reading, observation.advice)


def start_table(game: str) -> Table | None:
    """The table that a game begins with under its default options; None for an unknown game."""
    rules: Game[Any] | None = GAMES.get(game)
    return None if rules is None else rules.table(rules.new())


def explain(state: State, reading: Reading, told: Told, places: Places) -> Verdict:
    """The verdict on what is seen, for a game in `state`.

    told: what people have said of cells that could not be told; it counts only where the reading is unsure.
    places: each cell's middle in mm; of several ways to mend a table, people reach the shortest.
    """
    cells = {
        name: CellReading({told[name]: 1.0}) if cell.unsure and name in told else cell
        for name, cell in reading.cells.items()
    }
    table, doubtful = _sure_part(cells)
    if not doubtful:
        return judge_table(state, table, places)
    weighed = [(p, t, judge_table(state, t, places)) for t, p in _worlds(state, table, doubtful)]
    left = max(0.0, 1 - sum(p for p, _, _ in weighed))
    weighed = [(p * _PRIOR[type(verdict)], t, verdict) for p, t, verdict in weighed]
    total = sum(w for w, _, _ in weighed) + left * _PRIOR[Unclear]
    weighed.sort(key=lambda item: -item[0])
    if weighed and weighed[0][0] >= CERTAIN * total and not isinstance(weighed[0][2], Illegal):
        return weighed[0][2]
    asked = _with_left(state, table, doubtful, places)
    return Unclear(tuple(asked), _candidates(state, weighed, table, asked))


def judge_table(state: State, table: Table, places: Places) -> Verdict:
    """The verdict on a table that is known for sure."""
    game, position = state.game, state.position
    now = game.arranged(position, table)
    if table == now:
        return Unchanged(table)
    back = mend(table, now, game.info, places)
    match = game.match(position, table)
    different = _different(state, match.moves)
    if len(different) == 1:
        return Made(table, different[0], back)
    if different:
        return OneOf(table, different, back)
    moves = _moves_ago(state, table)
    if moves:
        return Takeback(table, moves, match.partial, back)
    if match.partial:
        return UnderWay(table, match.towards, match.violations, _finish(state, table, match, places) or back, back)
    return Illegal(table, match.violations, back)


def looks_other(now: Look, then: Look) -> bool:
    """Whether a cell looks so different, or so clear, that what people said of it no longer counts."""
    contents = {*now.likely, *then.likely}
    return not now.unsure or sum(abs(now.likely.get(c, 0.0) - then.likely.get(c, 0.0)) for c in contents) / 2 > OTHER


def half_mended(state: State, wrong: Illegal | UnderWay | None, verdict: Takeback) -> Illegal | UnderWay | None:
    """What is still wrong, where an earlier table is only a step on the way to put an illegal one right.

    So it is where no cell differs from the position but those that were wrong: where a wrong piece was taken
    off and the right one is not there yet. None where the earlier table is one for its own sake.
    """
    if wrong is None:
        return None
    table, now = verdict.table, state.game.arranged(state.position, verdict.table)
    for cell in {*table, *now}:
        if table.get(cell) != now.get(cell) and wrong.table.get(cell) == now.get(cell):
            return None
    return replace(wrong, table=table, fix=verdict.fix)


_PRIOR: Mapping[type[Verdict], float] = MappingProxyType(
    # How often people make such a table, Unclear standing for what no table explains (a foreign object, a
    # piece across two cells). Only the ratios matter, and only where the picture leaves a doubt.
    {Unchanged: 1.0, Made: 1.0, OneOf: 1.0, UnderWay: 0.3, Takeback: 0.1, Illegal: 0.05, Unclear: 0.05}
)

Doubtful = Mapping[str, Mapping[Content, float]]


def _sure_part(cells: Mapping[str, CellReading]) -> tuple[dict[str, tuple[str, ...]], Doubtful]:
    """What lies in the cells that are sure, and the plausible contents of those that are not."""
    table: dict[str, tuple[str, ...]] = {}
    doubtful: dict[str, Mapping[Content, float]] = {}
    for name, cell in cells.items():
        if cell.unsure:
            doubtful[name] = {content: p for content, p in cell.likely.items() if p >= PLAUSIBLE}
        elif pieces := _pieces(cell.best):
            table[name] = pieces
    return table, doubtful


def _worlds(state: State, table: Table, doubtful: Doubtful) -> Iterator[tuple[Table, float]]:
    """Tables that the doubtful cells leave possible, each with its probability.

    Where they would be too many, cells that plausibly hold what the position says are taken to hold it,
    the likeliest of them first; the probability says what that leaves out.
    """
    now = state.game.table(state.position)
    options = {name: dict(contents) for name, contents in doubtful.items()}

    def held(name: str) -> float:
        return next((p for content, p in doubtful[name].items() if _pieces(content) == now.get(name, ())), 0.0)

    for name in sorted(doubtful, key=held, reverse=True):
        if math.prod(len(contents) for contents in options.values()) <= MOST_TABLES:
            break
        options[name] = {c: p for c, p in options[name].items() if _pieces(c) == now.get(name, ())} or options[name]
    if math.prod(len(contents) for contents in options.values()) > MOST_TABLES:
        return
    for choice in itertools.product(*(contents.items() for contents in options.values())):
        world = dict(table)
        for name, (content, _) in zip(options, choice, strict=True):
            if pieces := _pieces(content):
                world[name] = pieces
        yield MappingProxyType(world), math.prod(p for _, p in choice)


def _with_left(state: State, table: Table, doubtful: Doubtful, places: Places) -> Doubtful:
    """The doubtful cells, and the cells beside them that have lost their piece: it may lie half on either."""
    lost = [c for c in state.game.table(state.position) if c not in table and c not in doubtful and c in places]
    found = dict(doubtful)
    for cell in doubtful:
        near = 1.5 * min(math.dist(places[cell], at) for name, at in places.items() if name != cell)
        found |= {c: {EMPTY: 1.0} for c in lost if math.dist(places[c], places[cell]) <= near}
    return found


def _pieces(content: Content) -> tuple[str, ...]:
    kind, count = content
    return () if kind is None else (kind,) * count


def _different(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """One move for each different result: which way a piece took does not matter where it ends alike."""
    if len(moves) < 2:
        return tuple(moves)
    found: list[tuple[object, str]] = []
    for move in moves:
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None and outcome.position not in [position for position, _ in found]:
            found.append((outcome.position, move))
    return tuple(move for _, move in found)


def _moves_ago(state: State, table: Table) -> int:
    """How many moves ago the game had this table; 0 for never."""
    for n, turn in enumerate(reversed(state.turns), start=1):
        if state.game.arranged(turn.before, table) == table:
            return n
    return 0


def _finish(state: State, table: Table, match: Match, places: Places) -> tuple[Step, ...]:
    """The fewest actions that complete one of the moves that the table is on the way to."""
    ends = []
    for move in match.towards:
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None:
            ends.append(mend(table, state.game.arranged(outcome.position, table), state.game.info, places))
    return min(ends, key=len, default=())


def _candidates(
    state: State, weighed: Sequence[tuple[float, Table, Verdict]], table: Table, doubtful: Doubtful
) -> tuple[Candidate, ...]:
    """The answers to the question that is left, likeliest first: which move it was, or else what lies in one cell."""
    found: dict[str, Candidate] = {}
    for candidate in itertools.chain(
        (c for _, world, verdict in weighed for c in _meanings(verdict, world)), _agreeing(state, table, doubtful)
    ):
        found.setdefault(candidate.label, candidate)
    if len(found) < 2:
        for candidate in _contents(state, table, *next(iter(doubtful.items()))):
            found.setdefault(candidate.label, candidate)
    return tuple(found.values())[:MOST_CANDIDATES]


def _agreeing(state: State, table: Table, doubtful: Doubtful) -> Iterator[Candidate]:
    """What the cells that are sure leave possible, however unlikely the others look: nothing, or a legal move."""

    def agrees(other: Table) -> bool:
        return all(table.get(c, ()) == other.get(c, ()) for c in {*table, *other} if c not in doubtful)

    now = state.game.table(state.position)
    if agrees(now):
        yield from _meanings(Unchanged(now), now)
    for move in state.game.legal(state.position, MOST_MOVES).moves:
        outcome = state.game.judge(state.position, move).outcome
        if outcome is not None and agrees(after := state.game.table(outcome.position)) and after != now:
            yield Candidate(move, f"The move {move}", after, move=move)


def _contents(state: State, table: Table, cell: str, contents: Mapping[Content, float]) -> Iterator[Candidate]:
    """What may lie in a cell: what it looks like, what the position has there, or nothing."""
    before = state.game.table(state.position).get(cell, ())
    held: Content = (before[0], len(before)) if before else EMPTY
    for content in (*sorted(contents, key=lambda c: -contents[c]), held, EMPTY):
        kind, count = content
        name = state.game.info.kind_names.get(kind, kind) if kind else "empty"
        label = f"{cell}={kind or 'empty'}" + (f"*{count}" if count > 1 else "")
        says = f"{cell}: {f'{count} x ' if count > 1 else ''}{name}"
        yield Candidate(label, says, {**table, cell: _pieces(content)}, cell=(cell, content))


def _meanings(verdict: Verdict, table: Table) -> Iterator[Candidate]:
    match verdict:
        case Unchanged():
            yield Candidate("unchanged", "Nothing has been moved", table)
        case Made(move=move):
            yield Candidate(move, f"The move {move}", table, move=move)
        case OneOf(moves=moves):
            for move in moves:
                yield Candidate(move, f"The move {move}", table, move=move)
        case Takeback():
            yield Candidate("takeback", "The last move has been taken back", table)
        case _:
            return
