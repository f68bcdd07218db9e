"""The pages beside a game: settings, copying a game, help and the like. They can be opened before a game and during
one.

A page is a value, as a view is. The presentation makes it and the screen draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.values.side_commands import CloseSide, SideCommand

SideName = Literal["settings", "take-along", "camera", "devices", "names", "help"]
"""Which page it is. The screen draws each page in its own way."""


@dataclass(frozen=True, slots=True)
class SideEntry:
    """Something on the page that people can tap."""

    text: str
    """What people read on it."""
    command: SideCommand
    """The command that a tap gives."""
    is_main: bool = False
    """True if people most likely want this next. It is drawn bright, like Done when it has an effect."""


@dataclass(frozen=True, slots=True)
class SideFact:
    """A fact on the page: what it is about, and the text."""

    name: str
    text: str


FindingState = Literal["good", "fix", "absent"]


@dataclass(frozen=True, slots=True)
class SideFinding:
    """What was found out about one device."""

    name: str
    """The name of the device."""
    state: FindingState
    """It works, it must be fixed, or it is absent and not needed."""
    text: str


Place = tuple[float, float]
"""A place in a picture: from the left as a part of its width, and from the top as a part of its height."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """What the camera sees now."""

    size: tuple[int, int]
    """Width and height in pixels."""
    pixels: bytes
    """The pixels, row by row, each with blue, green and red."""
    sharpness: float
    """How sharp the picture is, as a part of the sharpest one so far."""
    outline: tuple[Place, ...] = ()
    """Where the corners of the board are; empty if it was not found."""
    spots: tuple[Place, ...] = ()
    """Where the middles of the board's cells are, so that people can see if it was found correctly."""
    taps: tuple[Place, ...] = ()
    """The corners that people have tapped so far."""
    can_tap: bool = False
    """True if people can tap the corners of the board in this picture."""


@dataclass(frozen=True, slots=True)
class SidePage:
    """One page beside a game."""

    name: SideName
    headline: str
    text: str = ""
    """The sentences below the headline."""
    done: str = ""
    """What has just been done; "" for nothing."""
    trouble: str = ""
    """What has just gone wrong, and what to do; "" for nothing."""
    facts: tuple[SideFact, ...] = ()
    entries: tuple[SideEntry, ...] = ()
    """What people can tap on this page."""
    buttons: tuple[SideEntry, ...] = ()
    """The buttons that lead to other pages, or close this one."""
    picture: LivePicture | None = None
    findings: tuple[SideFinding, ...] = ()
    typed: str = ""
    """What people have typed so far."""
    keys: tuple[tuple[SideEntry, ...], ...] = ()
    """The rows of a keyboard; empty if people type nothing on this page."""
    back: SideCommand | None = field(default_factory=CloseSide)
    """The command that leaves this page; None if people must choose something first."""

    def list_entries(self) -> Iterator[SideEntry]:
        """Everything on the page that people can tap."""
        yield from (*self.entries, *self.buttons)
        for row in self.keys:
            yield from row
