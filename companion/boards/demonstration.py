"""What two people do in a demonstration of a game. `companion demo` plays it on the virtual table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Carry:
    """A hand carries a piece from one place to another."""

    hand: str
    """The kind of pieces of the player whose hand it is."""
    start: str | None
    """The cell that the piece comes from; None if it comes from the box beside the board."""
    end: str | None
    """The cell that the piece goes to; None if it goes into the box."""
    kind: str = ""
    """The kind of the piece. If empty, it is the player's own kind."""
    presses_done: bool = True
    """True if the player presses Done afterwards."""


@dataclass(frozen=True, slots=True)
class Push:
    """A hand pushes a piece onto the border of the next cell, or from the border onto that cell. Then the player
    presses Done.
    """

    hand: str
    """The kind of pieces of the player whose hand it is."""
    start: str
    """The cell that the piece comes from."""
    end: str
    """The cell that it goes to."""
    onto_border: bool
    """True if the piece stops on the border, False if it comes from the border."""


@dataclass(frozen=True, slots=True)
class PressButton:
    """Somebody presses a button."""

    button: Literal["done", "undo", "hint"]
    """Which button it is."""


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
