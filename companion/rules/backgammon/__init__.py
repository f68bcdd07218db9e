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
| `rulebook` | the rules for people, with examples |
| `lesson` | a guided game for beginners |
| `xgid`, `mat` | positions and matches as other programs write them |
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from companion.language import N_, Translated
from companion.rules.backgammon import guide, judge, mat, notation, play, table_match, turns, xgid
from companion.rules.backgammon.lesson import LESSON
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
from companion.rules.backgammon.rulebook import RULEBOOK
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
from companion.rules.rulebook import Rulebook
from companion.rules.white_black import DICE_NAMES, KINDS, PLAYER_NAMES

__all__ = ["GAME", "Backgammon", "Position"]

_ASIDE: Mapping[str, str] = MappingProxyType(
    {
        "bar-white": N_("White's bar"),
        "bar-black": N_("Black's bar"),
        "off-white": N_("White's tray"),
        "off-black": N_("Black's tray"),
    }
)


def _name_cells(marked: str, numbers: Mapping[str, int]) -> Translated:
    """The names of the cells. marked: the text for points, with a field `point`. numbers: the number of each point."""
    return Translated(
        {**_ASIDE, **dict.fromkeys(numbers, marked)}, {cell: {"point": number} for cell, number in numbers.items()}
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
        names=PLAYER_NAMES,
        kind_names=Translated({"white": N_("white checker"), "black": N_("black checker")}),
        pieces=MappingProxyType({"white": CHECKERS, "black": CHECKERS}),
        rank=10,
        emblems=KINDS,
        dice_names=DICE_NAMES,
        offer_names=Translated({"take": N_("Take the double")}),
        lasting=("tie", "began", "no-move"),
        ending_names=Translated(
            {
                "single": N_("single"),
                "gammon": N_("gammon"),
                "backgammon": N_("backgammon"),
                "drop": N_("drop"),
                "resigned": N_("resignation"),
            }
        ),
        formats=MappingProxyType({"mat": mat.write}),
        cell_names=MappingProxyType(
            {
                "": Translated(_ASIDE),
                "white": _name_cells(N_("White's {point}"), {str(p): p for p in range(1, POINTS + 1)}),
                "black": _name_cells(N_("Black's {point}"), {str(p): POINTS + 1 - p for p in range(1, POINTS + 1)}),
            }
        ),
        gains=Translated({"hit": N_("{move} hits.")}),
        rim_names=MappingProxyType(
            {
                "W": MappingProxyType({str(p): str(p) for p in range(1, POINTS + 1)}),
                "B": MappingProxyType({str(p): str(POINTS + 1 - p) for p in range(1, POINTS + 1)}),
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

    def facts(self, position: Position) -> tuple[Fact, ...]:
        return tuple(guide.facts(position))

    def table(self, position: Position) -> Table:
        return MappingProxyType(table_match.table(position))

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        return find(self, position, (*score_changes(position), *cube_changes(position)))

    def resignations(self, position: Position) -> tuple[Resignation[Position], ...]:
        return play.resignations(position)

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

    def leads(self, position: Position, kind: str, start: str, end: str) -> bool:
        return play.leads(position.to_move, kind, start, end)

    def hints(self, position: Position) -> Hints:
        return guide.hints(position)

    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def lesson(self) -> Lesson:
        return LESSON

    def why_not(self, position: Position, start: str | None, end: str) -> str:
        return guide.why_not(position, start, end)

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        return play.rolled(position, dice)

    def next(self, position: Position) -> Outcome[Position]:
        return play.next_game(position)

    def xgid(self, position: Position) -> str:
        """A position in the notation XGID. Raises PositionError if it has none."""
        return xgid.write(position)

    def from_xgid(self, text: str) -> Position:
        """The position that an XGID describes. Raises PositionError if the text is no XGID."""
        return xgid.read(text)


GAME = Backgammon()
