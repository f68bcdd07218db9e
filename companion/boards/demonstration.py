"""What two people do in a demonstration of a game: acts that `companion demo` plays on the virtual table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Carry:
    """A hand carries a piece from one place to another."""

    hand: str
    """Whose hand: the kind of pieces that the player has."""
    start: str | None
    """The cell that the piece comes from; None for the box beside the board."""
    end: str | None
    """The cell that it goes to; None for the box."""
    kind: str = ""
    """The kind of the piece; if empty, the player's own kind."""
    presses_done: bool = True
    """True if the player presses Done afterwards."""


@dataclass(frozen=True, slots=True)
class Push:
    """A hand pushes a piece onto the border of the next cell, or from there onto that cell; then Done is pressed."""

    hand: str
    """Whose hand."""
    start: str
    """The cell that the piece comes from."""
    end: str
    """The cell that it goes to."""
    onto_border: bool
    """True if it stops on the border, False if it comes from there."""


@dataclass(frozen=True, slots=True)
class PressButton:
    """Somebody presses a button."""

    button: Literal["done", "undo", "hint"]
    """Which one."""


@dataclass(frozen=True, slots=True)
class Tell:
    """The demonstration says what happens next."""

    text: str
    """What it says, marked for the catalogue."""


@dataclass(frozen=True, slots=True)
class TakePicture:
    """The demonstration saves a picture of the table and the screen."""

    name: str
    """The name of the file, without its ending."""


Act = Carry | Push | PressButton | Tell | TakePicture


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A short game with an illegal move, a takeback and a power cut."""

    near: str
    """The kind of pieces of the player on the near side."""
    far: str
    """The kind of pieces of the player on the far side."""
    before: tuple[Act, ...]
    """What happens before the power cut."""
    after: tuple[Act, ...]
    """What happens after it."""
