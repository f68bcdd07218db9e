"""Color Dice: four dice, four areas, and the first to bring nine pawns into another's area. Rulings CD-*.

This is the game as `core.Game` wants it. The rooms behind it: `board` (colours, areas, cells), `position`
(values and JSON), `actions` (moves as texts), `moves` (what is legal, what it does), `judging` (why
something is not), `matching` (which attack made a table), `guiding` (what to do now).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from companion.rules.color_dice import actions, board, moves
from companion.rules.color_dice import guide as guiding
from companion.rules.color_dice import judge as judging
from companion.rules.color_dice import table_match as matching
from companion.rules.color_dice.position import Position, dump, parse, start
from companion.rules.core import (
    JSON,
    Game,
    Hints,
    Info,
    LegalMoves,
    Match,
    Outcome,
    RollError,
    Status,
    Table,
    Verdict,
    parse_table,
    shown,
)

__all__ = ["ColorDice", "Position"]


class ColorDice(Game[Position]):
    """Color Dice for two to four players, with dummies for the missing ones."""

    info = Info(
        id="color-dice",
        title="Color Dice",
        players=(2, 4),
        options=MappingProxyType({"players": 2, "move_scope": "attacked", "throwing": "active"}),
        kinds=board.WORDS,
        cells=board.CELLS,
        names=MappingProxyType({colour.word: colour.label for colour in board.COLOURS}),
        kind_names=MappingProxyType({word: f"{word} pawn" for word in board.WORDS}),
        emblems=MappingProxyType({word: word for word in board.WORDS}),
        named_dice=True,
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start({} if options is None else options)

    def parse(self, data: JSON) -> Position:
        return parse(data)

    def dump(self, position: Position) -> dict[str, JSON]:
        return dump(position)

    def status(self, position: Position) -> Status:
        return guiding.status(position)

    def table(self, position: Position) -> Table:
        return MappingProxyType(matching.table(position))

    def arranged(self, position: Position, seen: Table) -> Table:
        return MappingProxyType(matching.arranged(position, parse_table(self.info, seen)))

    def legal(self, position: Position, limit: int = 10_000) -> LegalMoves:
        found = [actions.write(action) for action in islice(moves.actions(position), limit + 1)]
        return LegalMoves(tuple(found[:limit]), len(found) <= limit)

    def judge(self, position: Position, move: str) -> Verdict[Position]:
        return judging.judge(position, move)

    def match(self, position: Position, table: Table, limit: int = 100) -> Match:
        return matching.match(position, parse_table(self.info, table), limit)

    def hints(self, position: Position) -> Hints:
        return guiding.hints(position)

    def in_words(self, position: Position, move: str) -> str:
        action = actions.read(move)
        return judging.describe(action, position.acting) if isinstance(action, actions.Attack) else move

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        """The position after a throw of some dice, {"red": 4, "blue": 2}: those thrown this time (CD-R3)."""
        if position.phase != "throw":
            raise RollError("no throw is due: the dice have been kept, or the game is over", "dice")
        if not isinstance(dice, Mapping) or not dice:
            raise RollError(f'the dice thrown are needed, like {{"red": 4, "blue": 2}}, not {shown(dice)}', "dice")
        thrown = {}
        for word, value in dice.items():
            if word not in board.BY_WORD:
                raise RollError(f"there is no die {shown(word)}; there are {', '.join(board.WORDS)}", "dice")
            thrown[self._die(position, board.BY_WORD[word])] = self._value(word, value)
        return Outcome(moves.throw(position, thrown))

    @staticmethod
    def _die(position: Position, die: board.Colour) -> board.Colour:
        if die in moves.throwable(position):
            return die
        where = f"dice.{die.word}"
        if position.throws[die] == board.MOST_THROWS:
            raise RollError(f"{die.label}'s die has been thrown three times, which is the most in a turn", where)
        raise RollError(f"{position.acting.label} throws now, and {die.label}'s die is not his to throw", where)

    @staticmethod
    def _value(word: str, value: JSON) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
            raise RollError(f"a die shows a whole number from 1 to 6, not {shown(value)}", f"dice.{word}")
        return value
