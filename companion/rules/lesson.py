"""A game's lesson: a short guided game, step by step. A game declares it; the screen and the dice follow it.

All steps together are one game from its start position, so people at a real board move no piece only for the lesson. A
text speaks to one person who plays both sides, or to two people who share the screen.
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
READ_RULE = N_("Here you read which rule was broken: tap it for more.")
PUT_RIGHT = N_("Put it right as shown.")
"""What the texts of all lessons have in common."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What all steps have."""

    text: tuple[str, ...]
    """What people read, marked with `N_`: first how the step before went, then what to do. One or two sentences each,
    at most about 200 letters in all."""

    @property
    def text_in_words(self) -> str:
        """The text in the current language."""
        return join(" ", map(translate_marked, self.text))


@dataclass(frozen=True, slots=True)
class Read(_Step):
    """People read something, and go on with a tap or with Done."""

    cells: tuple[str, ...] = ()
    """The cells that it is about."""


@dataclass(frozen=True, slots=True)
class SetUp(_Step):
    """People set up the pieces. The step is left out if they are there already."""


@dataclass(frozen=True, slots=True)
class Roll(_Step):
    """People roll, and get these values: nobody rolls by chance in a lesson."""

    dice: JSON = None
    """The values, as `Game.roll` takes them."""


@dataclass(frozen=True, slots=True)
class Play(_Step):
    """People make this move and press Done, or tap its button if it moves no piece."""

    move: str = ""
    """The move in the game's notation."""


@dataclass(frozen=True, slots=True)
class PlayAny(_Step):
    """People make any legal move. What follows in the lesson must not depend on it: words, or any move again."""


@dataclass(frozen=True, slots=True)
class Mistake(_Step):
    """People make a wrong move on purpose and press Done. The game refuses it and names the rule."""

    rule: str = ""
    """The id of the rule that it breaks."""
    ways: tuple[Way, ...] = ()
    """The pieces that are moved, each by its way."""
    taken: tuple[str, ...] = ()
    """The cells from which a piece is taken off the board, once for each piece."""
    placed: tuple[tuple[str, Way], ...] = ()
    """The pieces that come from beside the board: kind and way."""

    def change(self, before: Table) -> Table:
        """The wrong table. before: the table of the position."""
        return change_table(before, self.ways, self.taken, self.placed)


@dataclass(frozen=True, slots=True)
class PutRight(_Step):
    """People put right what the last mistake changed, as the screen shows it: with a legal move, or back as before."""


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
    """About how long it takes people who have never played the game."""
    steps: tuple[LessonStep, ...]
    """The steps in order. The last one is a `Read`: it ends the lesson."""
    options: Mapping[str, JSON] = field(default_factory=lambda: MappingProxyType({}))
    """The options of its game."""
