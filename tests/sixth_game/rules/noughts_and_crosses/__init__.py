"""Noughts and crosses, complete under `core.Game`: the small example of docs/adding-a-game.md.

Three rules: NC-1 one mark a turn on an empty cell, crosses first (or noughts, as an option); NC-2 three in a line
win; NC-3 a full board without a line is won by the noughts, so that every game has a winner.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.language import N_, PlayerNames, Translated, _
from companion.rules import fields
from companion.rules.core import (
    JSON,
    Correction,
    Counter,
    Event,
    Game,
    Hint,
    Hints,
    Info,
    LegalMoves,
    Match,
    MoveTextError,
    Outcome,
    PositionError,
    Result,
    Status,
    Table,
    Verdict,
    Violation,
    parse_table,
    shown,
)
from companion.rules.corrections import Change, find
from companion.rules.options import choice, read
from companion.words import join_words

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = tuple(
    tuple(CELLS[i] for i in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
NAMES = PlayerNames({"X": N_("Crosses"), "O": N_("Noughts")})
MARKS = Translated({"X": N_("cross"), "O": N_("nought")})
KINDS = MappingProxyType({"X": "red-cross", "O": "blue-nought"})
OPTIONS = (choice("first", N_("Who begins"), NAMES),)
TITLES = Translated({"NC-1": N_("One mark a turn, on an empty cell"), "NC-2": N_("The game is over")})


@dataclass(frozen=True, slots=True)
class Position:
    """A position of noughts and crosses."""

    marks: tuple[tuple[str, str], ...] = ()
    """Cells and who has marked them, X or O, in the order of CELLS."""
    to_move: str = "X"
    """Whose turn it is; the winner when the game is over."""
    result: Result | None = None
    """How it ended; None while it is played."""

    def of(self, player: str) -> set[str]:
        return {cell for cell, owner in self.marks if owner == player}

    @property
    def empty(self) -> tuple[str, ...]:
        taken = dict(self.marks)
        return tuple(cell for cell in CELLS if cell not in taken)


def other(player: str) -> str:
    return "O" if player == "X" else "X"


def result_of(marks: Mapping[str, str]) -> Result | None:
    """The result of a board (NC-2, NC-3), None if the game is not over."""
    for player in "XO":
        if any(all(marks.get(cell) == player for cell in line) for line in LINES):
            return Result(player, 1, "line")
    return Result("O", 1, "full") if len(marks) == len(CELLS) else None


class NoughtsAndCrosses(Game[Position]):
    """Noughts and crosses on three by three cells, a1 top left."""

    info = Info(
        id="noughts-and-crosses",
        title="Noughts and crosses",
        players=(2, 2),
        options=OPTIONS,
        kinds=("red-cross", "blue-nought"),
        cells=CELLS,
        names=NAMES,
        kind_names=Translated({"red-cross": N_("red cross"), "blue-nought": N_("blue nought")}),
        pieces=MappingProxyType({"red-cross": 5, "blue-nought": 5}),
        emblems=KINDS,
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return Position(to_move=read(OPTIONS, {} if options is None else options)["first"])

    def parse(self, data: JSON) -> Position:
        needed = ("game", "marks", "to_move", "phase", "options")
        given = fields.read_position(data, self.info.id, needed)
        fields.read_inner(given["options"], "options", (), ())
        marks = dict(fields.read_inner(given["marks"], "marks", CELLS, ()))
        for cell, player in marks.items():
            fields.read_word(player, f"marks.{cell}", tuple(NAMES))
        to_move = fields.read_word(given["to_move"], "to_move", tuple(NAMES))
        phase = fields.read_word(given["phase"], "phase", ("move", "over"))
        ended = fields.read_result(given, phase, to_move, tuple(NAMES))
        if ended != result_of(marks):
            raise PositionError("the phase and the result do not fit the marks", "phase")
        return Position(tuple((cell, marks[cell]) for cell in CELLS if cell in marks), to_move, ended)

    def dump(self, position: Position) -> dict[str, JSON]:
        data: dict[str, JSON] = {
            "game": self.info.id,
            "marks": dict(position.marks),
            "to_move": position.to_move,
            "phase": "over" if position.result else "move",
            "options": {},
        }
        return fields.with_result(data, position.result)

    def status(self, position: Position) -> Status:
        counters = {player: (Counter(_("marks"), len(position.of(player))),) for player in NAMES}
        return Status(
            "nothing" if position.result else "move",
            position.to_move,
            counters=MappingProxyType(counters),
            result=position.result,
        )

    def table(self, position: Position) -> Table:
        return MappingProxyType({cell: (KINDS[player],) for cell, player in position.marks})

    def corrections(self, position: Position) -> tuple[Correction[Position], ...]:
        following = other(position.to_move)

        def make(position: Position) -> Position:
            return replace(position, to_move=following)

        text = _("{player} are to move").format(player=NAMES[following])
        return find(self, position, (Change("to_move", f"to_move={following}", text, make),))

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        moves = () if position.result else position.empty
        return LegalMoves(moves[:limit], len(moves) <= limit)

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        cell = move.strip().lower()
        if not re.fullmatch("[abc][123]", cell, re.ASCII):
            raise MoveTextError(f"{shown(move)} is no cell: a turn is the cell of its mark, like b2", "move")
        if found := self._broken(position, cell):
            return Verdict(cell, None, (found,))
        marks = sorted([*position.marks, (cell, position.to_move)], key=lambda mark: CELLS.index(mark[0]))
        ended = result_of(dict(marks))
        after = Position(tuple(marks), ended.winner if ended else other(position.to_move), ended)
        events = () if ended is None else (Event("won", _("{player} win.").format(player=NAMES[ended.winner]), CELLS),)
        return Verdict(cell, Outcome(after, events))

    def _broken(self, position: Position, cell: str) -> Violation | None:
        if position.result:
            text = _("{player} have won already.").format(player=NAMES[position.to_move])
            return Violation("NC-2", TITLES["NC-2"], text)
        if cell in position.empty:
            return None
        text = _("{cell} is taken: a {mark} is there.").format(cell=cell, mark=MARKS[dict(position.marks)[cell]])
        return Violation("NC-1", TITLES["NC-1"], text, (cell,))

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        before, seen = self.table(position), parse_table(self.info, table)
        changed = [cell for cell in CELLS if before.get(cell) != seen.get(cell)]
        if not changed:
            return Match(partial=True)
        if position.result:
            text = _("The game is over, so nothing may be moved.")
            return Match(violations=(Violation("NC-2", TITLES["NC-2"], text),))
        own, mark = (KINDS[position.to_move],), MARKS[position.to_move]
        if len(changed) == 1 and changed[0] in position.empty and seen[changed[0]] == own:
            return Match((changed[0],), partial=True, towards=(changed[0],))
        text = _("{player} put one {mark} on an empty cell; but {cells} changed.").format(
            player=NAMES[position.to_move], mark=mark, cells=join_words(changed)
        )
        return Match(violations=(Violation("NC-1", TITLES["NC-1"], text, tuple(changed)),))

    def hints(self, position: Position) -> Hints:
        if position.result:
            return Hints(_("The game is over: {player} have won.").format(player=NAMES[position.to_move]))
        text = _("{player}: put one {mark} on an empty cell.").format(
            player=NAMES[position.to_move], mark=MARKS[position.to_move]
        )
        return Hints(text, MappingProxyType({cell: (Hint(cell, _("This cell is empty.")),) for cell in position.empty}))


GAME = NoughtsAndCrosses()
