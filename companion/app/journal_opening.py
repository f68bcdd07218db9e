"""Opens the journal when the companion starts. A full or missing disk is waited for.

Meanwhile the screen says what to do. As soon as the disk works, the companion starts as usual.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

from companion.app.assembly import open_chosen_display
from companion.app.frontend import choose
from companion.app.heartbeat import Computer
from companion.app.side_pages import SidePages
from companion.boards import BOARDS
from companion.config import Config
from companion.history.journal import FILE, DiskError, Journal
from companion.presentation.game_menu import GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.theme import use_theme

TRY_AGAIN_S = 1.0
"""How long to wait before the journal is tried again."""


def open_journal(config: Config, computer: Computer, tell: Callable[[str], None]) -> Journal | None:
    """The open journal. While its disk does not work, the screen says what to do, and it is tried again and again.

    None if people or the system quit before it is open. tell: called with each reason why it is not. Raises
    JournalError if waiting does not help.
    """
    tries = _Tries(config.folder() / FILE)
    if (journal := tries.find_journal()) is not None:
        return journal
    use_theme(config.display_theme)
    with open_chosen_display(config) as display:
        computer.heartbeat.need(["screen"])
        while (journal := tries.find_journal()) is None:
            problem = tries.problem
            tell(problem)
            choose(
                display,
                MenuScreen(BOARDS, display.size),
                GameMenu((), is_blocked=True),
                side=SidePages(()),
                shown=lambda: computer.heartbeat.wait("screen", why=tries.problem),
                is_stopped=lambda: computer.is_stopped() or tries.have_changed(),
                switch_off=computer.switch_off,
                config=lambda: config,
            )
            if tries.find_journal() is None and tries.problem == problem:
                return None
    return journal


class _Tries:
    """Tries to open the journal, now and then."""

    def __init__(self, path: Path) -> None:
        self.problem = ""
        """Why it could not be opened when it was last tried."""
        self._path = path
        self._journal: Journal | None = None
        self._next_at = -math.inf
        self.have_changed()

    def find_journal(self) -> Journal | None:
        """The open journal; None if it could not be opened yet."""
        return self._journal

    def have_changed(self) -> bool:
        """Tries again if it is time. True if the journal is open now, or if it is not for another reason."""
        if (now := time.monotonic()) < self._next_at:
            return False
        self._next_at = now + TRY_AGAIN_S
        before = self.problem
        try:
            self._journal = Journal(self._path)
        except DiskError as error:
            self.problem = str(error)
        return self._journal is not None or self.problem != before
