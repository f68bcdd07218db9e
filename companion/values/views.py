"""What the players are shown: one value that the session makes and the screen draws.

It holds words, cells and pieces, never pixels, and draws nothing itself. Whatever a screen needs to
know must stand here, because a screen asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

ScreenName = Literal["setup", "play", "throw", "wrong", "doubt", "blind", "over"]
"""Which screen is shown: laying out, play, a throw, something to put right, a question, no board in sight, the end."""

Do = Literal["put", "take", "move", "flip"]

Style = Literal["from", "to", "last", "wrong", "missing", "doubt", "hint"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell to be pointed at, and how."""

    cell: str
    style: Style


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement to be shown from one cell to another."""

    start: str
    end: str
    style: Style


@dataclass(frozen=True, slots=True)
class Step:
    """One physical action that mends the table. `start`, `end` are cells, None is the box beside the board."""

    text: str
    do: Do
    kind: str
    start: str | None
    end: str | None


@dataclass(frozen=True, slots=True)
class Reason:
    """A broken rule, as the players read it."""

    rule: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that a tap gives; `label` is what `tap LABEL` names.

    `table` is the board it would mean, `arrows` the way there: what tells moves to one table apart.
    face: the value of a die that it means; die: the die that it is about alone, by the piece kind of its colour.
    """

    label: str
    text: str
    table: Mapping[str, tuple[str, ...]] | None = None
    arrows: tuple[Arrow, ...] = ()
    face: int | None = None
    die: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the touchscreen: `press NAME`; a disabled one is drawn and does nothing."""

    name: Literal["done", "undo", "hint", "double"]
    label: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the screen shows him: what he keeps beside the board, and whether it is his turn.

    tap: what a tap on him means, None where it means nothing.
    """

    id: str
    name: str
    kind: str | None
    active: bool
    counters: tuple[tuple[str, int], ...] = ()
    tap: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """One picture of the game.

    headline: what to do now, in a few words; detail: the sentence below it.
    table: the board as the companion believes it; seen: the board as the camera sees it where the two differ.
    steps: how to mend the table, in order. last_move: in words, "" before the first.
    hand: a hand is over the board, so nothing is read just now.
    dice: those that lie or roll, each with the piece kind of its colour ("" for a plain one) and its value.
    """

    screen: ScreenName
    game: str
    title: str
    headline: str
    detail: str
    table: Mapping[str, tuple[str, ...]]
    seen: Mapping[str, tuple[str, ...]] | None = None
    players: tuple[Player, ...] = ()
    last_move: str = ""
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] = ()
    choices: tuple[Choice, ...] = ()
    buttons: tuple[Button, ...] = ()
    hand: bool = False
    dice: tuple[tuple[str, int], ...] = ()
    notices: tuple[str, ...] = ()
    kind_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Menu:
    """What the screen asks before a game: which one, and how.

    saved: tables left standing; games: by id and title; settings: what can be set about `game`, a tap changes it;
    buttons: what ends the question. Labels are what a tap names.
    """

    headline: str
    detail: str = ""
    game: str | None = None
    saved: tuple[Choice, ...] = ()
    games: tuple[Choice, ...] = ()
    settings: tuple[Choice, ...] = ()
    buttons: tuple[Choice, ...] = ()
