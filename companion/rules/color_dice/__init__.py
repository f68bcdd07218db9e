"""Color Dice: four dice and four areas. The first to bring nine pawns into another's area wins. Rulings have ids CD-*.

| module | what it holds |
|---|---|
| `board` | colours, areas and cells |
| `position` | positions, options and their JSON |
| `actions` | moves as texts |
| `moves` | which moves are legal, and what they do |
| `judge` | why a move is not legal |
| `table_match` | which attack made a table |
| `guide` | what can be done now |
| `rulebook` | the rules for people, with examples |
| `lesson` | a guided game for beginners |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.language import N_, Translated, _
from companion.rules.color_dice import actions, board, guide, judge, moves, table_match
from companion.rules.color_dice.lesson import LESSON
from companion.rules.color_dice.position import OPTIONS, Position, dump, parse, start
from companion.rules.color_dice.rulebook import RULEBOOK
from companion.rules.core import (
    JSON,
    Fact,
    Game,
    Hints,
    Info,
    LegalMoves,
    Match,
    Outcome,
    Resignation,
    RollError,
    Status,
    Table,
    Verdict,
    parse_table,
    shown,
)
from companion.rules.dice import read_face
from companion.rules.lesson import Lesson
from companion.rules.rulebook import Rulebook

__all__ = ["GAME", "ColorDice", "Position"]


class ColorDice(Game[Position]):
    """Color Dice for two to four players, with dummies for the missing ones."""

    info = Info(
        id="color-dice",
        title="Color Dice",
        players=(2, 4),
        options=OPTIONS,
        kinds=board.WORDS,
        cells=board.CELLS,
        names=board.PLAYER_NAMES,
        kind_names=board.PAWN_NAMES,
        pieces=MappingProxyType(dict.fromkeys(board.WORDS, board.PAWNS)),
        rank=40,
        emblems=MappingProxyType({word: word for word in board.WORDS}),
        ending_names=Translated(
            {
                "nine pawns": N_("nine pawns"),
                "resigned": N_("resignation"),
            }
        ),
        named_dice=True,
        offer_names=board.OFFER_NAMES,
        areas=MappingProxyType({**dict(zip(board.WORDS, board.AREA_CELLS, strict=True)), board.OUTSIDE: ()}),
        gains=Translated({"struck": N_("You can strike: {move}.")}),
        cell_names=MappingProxyType({"": board.PLACE_NAMES}),
        dice_names=board.DICE_NAMES,
    )

    def new(self, options: Mapping[str, JSON] | None = None) -> Position:
        return start({} if options is None else options)

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

    def starts(self) -> Iterator[Position]:
        fewest, most = self.info.players
        return (self.new({"players": players}) for players in range(fewest, most + 1))

    def arranged(self, position: Position, seen: Table) -> Table:
        return MappingProxyType(table_match.arranged(position, parse_table(self.info, seen)))

    def players(self, position: Position) -> tuple[str, ...]:
        return tuple(player.word for player in position.players)

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

    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def lesson(self) -> Lesson:
        return LESSON

    def why_not(self, position: Position, start: str | None, end: str) -> str:
        return guide.why_not(position, start, end)

    def in_words(self, position: Position, move: str) -> str:
        action = actions.read(move)
        return (
            judge.describe(action, position.acting)
            if isinstance(action, actions.Attack)
            else super().in_words(position, move)
        )

    def roll(self, position: Position, dice: JSON) -> Outcome[Position]:
        """The position after a roll. dice: those that were rolled this time, {"red": 4, "blue": 2} (CD-R3)."""
        if position.phase != "throw":
            raise RollError(_("no roll is due: the dice have been kept, or the game is over"), "dice")
        if not isinstance(dice, Mapping) or not dice:
            raise RollError(
                _("the values of the dice are needed, like {example}, not {dice}").format(
                    example='{"red": 4, "blue": 2}', dice=shown(dice)
                ),
                "dice",
            )
        thrown = {}
        for word, value in dice.items():
            if word not in board.BY_WORD:
                raise RollError(
                    _("there is no die {die}; there are {dice}").format(die=shown(word), dice=", ".join(board.WORDS)),
                    "dice",
                )
            thrown[self._die(position, board.BY_WORD[word])] = read_face(value, f"dice.{word}")
        return Outcome(moves.throw(position, thrown))

    @staticmethod
    def _die(position: Position, die: board.Colour) -> board.Colour:
        if die in moves.throwable(position):
            return die
        where = f"dice.{die.word}"
        if position.throws[die] == board.MOST_THROWS:
            text = _("{player}'s die has been rolled {most} times, which is the most in a turn")
            raise RollError(text.format(player=die.label, most=board.MOST_THROWS), where)
        text = _("{player} rolls now, and {owner}'s die is not theirs to roll")
        raise RollError(text.format(player=position.acting.label, owner=die.label), where)


GAME = ColorDice()
