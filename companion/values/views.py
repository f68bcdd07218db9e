"""What the players see: one value that the presentation makes and the screen draws.

It holds words, cells, pieces and the commands of taps, but no pixels. Everything that a screen needs is in it, because
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
"""Which screen is shown: setting up, play, a hint, a roll, a table to repair, a question, no board in sight, a game
that cannot be saved, the end, the menu of the running game, a look back, the rules, a page beside the game."""

Do = Literal["put", "take", "move", "flip"]

Style = Literal[
    "from", "to", "last", "wrong", "missing", "doubt", "hint", "movable", "chosen", "target", "gain", "refused"
]
"""What a mark or an arrow means. A hint marks the pieces that can move, the piece or cell that it is about, where this
piece may go, where it takes a piece, and where it may not go."""

HintStyle = Literal["movable", "chosen", "target", "gain", "refused"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell to point at."""

    cell: str
    style: Style
    label: str = ""
    """A number beside it: how many pieces it is about."""
    kind: str | None = None
    """The kind of piece that is drawn with the number."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that a hint is about together."""

    cells: tuple[str, ...]
    label: str = ""
    """A number on it: how many pieces may be placed."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement from one cell to another."""

    start: str
    end: str
    style: Style


@dataclass(frozen=True, slots=True)
class Step:
    """One physical action that repairs the table."""

    text: str
    do: Do
    kind: str
    start: str | None
    """The cell that the piece leaves; None for the box beside the board."""
    end: str | None
    """The cell that the piece goes to; None for the box beside the board."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A broken rule, as the players read it."""

    rule: str
    title: str
    text: str
    command: OpenRules | None = None
    """What a tap on it performs: it shows the rule. None if the game has no rules to show."""


@dataclass(frozen=True, slots=True)
class RulesEntry:
    """Something that can be tapped in the rules."""

    text: str
    """What people read on it."""
    command: RulesCommand
    """What a tap performs."""
    chosen: bool = False
    """True if it is what is shown now."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """An example of a rule, drawn on the board."""

    caption: str
    """What the example shows, or why it is not allowed."""
    allowed: bool
    """True if the rules allow it."""
    table: Mapping[str, tuple[str, ...]]
    """The board after what people try. Pieces that are captured are still there."""
    ghosts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The pieces that leave their cells, by cell."""
    marks: tuple[Mark, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    """The cells that each piece goes over."""
    ticked: tuple[str, ...] = ()
    """Cells that are right."""
    dice: tuple[tuple[str, int], ...] = ()
    """The roll: each die with the piece kind of its colour ("" for a plain one) and its value."""
    rim: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Cell -> what the player to move calls it at the rim of the board."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page of a game's rules: how the game goes, the list of rules, or one rule."""

    title: str
    """The game's name for people."""
    headline: str
    """What the page is about."""
    text: str = ""
    steps: tuple[str, ...] = ()
    """How a turn goes, in order."""
    table: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The board, if there are no diagrams."""
    diagrams: tuple[Diagram, ...] = ()
    """The examples of a rule. One is shown at a time, with a key for each."""
    topics: tuple[RulesEntry, ...] = ()
    """The topics that the list can be limited to."""
    entries: tuple[RulesEntry, ...] | None = None
    """The rules of the list; None if the page is no list."""
    typed: str = ""
    """What is searched for."""
    keys: tuple[tuple[RulesEntry, ...], ...] = ()
    """The rows of a keyboard; empty if nothing is searched for."""
    buttons: tuple[RulesEntry, ...] = ()
    """What leads to other pages or closes the rules."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a tap on the screen does."""

    label: str
    """Its name in a script (`tap LABEL`) and in the event `unsure`. The program never compares it."""
    text: str
    """What people read on it."""
    command: Command
    """What a tap performs."""
    table: Mapping[str, tuple[str, ...]] | None = None
    """The board, if this answer is true."""
    arrows: tuple[Arrow, ...] = ()
    """How the pieces got there. This tells apart moves that lead to the same table."""
    face: int | None = None
    """The value of a die that it enters."""
    die: str | None = None
    """The die that this choice is about, by the piece kind of its colour."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Something that can be tapped in the menu, before a game."""

    text: str
    """What people read on it."""
    command: MenuCommand
    """What a tap performs."""
    game: str | None = None
    """The game whose board is drawn on it; None for words only."""
    delete: MenuCommand | None = None
    """What a tap on the cross beside it performs; None for no cross."""
    take_along: MenuCommand | None = None
    """What a tap on the sign for taking it along performs; None for no sign."""
    is_main: bool = False
    """True if it is what people most likely want to do next: it is drawn like a lit Done."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the touchscreen."""

    name: Literal["done", "undo", "redo", "hint", "double"]
    """Which one: this decides its picture and its place."""
    label: str
    """What people read on it."""
    command: Command
    """What a tap performs."""
    enabled: bool = True
    """False if a tap does nothing now but say why."""


@dataclass(frozen=True, slots=True)
class StripValue:
    """One value of a fact."""

    text: str
    kind: str | None = None
    """The piece kind of the player whose value it is; None if it belongs to nobody."""


@dataclass(frozen=True, slots=True)
class StripFact:
    """Something that every screen shows: a label, and a value of each player, or one value of nobody."""

    label: str
    values: tuple[StripValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Strip:
    """What is at the same place on every screen of a game: who is due, and the facts of the game."""

    kind: str | None
    """The piece kind of the player who is due; None if everybody is, or if the game has none."""
    text: str
    """Who is due, and what: "White: roll"."""
    facts: tuple[StripFact, ...] = ()
    command: Command | None = None
    """What a tap on it performs; None for nothing."""


@dataclass(frozen=True, slots=True)
class LessonNote:
    """What a lesson says on a screen of the game."""

    text: str
    number: int
    """Which step it is, from 1."""
    count: int
    """How many steps the lesson has."""
    warns: bool = False
    """True if it says how to come back to the lesson."""


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the game."""

    screen: ScreenName
    game: str
    """The game's id."""
    strip: Strip
    """Who is due, and the facts of the game: score, cube, pips."""
    headline: str
    """What to do now, in a few words; "" if the strip says it."""
    detail: str
    """The sentences below the headline."""
    table: Mapping[str, tuple[str, ...]]
    """The board as the game has it."""
    seen: Mapping[str, tuple[str, ...]] | None = None
    """The board as the camera sees it, if it differs from `table`."""
    last_move: str = ""
    """The last move in words; "" before the first."""
    footnote: str = ""
    """What a few people want to know: small, at the bottom, and only where there is space."""
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    regions: tuple[Region, ...] = ()
    """The cells where a piece may be placed, if a hint is shown."""
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The cells of each area that a mark or a tap can be about; none for the place outside all cells."""
    board_taps: Mapping[str, Command] = field(default_factory=lambda: MappingProxyType({}))
    """The command of a tap on each cell or area."""
    notes: tuple[str, ...] = ()
    """Why something is not possible, a sentence or two each: drawn as far as there is space."""
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] = ()
    """How to repair the table, in order."""
    other_way: str = ""
    """What the other way to repair it leads to; "" if there is only one."""
    other_steps: tuple[Step, ...] = ()
    """The other way, in order."""
    choices: tuple[Choice, ...] = ()
    """What can be tapped on this screen."""
    lines: tuple[Choice, ...] = ()
    """Lines of a list, each with what a tap on it performs."""
    line: int = 0
    """Which of them is marked, from 0."""
    photo: bytes | None = field(default=None, repr=False)
    """The camera's picture of the board that people look back at, as JPEG; None if there is none."""
    undrawn: tuple[Choice, ...] = ()
    """Choices that are possible but not drawn on this screen. A script can name them."""
    buttons: tuple[Button, ...] = ()
    hand: bool = False
    """True if a hand is over the board, so that nothing is read now."""
    dice: tuple[tuple[str, int], ...] = ()
    """The dice, each with the piece kind of its colour ("" for a plain one) and its value; 0 while it rolls."""
    notices: tuple[str, ...] = ()
    """Messages that pass by themselves, the newest first: a small screen has space for one."""
    unread: tuple[str, ...] = ()
    """Messages that stay until people have read them; a tap on them says so."""
    kind_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Piece kind -> its name for people."""
    rim: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Cell -> what the player to move calls it at the rim of the board."""
    turned: bool = False
    """True if the board is shown as the player opposite sees it."""
    rules: RulesPage | None = None
    """The page of the rules that people read now."""
    lesson: LessonNote | None = None
    """What the lesson says; None in a usual game."""
    side: SidePage | None = None
    """The page beside the game that people have opened."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What the screen asks before a game: which one, and how."""

    headline: str
    detail: str = ""
    game: str | None = None
    """The game whose options are chosen; None while people choose the game."""
    aim: str = ""
    """What players of this game try to do, in a sentence; drawn if there is space."""
    saved: tuple[MenuEntry, ...] = ()
    """Saved games that people can continue."""
    games: tuple[MenuEntry, ...] = ()
    """New games."""
    settings: tuple[MenuEntry, ...] = ()
    """The options of `game`; a tap changes one."""
    buttons: tuple[MenuEntry, ...] = ()
    """What starts the game, leaves its options, opens other pages, or switches the computer off."""
    rules: RulesPage | None = None
    """The page of the rules of `game` that people read now."""
    side: SidePage | None = None
    """The page beside the games that people have opened."""
