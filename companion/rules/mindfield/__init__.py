"""Mindfield: a game of territory and capture on 7x7 squares, basic and tournament. Its rulings have ids MF-*.

| module | what it holds |
|---|---|
| `squares` | the board |
| `position`, `position_json` | positions and options; their JSON |
| `actions` | moves as texts |
| `jumps`, `moves` | which moves are legal, and what they do |
| `rounds` | how a round ends and what it counts |
| `judge` | why a move is not legal |
| `table_match`, `attempt` | which move made a table |
| `guide` | what can be done now |
| `rulebook` | the rules for people, with examples |
| `lesson` | a guided game for beginners |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.language import N_, Translated, _
from companion.rules.core import (
    JSON,
    Correction,
    Fact,
    Game,
    Hints,
    Info,
    LegalMoves,
    Match,
    Outcome,
    Resignation,
    Status,
    Table,
    Verdict,
    parse_table,
)
from companion.rules.corrections import find
from companion.rules.lesson import Lesson
from companion.rules.mindfield import actions, guide, judge, moves, rounds, squares, table_match
from companion.rules.mindfield.lesson import LESSON
from companion.rules.mindfield.position import PLAYER_NAMES, STONES, Position, count_changes, start
from companion.rules.mindfield.position_json import OPTIONS, dump, parse, read_rounds
from companion.rules.mindfield.rulebook import RULEBOOK
from companion.rules.rulebook import Rulebook, Way

__all__ = ["GAME", "Mindfield", "Position"]


def _pieces(stones: int) -> Mapping[str, int]:
    """The pieces of a game in which each player has this many stones."""
    return MappingProxyType({"gold": stones, "silver": stones, "antipode-silver": 1})


class Mindfield(Game[Position]):
    """Mindfield, the basic game and tournament matches of 2 or 4 rounds."""

    info = Info(
        id="mindfield",
        title="Mindfield",
        players=(2, 2),
        options=OPTIONS,
        kinds=("gold", "silver", "antipode-gold", "antipode-silver"),
        cells=squares.NAMES,
        names=PLAYER_NAMES,
        kind_names=Translated(
            {
                "gold": N_("gold stone"),
                "silver": N_("silver stone"),
                "antipode-gold": N_("Antipode (gold up)"),
                "antipode-silver": N_("Antipode (silver up)"),
            }
        ),
        pieces=_pieces(max(STONES.values())),
        rank=50,
        gains=Translated({"captured": N_("{move} captures.")}),
        emblems=MappingProxyType({"G": "gold", "S": "silver"}),
        lasting=("play-begins", "missed"),
        ending_names=Translated(
            {
                "captures": N_("captures"),
                "primes": N_("Prime squares"),
                "score": N_("score"),
                "stones": N_("too few stones"),
                "resigned": N_("resignation"),
            }
        ),
        sides=MappingProxyType({"antipode-gold": "antipode-silver", "antipode-silver": "antipode-gold"}),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start(read_rounds({} if options is None else options))

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guide.status(position)

    def facts(self, position: Position) -> tuple[Fact, ...]:
        return tuple(guide.facts(position))

    def table(self, position: Position) -> Table:
        return MappingProxyType(table_match.table(position))

    def stock(self, position: Position) -> Mapping[str, int]:
        return _pieces(position.stones_each)

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        return find(self, position, count_changes(position))

    def resignations(self, position: Position) -> tuple[Resignation[Position], ...]:
        return rounds.resignations(position)

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        if position.ended:
            return LegalMoves(())
        found = LegalMoves.up_to(limit, map(actions.write, moves.actions(position)))
        return found if found.moves else LegalMoves(("pass",))

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judge.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return table_match.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guide.hints(position)

    def ways(self, move: str) -> tuple[Way, ...]:
        match actions.read(move):
            case actions.Step(start, end):
                return ((squares.NAMES[start], squares.NAMES[end]),)
            case actions.Jump(passed):
                return (tuple(squares.NAMES[square] for square in passed),)
            case _:
                return ()

    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def lesson(self) -> Lesson:
        return LESSON

    def in_words(self, position: Position, move: str) -> str:
        if move.startswith(actions.CLAIM):
            return _("claim {square}").format(square=move.removeprefix(actions.CLAIM))
        return super().in_words(position, move)

    def next(self, position: Position) -> Outcome[Position]:
        return rounds.following(position)


GAME = Mindfield()
