"""Opens the journal when the companion starts.

If the journal cannot be opened, the screen says why and what to do: wait for the disk or for another companion, or
start afresh and keep the old games in a folder of their own. As soon as the journal is open, the companion starts as
usual.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

from companion.app.displays import open_chosen_display
from companion.app.frontend import choose
from companion.app.heartbeat import Computer
from companion.app.side_pages import SidePages
from companion.boards import BOARDS
from companion.config import Config
from companion.history.journal import (
    FILE,
    DamageError,
    DiskError,
    InUseError,
    Journal,
    JournalError,
    VersionError,
    put_aside,
)
from companion.history.pictures import FOLDER as PICTURES
from companion.language import _
from companion.presentation.blocked import Blocked
from companion.presentation.game_menu import GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.theme import use_theme

TRY_AGAIN_S = 1.0
"""How long to wait before the journal is tried again."""


def open_journal(config: Config, computer: Computer, tell: Callable[[str], None]) -> Journal | None:
    """The open journal; None if people or the system quit before it can be opened.

    While it cannot be opened, the screen says what to do, and the companion tries again and again. tell: called with
    each reason why it cannot be opened. Raises JournalError if nobody can see the screen and waiting does not help.
    """
    tries = _Tries(config.folder())
    if (error := tries.error) is None:
        return tries.journal
    if config.display_mode == "none" and not isinstance(error, DiskError):
        raise error
    use_theme(config.display_theme)
    told = ""
    with open_chosen_display(config) as display:
        computer.heartbeat.need(["screen"])
        while error is not None:
            if str(error) != told:
                told = str(error)
                tell(told)
            choose(
                display,
                MenuScreen(BOARDS, display.size),
                GameMenu((), blocked=_name(error), trouble=str(error)),
                side=SidePages(()),
                shown=lambda: computer.heartbeat.wait("screen", why=str(tries.error)),
                is_stopped=lambda: computer.is_stopped() or tries.have_changed(),
                switch_off=computer.switch_off,
                start_afresh=lambda: tell(tries.start_afresh()),
                config=lambda: config,
            )
            if not tries.has_news(error):
                return None
            error = tries.error
    return tries.journal


def _name(error: JournalError) -> Blocked:
    match error:
        case DiskError():
            return "disk"
        case InUseError():
            return "in-use"
        case DamageError():
            return "damaged"
        case VersionError():
            return "other-version"
        case _:
            return "other"


class _Tries:
    """Tries to open the journal from time to time."""

    def __init__(self, folder: Path) -> None:
        """folder: where the saved games are."""
        self.journal: Journal | None = None
        """The open journal; None if it could not be opened yet."""
        self.error: JournalError | None = None
        """Why the last try failed."""
        self._folder = folder
        self._next_at = -math.inf
        try:
            self.journal = Journal(folder / FILE)
        except JournalError as error:
            self.error = error

    def have_changed(self) -> bool:
        """Tries again if enough time has passed. True if the journal is open now, or if another reason than before
        keeps it closed.
        """
        if (now := time.monotonic()) < self._next_at or self.error is None:
            return False
        self._next_at = now + TRY_AGAIN_S
        before = self.error
        try:
            self.journal, self.error = Journal(self._folder / FILE, patience_s=0), None
        except JournalError as error:
            self.error = error
        return self.has_news(before)

    def has_news(self, before: JournalError) -> bool:
        """True if the journal is open now, or if another reason than `before` keeps it closed."""
        return self.error is None or str(self.error) != str(before)

    def start_afresh(self) -> str:
        """Puts the journal and its pictures into a folder of their own, and says where they are now. Raises
        JournalError.
        """
        kept = put_aside(self._folder / FILE, (self._folder / PICTURES,))
        self._next_at = -math.inf
        return _("The old games were put aside in {folder}").format(folder=kept)
