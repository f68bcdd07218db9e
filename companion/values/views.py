"""What the players see: one value that the presentation makes and the screen draws.

It contains words, cells, pieces and the commands of taps, but no pixels. It has everything that a screen needs, because
a screen asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from companion.values.commands import Command, OpenRules, RulesCommand
from companion.values.menu_commands import MenuCommand
from companion.values.side_pages import SidePage

ScreenName = Literal[
    "setup", "play", "hint", "roll", "wrong", "doubt", "blind", "paused", "over", "menu", "history", "rules", "side"
]
"""Which screen is shown: for the setup, play, a hint, a roll, a table to repair, a question, a board out of sight, a
game that cannot be saved, the end, the menu of the running game, a look back, the rules, or a page beside the game.
"""

Do = Literal["put", "take", "move", "flip"]

Style = Literal[
    "from", "to", "last", "wrong", "missing", "doubt", "hint", "movable", "chosen", "target", "gain", "refused"
]
"""What a mark or an arrow means.

In a hint there are marks on the pieces that can move, on the piece or cell that it is about, and on the cells where
this piece may go, where it takes a piece, and where it may not go.
"""

HintStyle = Literal["movable", "chosen", "target", "gain", "refused"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on one cell."""

    cell: str
    style: Style
    label: str = ""
    """A number beside the mark: how many pieces it is about."""
    kind: str | None = None
    """The kind of piece that is drawn with this number."""


@dataclass(frozen=True, slots=True)
class Region:
    """Several cells that a hint marks together."""

    cells: tuple[str, ...]
    label: str = ""
    """A number on the cells: how many pieces may be placed."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement from one cell to another."""

    start: str
    end: str
    style: Style
    via: tuple[str, ...] = ()
    """The cells that the piece passes between them. Empty: it goes straight."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action with the hand that repairs the table."""

    text: str
    do: Do
    kind: str
    start: str | None
    """The cell that the piece leaves; None for the box beside the board."""
    end: str | None
    """The cell that the piece goes to; None for the box beside the board."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A broken rule, in words for the players."""

    rule: str
    title: str
    text: str
    command: OpenRules | None = None
    """The command of a tap on it, which opens the rule; None if the game has no rules to show."""


@dataclass(frozen=True, slots=True)
class RulesEntry:
    """Something in the rules that people can tap."""

    text: str
    """What people read on it."""
    command: RulesCommand
    """The command that a tap gives."""
    chosen: bool = False
    """True if it is chosen now."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """An example of a rule, drawn on the board."""

    caption: str
    """What the example shows or, if it is not allowed, why."""
    allowed: bool
    """True if the rules allow it."""
    table: Mapping[str, tuple[str, ...]]
    """The board after what people try. Pieces that are captured are still there."""
    ghosts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The pieces that leave their cells, each at its old cell."""
    marks: tuple[Mark, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    """For each piece that moves, the cells that it passes."""
    ticked: tuple[str, ...] = ()
    """Cells with a tick, because they are right."""
    dice: tuple[tuple[str, int], ...] = ()
    """The rolled dice: for each the kind of piece whose colour it has ("" for a plain one), and its value."""
    rim: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each cell, the name that the player to move reads beside it at the rim of the board."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of a game's rules: how the game goes, the list of its rules, or one rule."""

    title: str
    """The game's name for people."""
    headline: str
    """What the page is about."""
    text: str = ""
    steps: tuple[str, ...] = ()
    """The steps of a turn, in order."""
    table: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """What is on the board; used if there are no diagrams."""
    diagrams: tuple[Diagram, ...] = ()
    """The examples of a rule. One of them is shown, and each has a key."""
    topics: tuple[RulesEntry, ...] = ()
    """The topics to which the list of rules can be limited."""
    entries: tuple[RulesEntry, ...] | None = None
    """The rules in the list; None if this page is no list."""
    typed: str = ""
    """What people search for; "" if nothing."""
    keys: tuple[tuple[RulesEntry, ...], ...] = ()
    """The rows of a keyboard; empty if people do not search on this page."""
    buttons: tuple[RulesEntry, ...] = ()
    """The buttons that lead to other pages, or close the rules."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that people can do with a tap on the screen."""

    label: str
    """The choice's name in scripts (`tap LABEL`) and in the event `unsure`. The program itself never compares it."""
    text: str
    """What people read on it."""
    command: Command
    """The command that a tap gives."""
    table: Mapping[str, tuple[str, ...]] | None = None
    """If it is an answer: what is on the board if the answer is right."""
    arrows: tuple[Arrow, ...] = ()
    """How the pieces got there. With them, people can tell apart moves that lead to the same table."""
    face: int | None = None
    """If the choice enters the value of a die: this value."""
    die: str | None = None
    """If the choice is about one die: the kind of piece whose colour this die has."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Something in the menu before a game that people can tap."""

    text: str
    """What people read on it."""
    command: MenuCommand
    """The command that a tap gives."""
    game: str | None = None
    """The game whose board is drawn on it; None for words only."""
    delete: MenuCommand | None = None
    """The command of a tap on the cross beside it, which deletes the game; None for no cross."""
    take_along: MenuCommand | None = None
    """The command of a tap on the sign beside it, which copies the game to a stick; None for no sign."""
    is_main: bool = False
    """True if people most likely want this next. It is drawn bright, like Done when it has an effect."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the touchscreen."""

    name: Literal["done", "undo", "redo", "hint", "double"]
    """Which button it is. This decides its picture and its place."""
    label: str
    """What people read on it."""
    command: Command
    """The command that a tap gives."""
    enabled: bool = True
    """False if the button has no effect now. A tap then only says why."""


@dataclass(frozen=True, slots=True)
class StripValue:
    """One value of a fact in the strip."""

    text: str
    kind: str | None = None
    """The kind of pieces of the player to whom the value belongs; None if it belongs to nobody."""


@dataclass(frozen=True, slots=True)
class StripFact:
    """A fact that every screen shows: its label, and a value for each player, or a single value."""

    label: str
    values: tuple[StripValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Strip:
    """What every screen of a game has at the same place: whose turn it is, and the facts of the game."""

    kind: str | None
    """The kind of pieces of the player whose turn it is; None if it is everybody's, or if the player has no kind of
    pieces.
    """
    text: str
    """Whose turn it is and what they must do: "White: roll"."""
    facts: tuple[StripFact, ...] = ()
    command: Command | None = None
    """The command of a tap on the strip; None if a tap does nothing."""


@dataclass(frozen=True, slots=True)
class LessonNote:
    """What a lesson says on a screen of the game."""

    text: str
    number: int
    """The number of the step, from 1."""
    count: int
    """How many steps the lesson has."""
    warns: bool = False
    """True if people have left the lesson, and the note says how to come back."""


@dataclass(frozen=True, slots=True)
class View:
    """What the screen shows of the game at one moment."""

    screen: ScreenName
    game: str
    """The id of the game."""
    strip: Strip
    """Whose turn it is, and the facts of the game: score, cube, pips."""
    headline: str
    """What people must do now, in a few words; "" if the strip says it already."""
    detail: str
    """The sentences below the headline."""
    table: Mapping[str, tuple[str, ...]]
    """What is on the board in the game's position."""
    seen: Mapping[str, tuple[str, ...]] | None = None
    """What the camera sees on the board, if this differs from `table`."""
    last_move: str = ""
    """The last move in words; "" before the first."""
    footnote: str = ""
    """A text that only a few people need. It is drawn small at the bottom, if there is space."""
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    regions: tuple[Region, ...] = ()
    """The cells where a piece may be placed, while a hint is shown."""
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """For each area that a mark or a tap can be about, its cells. The place outside all cells has none."""
    board_taps: Mapping[str, Command] = field(default_factory=lambda: MappingProxyType({}))
    """The command of a tap on each cell or area of the drawn board."""
    notes: tuple[str, ...] = ()
    """Reasons why something is not possible, a sentence or two each. They are drawn as far as there is space."""
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] = ()
    """How to repair the table, in order."""
    other_way: str = ""
    """If there is another way to repair the table: what it leads to; else ""."""
    other_steps: tuple[Step, ...] = ()
    """The steps of this other way, in order."""
    choices: tuple[Choice, ...] = ()
    """What people can tap on this screen."""
    lines: tuple[Choice, ...] = ()
    """The lines of a list. A tap on a line gives its command."""
    line: int = 0
    """The number of the marked line, from 0."""
    photo: bytes | None = field(default=None, repr=False)
    """If people look back: the camera's picture of the board at that time, as JPEG; None if there is none."""
    undrawn: tuple[Choice, ...] = ()
    """Choices that people have but that this screen does not draw. Scripts can use them."""
    buttons: tuple[Button, ...] = ()
    hand: bool = False
    """True if a hand is over the board, so that the camera reads nothing."""
    dice: tuple[tuple[str, int], ...] = ()
    """The dice: for each the kind of piece whose colour it has ("" for a plain one), and its value; 0 while it
    rolls.
    """
    notices: tuple[str, ...] = ()
    """Messages that go away by themselves, the newest first. A small screen has space for one."""
    unread: tuple[str, ...] = ()
    """Messages that stay until people have read them. A tap on them takes them away."""
    kind_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each kind of piece, its name for people."""
    rim: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each cell, the name that the player to move reads beside it at the rim of the board."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    rules: RulesPage | None = None
    """The page of the rules that is open; None if none is."""
    lesson: LessonNote | None = None
    """What the lesson says; None in a game that is no lesson."""
    side: SidePage | None = None
    """The page beside the game that is open; None if none is."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What the screen shows before a game: which game to play, and how."""

    headline: str
    detail: str = ""
    game: str | None = None
    """The game whose options people choose; None while they choose the game."""
    aim: str = ""
    """What players of this game try to do, in one sentence. It is drawn if there is space."""
    meanings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For each option that needs it, by its name: what it means, in one sentence."""
    explained: str | None = None
    """The name of the option whose meaning is drawn in place of the aim; None for the aim."""
    table: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The pieces on the board when this game begins, from the bottom up."""
    saved: tuple[MenuEntry, ...] = ()
    """The saved games that people can continue."""
    games: tuple[MenuEntry, ...] = ()
    """The new games that people can begin."""
    settings: tuple[MenuEntry, ...] = ()
    """The options of the chosen game. A tap on one changes it."""
    buttons: tuple[MenuEntry, ...] = ()
    """The buttons that begin the game, leave its options, open other pages, or switch the computer off."""
    rules: RulesPage | None = None
    """The page of the game's rules that is open; None if none is."""
    side: SidePage | None = None
    """The page beside the games that is open; None if none is."""

    @property
    def aim_or_meaning(self) -> str:
        """What is drawn below the headline: what the option means that was changed last, or else the aim."""
        return self.aim if self.explained is None else self.meanings.get(self.explained, self.aim)
