"""Spaces: three intertwined fields of triangles, an edge that is none, and a centre that multiplies. Rulings SP-*.

This is the game as `core.Game` wants it. The rooms behind it: `board` (the triangles), `position` (values
and JSON), `actions` (moves as texts), `moves` (what is legal, what it does), `throws` (what dice do),
`judging` (why something is not legal), `matching` and `attempt` (which move made a table), `guiding` (what
to do now).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
from companion.rules.spaces import actions, moves
from companion.rules.spaces import guide as guiding
from companion.rules.spaces import judge as judging
from companion.rules.spaces import rolls as throws
from companion.rules.spaces import table_match as matching
from companion.rules.spaces.board import CENTRE, COLOURS, NAMES, PLAYABLE
from companion.rules.spaces.position import (
    MOST_PIECES,
    OPTIONS,
    Position,
    check_options,
    dump,
    parse,
    score_changes,
    start,
)
from companion.rules.white_black import KINDS, PLAYER_NAMES

__all__ = ["GAME", "Position", "Spaces"]


class Spaces(Game[Position]):
    """Spaces."""

    info = Info(
        id="spaces",
        title="Spaces",
        players=(2, 2),
        options=OPTIONS,
        kinds=("white", "black"),
        cells=tuple(NAMES[space] for space in PLAYABLE),
        names=PLAYER_NAMES,
        kind_names=MappingProxyType({"white": "white piece", "black": "black piece"}),
        pieces=MappingProxyType({"white": MOST_PIECES, "black": MOST_PIECES}),
        rank=20,
        emblems=KINDS,
        passed_over=(*(NAMES[space] for space in range(CENTRE) if COLOURS[space] is None), NAMES[CENTRE]),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start(check_options({} if options is None else options))

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guiding.status(position)

    def table(self, position: Position) -> Table:
        return MappingProxyType(matching.table(position))

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        return find(self, position, score_changes(position))

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        return LegalMoves.up_to(limit, map(actions.write, moves.actions(position)))

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judging.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return matching.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guiding.hints(position)

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        return throws.roll(position, dice)

    def next(self, position: Position) -> Outcome[Position]:
        return throws.next_bout(position)


GAME = Spaces()
