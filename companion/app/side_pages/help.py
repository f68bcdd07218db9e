"""Runs the page of help."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from types import UnionType
from typing import ClassVar

from companion.presentation.help_page import make_page, make_second_page
from companion.values.side_commands import OpenHelp, SideCommand
from companion.values.side_pages import SidePage

PACKAGE = "board-companion"


class HelpSide:
    """The two pages of help: what people can do, and what this program is."""

    handles: ClassVar[type | UnionType] = OpenHelp

    def __init__(self, games: Path, *, can_report: bool) -> None:
        """games: the folder of the saved games. can_report: True if people can take a bug report along from here."""
        self._games = games
        self._can_report = can_report
        self._more = False

    def page(self) -> SidePage:
        if self._more:
            return make_second_page(metadata.version(PACKAGE), self._games)
        return make_page(can_report=self._can_report)

    def perform(self, command: SideCommand) -> None:
        """Chooses one of the two pages."""
        self._more = isinstance(command, OpenHelp) and command.more

    def close(self) -> None:
        """Does nothing: this page opens no device."""
