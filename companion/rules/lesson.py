"""What a game's lesson is made of: the steps of a short guided game. A game declares its lesson; the screen and the
dice follow it.

All steps together are one game from its start position. So people at a real board never move a piece only for the
lesson. The texts speak to one person who plays both sides, or to two people who share the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from companion.language import N_, join, translate_marked
from companion.rules.answers import JSON, Table
from companion.rules.rulebook import Way, change_table

PRESS_DONE = N_("Then press Done.")
READ_RULE = N_("Here is the broken rule: tap it for more.")
PUT_RIGHT = N_("Put the pieces right as shown.")
"""A text that all lessons use."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What all kinds of steps have in common."""

    text: tuple[str, ...]
    """What people read, marked with `N_`: first how the last step went, then what to do. Each text has one or two
    sentences; all together have at most about 200 letters.
    """

    @property
    def text_in_words(self) -> str:
        """The text in the current language."""
        return join(" ", map(translate_marked, self.text))


@dataclass(frozen=True, slots=True)
class Read(_Step):
    """People read something, and go on with a tap or with Done. Nothing moves."""

    cells: tuple[str, ...] = ()
    """The cells that the text is about."""


@dataclass(frozen=True, slots=True)
class SetUp(_Step):
    """People set up the pieces. The step is left out if they are there already."""


@dataclass(frozen=True, slots=True)
class Roll(_Step):
    """People roll, and get the values of the lesson, because in a lesson nobody rolls by chance."""

    dice: JSON = None
    """The values, in the form that `Game.roll` takes."""


@dataclass(frozen=True, slots=True)
class Play(_Step):
    """People make this move and press Done. If it moves no piece, they tap its button."""

    move: str = ""
    """The text of the move, in the game's own notation."""


@dataclass(frozen=True, slots=True)
class PlayAny(_Step):
    """People make any legal move. The steps after it must fit every move, so they are words, or any move again."""


@dataclass(frozen=True, slots=True)
class Mistake(_Step):
    """People make a wrong move on purpose and press Done. The game refuses it and names the rule."""

    rule: str = ""
    """The id of the rule that the mistake breaks."""
    ways: tuple[Way, ...] = ()
    """The way of each piece that is moved."""
    taken: tuple[str, ...] = ()
    """The cells from which a piece is taken off the board. A cell is listed once for each of its pieces."""
    placed: tuple[tuple[str, Way], ...] = ()
    """The pieces that come from beside the board: the kind and the way of each."""

    def change(self, before: Table) -> Table:
        """The table after the mistake. before: the table of the position."""
        return change_table(before, self.ways, self.taken, self.placed)


@dataclass(frozen=True, slots=True)
class PutRight(_Step):
    """People repair what the last mistake changed, as the screen shows it: with a legal move, or by putting the pieces
    back.
    """


@dataclass(frozen=True, slots=True)
class Press(_Step):
    """People press a button to see what it does. After Undo they also put the pieces back."""

    button: Literal["hint", "undo"] = "hint"


@dataclass(frozen=True, slots=True)
class GoToNextPart(_Step):
    """People press Done, so that the next bout, game or round begins."""


LessonStep = Read | SetUp | Roll | Play | PlayAny | Mistake | PutRight | Press | GoToNextPart


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game."""

    minutes: int
    """How many minutes it takes, about, if people have never played the game."""
    steps: tuple[LessonStep, ...]
    """The steps in order. The last one is a `Read` that ends the lesson."""
    options: Mapping[str, JSON] = field(default_factory=lambda: MappingProxyType({}))
    """The options of the game that is played in it."""
