"""The interface of a game's rules, and the values that they use.

A game is one subclass of `Game` in a package of its own in `companion.rules`, which finds it there. Everything is
immutable; nothing here uses a clock, files, random numbers or a camera. Chance comes from outside: a roll is given to
`Game.roll`. Callers need no knowledge of the game and read no field of a position. The game says what is due and from
whom (`Game.status`), which options it has (`Info.options`), how many pieces it needs (`Game.stock`) and what people may
correct beside the board (`Game.corrections`). A move is a text, a table is what is on the board.

Three questions, three answers:

* `judge` - is this move legal? A `Verdict`: the position after it, or the rules that it breaks.
* `match` - which move made this table? A `Match`: the moves, or why there is none, and if the turn may still be in
  progress (people lift and put down one piece at a time).
* `hints` - what can be done now, and why something cannot.

Positions come from JSON and go to JSON (`parse`, `dump`). A position need not be reachable, but it must not contradict
itself.

Takebacks have the same limits in all games (`companion.referee.judge.most_undone_by_hand`): if players only put pieces
back, at most the last turn and the reply are undone, and nothing from before the current part (game, bout or round).
Beyond that the players are asked. A part ends when `Status.due` is "next" or "nothing".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic

from companion.language import _, translate_marked
from companion.rules.answers import JSON as JSON
from companion.rules.answers import Correction as Correction
from companion.rules.answers import Counter as Counter
from companion.rules.answers import Due as Due
from companion.rules.answers import Event as Event
from companion.rules.answers import Fact as Fact
from companion.rules.answers import Hint as Hint
from companion.rules.answers import Hints as Hints
from companion.rules.answers import LegalMoves as LegalMoves
from companion.rules.answers import Match as Match
from companion.rules.answers import Outcome as Outcome
from companion.rules.answers import P as P
from companion.rules.answers import Resignation as Resignation
from companion.rules.answers import Result as Result
from companion.rules.answers import Status as Status
from companion.rules.answers import Table as Table
from companion.rules.answers import Verdict as Verdict
from companion.rules.answers import Violation as Violation
from companion.rules.errors import ExportError as ExportError
from companion.rules.errors import MoveTextError as MoveTextError
from companion.rules.errors import PositionError as PositionError
from companion.rules.errors import RollError as RollError
from companion.rules.errors import RulesError as RulesError
from companion.rules.errors import TableError as TableError
from companion.rules.errors import shown as shown
from companion.rules.lesson import Lesson
from companion.rules.rulebook import Rulebook, Way
from companion.rules.words import MOVE_WORDS, OFFER_NAMES


@dataclass(frozen=True, slots=True)
class Option:
    """Something that the players agree on before a game."""

    name: str
    """The option's key in JSON."""
    title: str
    """The option's name for people, marked with `N_`: "Doubling cube"."""
    default: JSON
    """The value that counts if a game does not name this option."""
    values: tuple[JSON, ...]
    """The values that a menu offers, in this order. The default is one of them."""
    words: tuple[str, ...]
    """Each of these values in words, marked with `N_`."""
    read: Callable[[JSON, str], Any]
    """Reads a value from JSON. Its second argument is the option's name for messages. It raises PositionError for a
    value that the game does not accept. It may accept more values than the menu offers.
    """
    meaning: str = ""
    """What the option means, in one sentence, marked with `N_`; "" if its name says it."""

    def in_words(self, value: JSON) -> str:
        """A value in words. If the menu does not offer the value, it is written out."""
        return translate_marked(self.words[self.values.index(value)]) if value in self.values else str(value)

    @property
    def title_in_words(self) -> str:
        """The option's name, in the current language."""
        return translate_marked(self.title)

    @property
    def meaning_in_words(self) -> str:
        """What the option means, in the current language; "" if its name says it."""
        return translate_marked(self.meaning) if self.meaning else ""


@dataclass(frozen=True, slots=True)
class RecordedMove(Generic[P]):
    """One move of a game that was played."""

    move: str
    """The text of the move, in the game's own notation."""
    before: P
    """The position in which it was made."""
    after: P
    """The position after it."""


@dataclass(frozen=True, slots=True)
class GameRecord(Generic[P]):
    """A game that was played, without moves that were undone. The game's own file formats are written from it."""

    number: int
    """The number of the saved game."""
    began: datetime
    """When the game began."""
    start: P
    """The position at the start of the game."""
    moves: tuple[RecordedMove[P], ...]
    """Its moves in order."""
    was_corrected: bool = False
    """True if people corrected something by hand, or gave up. Then moves and rolls do not explain all positions."""


@dataclass(frozen=True, slots=True)
class Info:
    """A game as lists, menus and the screen show it."""

    id: str
    """The game's name in JSON and on the command line. The packages of the game have the same name, with _ instead of
    -.
    """
    title: str
    """The game's name for people, which is the same in every language."""
    players: tuple[int, int]
    """The fewest and the most players."""
    options: tuple[Option, ...]
    """What the players can agree on, in the order of the menu."""
    kinds: tuple[str, ...]
    """The kinds of pieces."""
    cells: tuple[str, ...]
    """The cells on which a piece can be."""
    names: Mapping[str, str]
    """For each player, by the name in positions: the name for people. It is a `PlayerNames`, so that players who have
    entered their names are called by these.
    """
    kind_names: Mapping[str, str]
    """For each kind of piece, by its name in positions: the name for people."""
    pieces: Mapping[str, int]
    """The most pieces of each kind that a game needs with any options. A piece with two sides is listed once."""
    rank: int = 100
    """The game's place in the list of games. Lower ranks come first, and equal ones are sorted by id."""
    named_dice: bool = False
    """True if a roll names its dice ({"red": 4}), False if it lists values in the order of `Status.dice` ([3, 1])."""
    emblems: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each player, the kind of piece that represents them on the screen."""
    sides: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For a piece with two sides: for each kind that can be up, the kind on its other side."""
    passed_over: tuple[str, ...] = ()
    """Cells where no piece may stay, but where one may be seen during a move or by mistake, such as the black spaces of
    Spaces. A table may name them.
    """
    cell_names: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    """For each kind of piece ("" for any), and for each cell: the name that people who play with this kind use, if it
    is not the cell's id. (In Backgammon, each player counts the points from their own side. In Color Dice, all places
    of an area are alike.)
    """
    rim_names: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    """For each player and each cell: what this player reads beside the cell at the rim of the board. (In Backgammon,
    each player counts the points from their own side.)
    """
    offer_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For moves of `Status.offers`: the words on their button, if the usual word is not good enough."""
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """If the cells of an area are all alike, hints name the area: each area with its cells. The place outside all cells
    is an area without cells.
    """
    gains: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Events, other than winning, that are good for the player who moves. For each, a sentence with a field `move`:
    {"captured": "{move} captures."}.
    """
    lasting: tuple[str, ...] = ()
    """Events whose texts stay on the screen until people have read them: opening rolls, ends of phases and other things
    that nobody should miss.
    """
    dice_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each die, by its name in `Status.dice`: the name for people, as in "the red die". Empty if dice have no
    names.
    """
    ending_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each way in which a game can be won, by `Result.how`: the name for people."""
    formats: Mapping[str, Callable[[GameRecord[Any]], str]] = field(default_factory=lambda: MappingProxyType({}))
    """The game's own file formats. For each, by its name: a function that writes a played game. It raises ExportError
    if a game cannot be written.
    """

    def cell_name(self, cell: str, kind: str = "") -> str:
        """What people call a cell when they talk about a kind of piece."""
        of_any = self.cell_names.get("", {}).get(cell, cell)
        return self.cell_names.get(kind, {}).get(cell, of_any)

    def ending_name(self, how: str) -> str:
        """How a game was won, in words for people. If the game has no words for it, the word of the position."""
        return self.ending_names.get(how, how)

    def offer_name(self, offer: str) -> str:
        """The words on the button of a move that leaves the table unchanged."""
        return self.offer_names.get(offer) or OFFER_NAMES.get(offer) or offer.capitalize()

    @property
    def visible_pieces(self) -> dict[str, int]:
        """The most pieces that can show each kind. A piece with two sides counts for both of its kinds."""
        turned = {kind: self.pieces[other] for kind, other in self.sides.items() if other in self.pieces}
        return turned | dict(self.pieces)

    @property
    def defaults(self) -> dict[str, JSON]:
        """The default of each option."""
        return {option.name: option.default for option in self.options}


class Game(ABC, Generic[P]):
    """The rules of one game. It stores nothing: the result of every method depends only on the arguments."""

    info: Info

    @abstractmethod
    def new(self, options: Mapping[str, JSON] | None = None) -> P:
        """The position at the start of a game with these options. Raises PositionError for an unknown option or a value
        that is not allowed.
        """

    @abstractmethod
    def parse(self, data: JSON) -> P:
        """A position from JSON (docs/contract.md section 2). Raises PositionError naming the field."""

    @abstractmethod
    def dump(self, position: P) -> dict[str, JSON]:
        """The position as JSON; `parse(dump(p)) == p`."""

    @abstractmethod
    def status(self, position: P) -> Status:
        """What the position waits for."""

    def facts(self, position: P) -> tuple[Fact, ...]:
        """What every screen of the game shows: score, target, part, cube, pips. Usually these are the numbers of
        `Status.counters`.
        """
        kept: dict[str, list[tuple[str, str]]] = {}
        for player, counters in self.status(position).counters.items():
            for counter in counters:
                kept.setdefault(counter.label, []).append((player, str(counter.value)))
        return tuple(Fact(label, tuple(values)) for label, values in kept.items())

    @abstractmethod
    def table(self, position: P) -> Table:
        """What is on the board in this position."""

    def stock(self, position: P) -> Mapping[str, int]:
        """How many pieces of each kind the game has in this position. These are `Info.pieces`, unless options change
        it.
        """
        return self.info.pieces

    def options(self, position: P) -> Mapping[str, JSON]:
        """What the players agreed on before this game, if it still matters."""
        agreed: Mapping[str, JSON] = self.dump(position)["options"]
        return agreed

    def corrections(self, position: P) -> tuple[Correction[P], ...]:
        """What people may correct beside the board, where no camera sees it. Usually computed by `corrections.find`."""
        return ()

    def players(self, position: P) -> tuple[str, ...]:
        """The players, as positions name them, in the order of the screen."""
        return tuple(self.status(position).counters)

    def resignations(self, position: P) -> tuple[Resignation[P], ...]:
        """What the players may give up, or agree on, to end the game or a part of it (`rules.resigning`)."""
        return ()

    def starts(self) -> Iterable[P]:
        """Start positions, one for each different table. If players set up one of these tables after a game, they start
        a new game.
        """
        return (self.new(),)

    def arranged(self, position: P, seen: Table) -> Table:
        """The table of a position. If cells are interchangeable (Color Dice), its pieces are where `seen` has them, as
        far as possible.

        The result equals `seen` exactly if `seen` shows this position. If no two cells are interchangeable, the result
        is `table`.
        """
        return self.table(position)

    @abstractmethod
    def legal(self, position: P, limit: int = 10_000) -> LegalMoves:
        """The legal moves, at most `limit`. If several lead to the same position, only one of them is listed."""

    @abstractmethod
    def judge(self, position: P, move: str) -> Verdict[P]:
        """Judges a move. Raises MoveTextError if the text is no move of the game."""

    @abstractmethod
    def match(self, position: P, table: Table, limit: int = 100) -> Match:
        """Which moves lead to a table, at most `limit` of them. Raises TableError if the table cannot belong to this
        game.
        """

    def near(self, position: P, table: Table) -> Iterable[str]:
        """Legal moves to which an illegal table can be repaired. One of them needs the fewest changes.

        Usually these are all legal moves. A game with very many names only the nearest.
        """
        return self.legal(position).moves

    def leads(self, position: P, kind: str, start: str, end: str) -> bool:
        """True if a turn can take a piece of this kind from one cell towards the other. Advice never moves a piece
        against this direction unless people have moved it themselves.
        """
        return True

    def rulebook(self) -> Rulebook | None:
        """The rules as people read them; None if the game has no texts about them."""
        return None

    def lesson(self) -> Lesson | None:
        """A guided game for people who play it for the first time; None if the game has none."""
        return None

    @abstractmethod
    def hints(self, position: P) -> Hints:
        """What can be done now, and why something cannot."""

    def why_not(self, position: P, start: str | None, end: str) -> str:
        """Why a piece may not go from a cell to another one, in words; "" if the rules have nothing to say.

        start: None for a piece of the player to move that comes onto the board. A game with areas (`Info.areas`) gets
        areas instead of cells. Usually, the rules judge the table that would be there after that.
        """
        table = {cell: list(kinds) for cell, kinds in self.table(position).items()}
        if start is None:
            kind = self.info.emblems.get(self.status(position).player)
            table.setdefault(end, []).extend([] if kind is None else [kind])
        elif start in table:
            piece = table[start].pop()
            stays = table.get(end, [])
            table[end] = [*stays, piece] if stays and stays[-1] == piece else [piece]
        try:
            match = self.match(position, {cell: tuple(kinds) for cell, kinds in table.items() if kinds}, 1)
        except TableError as error:
            return error.reason
        return match.violations[0].text if match.violations else ""

    def in_words(self, position: P, move: str) -> str:
        """A move in words, as people read it on the screen. If players write moves in the same way, it is the move's
        text.
        """
        return MOVE_WORDS.get(move, move)

    def ways(self, move: str) -> tuple[Way, ...]:
        """The cells that each piece of a move passes. Empty if the text of the move does not tell them."""
        return ()

    def roll(self, position: P, dice: JSON) -> Outcome[P]:
        """The position after a roll, which comes from outside. Raises RollError if no roll is due or if it does not
        fit.
        """
        raise RollError(_("{game} has no dice, so no roll is due").format(game=self.info.title), "dice")

    def next(self, position: P) -> Outcome[P]:
        """The start of the next bout, game or round. Raises PositionError if none is due."""
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")


def parse_table(info: Info, data: JSON) -> Table:
    """The table in JSON, without empty cells. Raises TableError that names an unknown cell or kind.

    How many pieces a cell can hold is not checked here: `match` also answers for impossible tables.
    """
    if not isinstance(data, Mapping):
        raise TableError("an object of cell -> [kinds, bottom to top] is needed", "table")
    table: dict[str, tuple[str, ...]] = {}
    for cell, kinds in data.items():
        if cell not in info.cells and cell not in info.passed_over:
            raise TableError(f"{info.title} has no cell {shown(cell)}", "table")
        where = f"table.{cell}"
        if not isinstance(kinds, list | tuple):
            raise TableError("a list of piece kinds is needed", where)
        for kind in kinds:
            if kind not in info.kinds:
                raise TableError(f"{info.title} has no piece {shown(kind)}; it has {', '.join(info.kinds)}", where)
        if kinds:
            table[cell] = tuple(kinds)
    return MappingProxyType(table)
