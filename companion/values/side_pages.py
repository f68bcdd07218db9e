"""The pages beside a game: settings, taking a game along, help and the like. They open before a game and in one.

A page is a value that the presentation makes and the screen draws, as a view is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.values.side_commands import SideCommand

SideName = Literal["settings", "take-along", "help"]
"""Which page it is: this decides what draws it."""


@dataclass(frozen=True, slots=True)
class SideEntry:
    """Something that can be tapped."""

    text: str
    """What people read on it."""
    command: SideCommand
    """What a tap performs."""


@dataclass(frozen=True, slots=True)
class SideFact:
    """Something that the page tells, with what it is about."""

    name: str
    text: str


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
