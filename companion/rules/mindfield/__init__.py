"""Mindfield: a game of territory and capture on 7x7 squares, basic and tournament; rulings MF-* of RULINGS.md.

This is the game as `core.Game` wants it. The rooms behind it: `squares` (the board), `position` (values) and
`parsing` (their JSON), `actions` (moves as texts), `jumping` and `moves` (what is legal, what it does), `rounds`
(how a round ends and counts), `judging` (why something is not legal), `matching` and `attempt` (which move made
a table), `guiding` (what to do now).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from companion.rules.core import (
    JSON,
    Game,
    Hints,
    Info,
    LegalMoves,
    Match,
    Outcome,
    Status,
    Table,
    Verdict,
    parse_table,
)
from companion.rules.mindfield import actions, moves, rounds, squares
from companion.rules.mindfield import guide as guiding
from companion.rules.mindfield import judge as judging
from companion.rules.mindfield import table_match as matching
from companion.rules.mindfield.position import Position, start
from companion.rules.mindfield.position_json import dump, parse, rounds_of

__all__ = ["Mindfield", "Position"]


class Mindfield(Game[Position]):
    """Mindfield, the basic game and tournament matches of 2 or 4 rounds."""

    info = Info(
        id="mindfield",
        title="Mindfield",
        players=(2, 2),
        options=MappingProxyType({"rounds": 0}),
        kinds=("gold", "silver", "antipode-gold", "antipode-silver"),
        cells=squares.NAMES,
        names=MappingProxyType({"G": "Gold", "S": "Silver"}),
        kind_names=MappingProxyType(
            {
                "gold": "gold stone",
                "silver": "silver stone",
                "antipode-gold": "Antipode (gold up)",
                "antipode-silver": "Antipode (silver up)",
            }
        ),
        emblems=MappingProxyType({"G": "gold", "S": "silver"}),
        sides=MappingProxyType({"antipode-gold": "antipode-silver", "antipode-silver": "antipode-gold"}),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start(rounds_of({} if options is None else options))

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guiding.status(position)

    def table(self, position: Position) -> Table:
        return MappingProxyType(matching.table(position))

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        if position.ended:
            return LegalMoves(())
        found = [actions.write(action) for action in islice(moves.actions(position), limit + 1)]
        return LegalMoves(tuple(found[:limit]), len(found) <= limit) if found else LegalMoves(("pass",))

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judging.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return matching.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guiding.hints(position)

    def next(self, position: Position) -> Outcome[Position]:
        return rounds.following(position)
