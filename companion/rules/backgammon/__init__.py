"""Backgammon. Its rulings have ids BG-*.

| module | what it holds |
|---|---|
| `position` | positions, options and their JSON |
| `turns` | every way to play a roll |
| `notation`, `written_play` | moves as texts |
| `play` | what moves and rolls do, the cube, the end of a game |
| `judge` | why a move is not legal |
| `table_match`, `attempt` | which move made a table |
| `guide` | what can be done now |
| `xgid`, `mat` | positions and matches as other programs write them |
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from companion.rules.backgammon import guide, judge, mat, notation, play, table_match, turns, xgid
from companion.rules.backgammon.position import (
    CHECKERS,
    OPTIONS,
    POINTS,
    Position,
    check_options,
    cube_changes,
    dump,
    parse,
    score_changes,
    start,
)
from companion.rules.core import (
    JSON,
    Correction,
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
from companion.rules.corrections import find

__all__ = ["GAME", "Backgammon", "Position"]

_ASIDE: Mapping[str, str] = MappingProxyType(
    {"bar-white": "White's bar", "bar-black": "Black's bar", "off-white": "White's tray", "off-black": "Black's tray"}
)


class Backgammon(Game[Position]):
    """Backgammon, with cube, gammons and matches as options."""

    info = Info(
        id="backgammon",
        title="Backgammon",
        players=(2, 2),
        options=OPTIONS,
        kinds=("white", "black"),
        cells=(*(str(point) for point in range(1, POINTS + 1)), "bar-white", "bar-black", "off-white", "off-black"),
        names=MappingProxyType({"W": "White", "B": "Black"}),
        kind_names=MappingProxyType({"white": "white checker", "black": "black checker"}),
        pieces=MappingProxyType({"white": CHECKERS, "black": CHECKERS}),
        rank=10,
        emblems=MappingProxyType({"W": "white", "B": "black"}),
        offer_names=MappingProxyType({"take": "Take the double"}),
        formats=MappingProxyType({"mat": mat.write}),
        cell_names=MappingProxyType(
            {
                "": _ASIDE,
                "white": {**_ASIDE, **{str(point): f"White's {point}" for point in range(1, POINTS + 1)}},
                "black": {**_ASIDE, **{str(point): f"Black's {POINTS + 1 - point}" for point in range(1, POINTS + 1)}},
            }
        ),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start(check_options({} if options is None else options))

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guide.status(position)

    def table(self, position: Position) -> Table:
        return MappingProxyType(table_match.table(position))

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        return find(self, position, (*score_changes(position), *cube_changes(position)))

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        if position.phase != "move" or position.dice is None:
            return LegalMoves.up_to(limit, table_match.unmoved(position))
        ways = turns.turns(turns.view(position), position.dice).ways
        if not ways:
            return LegalMoves(("pass",))
        found = (notation.write(way[0], turns.hits_of(result)) for result, way in ways.items())
        return LegalMoves(tuple(islice(found, limit)), len(ways) <= limit)

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judge.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return table_match.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guide.hints(position)

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        return play.rolled(position, dice)

    def next(self, position: Position) -> Outcome[Position]:
        return play.next_game(position)

    def xgid(self, position: Position) -> str:
        """The XGID of a position. Raises PositionError if it has none."""
        return xgid.write(position)

    def from_xgid(self, text: str) -> Position:
        """The position of an XGID. Raises PositionError if the text is no XGID."""
        return xgid.read(text)


GAME = Backgammon()
