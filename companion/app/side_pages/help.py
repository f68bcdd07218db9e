"""Runs the page of help."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from types import UnionType
from typing import ClassVar

from companion.presentation.help_page import make_page
from companion.values.side_commands import OpenHelp, SideCommand
from companion.values.side_pages import SidePage

PACKAGE = "board-companion"


class HelpSide:
    """The page of help: what this program is, and what people can do with it."""

    handles: ClassVar[type | UnionType] = OpenHelp

    def __init__(self, games: Path, *, can_report: bool) -> None:
        """games: the folder of the saved games. can_report: True if people can take a bug report along from here."""
        self._games = games
        self._can_report = can_report

    def page(self) -> SidePage:
        return make_page(metadata.version(PACKAGE), self._games, can_report=self._can_report)

    def perform(self, command: SideCommand) -> None:
        """Does nothing more: the page is open."""

    def close(self) -> None:
        """Does nothing: this page opens no device."""
