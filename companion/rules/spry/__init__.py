"""Spry ("spread Y") by Nick Bentley: join yellow, blue and red with one group of stones. Its rulings have ids SY-*.

| module | what it holds |
|---|---|
| `board` | cells, rings and groups |
| `position` | positions, options and their JSON |
| `turns` | turns as texts, which are legal, why others are not |
| `table_match` | which turn made a table |
| `guide` | what can be done now |
| `rulebook` | the rules for people, with examples |
| `lesson` | a guided game for beginners |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.language import N_, PlayerNames, Translated
from companion.rules.core import (
    JSON,
    Game,
    Hints,
    Info,
    LegalMoves,
    Match,
    Resignation,
    Status,
    Table,
    Verdict,
    parse_table,
)
from companion.rules.lesson import Lesson
from companion.rules.rulebook import Rulebook
from companion.rules.spry import board, guide, table_match, turns
from companion.rules.spry.lesson import LESSON
from companion.rules.spry.position import OPTIONS, STONES, Position, dump, parse, start
from companion.rules.spry.rulebook import RULEBOOK

__all__ = ["GAME", "Position", "Spry"]


class Spry(Game[Position]):
    """Spry, with the exchange of colours as an option."""

    info = Info(
        id="spry",
        title="Spry",
        players=(2, 2),
        options=OPTIONS,
        kinds=("white", "black"),
        cells=board.NAMES,
        names=PlayerNames({"B": N_("Black"), "W": N_("White")}),
        kind_names=Translated({"white": N_("white stone"), "black": N_("black stone")}),
        pieces=MappingProxyType({"white": STONES, "black": STONES}),
        rank=30,
        lasting=("swapped",),
        ending_names=Translated(
            {
                "connected": N_("connected"),
                "resigned": N_("resignation"),
            }
        ),
        emblems=MappingProxyType({"B": "black", "W": "white"}),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start({} if options is None else options)

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guide.status(position)

    def table(self, position: Position) -> Table:
        return MappingProxyType(table_match.table(position))

    def resignations(self, position: Position) -> tuple[Resignation[Position], ...]:
        return turns.resignations(position)

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        return LegalMoves.up_to(limit, turns.legal(position))

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return turns.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return table_match.match(position, parse_table(self.info, table))

    def near(self, position: Position, table: Table) -> Iterator[str]:
        return table_match.near(position, parse_table(self.info, table))

    def why_not(self, position: Position, start: str | None, end: str) -> str:
        return guide.why_not(position, end) or super().why_not(position, start, end)

    def hints(self, position: Position) -> Hints:
        return guide.hints(position)

    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def lesson(self) -> Lesson:
        return LESSON


GAME = Spry()
