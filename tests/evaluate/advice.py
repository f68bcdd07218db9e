"""Advice on half-done and wrong turns: is what the screen tells people to do right, near and never backwards?

    python -m tests.evaluate.advice [--only backgammon,spry] [--tables 2000] [--seed 1]

Positions come from random games. From each, somebody begins a legal turn and stops, or does something wrong: too far,
with a wrong piece, one thing too many. The advice on that table is carried out and compared with every legal turn, by
code that shares nothing with the referee. Prints one line for each game; exit status 1 if any advice was wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations
from typing import Any

from companion.boards import BOARDS
from companion.commands.shared.output import say
from companion.history.events import Started
from companion.history.state import State, fold_all
from companion.referee import Ambiguous, Illegal, MovePlayed, Unchanged, UnderWay, judge_table, known
from companion.referee.judge import advise
from companion.referee.reachable import ReachablePositions
from companion.rules import GAMES
from companion.rules.core import Game, Table
from companion.values.views import Step
from tests.rules.at_random import step, variant

Lying = dict[str, tuple[str, ...]]
Piece = tuple[str, str]
"""A kind and a cell."""

MOST_TURNS = 400
"""Legal turns beside which one advice is compared."""


@dataclass
class Found:
    """The result of one game's tables."""

    tables: int = 0
    unfinished: int = 0
    back: int = 0
    examples: int = 0
    ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def examine(game: str, tables: int, seed: int) -> Found:
    """Judges the advice on this many tables of a game."""
    rules, rnd, found = GAMES[game], random.Random(f"{game} {seed}"), Found()
    places = BOARDS[game].layout().middles
    for state in _states(rules, rnd):
        may_be = known(state)
        for _ in range(4):
            seen = spoil(state, rnd)
            verdict = judge_table(state, seen, places)
            if not isinstance(verdict, Illegal | UnderWay):
                continue
            begun = time.process_time()
            advice = advise(state, verdict, places, may_be)
            found.ms.append(1000 * (time.process_time() - begun))
            found.tables += 1
            found.unfinished += isinstance(advice, UnderWay)
            found.back += advice.fix == advice.back
            found.examples += advice.example
            for fault in faults(state, seen, advice, may_be):
                found.faults.append(f"{fault}: {rules.dump(state.position)} {dict(seen)} {advice.fix}")
            if found.tables == tables:
                return found
    raise AssertionError("endless")


def _states(rules: Game[Any], rnd: random.Random) -> Iterator[State]:
    """Positions of random games in which a move is due that changes the table."""
    number = rnd.randrange(100)
    while True:
        position, number = rules.new(variant(rules, number)), number + 1
        while (made := step(rules, position, rnd)) is not None:
            position = made.outcome.position
            status = rules.status(position)
            changing = len(rules.legal(position, 5).moves) > len(status.offers)
            if status.due == "move" and changing and rnd.random() < 0.2:
                state = fold_all([Started(rules.info.id, rules.dump(position))])
                assert state is not None
                yield state


# --- what people do wrong ---------------------------------------------------------------------------


def spoil(state: State, rnd: random.Random) -> Lying:
    """A table on which somebody has begun a legal turn, or did something wrong."""
    rules, now = state.game, dict(state.game.table(state.position))
    offers = rules.status(state.position).offers
    move = rnd.choice([move for move in islice(rules.legal(state.position).moves, 3000) if move not in offers])
    outcome = rules.judge(state.position, move).outcome
    assert outcome is not None
    after = dict(rules.arranged(outcome.position, now))
    gone, come = _pieces(now, after), _pieces(after, now)
    seen = dict(now)
    how = rnd.choice(("begun", "begun", "too far", "wrong piece", "one more", "in hand"))
    if how == "begun":
        for piece in rnd.sample(gone, rnd.randint(0, len(gone))):
            _take(seen, piece)
        for piece in rnd.sample(come, rnd.randint(0, len(come))):
            _put(seen, piece)
        if not gone and seen == now:
            _put(seen, (rnd.choice(come)[0], rnd.choice(rules.info.cells)))
    elif how == "in hand":
        _take(seen, rnd.choice(gone or _all(now) or come))
    elif how == "too far" and come:
        last = rnd.choice(come)
        for piece in gone:
            _take(seen, piece)
        for piece in come:
            _put(seen, piece if piece != last else (piece[0], rnd.choice(rules.info.cells)))
    elif how == "wrong piece" and now:
        piece = rnd.choice(_all(now))
        _take(seen, piece)
        _put(seen, (piece[0], rnd.choice(rules.info.cells)))
    else:
        seen = after
        piece = rnd.choice(_all(after) or come)
        _take(seen, piece)
        if rnd.random() < 0.5:
            _put(seen, (piece[0], rnd.choice(rules.info.cells)))
    return seen


def _all(table: Mapping[str, Sequence[str]]) -> list[Piece]:
    return [(kind, cell) for cell, kinds in table.items() for kind in kinds]


def _pieces(one: Table, other: Table) -> list[Piece]:
    """The pieces of one table that the other lacks."""
    return sorted((Counter(_all(one)) - Counter(_all(other))).elements())


def _take(table: Lying, piece: Piece) -> None:
    kinds = list(table.get(piece[1], ()))
    if piece[0] in kinds:
        kinds.remove(piece[0])
    table.pop(piece[1], None)
    if kinds:
        table[piece[1]] = tuple(kinds)


def _put(table: Lying, piece: Piece) -> None:
    table[piece[1]] = (*table.get(piece[1], ()), piece[0])


# --- what good advice is ----------------------------------------------------------------------------


def faults(state: State, seen: Lying, advice: Illegal | UnderWay, may_be: ReachablePositions) -> Iterator[str]:
    """What is wrong with advice on a table."""
    made = carry_out(seen, advice.fix)
    verdict = judge_table(state, made, {})
    if not isinstance(verdict, MovePlayed | Ambiguous | Unchanged):
        yield f"it leads to {type(verdict).__name__}"
    now = state.game.arranged(state.position, seen)
    moved = Counter(_pieces(seen, now))
    for one in advice.fix:
        if one.do == "move" and one.start is not None and one.end is not None:
            piece = one.kind, one.start
            if moved[piece]:
                moved[piece] -= 1
            elif not _forward(state, one.kind, one.start, one.end):
                yield f"an untouched piece goes back: {one.text}"
    least = _least(state, seen, now, isinstance(advice, UnderWay), may_be)
    if least is not None and _count(advice.fix) > least:
        yield f"{_count(advice.fix)} pieces are touched, not {least}"


def carry_out(seen: Lying, steps: Sequence[Step]) -> Lying:
    """The table after these steps."""
    table, hands = dict(seen), Counter[str]()
    for one in steps:
        if one.do == "flip":
            assert one.start is not None
            table[one.start] = (*table[one.start][:-1], one.kind)
            continue
        if one.start is not None:
            assert one.kind in table.get(one.start, ()), one
            _take(table, (one.kind, one.start))
        if one.end is not None:
            _put(table, (one.kind, one.end))
        hands[one.kind] += 1
    return table


def _count(steps: Sequence[Step]) -> int:
    ends = {one.end for one in steps if one.do == "move"}
    pieces = [one for one in steps if one.do != "flip" or one.start not in ends]
    held = Counter(one.kind for one in pieces if one.do == "take") & Counter(
        one.kind for one in pieces if one.do == "put"
    )
    return len(pieces) - held.total()


def _least(state: State, seen: Lying, now: Table, unfinished: bool, may_be: ReachablePositions) -> int | None:
    """The fewest pieces that must be touched for a legal turn or for the last position; in an unfinished turn, for a
    legal turn in which all moved pieces stay and no lifted one is put back. None if there is no such turn."""
    rules, best = state.game, None
    moved = Counter(_pieces(seen, now))
    if not unfinished:
        best = _naive(_pieces(seen, now), _pieces(now, seen))
    positions: Iterator[Any] | Sequence[Any] = may_be.after
    if not may_be.complete:
        moves = islice(rules.near(state.position, seen), MOST_TURNS)
        positions = [o.position for m in moves if (o := rules.judge(state.position, m).outcome) is not None]
    for position in positions:
        after = rules.arranged(position, seen)
        gone, come = Counter(_pieces(now, after)), Counter(_pieces(after, now))
        if unfinished and not (
            moved <= come and _regions(state, _pieces(now, seen)) <= _regions(state, gone.elements())
        ):
            continue
        extra, missing = _pieces(seen, after), _pieces(after, seen)
        least = _naive(extra, missing)
        if best is not None and least >= best:
            continue
        left = moved.copy()
        own = []
        for piece in extra:
            if left[piece]:
                left[piece] -= 1
            else:
                own.append(piece)
        if len(own) > 5 or _fit(state, own, missing, gone, come, len(extra)):
            best = least
    return best


def _regions(state: State, pieces: Iterable[Piece]) -> Counter[Piece]:
    """Pieces by kind and place: in Color Dice by area, as the positions inside an area are alike."""
    alike = state.game.info.id == "color-dice"
    return Counter((kind, cell.rstrip("0123456789") if alike else cell) for kind, cell in pieces)


def _naive(extra: Sequence[Piece], missing: Sequence[Piece]) -> int:
    """How many pieces change if any piece may go anywhere. A two-sided piece counts as one kind."""
    one = Counter("antipode" if "antipode" in kind else kind for kind, _ in extra)
    other = Counter("antipode" if "antipode" in kind else kind for kind, _ in missing)
    return (one | other).total()


def _fit(
    state: State, own: list[Piece], missing: list[Piece], gone: Counter[Piece], come: Counter[Piece], extra: int
) -> bool:
    """True if each untouched piece finds an end that its turn takes it to, by trying all of them."""
    if not own:
        return True
    kinds = Counter(kind for kind, _ in missing)
    movers = [piece for piece in own if kinds[piece[0]]]
    return any(
        all(
            kind == want and gone[kind, start] and come[want, end] and _forward(state, kind, start, end)
            for (kind, start), (want, end) in zip(movers, chosen, strict=True)
        )
        for chosen in permutations(missing, len(movers))
    )


def _forward(state: State, kind: str, start: str, end: str) -> bool:
    """True if a piece of Backgammon goes forward: the mover's to a lower number in their own count, else to the bar."""
    if state.game.info.id != "backgammon":
        return True
    white = state.position.to_move == "W"
    if (kind == "white") != white:
        return end.startswith("bar")

    def number(cell: str) -> int:
        if "-" in cell:
            return 25 if cell.startswith("bar") else 0
        return int(cell) if white else 25 - int(cell)

    return number(start) > number(end)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", default=",".join(GAMES), help="games, with commas")
    parser.add_argument("--tables", type=int, default=2000, help="tables of each game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    wrong = 0
    for game in args.only.split(","):
        found = examine(game, args.tables, args.seed)
        ms = sorted(found.ms)
        say(
            f"{game}: {found.tables} tables, {found.unfinished} unfinished turns, {found.back} put back, "
            f"{found.examples} examples, {len(found.faults)} wrong advices; "
            f"ms median {ms[len(ms) // 2]:.1f}, most {ms[-1]:.1f}\n"
        )
        for fault in found.faults[:5]:
            say(f"    {fault}\n")
        wrong += len(found.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
