"""Spaces: a board of triangles in three colours. Opposite edges join, and the centre turns one piece into two.

Its rulings have ids SP-*.

| module | what it holds |
|---|---|
| `board` | the triangles |
| `position` | positions, options and their JSON |
| `actions` | moves as texts |
| `moves` | which moves are legal, and what they do |
| `rolls` | what rolls do |
| `judge` | why a move is not legal |
| `table_match`, `attempt` | which move made a table |
| `guide` | what can be done now |
| `rulebook` | the rules for people, with examples |
| `lesson` | a guided game for beginners |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.language import N_, Translated
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
from companion.rules.rulebook import Rulebook, Way
from companion.rules.spaces import actions, guide, judge, moves, rolls, table_match
from companion.rules.spaces.board import CENTRE, COLOURS, NAMES, PLAYABLE
from companion.rules.spaces.lesson import LESSON
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
from companion.rules.spaces.rulebook import RULEBOOK
from companion.rules.white_black import DICE_NAMES, KINDS, PLAYER_NAMES

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
        kind_names=Translated({"white": N_("white piece"), "black": N_("black piece")}),
        pieces=MappingProxyType({"white": MOST_PIECES, "black": MOST_PIECES}),
        rank=20,
        emblems=KINDS,
        dice_names=DICE_NAMES,
        cell_names=MappingProxyType({"": Translated({NAMES[CENTRE]: N_("the centre")})}),
        gains=Translated({"captured": N_("{move} captures.")}),
        lasting=("tie", "begins"),
        ending_names=Translated(
            {
                "capture": N_("capture"),
                "trap": N_("trap"),
                "opening-one": N_("a one at the opening"),
                "throw": N_("roll"),
                "resigned": N_("resignation"),
            }
        ),
        passed_over=(*(NAMES[space] for space in range(CENTRE) if COLOURS[space] is None), NAMES[CENTRE]),
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start(check_options({} if options is None else options))

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

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        return find(self, position, score_changes(position))

    def resignations(self, position: Position) -> tuple[Resignation[Position], ...]:
        return moves.resignations(position)

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        return LegalMoves.up_to(limit, map(actions.write, moves.actions(position)))

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judge.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return table_match.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guide.hints(position)

    def in_words(self, position: Position, move: str) -> str:
        action = actions.read(move)
        return actions.describe(action) if isinstance(action, actions.Move) else super().in_words(position, move)

    def ways(self, move: str) -> tuple[Way, ...]:
        return actions.list_ways(actions.read(move))

    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def lesson(self) -> Lesson:
        return LESSON

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        return rolls.roll(position, dice)

    def next(self, position: Position) -> Outcome[Position]:
        return rolls.next_bout(position)


GAME = Spaces()
