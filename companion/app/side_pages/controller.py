"""Knows which page beside the game is open, and hands each command to the page that carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import UnionType
from typing import ClassVar, Protocol

from companion.app.side_pages.camera import CameraSide
from companion.language import _
from companion.values.results import Done, Refused
from companion.values.side_commands import CloseSide, SideCommand
from companion.values.side_pages import SidePage
from companion.values.views import View
from vision.layout import Layout
from vision.sources import Frame


class Side(Protocol):
    """What every page beside a game can do."""

    handles: ClassVar[type | UnionType]
    """The types of its commands. Each of these commands also opens the page."""

    def page(self) -> SidePage | None:
        """What to show now; None if it has nothing more to show."""

    def perform(self, command: SideCommand) -> None:
        """Carries out one of the page's commands."""

    def close(self) -> None:
        """Closes everything that the page has opened."""


class SidePages:
    """The pages beside a game. They can be open before a game, and while it runs."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self._open: Side | None = None

    def perform(self, command: SideCommand) -> Done | Refused:
        """Carries out a command, and shows the page that it belongs to."""
        if isinstance(command, CloseSide):
            self.close()
            return Done()
        side = self._find(command)
        if side is None:
            return Refused(_("There is no such page here."))
        if side is not self._open:
            self.close()
        self._open = side
        side.perform(command)
        return Done()

    def join(self, side: Side) -> SidePages:
        """The same pages and one more, for a running game that has this page."""
        return SidePages((*self._sides, side))

    def is_for(self, command: SideCommand) -> bool:
        """True if a command is for one of these pages, or closes the open one."""
        return self.knows(command) or (isinstance(command, CloseSide) and self._open is not None)

    def knows(self, command: object) -> bool:
        """True if one of the pages takes this command."""
        return self._find(command) is not None

    def _find(self, command: object) -> Side | None:
        return next((one for one in self._sides if isinstance(command, one.handles)), None)

    def close(self) -> None:
        """Closes the open page."""
        if self._open is not None:
            self._open.close()
        self._open = None

    def see(self, frame: Frame, layout: Layout) -> None:
        """Gives a picture of the running game to the page of the camera."""
        if isinstance(self._open, CameraSide):
            self._open.see(frame, layout)

    @property
    def page(self) -> SidePage | None:
        """The open page; None if none is open."""
        page = None if self._open is None else self._open.page()
        if page is None:
            self.close()
        return page

    def add_page(self, view: View) -> View:
        """The view with the open page. It stays unchanged if no page is open, or if games cannot be saved now."""
        page = None if view.screen == "paused" else self.page
        return view if page is None else replace(view, screen="side", side=page)
