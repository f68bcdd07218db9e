"""Makes the pages beside a game. Some of their work can only be done by higher packages, which pass functions
for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.app.camera import open_camera
from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages.camera import CameraSide
from companion.app.side_pages.controller import SidePages
from companion.app.side_pages.devices import DevicesSide, Examine
from companion.app.side_pages.help import HelpSide
from companion.app.side_pages.settings import SettingsSide
from companion.app.side_pages.take_along import TakeAlongSide
from companion.history.journal import Journal
from companion.host.places import find_documents

EXPORTS = "exports"
"""The folder beside the saved games for files that people want to have. Used if the companion runs as a service."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Functions of higher packages that the pages need."""

    make_report: Callable[[Path], bytes] | None = None
    """Makes a bug report on a data folder as a ZIP file, or raises OSError. None if nobody can make one."""

    examine: Examine = tuple
    """Looks at all devices and says what it found."""


def make_side_pages(settings: ChosenSettings, journal: Journal, tools: Tools) -> SidePages:
    """All pages beside a game. journal: the one of the games, or the one of the lessons."""
    folder, make_report = settings.config.folder(), tools.make_report
    report = None if make_report is None else partial(make_report, journal.path.parent)
    return SidePages(
        (
            SettingsSide(settings),
            TakeAlongSide(journal, _find_folder(folder), report),
            CameraSide(settings, open_camera),
            DevicesSide(settings, journal, tools.examine),
            HelpSide(folder, can_report=report is not None),
        )
    )


def _find_folder(games: Path) -> Path:
    """Where files for people go if there is no stick. A service has no folder for documents, so its files go beside the
    games.
    """
    if os.environ.get("STATE_DIRECTORY"):
        return games / EXPORTS
    try:
        return find_documents(Path.home())
    except RuntimeError:  # this user has no home folder
        return games / EXPORTS
