"""Makes the pages beside a game, with what the command line gives them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.app.camera import open_camera
from companion.app.choices import ChosenSettings
from companion.app.side_pages.camera import CameraSide
from companion.app.side_pages.controller import SidePages
from companion.app.side_pages.devices import DevicesSide, Examine
from companion.app.side_pages.help import HelpSide
from companion.app.side_pages.settings import SettingsSide
from companion.app.side_pages.take_along import TakeAlongSide
from companion.history.journal import Journal
from companion.host.places import find_documents

EXPORTS = "exports"
"""The folder beside the saved games to which the service writes files for people."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What only the packages above this one can do, for the pages."""

    make_report: Callable[[Path], bytes] | None = None
    """Makes a bug report on a data folder as a ZIP file, or raises OSError."""

    examine: Examine = tuple
    """Looks at all devices."""


def make_side_pages(settings: ChosenSettings, journal: Journal, tools: Tools) -> SidePages:
    """The pages of the running program. journal: that of the games that are played, or that of the lessons."""
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
    """Where files for people go without a stick. A service has no documents: they go beside the games."""
    if os.environ.get("STATE_DIRECTORY"):
        return games / EXPORTS
    try:
        return find_documents(Path.home())
    except RuntimeError:  # this user has no home folder
        return games / EXPORTS
