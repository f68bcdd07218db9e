"""The pages beside a game: settings, taking a game along, help and the like. They open before a game and in one.

A page is a value that the presentation makes and the screen draws, as a view is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.values.side_commands import CloseSide, SideCommand

SideName = Literal["settings", "take-along", "camera", "devices", "names", "help"]
"""Which page it is: this decides what draws it."""


@dataclass(frozen=True, slots=True)
class SideEntry:
    """Something that can be tapped."""

    text: str
    """What people read on it."""
    command: SideCommand
    """What a tap performs."""
    is_main: bool = False
    """True if it is what people most likely want to do next: it is drawn like a lit Done."""


@dataclass(frozen=True, slots=True)
class SideFact:
    """Something that the page tells, with what it is about."""

    name: str
    text: str


FindingState = Literal["good", "fix", "absent"]


@dataclass(frozen=True, slots=True)
class SideFinding:
    """What was found out about a device."""

    name: str
    """What it is about."""
    state: FindingState
    """It works, it has to be put right, or it is not there and not needed."""
    text: str


Place = tuple[float, float]
"""A place in a picture: from the left in parts of its width, and from the top in parts of its height."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """What the camera sees now."""

    size: tuple[int, int]
    """Width and height in pixels."""
    pixels: bytes
    """Blue, green and red of each pixel, row by row."""
    sharpness: float
    """How sharp it is, in parts of the sharpest one so far."""
    outline: tuple[Place, ...] = ()
    """The board's corners; none if it was not found."""
    spots: tuple[Place, ...] = ()
    """The middles of the board's cells, so that people can see if it was found right."""
    taps: tuple[Place, ...] = ()
    """The corners that people have tapped."""
    can_tap: bool = False
    """True if people tap the corners of the board on it."""


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
    """What can be tapped on this page."""
    buttons: tuple[SideEntry, ...] = ()
    """What leads to other pages or closes this one."""
    picture: LivePicture | None = None
    findings: tuple[SideFinding, ...] = ()
    typed: str = ""
    """What people have typed."""
    keys: tuple[tuple[SideEntry, ...], ...] = ()
    """The rows of a keyboard; empty if nothing is typed here."""
    back: SideCommand | None = field(default_factory=CloseSide)
    """What leaves this page; None if people have to choose something first."""

    def list_entries(self) -> Iterator[SideEntry]:
        """All that can be tapped."""
        yield from (*self.entries, *self.buttons)
        for row in self.keys:
            yield from row
